/**
 * One table: a live game beside its record on disk, who sits there, and who listens. Here is what can be told from the table alone;
 * tables.ts stores it and takes up what others stored.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { completeAct } from '../../agents/index.ts';
import {
  type Act,
  type Domain,
  describeAnswer,
  type Episode,
  type Event,
  findTask,
  type Player,
  type Scenario,
  type Seat,
  stateAfter,
  stepsOf,
  type View,
} from '../../core/index.ts';
import { ApiError } from '../routes.ts';
import type { StoredGame, StoredPlayer } from '../storage/storage.ts';
import { hashed } from '../tokens.ts';
import type { LiveGame } from './live-game.ts';
import type { Breakdown } from './rules-broke.ts';
import { episodeOf, inOrder } from './transcript.ts';

type Head = Omit<StoredGame, 'events' | 'sealed' | 'players' | 'breakdown' | 'version' | 'owner'>;

export interface Table {
  stored: Head;
  readonly domain: Domain;
  readonly scenario: Scenario;
  /** While it is played. */
  live: LiveGame | undefined;
  players: readonly StoredPlayer[];
  /** The record as it is on disk: what others may hear of. One list, however often the game is taken up: readers hold it. */
  readonly events: Event[];
  episode: Episode | undefined;
  /** How it ended if its rules broke. */
  breakdown: Breakdown | undefined;
  sealed: Record<Seat, Act>;
  /** Which version of the stored game this is. */
  version: number;
  /** The agents of this table, as they sit at this server. */
  readonly agents: Readonly<Record<Seat, Player>>;
  /** Whether they say nothing here, since another server has them think. */
  idle: boolean;
  /** Whether this server holds the lease. */
  holding: boolean;
  /** Sealed acts that are not stored yet. */
  readonly unsaved: Map<Seat, Act>;
  /** One after the other: storing, and taking up what others stored. */
  saving: Promise<void>;
  failed: boolean;
  /** Whether more is stored than stands here: the turn under way is played again, and what is new of it takes the place of the old. */
  stale: boolean;
  used: number;
  /** How many acts and refusals the listeners have heard of. */
  told: number;
  /** `cut`: this server tells no more, another may. */
  readonly listeners: Set<(event: Event | 'over' | 'cut') => void>;
}

export function tableOf(
  { events, sealed, players: sitting, breakdown, version, owner: _, ...stored }: StoredGame,
  agents: Readonly<Record<Seat, Player>>,
): Table {
  const task = findTask(stored.request.task);
  if (!task) throw new ApiError(409, 'changed', `this server no longer has the task ${stored.request.task}`);
  const scenario = stored.request.scenario as Scenario;
  const players = inOrder(sitting, task.domain, scenario);
  return {
    stored,
    domain: task.domain,
    scenario,
    live: undefined,
    players,
    events: [...events],
    episode: episodeOf({ ...stored, events, players }),
    breakdown: breakdown ?? undefined,
    sealed: { ...sealed },
    version,
    agents,
    idle: false,
    holding: false,
    unsaved: new Map(),
    saving: Promise.resolve(),
    failed: false,
    stale: false,
    used: Date.now(),
    told: events.filter(isHeard).length,
    listeners: new Set(),
  };
}

export function isOver({ episode, breakdown }: Table): boolean {
  return episode !== undefined || breakdown !== undefined;
}

/** The seat that a token opens. */
export function seatOf(table: Table, token: string | undefined): Seat | undefined {
  if (token === undefined) return undefined;
  const hash = hashed(token);
  return table.players.find((player) => player.token === hash)?.seat;
}

/** The view that a seat acts from in this turn, or acted from; without a turn, what it is asked now. */
export function viewOf(table: Table, seat: Seat, turn: number | undefined): View | undefined {
  const asked = table.live?.asked(seat)?.view;
  if (turn === undefined || asked?.turn === turn) return asked;
  const { domain, scenario } = table;
  const before = stepsOf(table).filter((step) => step.turn < turn);
  try {
    const view = domain.view(stateAfter(domain, scenario, before), seat);
    return view.turn === turn ? view : undefined;
  } catch {
    return undefined;
  }
}

/** What became of this act of the seat in this turn, if it is stored; `complete` where it is known already. */
export function standing(
  table: Table,
  seat: Seat,
  turn: number,
  act: Act,
  complete: Act | undefined,
): { refused: string | undefined } | undefined {
  const own = table.events.filter((event) => event.seat === seat && event.turn === turn);
  const sealed = table.sealed[seat];
  if (own.length === 0 && sealed === undefined) return undefined;
  const view = complete === undefined || sealed !== undefined ? viewOf(table, seat, turn) : undefined;
  const made = complete ?? (view ? completeAct(act, view) : act);
  const text = JSON.stringify(made);
  for (const event of own) {
    if (event.type === 'action-taken' && JSON.stringify(event.act) === text) return { refused: undefined };
    if (event.type === 'action-refused' && event.got === describeAnswer(made)) return { refused: event.reason };
  }
  if (sealed === undefined || JSON.stringify(sealed) !== text || !view) return undefined;
  return { refused: checked(table, view, made) };
}

/** Why the rules refuse an act; rules that throw instead end the game. */
export function checked({ domain, live }: Table, view: View, act: Act): string | undefined {
  try {
    return domain.check(view, act);
  } catch (error) {
    live?.fail(error);
    return undefined;
  }
}

export function notAsked(table: Table, seat: Seat, turn: number | undefined): ApiError {
  if (table.episode) return new ApiError(409, 'over', 'the game is over');
  if (table.breakdown) return new ApiError(409, 'over', table.breakdown.reason);
  const asked = table.live?.asked(seat)?.view.turn;
  if (asked !== undefined)
    return new ApiError(409, 'other_turn', `the act is for turn ${turn}, and the ${seat} is to act in turn ${asked}`);
  return new ApiError(409, 'not_your_turn', `it is not the ${seat}'s turn`);
}

/** Characters of acts that one game takes; each request for a game reads and writes them all. Short acts are always taken. */
const MOST_SAID = 250_000;
const SHORT = 300;

/** Why an act is one too many. */
export function tooMuch({ events }: Table, act: Act): string | undefined {
  const length = (one: Act) => JSON.stringify(one).length;
  if (length(act) <= SHORT) return undefined;
  const said = events.reduce((sum, event) => sum + (event.type === 'action-taken' ? length(event.act) : 0), 0);
  if (said + length(act) <= MOST_SAID) return undefined;
  return `a game takes acts of ${MOST_SAID} characters in all, and this one has ${said}: act in fewer than ${SHORT}`;
}

/** Requests that wait for a turn. */
const waiting = new WeakMap<Table, number>();

export function isWatched(table: Table): boolean {
  return !isOver(table) && (table.listeners.size > 0 || (waiting.get(table) ?? 0) > 0 || table.holding);
}

/** Until it is the seat's turn or the game is over, here or through another server. */
export async function waitFor(table: Table, seat: Seat, wait: number): Promise<void> {
  const until = Date.now() + wait;
  for (;;) {
    const { live } = table;
    const left = until - Date.now();
    const turn = left > 0 ? live?.next(seat) : undefined;
    if (!turn) return;
    const stop = new AbortController();
    waiting.set(table, (waiting.get(table) ?? 0) + 1);
    await Promise.race([turn, sleep(left, undefined, { signal: stop.signal }).catch(() => undefined)]);
    waiting.set(table, (waiting.get(table) ?? 1) - 1);
    stop.abort();
    if (table.live === live) return;
  }
}

export async function settled(table: Table): Promise<void> {
  for (let saving: Promise<void> | undefined; saving !== table.saving; ) {
    // How it ended is put to storage when the loop is done.
    if (table.live?.episode || table.live?.broken) await table.live.over;
    saving = table.saving;
    await saving;
  }
  if (table.failed)
    throw new ApiError(503, 'not_stored', 'the turn could not be stored and does not count; ask for the game again');
}

/** Tells what is stored and was not told yet. */
export function tell(table: Table): void {
  const heard = table.events.filter(isHeard);
  for (const event of heard.slice(table.told)) for (const listener of table.listeners) listener(event);
  table.told = Math.max(table.told, heard.length);
}

/** What those who listen may hear of. */
function isHeard({ type }: Event): boolean {
  return type === 'action-taken' || type === 'action-refused';
}

/** What a seat says to nobody but the record. */
export function isRemark({ type }: Event): boolean {
  return type === 'agent-note' || type === 'belief-stated';
}

/** What is worth storing now: up to the last act, and refusals of remote seats since; remarks of agents wait for their act. */
export function durable(live: LiveGame, from: number): Event[] {
  const events = live.events;
  const last = events.findLastIndex(
    (event) =>
      event.type === 'action-taken' ||
      event.type === 'seat-forfeited' ||
      (event.type === 'action-refused' && live.remote.includes(event.seat)),
  );
  return events.slice(from, last + 1);
}

/** Whether all that is new is a seat taken or an act sealed: then the loop, and a model that thinks in it, can go on. */
export function merged(table: Table, stored: StoredGame): boolean {
  const live = table.live as LiveGame;
  if (stored.events.length !== table.events.length || table.stale) return false;
  if (Object.keys(table.sealed).some((seat) => !(seat in stored.sealed) && !table.unsaved.has(seat))) return false;
  const sealed = Object.entries(stored.sealed).filter(([seat]) => !(seat in table.sealed) || table.unsaved.has(seat));
  // What is still to be stored here was made before those acts were known.
  if (sealed.length > 0 && durable(live, table.events.length).length > 0) return false;
  if (sealed.some(([seat]) => !live.asked(seat))) return false;
  table.version = stored.version;
  table.players = inOrder(stored.players, table.domain, table.scenario);
  table.stored = { ...table.stored, listed: stored.listed };
  table.sealed = { ...table.sealed, ...Object.fromEntries(sealed) };
  for (const [seat, act] of sealed) live.answer(seat, act);
  return true;
}

/** What of a table is as it is stored, where it is played no more. */
export function pick({ stored, players, events, episode, breakdown, sealed, version }: Table) {
  return { stored, players, events, episode, breakdown, sealed, version, holding: false, live: undefined };
}

/** What is the same stays. */
export function becomes(events: Event[], stored: readonly Event[]): void {
  const differs = events.findIndex((event, i) => JSON.stringify(event) !== JSON.stringify(stored[i]));
  if (differs >= 0) events.length = differs;
  events.push(...stored.slice(events.length));
}

/** Without these, where they are still the same. */
export function without<T>(
  record: Readonly<Record<string, T>>,
  gone: readonly (readonly [string, T])[],
): Record<string, T> {
  return Object.fromEntries(
    Object.entries(record).filter(([key, value]) => !gone.some(([one, act]) => one === key && act === value)),
  );
}
