/**
 * The episode loop: every game, simulated, served, played or forked, runs through here.
 *
 * Ask the seats that are to act, check each act against the rules, apply, record, until the rules name an outcome. An
 * illegal act is refused with its reason and asked again twice; then the seat forfeits. An agent that throws has failed,
 * and the episode with it: a breakdown is never a no-deal. Printing, files and clocks belong to whoever listens.
 */
import type { Rng } from './rng.ts';
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
  Taken,
  View,
} from './types.ts';

/** How often a seat whose act was refused is asked again before it forfeits. */
export const RETRIES = 2;

/** How much of what came instead of an act is kept. */
const MOST_GOT = 400;

export interface Setup<A extends Agent = Agent> {
  readonly domain: Domain;
  readonly scenario: Scenario;
  readonly agents: Readonly<Record<Seat, A>>;
  /** The episode's stream: each seat at each turn gets one of its own, split from it. */
  readonly rng: Rng;
  /** Acts to begin with, in order, as a fork or a game taken up again has them. */
  readonly opening?: readonly Taken[];
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
  return step.done ? step.value : finish(game, step.value);
}

/** The loop. It yields only where an agent answered with a promise, so scripts cost no promise at all. */
function* play({ domain, scenario, agents, rng, opening = [], onEvent, signal }: Setup): Game {
  const events: Event[] = [];
  const record = (event: Event): void => {
    events.push(event);
    onEvent?.(event);
  };
  const chairs = domain.seats(scenario).map((seat) => new Chair(seat, agents[seat], rng, record, signal));
  let given = 0;
  /** From the opening as long as it lasts; true when the answer is a promise. */
  const ask = (chair: Chair): boolean => {
    if (given === opening.length) return chair.ask();
    chair.answer = opening[given++]?.act;
    return false;
  };
  let state = domain.start(scenario);
  for (;;) {
    const outcome = domain.outcome(state);
    if (outcome) return { events, result: settle(domain, scenario, outcome) };
    const seats = domain.toAct(state);
    if (seats.length === 1) {
      // The usual game, without the lists below: made anew every turn they cost a scripted one a tenth.
      const seat = seats[0] as Seat;
      const chair = chairOf(chairs, seat).face(domain.view(state, seat));
      while (!chair.acted) {
        if (signal?.aborted) throw signal.reason;
        if (ask(chair)) yield arrived(chair);
        const broken = chair.judge(domain, scenario);
        if (broken) return { events, result: broken };
      }
      const act = chair.answer as Act;
      const { turn } = chair;
      state = domain.apply(state, [{ turn, seat, act }]);
      record({ type: 'action-taken', turn, seat, act });
      continue;
    }
    const taken: Taken[] = [];
    let waiting = seats.map((seat) => chairOf(chairs, seat).face(domain.view(state, seat)));
    while (waiting.length > 0) {
      if (signal?.aborted) throw signal.reason;
      // Everyone is asked before anyone is waited for.
      if (waiting.map(ask).includes(true)) yield Promise.all(waiting.map(arrived));
      for (const chair of waiting) {
        const broken = chair.judge(domain, scenario);
        if (broken) return { events, result: broken };
        if (chair.acted) taken.push({ turn: chair.turn, seat: chair.seat, act: chair.answer as Act });
      }
      waiting = waiting.filter(({ acted }) => !acted);
    }
    state = domain.apply(state, taken);
    for (const { turn, seat, act } of taken) record({ type: 'action-taken', turn, seat, act });
  }
}

type Game = Generator<Promise<unknown>, Play, void>;

async function finish(game: Game, first: Promise<unknown>): Promise<Play> {
  let pending = first;
  for (;;) {
    await pending;
    const step = game.next();
    if (step.done) return step.value;
    pending = step.value;
  }
}

/** Puts what came in the place of the promise. */
async function arrived(chair: Chair): Promise<void> {
  chair.answer = await chair.answer;
}

/** A scan: two or three chairs are found faster than by name in an object. */
function chairOf(chairs: readonly Chair[], seat: Seat): Chair {
  let i = 0;
  while ((chairs[i] as Chair).seat !== seat) i++;
  return chairs[i] as Chair;
}

/** One seat during a game: its agent, the view before it, and the context it acts in. */
class Chair implements Context {
  readonly seat: Seat;
  readonly signal: AbortSignalLike | undefined;
  refused: string | undefined;
  attempt = 0;
  /** Whether this turn's answer is a legal act. */
  acted = false;
  turn = 0;
  view!: View;
  answer: unknown;
  private readonly agent: Agent | undefined;
  private readonly stream: Rng;
  private own: Rng | undefined;
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
    this.stream = stream;
    this.record = record;
    this.signal = signal;
  }

  face(view: View): this {
    this.view = view;
    this.turn = view.turn;
    this.refused = undefined;
    this.attempt = 0;
    this.acted = false;
    return this;
  }

  /** Puts the agent's answer in its place; true when that is a promise. */
  ask(): boolean {
    try {
      const answer: unknown = (this.agent as Agent).act(this.view, this);
      const promised = isPromise(answer);
      this.answer = promised ? answer.catch((error: unknown) => new Failure(error)) : answer;
      return promised;
    } catch (error) {
      this.answer = new Failure(error);
      return false;
    }
  }

  /** Takes or refuses the answer; the result when that ends the game. */
  judge(domain: Domain, scenario: Scenario): Result | undefined {
    const { seat, turn, answer } = this;
    if (answer instanceof Failure) {
      if (this.signal?.aborted) throw this.signal.reason;
      const { reason } = answer;
      this.record({ type: 'agent-failed', turn, seat, reason });
      return { kind: 'failed', turn, by: seat, reason };
    }
    const reason = isNoAct(answer) ? answer.reason : domain.check(this.view, answer);
    if (reason === undefined) {
      this.acted = true;
      return undefined;
    }
    const got = isNoAct(answer) ? answer.got.slice(0, MOST_GOT) : describe(answer);
    this.record({ type: 'action-refused', turn, seat, got, reason });
    this.refused = reason;
    return this.attempt++ === RETRIES ? forfeit(domain, scenario, turn, seat, reason) : undefined;
  }

  get rng(): Rng {
    this.own ??= this.stream.split(this.seat);
    return this.own.split(this.turn);
  }

  note(note: unknown): void {
    this.record({ type: 'agent-note', turn: this.turn, seat: this.seat, note });
  }
}

class Failure {
  readonly reason: string;
  constructor(error: unknown) {
    this.reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
}

export function settle(domain: Domain, scenario: Scenario, outcome: Outcome): Result {
  const utility: Record<Seat, number> = {};
  for (const seat of domain.seats(scenario)) utility[seat] = domain.utility(scenario, seat, outcome);
  // Written out: a spread here costs a tenth of a scripted game.
  switch (outcome.kind) {
    case 'agreement':
      return { kind: outcome.kind, turn: outcome.turn, by: outcome.by, deal: outcome.deal, utility };
    case 'walked':
      return { kind: outcome.kind, turn: outcome.turn, by: outcome.by, utility };
    case 'no-deal':
      return { kind: outcome.kind, turn: outcome.turn, utility };
    default:
      return outcome satisfies never;
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

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}

function isNoAct(answer: unknown): answer is NoAct {
  return typeof answer === 'object' && answer !== null && (answer as NoAct).type === 'none';
}

/** What came instead of a legal act, as text for the record. */
function describe(answer: unknown): string {
  let text: string | undefined;
  try {
    text = typeof answer === 'number' ? String(answer) : JSON.stringify(answer);
  } catch {
    // A cycle or a BigInt: its type is all that can be said.
  }
  return (text ?? typeof answer).slice(0, MOST_GOT);
}
