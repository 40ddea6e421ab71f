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

/** The usual answer to who was refused: an empty list made anew every turn costs a scripted game 4 %. */
const nobody: readonly Chair[] = [];

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
  const chairs: Chair[] = [];
  for (const seat of domain.seats(scenario)) chairs.push(new Chair(seat, agents[seat], rng, record, signal));
  let state = domain.start(scenario);
  let given = 0;
  for (;;) {
    const outcome = domain.outcome(state);
    if (outcome) return { events, result: settle(domain, scenario, outcome) };
    const seats = domain.toAct(state);
    // Of the right length from the start: growing two empty arrays every turn costs a tenth of a scripted game.
    const taken = new Array<Taken>(seats.length);
    let legal = 0;
    const facing = new Array<Chair>(seats.length);
    for (let i = 0; i < seats.length; i++) {
      const seat = seats[i] as Seat;
      facing[i] = chairOf(chairs, seat).face(domain.view(state, seat));
    }
    let waiting: readonly Chair[] = facing;
    while (waiting.length > 0) {
      if (signal?.aborted) throw signal.reason;
      let promised = false;
      for (const chair of waiting) {
        if (given < opening.length) chair.answer = opening[given++]?.act;
        else if (chair.ask()) promised = true;
      }
      if (promised) yield Promise.all(waiting.map(arrived));
      let refused = nobody;
      for (const chair of waiting) {
        const { seat, turn, answer } = chair;
        if (answer instanceof Failure) {
          if (signal?.aborted) throw signal.reason;
          record({ type: 'agent-failed', turn, seat, reason: answer.reason });
          return { events, result: { kind: 'failed', turn, by: seat, reason: answer.reason } };
        }
        const reason = isNoAct(answer) ? answer.reason : domain.check(chair.view, answer);
        if (reason === undefined) {
          taken[legal++] = { turn, seat, act: answer as Act };
          continue;
        }
        record({
          type: 'action-refused',
          turn,
          seat,
          got: isNoAct(answer) ? answer.got.slice(0, MOST_GOT) : describe(answer),
          reason,
        });
        if (chair.attempt++ === RETRIES) return { events, result: forfeit(domain, scenario, turn, seat, reason) };
        chair.refused = reason;
        refused = [...refused, chair];
      }
      waiting = refused;
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
