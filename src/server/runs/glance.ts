/** A game to be drawn small: what everybody knew, what was done without its words, and how it ended. */
import type { Act, Episode, Result, Taken } from '../../core/index.ts';

export interface Glance {
  readonly facts: unknown;
  readonly history: readonly Taken[];
  readonly result: Result;
}

/** Bytes of a transcript; longer ones are not read for a list. */
export const LARGEST_GLANCE = 1 << 17;

export function glanceOf(line: string): Glance | undefined {
  try {
    const { scenario, events, result } = JSON.parse(line) as Episode;
    const history = events.flatMap((event): Taken[] => {
      if (event.type !== 'action-taken') return [];
      const { words: _, ...act } = event.act;
      return [{ turn: event.turn, seat: event.seat, act: act as Act }];
    });
    return { facts: scenario.public, history, result };
  } catch {
    return undefined;
  }
}
