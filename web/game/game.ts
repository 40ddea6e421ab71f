/** A game as a page knows it: the server's own form, whether the server plays it or this tab. */
import type { Review } from '../../src/agents/coach.ts';
import type { Act, Episode, Event, Scenario, Seat, Taken, View } from '../../src/core/index.ts';
import type { Answer } from '../api/client.ts';

export type Game = Omit<Answer<'GET /v1/games/{id}'>, 'history' | 'facts'> & {
  readonly facts: unknown;
  readonly history: readonly Taken[];
};

/** What only who may see all knows: after the end, or for a watcher who asked. */
export interface Cards {
  readonly scenario: Scenario;
  readonly events: readonly Event[];
  readonly seats: Episode['seats'];
}

export type Refused = { readonly reason: string };

/** A seat that somebody at this screen holds. */
export interface Sitting {
  readonly game: Game;
  readonly cards: Cards | undefined;
  /** Says why, where the act is refused; a lost line is tried again until it stands. */
  act(act: Act): Promise<Refused | undefined>;
  /** An act is on its way, from before a reload perhaps. */
  readonly sending?: boolean;
  /** Nobody answers: what was done here is kept and sent again. */
  readonly lost?: boolean;
  /** It is over, and nobody can show both hands. */
  readonly sealed?: boolean;
  /** What a game that is over came to, worked out beside the page. */
  review?(): Promise<Review>;
}

/** All that the seat at this screen sees, as an agent in it would; undefined for who only watches. */
export function viewOf({ domain, turn, turnLimit, facts, history, you }: Game): View | undefined {
  if (!you) return undefined;
  const { seat, own, mine, theirs, more } = you;
  return {
    domain,
    seat,
    turn,
    turnLimit,
    public: facts,
    own,
    history,
    ...(mine && { mine }),
    ...(theirs && { theirs }),
    ...more,
  };
}

/** Where a seat sits: the last on the right, across from whoever else there is. */
export function sideOf({ seats }: Pick<Game, 'seats'>, seat: Seat): 'left' | 'right' {
  return seats.at(-1)?.seat === seat ? 'right' : 'left';
}
