/**
 * The episode loop: every game, simulated, served, played or forked, runs through here.
 *
 * Ask the seats that are to act, check each act against the rules, apply, record, until the rules name an outcome. An
 * illegal act is refused with its reason and asked again twice; then the seat forfeits: it leaves where the rules let the others
 * go on, else the game is over. An agent that throws has failed, and the episode with it: a breakdown is never a no-deal.
 * Printing, files and clocks belong to whoever listens.
 *
 * Agents see frozen views and a context that leads nowhere else, and what they answer is copied (trust.ts names the exceptions).
 */
import { type Belief, beliefIn } from './beliefs/belief.ts';
import { deepFreeze, errorText, MOST_OF_AN_ACT, plainCopy } from './plain.ts';
import { isPromiseLike } from './promise-like.ts';
import { describe, excerpt } from './refused.ts';
import type { Rng } from './rng.ts';
import { advance, isTaken, roundsOf } from './rounds.ts';
import { isTrusted } from './trust.ts';
import type {
  AbortSignalLike,
  Act,
  Agent,
  Context,
  Domain,
  Event,
  NoAct,
  Outcome,
  Result,
  Scenario,
  Script,
  Seat,
  Step,
  Taken,
  View,
} from './types.ts';

/** How often a seat whose act was refused is asked again before it forfeits. */
export const RETRIES = 2;

export interface Setup<A extends Agent = Agent> {
  readonly domain: Domain;
  readonly scenario: Scenario;
  readonly agents: Readonly<Record<Seat, A>>;
  /** The episode's stream: each seat at each turn gets one of its own, split from it. */
  readonly rng: Rng;
  /**
   * Steps to begin with, as a fork or a game taken up again has them. In the last of their turns seats may be missing, which are
   * then asked. Steps that the rules do not have are refused with a RangeError.
   */
  readonly opening?: readonly Step[];
  readonly onEvent?: (event: Event) => void;
  readonly signal?: AbortSignalLike;
}

export interface Play {
  readonly events: readonly Event[];
  readonly result: Result;
}

/** Plays one episode. Between scripts the answer comes at once, otherwise as a promise. */
export function runEpisode(setup: Setup<Script>): Play;
export function runEpisode(setup: Setup): Play | Promise<Play>;
export function runEpisode(setup: Setup): Play | Promise<Play> {
  const game = play(setup);
  const step = game.next();
  return step.done ? step.value : finish(game, step.value, setup.signal);
}

/** The loop. It yields only where an agent answered with a promise, so scripts cost no promise at all. */
function* play({ domain, scenario, agents, rng, opening, onEvent, signal }: Setup): Game {
  const events: Event[] = [];
  const record = (event: Event): void => {
    events.push(event);
    onEvent?.(event);
  };
  const chairs = domain.seats(scenario).map((seat) => new Chair(seat, agents[seat], rng, record, signal));
  // Views are locked, and the scenario that they show is not the caller's to find locked.
  const table = chairs.every(({ trusted }) => trusted) ? scenario : (plainCopy(scenario) as Scenario);
  let state = domain.start(table);
  /** A turn of the opening in which some have acted and others are still to act, from the views they had. */
  let begun: Begun | undefined;
  if (opening && opening.length > 0) ({ state, begun } = open(domain, state, opening, record));
  for (;;) {
    const outcome = domain.outcome(state);
    if (outcome) return { events, result: settle(domain, scenario, outcome) };
    const seats = domain.toAct(state);
    if (seats.length === 1 && !begun) {
      // The usual game, without the lists below: made anew every turn they cost a scripted one a tenth.
      const seat = seats[0] as Seat;
      const chair = chairOf(chairs, seat).face(domain.view(state, seat));
      while (!chair.done) {
        if (signal?.aborted) throw signal.reason;
        if (chair.ask()) yield arrived(chair);
        chair.judge(domain);
      }
      if (chair.acted) {
        const act = chair.answer as Act;
        const { turn } = chair;
        state = domain.apply(state, [{ turn, seat, act }]);
        record({ type: 'action-taken', turn, seat, act });
        continue;
      }
      const left = chair.failed ? undefined : domain.leave?.(state, seat);
      if (left === undefined) return { events, result: chair.end(domain, scenario) };
      chair.leave();
      state = left;
      continue;
    }
    const seen = begun ? begun.state : state;
    const round = seats.map((seat) => chairOf(chairs, seat).face(domain.view(seen, seat)));
    for (const { seat, act } of begun?.taken ?? []) chairOf(chairs, seat).take(act);
    begun = undefined;
    let broken: Chair | undefined;
    for (let waiting = round.filter(({ done }) => !done); waiting.length > 0 && !broken; ) {
      if (signal?.aborted) throw signal.reason;
      // Everyone is asked before anyone is waited for.
      if (waiting.map((chair) => chair.ask()).includes(true)) yield Promise.all(waiting.map(arrived));
      for (const chair of waiting) chair.judge(domain);
      broken = waiting.find(({ failed }) => failed);
      for (const chair of broken ? [] : waiting.filter(({ out }) => out)) {
        const left = domain.leave?.(state, chair.seat);
        if (left === undefined) {
          broken = chair;
          break;
        }
        chair.leave();
        state = left;
      }
      waiting = waiting.filter(({ done }) => !done);
    }
    // What the others did stays on record when one of them breaks the game off.
    const taken = round
      .filter(({ acted }) => acted)
      .map(({ turn, seat, answer }) => ({ turn, seat, act: answer as Act }));
    if (!broken && taken.length > 0) state = domain.apply(state, taken);
    for (const { turn, seat, act } of taken) record({ type: 'action-taken', turn, seat, act });
    if (broken) return { events, result: broken.end(domain, scenario) };
  }
}

type Game = Generator<Promise<unknown>, Play, void>;

interface Begun {
  /** Before any step of the turn. */
  readonly state: unknown;
  readonly taken: readonly Taken[];
}

/** Plays the opening. Each of its rounds is recorded in the order of seats, as it would have been in play. */
function open(
  domain: Domain,
  start: unknown,
  opening: readonly Step[],
  record: (event: Event) => void,
): { state: unknown; begun: Begun | undefined } {
  let state = start;
  const rounds = roundsOf(opening.map((step) => plainCopy(step) as Step));
  for (const [i, round] of rounds.entries()) {
    const order = domain.toAct(state);
    const sorted = round.toSorted((a, b) => order.indexOf(a.seat) - order.indexOf(b.seat));
    const { state: after, missing } = advance(domain, state, sorted);
    for (const step of sorted)
      if (!isTaken(step)) record({ type: 'seat-forfeited', turn: step.turn, seat: step.seat, reason: step.forfeit });
    const taken = sorted.filter(isTaken);
    if (missing.length > 0) {
      if (i === rounds.length - 1) return { state: after, begun: { state, taken } };
      throw new RangeError(`in turn ${round[0]?.turn} of the opening there is no act of ${missing.join(', ')}`);
    }
    state = after;
    for (const { turn, seat, act } of taken) record({ type: 'action-taken', turn, seat, act });
  }
  return { state, begun: undefined };
}

/** Waits for promises, and no longer than until the game is aborted: an agent may ignore its signal. */
async function finish(game: Game, first: Promise<unknown>, signal: AbortSignalLike | undefined): Promise<Play> {
  let stop = (): void => undefined;
  const aborted = new Promise<void>((resolve) => {
    stop = () => {
      if (signal?.aborted) resolve();
    };
  });
  signal?.addEventListener?.('abort', stop);
  try {
    let pending = first;
    for (;;) {
      await Promise.race([pending, aborted]);
      if (signal?.aborted) throw signal.reason;
      const step = game.next();
      if (step.done) return step.value;
      pending = step.value;
    }
  } finally {
    signal?.removeEventListener?.('abort', stop);
  }
}

/** Puts what came in the place of the promise, where there was one. */
async function arrived(chair: Chair): Promise<void> {
  if (!chair.promised) return;
  chair.answer = await chair.promised;
  chair.promised = undefined;
  chair.asked = false;
}

/** A signal that ends when this one does: what an agent does to it, it does to itself. */
function derived(signal: AbortSignalLike): AbortSignalLike {
  const { AbortSignal } = globalThis as { AbortSignal?: { any?(signals: readonly unknown[]): AbortSignalLike } };
  try {
    return AbortSignal?.any?.([signal]) ?? signal;
  } catch {
    // A stand-in that is no AbortSignal.
    return signal;
  }
}

/** A scan: two or three chairs are found faster than by name in an object. */
function chairOf(chairs: readonly Chair[], seat: Seat): Chair {
  let i = 0;
  while ((chairs[i] as Chair).seat !== seat) i++;
  return chairs[i] as Chair;
}

/** One seat during a game: its agent, the view before it, and what came of asking it. */
class Chair {
  readonly seat: Seat;
  readonly signal: AbortSignalLike | undefined;
  refused: string | undefined;
  attempt = 0;
  /** Whether the agent is deciding. */
  asked = false;
  /** What came of this turn: a legal act, no legal act in time, or a breakdown. */
  acted = false;
  out = false;
  failed = false;
  turn = 0;
  view!: View;
  answer: unknown;
  /** What an agent that answers later has promised; it never fails. */
  promised: Promise<unknown> | undefined;
  readonly trusted: boolean;
  private readonly agent: Agent;
  private readonly context: Context;
  private readonly stream: Rng;
  private own: Rng | undefined;
  private draws: Rng | undefined;
  private readonly record: (event: Event) => void;

  constructor(
    seat: Seat,
    agent: Agent | undefined,
    stream: Rng,
    record: (event: Event) => void,
    signal: AbortSignalLike | undefined,
  ) {
    if (agent === undefined) throw new TypeError(`no agent sits in seat "${seat}"`);
    this.seat = seat;
    this.agent = agent;
    this.trusted = isTrusted(agent);
    this.context = new Deciding(this);
    this.stream = stream;
    this.record = record;
    this.signal = signal;
  }

  get done(): boolean {
    return this.acted || this.out || this.failed;
  }

  face(view: View): this {
    this.view = this.trusted ? view : deepFreeze(view);
    this.turn = view.turn;
    this.refused = undefined;
    this.attempt = 0;
    this.acted = false;
    this.out = false;
    this.failed = false;
    return this;
  }

  /** An act that is there already, and legal. */
  take(act: Act): void {
    this.answer = act;
    this.acted = true;
  }

  /** Puts the agent's answer in its place; true when that is a promise. */
  ask(): boolean {
    this.draws = undefined;
    this.asked = true;
    try {
      const answer: unknown = this.agent.act(this.view, this.context);
      if (isPromiseLike(answer)) {
        this.promised = Promise.resolve(answer).then(undefined, failure);
        return true;
      }
      this.answer = answer;
    } catch (error) {
      this.answer = failure(error);
    }
    this.asked = false;
    return false;
  }

  /** Takes or refuses the answer. */
  judge(domain: Domain): void {
    if (this.answer instanceof Failure) {
      if (this.signal?.aborted) throw this.signal.reason;
      this.failed = true;
      return;
    }
    const reason = this.problem(domain);
    if (reason === undefined) {
      this.acted = true;
      return;
    }
    const { turn, seat, answer } = this;
    const got = isNoAct(answer) ? excerpt(answer.got) : describe(answer);
    this.refused = excerpt(reason);
    this.record({ type: 'action-refused', turn, seat, got, reason: this.refused });
    this.out = this.attempt++ === RETRIES;
  }

  /** Why the answer is no legal act. What an agent of others answered is copied first, and only the copy counts. */
  private problem(domain: Domain): string | undefined {
    if (!this.trusted) {
      try {
        this.answer = plainCopy(this.answer, MOST_OF_AN_ACT);
      } catch (error) {
        // Looked at no more: whoever made it decides what a look does.
        this.answer = undefined;
        return `an act is plain data: ${errorText(error).replace('TypeError: ', '')}`;
      }
    }
    return isNoAct(this.answer) ? this.answer.reason : domain.check(this.view, this.answer);
  }

  /** Records that this seat has left while the others go on. */
  leave(): void {
    this.record({ type: 'seat-forfeited', turn: this.turn, seat: this.seat, reason: this.refused as string });
  }

  /** The result of a game that this seat broke off. */
  end(domain: Domain, scenario: Scenario): Result {
    const { turn, seat, answer } = this;
    if (!(answer instanceof Failure)) return forfeit(domain, scenario, turn, seat, this.refused as string);
    this.record({ type: 'agent-failed', turn, seat, reason: answer.reason });
    return { kind: 'failed', turn, by: seat, reason: answer.reason };
  }

  rng(): Rng {
    this.own ??= this.stream.split(this.seat);
    this.draws ??= this.own.split(this.turn);
    return this.draws;
  }

  note(note: unknown): void {
    this.mustDecide('note');
    const copy: unknown = JSON.parse(JSON.stringify(note) ?? 'null');
    this.record({ type: 'agent-note', turn: this.turn, seat: this.seat, note: copy });
  }

  state(question: string, belief: Belief): void {
    this.mustDecide('belief');
    const { turn, seat } = this;
    const name = typeof question === 'string' ? question : describe(question);
    const copy = this.belief(belief);
    // Said in a form that nobody could read again, it is no reason to lose the game.
    if ('problem' in copy)
      this.record({ type: 'agent-note', turn, seat, note: { question: name, problem: excerpt(copy.problem) } });
    else this.record({ type: 'belief-stated', turn, seat, question: name, belief: copy });
  }

  private belief(given: unknown): ReturnType<typeof beliefIn> {
    try {
      return beliefIn(plainCopy(given, MOST_OF_AN_ACT));
    } catch (error) {
      return { problem: `a belief is plain data: ${errorText(error).replace('TypeError: ', '')}` };
    }
  }

  private mustDecide(what: string): void {
    if (!this.asked || this.signal?.aborted) throw new Error(`a ${what} of ${this.seat} came after its act`);
  }
}

/** What an agent may use while it decides. It holds the chair where the agent cannot reach it. */
class Deciding implements Context {
  readonly #chair: Chair;
  #signal: AbortSignalLike | undefined;
  constructor(chair: Chair) {
    this.#chair = chair;
  }
  get rng(): Rng {
    return this.#chair.rng();
  }
  get attempt(): number {
    return this.#chair.attempt;
  }
  get refused(): string | undefined {
    return this.#chair.refused;
  }
  get signal(): AbortSignalLike | undefined {
    const { signal } = this.#chair;
    this.#signal ??= signal && derived(signal);
    return this.#signal;
  }
  note(note: unknown): void {
    this.#chair.note(note);
  }
  state(question: string, belief: Belief): void {
    this.#chair.state(question, belief);
  }
}

// Shared by every game in this process, and in the hands of every agent.
Object.freeze(Deciding.prototype);

class Failure {
  readonly reason: string;
  constructor(error: unknown) {
    this.reason = excerpt(errorText(error));
  }
}

function failure(error: unknown): Failure {
  return new Failure(error);
}

/** Refuses with a RangeError what no transcript can hold, whoever wrote the rules. */
export function settle(domain: Domain, scenario: Scenario, outcome: Outcome): Result {
  const problem = outcomeProblem(outcome);
  if (problem) throw new RangeError(`the rules of ${domain.name} ended a game with ${problem}`);
  const utility: Record<Seat, number> = {};
  for (const seat of domain.seats(scenario)) {
    const one = domain.utility(scenario, seat, outcome);
    if (!Number.isFinite(one))
      throw new RangeError(
        `the rules of ${domain.name} gave ${seat} a utility of ${describe(one)}: a finite number was expected`,
      );
    utility[seat] = one;
  }
  // Written out: a spread here costs a tenth of a scripted game.
  switch (outcome.kind) {
    case 'agreement':
      return { kind: outcome.kind, turn: outcome.turn, by: outcome.by, deal: outcome.deal, utility };
    case 'walked':
      return { kind: outcome.kind, turn: outcome.turn, by: outcome.by, utility };
    case 'no-deal':
      return { kind: outcome.kind, turn: outcome.turn, utility };
    case 'concluded':
      return { kind: outcome.kind, turn: outcome.turn, conclusion: outcome.conclusion, utility };
    default:
      return outcome satisfies never;
  }
}

function outcomeProblem(outcome: Outcome): string | undefined {
  const { kind, turn } = outcome;
  if (!Number.isInteger(turn) || turn < 0) return `the turn ${describe(turn)}: a whole number from 0 was expected`;
  switch (kind) {
    case 'agreement':
      if (typeof outcome.deal !== 'object' || outcome.deal === null || Array.isArray(outcome.deal))
        return `the deal ${describe(outcome.deal)}: a record was expected`;
      return typeof outcome.by === 'string' ? undefined : `by ${describe(outcome.by)}: a seat was expected`;
    case 'walked':
      return typeof outcome.by === 'string' ? undefined : `by ${describe(outcome.by)}: a seat was expected`;
    case 'no-deal':
    case 'concluded':
      return undefined;
    default:
      return `an outcome of kind ${describe(kind satisfies never)}: agreement, walked, no-deal or concluded was expected`;
  }
}

/** Nobody gains from a forfeit, as nobody gains from a walk. */
export function forfeit(domain: Domain, scenario: Scenario, turn: number, by: Seat, reason: string): Result {
  return {
    kind: 'forfeited',
    turn,
    by,
    reason,
    utility: Object.fromEntries(domain.seats(scenario).map((s) => [s, 0])),
  };
}

function isNoAct(answer: unknown): answer is NoAct {
  const { type, reason, got } = (answer ?? {}) as Partial<NoAct>;
  return type === 'none' && typeof reason === 'string' && typeof got === 'string';
}
