/**
 * How an agent conducted itself, read off its notes and refusals: the parse rate, what guards and steering changed, and who
 * really answered. A try is an act taken or refused; the parse rate is the share of tries that gave a legal act.
 */

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

export function conductOf(rows: readonly Row[]): Conduct {
  const guards = new Map<string, number>();
  const servedBy = new Map<string, number>();
  let [tries, steered, fallbacks] = [0, 0, 0];
  const refusedBy: Speaker[] = [];
  for (const { episode, seat } of rows) {
    const own = saidIn(episode).filter((one) => one.seat === seat);
    tries += own.length;
    refusedBy.push(...own.flatMap(({ act, by }) => (act === undefined ? [by] : [])));
    for (const event of episode.events) {
      if (event.seat !== seat) continue;
      if (event.type !== 'agent-note') continue;
      const { guard, steering, model, fallback } = (event.note ?? {}) as Note;
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
export function othersErred({ episode: { result, events }, seat }: Row): boolean {
  if (result.kind === 'forfeited' && result.by !== seat) return true;
  return events.some((event) => event.type === 'seat-forfeited' && event.seat !== seat);
}

export function parseRate({ tries, refused }: Conduct): number | undefined {
  return tries > 0 ? (tries - refused) / tries : undefined;
}

export function total(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
