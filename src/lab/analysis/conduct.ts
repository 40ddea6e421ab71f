/**
 * How an agent conducted itself, read off its notes and refusals: the parse rate, what guards and steering changed, and who
 * really answered. A try is an act taken or refused; the parse rate is the share of tries that gave a legal act.
 */

import type { Seat } from '../../core/index.ts';
import { fact } from '../../data/stored-episodes.ts';
import type { Row } from '../experiment/rows.ts';
import { type Speaker, saidIn } from './honesty/index.ts';

export interface Conduct {
  readonly tries: number;
  readonly refused: number;
  /** Whose acts were refused. */
  readonly refusedBy: readonly Speaker[];
  /** Guard to how often it stepped in. */
  readonly guards: ReadonlyMap<string, number>;
  /** Acts that a steering changed. */
  readonly steered: number;
  /** Backend and model to how many replies. */
  readonly servedBy: ReadonlyMap<string, number>;
  readonly fallbacks: number;
}

interface Note {
  readonly guard?: string;
  readonly steering?: string;
  readonly model?: string;
  readonly fallback?: string;
}

interface SeatConduct {
  readonly seat: Seat;
  readonly tries: number;
  readonly refusedBy: readonly Speaker[];
  readonly notes: readonly Note[];
  /** Who walked for it. */
  readonly walkedBy: Speaker | undefined;
}

/** What each seat of a game did, as far as reports tell of it. */
export const conductIn = fact((episode): readonly SeatConduct[] => {
  const said = saidIn(episode);
  return Object.keys(episode.seats).map((seat) => {
    const own = said.filter((one) => one.seat === seat);
    const notes = episode.events.flatMap((event): Note[] => {
      if (event.seat !== seat || event.type !== 'agent-note') return [];
      const { guard, steering, model, fallback } = (event.note ?? {}) as Note;
      return [guard, steering, model, fallback].every((one) => one === undefined)
        ? []
        : [{ guard, steering, model, fallback }];
    });
    return {
      seat,
      tries: own.length,
      refusedBy: listOf(own.flatMap(({ act, by }) => (act === undefined ? [by] : []))),
      notes: listOf(notes),
      walkedBy: own.findLast(({ act }) => act?.type === 'walk')?.by,
    };
  });
});

/** Seats that forfeited while the others went on. */
export const forfeitsIn = fact(({ events }): readonly { readonly seat: Seat; readonly reason: string }[] =>
  listOf(
    events.flatMap((event) => (event.type === 'seat-forfeited' ? [{ seat: event.seat, reason: event.reason }] : [])),
  ),
);

const EMPTY: readonly never[] = [];

/** Most are empty: one list stands for all of those. */
function listOf<T>(list: readonly T[]): readonly T[] {
  return list.length === 0 ? EMPTY : list;
}

export function conductOf(rows: readonly Row[]): Conduct {
  const guards = new Map<string, number>();
  const servedBy = new Map<string, number>();
  let [tries, steered, fallbacks] = [0, 0, 0];
  const refusedBy: Speaker[] = [];
  for (const { episode, seat } of rows) {
    const own = conductIn(episode).find((one) => one.seat === seat);
    if (!own) continue;
    tries += own.tries;
    refusedBy.push(...own.refusedBy);
    for (const { guard, steering, model, fallback } of own.notes) {
      if (guard !== undefined) add(guards, guard);
      if (steering !== undefined) steered++;
      if (model !== undefined) add(servedBy, model);
      if (fallback !== undefined) fallbacks++;
    }
  }
  return { tries, refused: refusedBy.length, refusedBy, guards, steered, servedBy, fallbacks };
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** Whether another seat forfeited, by illegal acts or replies that nobody could read: what this seat got then is no skill of its own. */
export function othersErred({ episode, seat }: Row): boolean {
  const { result } = episode;
  if (result.kind === 'forfeited' && result.by !== seat) return true;
  return forfeitsIn(episode).some((one) => one.seat !== seat);
}

export function parseRate({ tries, refused }: Conduct): number | undefined {
  return tries > 0 ? (tries - refused) / tries : undefined;
}

export function total(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
