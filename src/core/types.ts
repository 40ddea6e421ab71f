/**
 * The nouns of the house. Data is plain JSON; code that acts on it is pure.
 *
 *   Scenario   what is at stake: facts everyone sees, and each seat's secrets
 *   Act        what a seat does: a union on `type` that each domain extends
 *   View       all that one seat may know; agents see views, never the state
 *   Domain     the rule book of one kind of game, a pure reducer
 *   Agent      answers a view with an act
 *   Result     how it ended: six kinds that are never mixed up
 *   Event      what happened on the way, as recorded
 */
import type { Belief, Question } from './beliefs/belief.ts';
import type { Rng } from './rng.ts';

export type Seat = string;

/** What the words of an act are for. An act's type binds; its intent only describes. */
export const intents = ['intro', 'inquire', 'inform', 'insist', 'agree', 'disagree', 'vague', 'unknown'] as const;
export type Intent = (typeof intents)[number];

export interface Act {
  readonly type: string;
  readonly words?: string;
  readonly intent?: Intent;
}

export interface Scenario<Public = unknown, Private = unknown> {
  readonly domain: string;
  readonly version: number;
  readonly id: string;
  readonly public: Public;
  readonly private: Readonly<Record<Seat, Private>>;
}

/** An act in its place. Seats that act at once share a turn. */
export interface Taken<A extends Act = Act> {
  readonly turn: number;
  readonly seat: Seat;
  readonly act: A;
}

/** A seat that made no legal act and is out of the game, where the others go on. */
export interface Forfeit {
  readonly turn: number;
  readonly seat: Seat;
  /** Why its last act was refused. */
  readonly forfeit: string;
}

/** What moves a game on. Folding its steps through the rules gives its result. */
export type Step<A extends Act = Act> = Taken<A> | Forfeit;

export interface View<Public = unknown, Private = unknown, A extends Act = Act> {
  readonly domain: string;
  readonly seat: Seat;
  /** The turn about to be played; the first is 1. */
  readonly turn: number;
  readonly turnLimit: number;
  readonly public: Public;
  readonly own: Private;
  readonly history: readonly Taken<A>[];
}

/** How the rules say a game ended. */
export type Outcome<Deal = unknown, Conclusion = unknown> =
  | { readonly kind: 'agreement'; readonly turn: number; readonly by: Seat; readonly deal: Deal }
  | { readonly kind: 'no-deal'; readonly turn: number }
  | { readonly kind: 'walked'; readonly turn: number; readonly by: Seat }
  /** The game came to its end without a deal between sides, and none was to be had: an option was chosen, a belief moved. */
  | { readonly kind: 'concluded'; readonly turn: number; readonly conclusion: Conclusion };

/** An outcome, or a game that the rules did not end: a seat that made no legal act, or one that broke down. */
export type Result<Deal = unknown, Conclusion = unknown> =
  | (Outcome<Deal, Conclusion> & { readonly utility: Readonly<Record<Seat, number>> })
  | {
      readonly kind: 'forfeited';
      readonly turn: number;
      readonly by: Seat;
      readonly reason: string;
      readonly utility: Readonly<Record<Seat, number>>;
    }
  /** Carries no utility: a breakdown measures nothing. */
  | { readonly kind: 'failed'; readonly turn: number; readonly by: Seat; readonly reason: string };

export type Event<A extends Act = Act> =
  | ({ readonly type: 'action-taken' } & Taken<A>)
  | {
      readonly type: 'action-refused';
      readonly turn: number;
      readonly seat: Seat;
      readonly got: string;
      readonly reason: string;
    }
  /** A remark of one seat (a guard stepped in, a model answered) that no other seat's view contains. */
  | { readonly type: 'agent-note'; readonly turn: number; readonly seat: Seat; readonly note: unknown }
  /** What a seat believes of another (beliefs/), by the name of the question; no other seat's view contains it. */
  | {
      readonly type: 'belief-stated';
      readonly turn: number;
      readonly seat: Seat;
      readonly question: string;
      readonly belief: Belief;
    }
  | { readonly type: 'agent-failed'; readonly turn: number; readonly seat: Seat; readonly reason: string }
  /** A seat that made no legal act has left, and the others go on. Where they cannot, the result says so instead. */
  | { readonly type: 'seat-forfeited'; readonly turn: number; readonly seat: Seat; readonly reason: string };

/**
 * A rule book. `State` is its own affair: plain JSON that nobody else reads.
 * Legality depends on the view alone, so an agent can test its act with the very rule that the loop applies.
 */
export interface Domain<
  Public = unknown,
  Private = unknown,
  A extends Act = Act,
  V extends View<Public, Private, A> = View<Public, Private, A>,
  State = unknown,
  Deal = unknown,
  Conclusion = unknown,
> {
  readonly name: string;
  /** Raised whenever the same acts could give another result. */
  readonly version: number;
  /** Why this is not a scenario of this domain, in one sentence; undefined when it is. */
  problem(scenario: unknown): string | undefined;
  seats(scenario: Scenario<Public, Private>): readonly Seat[];
  start(scenario: Scenario<Public, Private>): State;
  /** The seats to act now, all at once; none when the game is over. */
  toAct(state: State): readonly Seat[];
  view(state: State, seat: Seat): V;
  /** Why this act is refused, in one sentence; undefined when it is legal. The act may be anything at all. */
  check(view: V, act: unknown): string | undefined;
  /** The state after legal acts of all the seats that were to act. */
  apply(state: State, taken: readonly Taken<A>[]): State;
  /**
   * The state after a seat that made no legal act has left for good; undefined where the game cannot go on without it, as in any
   * game of a rule book that leaves this out. The acts of the other seats in the same turn are applied after it.
   */
  leave?(state: State, seat: Seat): State | undefined;
  outcome(state: State): Outcome<Deal, Conclusion> | undefined;
  utility(scenario: Scenario<Public, Private>, seat: Seat, outcome: Outcome<Deal, Conclusion>): number;
  /** A legal act chosen at random, for conformance tests and as the weakest control. */
  randomAct(view: V, rng: Rng): A;
}

/** What an agent may use besides its view. */
export interface Context {
  /** This seat's stream for this turn. It goes on while the agent decides, and begins anew whenever the seat is asked again. */
  readonly rng: Rng;
  /** Puts a private remark, plain data, into the transcript. Only while the agent decides. */
  note(note: unknown): void;
  /** Puts what this seat believes, by the name of the question, into the transcript. Only while the agent decides. */
  state(question: string, belief: Belief): void;
  /** How often this seat was refused in this turn: 0 at the first try. */
  readonly attempt: number;
  /** Why the last act of this turn was refused, when this is a second or third try. */
  readonly refused: string | undefined;
  readonly signal: AbortSignalLike | undefined;
}

/** The part of AbortSignal that the core uses; the core has no DOM or Node types. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener?(type: 'abort', listener: () => void): void;
  removeEventListener?(type: 'abort', listener: () => void): void;
}

/**
 * An agent is a function of what it sees: it keeps no memory between turns but the history in its view, so a game can be
 * taken up, forked or searched from any point.
 */
export interface Agent<V extends View = View, A extends Act = Act> {
  readonly name: string;
  /** Of a script whose act can take more than some ten milliseconds (Strategy.thinks). */
  readonly thinks?: 'long';
  act(view: V, context: Context): A | NoAct | Promise<A | NoAct>;
  /** What it believes at this view; undefined where it holds no belief about that. Left out by whoever holds none. */
  answer?(view: V, question: Question, context: Context): Belief | undefined | Promise<Belief | undefined>;
}

/**
 * What an agent answers when it has no act to give, such as a model whose reply cannot be read. The loop refuses it with this
 * reason and asks again, like an illegal act.
 */
export interface NoAct {
  readonly type: 'none';
  readonly reason: string;
  /** What came instead, for the record. */
  readonly got: string;
}

/** An agent that answers at once. Games between scripts run without promises. */
export interface Script<V extends View = View, A extends Act = Act> extends Agent<V, A> {
  act(view: V, context: Context): A;
  answer?(view: V, question: Question, context: Context): Belief | undefined;
}
