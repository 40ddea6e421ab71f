/** What each move cost against the best response to the agent across, for every seat that it can be worked out for. */
import { regretAgainstScript } from '../../src/agents/coach.ts';
import type { Episode, MoveRegret, Seat } from '../../src/core/index.ts';
import { playsHere, rulesOf } from './fork.ts';

/** Null for a seat whose counterpart is no script, or another one by now. */
export type Moves = Readonly<Record<Seat, readonly MoveRegret[] | null>>;

export function movesIn(episode: Episode): Moves {
  const seats = Object.entries(episode.seats);
  const rules = rulesOf(episode);
  return Object.fromEntries(
    seats.map(([seat]) => {
      const [across, ...more] = seats.filter(([other]) => other !== seat);
      const known = across !== undefined && more.length === 0 && playsHere(across[1], rules);
      return [seat, known && episode.result.kind !== 'failed' ? regretAgainstScript(episode, seat) : null];
    }),
  );
}
