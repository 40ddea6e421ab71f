/**
 * A live game: the one episode loop with remote agents in some of its seats.
 *
 * A remote seat is an Agent whose `act` is a promise that the wire resolves: the loop asks, the seat stands in `asked` with
 * its view, and `answer` lets the loop go on. Rules, refusals and utilities are the loop's; nothing is decided here.
 * A game that was stopped is taken up from its record: the turns that are complete are the opening of the same request. In the turn
 * under way remote seats answer again what they answered, refused or sealed, and agents here decide again from the same views,
 * so that the record goes on as it would have without the stop.
 */
import { pinned } from '../../agents/index.ts';
import {
  type Act,
  advance,
  contentHash,
  type Domain,
  type Episode,
  type Event,
  isPromiseLike,
  type NoAct,
  type Player,
  playEpisode,
  RETRIES,
  roundsOf,
  type Scenario,
  type Seat,
  type Sitter,
  type Source,
  type Step,
  stateAfter,
  stepsOf,
  type View,
} from '../../core/index.ts';
import { type Breakdown, rulesBroke } from './rules-broke.ts';

export const REMOTE = 'remote';
/** Who plays from elsewhere; the rules that are played pin it as they pin any player. */
export function remoteSitter(domain: Pick<Domain, 'name'>): Sitter {
  return pinned({ spec: REMOTE, fingerprint: contentHash(REMOTE) }, domain);
}

export interface GameRequest {
  readonly domain: Domain;
  readonly scenario: Scenario;
  readonly source: Source;
  readonly seed: number;
  /** Tells this sitting from others of the same request. */
  readonly session?: string;
  /** A seat without a player is remote. */
  readonly players: Readonly<Record<Seat, Player | undefined>>;
  /** What happened before a stop, as `events` had it. */
  readonly recorded?: readonly Event[];
  /** Acts of remote seats that the loop had not recorded yet, since others were still to act in the same turn. */
  readonly sealed?: Readonly<Record<Seat, Act>>;
  readonly onEvent?: (event: Event) => void;
}

/** A remote seat that is to act. */
export interface Asked {
  readonly view: View;
  /** Why its last act of this turn was refused. */
  readonly refused: string | undefined;
  readonly attemptsLeft: number;
}

interface Question extends Asked {
  readonly resolve: (act: Act | NoAct) => void;
}

export class LiveGame {
  readonly domain: Domain;
  readonly scenario: Scenario;
  readonly seats: readonly Seat[];
  readonly remote: readonly Seat[];
  /** The whole record, over all stops. */
  readonly events: Event[];
  /** The transcript, once the game is over. */
  episode: Episode | undefined;
  /** Set when the rules threw, with a sentence that says so: a mistake in them, never a result of play. */
  broken: Error | undefined;
  /** Whether it was closed before its end. */
  closed = false;
  /** Resolved when the game is over or has broken down. */
  readonly over: Promise<void>;
  private readonly questions = new Map<Seat, Question>();
  private readonly waiting = new Map<Seat, (() => void)[]>();
  private readonly stop = new AbortController();

  constructor(request: GameRequest) {
    const { domain, scenario, players } = request;
    this.domain = domain;
    this.scenario = scenario;
    this.seats = domain.seats(scenario);
    this.remote = this.seats.filter((seat) => players[seat] === undefined);
    const { kept, underWay } = takenUp(domain, scenario, request.recorded ?? []);
    this.events = kept;
    const opening = stepsOf({ events: kept });
    const again = answersAgain(underWay, request.sealed ?? {});
    /** The loop tells the opening again, which the record has. */
    let known = opening.length;
    const sitters: Record<Seat, Player> = {};
    for (const seat of this.seats) {
      sitters[seat] = players[seat] ?? { ...remoteSitter(domain), agent: this.remoteAgent(seat, again[seat] ?? []) };
    }
    const onEvent = (event: Event): void => {
      if (known-- > 0) return;
      this.events.push(event);
      request.onEvent?.(event);
    };
    const { source, seed, session } = request;
    const signal = this.stop.signal;
    try {
      const asked = { domain, scenario, source, seed, session, players: sitters, opening, onEvent, signal };
      const played = playEpisode(asked);
      this.over = isPromiseLike(played) ? played.then(this.end, this.breakDown) : Promise.resolve(this.end(played));
    } catch (error) {
      this.over = Promise.resolve(this.breakDown(error));
    }
  }

  /** How it ended, if the rules broke. */
  get breakdown(): Breakdown | undefined {
    const { broken, events } = this;
    return broken && { kind: 'failed', turn: events.at(-1)?.turn ?? 0, reason: broken.message };
  }

  /** What a remote seat is asked now; undefined when it is not its turn. */
  asked(seat: Seat): Asked | undefined {
    return this.questions.get(seat);
  }

  /** Hands an act of a remote seat, or that there is none, to the loop. False when the seat was not asked. */
  answer(seat: Seat, act: Act | NoAct): boolean {
    const question = this.questions.get(seat);
    if (!question) return false;
    this.questions.delete(seat);
    question.resolve(act);
    return true;
  }

  /** Until the seat is asked again or the game is over. */
  next(seat: Seat): Promise<void> | undefined {
    if (this.questions.has(seat) || this.episode || this.broken || this.closed) return undefined;
    return new Promise((resolve) => {
      const list = this.waiting.get(seat);
      if (list) list.push(resolve);
      else this.waiting.set(seat, [resolve]);
    });
  }

  /** What a seat may see now, whether it is its turn or not. */
  view(seat: Seat): View {
    return this.questions.get(seat)?.view ?? this.domain.view(this.state(), seat);
  }

  /** Seats of the turn under way that are still to act. */
  toAct(): readonly Seat[] {
    return this.episode || this.broken || this.closed ? [] : this.domain.toAct(this.state());
  }

  /** Stops the loop and whatever a model is thinking. */
  close(reason = 'the session was closed'): void {
    this.closed = !this.episode && !this.broken;
    if (!this.episode) this.stop.abort(new Error(reason));
    this.questions.clear();
    this.wake();
  }

  /** Ends a game whose rules threw when somebody looked at it, outside of the loop. */
  fail(error: unknown): void {
    if (this.episode || this.closed) return;
    this.breakDown(error);
    this.stop.abort(this.broken);
  }

  private state(): unknown {
    return stateAfter(this.domain, this.scenario, stepsOf(this));
  }

  private remoteAgent(seat: Seat, again: (Act | NoAct)[]): Player['agent'] {
    return {
      name: REMOTE,
      act: (view, { refused, attempt }) => {
        const before = again.shift();
        if (before) return before;
        return new Promise((resolve) => {
          this.questions.set(seat, { view, refused, attemptsLeft: RETRIES + 1 - attempt, resolve });
          this.wake(seat);
        });
      },
    };
  }

  private readonly end = (episode: Episode): void => {
    // The loop of a game taken up again knows only what happened since; the record knows all.
    this.episode = { ...episode, events: this.events };
    this.questions.clear();
    this.wake();
  };

  private readonly breakDown = (error: unknown): void => {
    if (!this.closed) this.broken ??= rulesBroke(this.domain, error);
    this.questions.clear();
    this.wake();
  };

  private wake(seat?: Seat): void {
    for (const one of seat === undefined ? [...this.waiting.keys()] : [seat]) {
      const list = this.waiting.get(one);
      if (!list) continue;
      this.waiting.delete(one);
      for (const resolve of list) resolve();
    }
  }
}

/** A record parted where its last complete turn ends. */
function takenUp(
  domain: Domain,
  scenario: Scenario,
  recorded: readonly Event[],
): { kept: Event[]; underWay: Event[] /** After what is kept. */; state: unknown } {
  if (recorded.length === 0) return { kept: [], underWay: [], state: undefined };
  let state = domain.start(scenario);
  let complete = 0;
  for (const round of roundsOf(stepsOf({ events: recorded }))) {
    const after = advance(domain, state, round);
    if (after.missing.length > 0) break;
    state = after.state;
    complete = (round[0] as Step).turn;
  }
  return {
    kept: recorded.filter(({ turn }) => turn <= complete),
    underWay: recorded.filter(({ turn }) => turn > complete),
    state,
  };
}

/** Who is to act after the complete turns of a record; nobody where the game is over, or its rules break over it. */
export function toActAfter(domain: Domain, scenario: Scenario, recorded: readonly Event[]): readonly Seat[] {
  try {
    const state = recorded.length === 0 ? domain.start(scenario) : takenUp(domain, scenario, recorded).state;
    return domain.outcome(state) ? [] : domain.toAct(state);
  } catch {
    return [];
  }
}

/** What remote seats answered in the turn under way. */
function answersAgain(underWay: readonly Event[], sealed: Readonly<Record<Seat, Act>>): Record<Seat, (Act | NoAct)[]> {
  // Seats have any name, `constructor` too.
  const again: Record<Seat, (Act | NoAct)[]> = Object.create(null);
  const add = (seat: Seat, act: Act | NoAct) => {
    again[seat] = [...(again[seat] ?? []), act];
  };
  for (const event of underWay)
    if (event.type === 'action-refused') add(event.seat, { type: 'none', reason: event.reason, got: event.got });
  for (const [seat, act] of Object.entries(sealed)) add(seat, act);
  return again;
}
