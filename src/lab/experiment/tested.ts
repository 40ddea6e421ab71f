/**
 * Which seats of each game are under test. The plan says it, and the manifest keeps it, one number a game in the order of the plan:
 * names alone do not tell, where an agent is somebody's opponent too.
 */
import { z } from 'zod';
import type { Episode, Seat } from '../../core/index.ts';
import type { Manifest } from './manifest.ts';
import { dealsAt, type Plan } from './plan.ts';

export const tested = z.strictObject({
  seats: z.array(z.array(z.string())),
  /** For each game, which of `seats`; as one text, or a manifest would have a line a game. */
  games: z.string().regex(/^\d+( \d+)*$/),
});

export function testedIn({ tables }: Pick<Plan, 'tables'>): z.output<typeof tested> {
  const sets = new Map<string, number>();
  const games = tables.flatMap((table) => {
    const key = JSON.stringify(table.tested);
    if (!sets.has(key)) sets.set(key, sets.size);
    return Array<number>(dealsAt(table)).fill(sets.get(key) as number);
  });
  return { seats: [...sets.keys()].map((key) => JSON.parse(key) as Seat[]), games: games.join(' ') };
}

/**
 * The id of each episode to its seats under test. `episodes`: of this run alone, in the order of its plan. Empty for a run whose
 * manifest does not say it.
 */
export function testedSeats({ tested: held }: Manifest, episodes: readonly Episode[]): Map<string, readonly Seat[]> {
  if (!held) return new Map();
  const games = held.games.split(' ').map(Number);
  return new Map(episodes.map(({ id }, i) => [id, held.seats[games[i] as number] ?? []]));
}
