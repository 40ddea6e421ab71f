/**
 * The tables of the house: live games by their ids, each stored as it goes.
 *
 * The order is fixed: the loop records an event, the record is stored, and only then does anybody hear of it, the one who
 * acted included. A table that is not in memory is taken up from its record when somebody asks for it, so a restart of the
 * server is nothing that a player notices. When a turn cannot be stored, the table is dropped from memory and begins again
 * at what is on disk.
 */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { setTimeout as sleep, setImmediate as tick } from 'node:timers/promises';
import { SpecError } from '../../agents/index.ts';
import {
  type Act,
  type Agent,
  contentHash,
  type Domain,
  type Episode,
  type Event,
  episodeId,
  FORMAT,
  findTask,
  type Player,
  type Scenario,
  type Seat,
  type Task,
  type View,
} from '../../core/index.ts';
import { completeAct } from '../acts.ts';
import type { Players } from '../players.ts';
import { ApiError } from '../routes.ts';
import type { Progress, Storage, StoredGame, StoredPlayer } from '../storage/storage.ts';
import { opponentIn } from '../tasks.ts';
import { LiveGame, REMOTE, remoteSitter } from './live-game.ts';
import { type Breakdown, rulesBroke } from './rules-broke.ts';

/** A seat that anybody who knows the game may take. */
export const OPEN = 'open';

export interface NewGame {
  readonly task: Task;
  readonly seed?: number;
  readonly listing?: string;
  readonly turnLimit?: number;
  readonly opens?: Seat;
  /** A spec, or `remote`, `human` or `open`; without any, the first seat is remote and the task's opponent has the others. */
  readonly seats?: Readonly<Record<Seat, string>>;
  readonly name?: string;
  readonly listed: boolean;
  readonly pace: number;
  /** A match: the server drew the seed, and the seats' tokens are known to who made it. */
  readonly match?: { readonly seed: number; readonly tokens: Readonly<Record<Seat, string>> };
}

export interface Table {
  readonly stored: Omit<StoredGame, 'events' | 'sealed' | 'players' | 'breakdown'>;
  readonly domain: Domain;
  readonly scenario: Scenario;
  /** While it is played. */
  readonly live: LiveGame | undefined;
  players: readonly StoredPlayer[];
  /** The record as it is on disk: what others may hear of. */
  readonly events: Event[];
  episode: Episode | undefined;
  /** How it ended if its rules broke. */
  breakdown: Breakdown | undefined;
  sealed: Record<Seat, Act>;
  saving: Promise<void>;
  failed: boolean;
  /** Whether more is stored than stands here: the turn under way is played again, and what is new of it takes the place of the old. */
  stale: boolean;
  used: number;
  readonly listeners: Set<(event: Event | 'over') => void>;
}

export interface TablesOptions {
  readonly storage: Storage;
  readonly players: Players;
  readonly onStored?: (events: number) => void;
  readonly onOver?: (kind: string) => void;
  /** The rules of a game broke, told in a sentence. */
  readonly onBroken?: (reason: string) => void;
  readonly onError?: (error: unknown) => void;
}

const MOST_IN_MEMORY = 5000;
/** A game that nobody has touched for a week is given up. */
const EXPIRES_AFTER = 7 * 86_400_000;

export class Tables {
  private readonly options: TablesOptions;
  private readonly open = new Map<string, Table>();
  private readonly opening = new Map<string, Promise<Table | undefined>>();

  constructor(options: TablesOptions) {
    this.options = options;
  }

  get size(): number {
    return this.open.size;
  }

  async create(asked: NewGame, mayUseModels: boolean): Promise<{ table: Table; tokens: Record<Seat, string> }> {
    const { task } = asked;
    if (task.deals > 1)
      throw badRequest(`${task.name} is a row of ${task.deals} deals: play it through OpenEnv, or another task`);
    const seed = asked.match?.seed ?? asked.seed ?? randomInt(2 ** 47);
    const { scenario, source } = scenarioOf(asked, seed);
    const seats = seatsOf(task.domain, scenario);
    for (const seat of Object.keys(asked.seats ?? {})) {
      if (!seats.includes(seat)) throw badRequest(`there is no seat "${seat}"; the seats are ${seats.join(', ')}`);
    }
    const tokens: Record<Seat, string> = {};
    const sitting: StoredPlayer[] = [];
    const playing: Record<Seat, Player> = {};
    for (const [i, seat] of seats.entries()) {
      const spec = asked.seats?.[seat] ?? (i === 0 && !asked.seats ? REMOTE : opponentIn(task, seat));
      if (spec === REMOTE || spec === 'human' || spec === OPEN) {
        if (spec !== OPEN) tokens[seat] = asked.match?.tokens[seat] ?? newToken();
        const token = spec === OPEN ? null : hashed(tokens[seat] as string);
        sitting.push({ seat, ...remoteSitter(task.domain), name: spec === OPEN ? null : (asked.name ?? null), token });
      } else {
        playing[seat] = await this.agent(spec, task.domain, mayUseModels, asked.pace);
        sitting.push({ seat, spec, fingerprint: playing[seat].fingerprint, name: null, token: null });
      }
    }
    const created = now();
    const request = {
      task: task.name,
      source,
      scenario,
      seed,
      drawn: asked.seed === undefined,
      ...(asked.match && { match: true }),
      pace: asked.pace,
    };
    const id = newToken();
    const head = { id, created, domain: task.domain.name, listed: asked.listed, request, players: sitting };
    await this.options.storage.createGame(head);
    const stored = { ...head, changed: created, status: 'live' as const, episode: null, result: null, breakdown: null };
    const table = this.sit({ ...stored, events: [], sealed: {} }, playing);
    await tick();
    await this.settled(table);
    return { table, tokens };
  }

  /** The table of this id, taken up from its record when it is not in memory. */
  async find(id: string): Promise<Table> {
    const table = this.open.get(id) ?? (await this.load(id));
    if (!table) throw new ApiError(404, 'no_game', 'there is no game of this id');
    table.used = Date.now();
    return table;
  }

  /** The seat that a token opens. */
  seatOf(table: Table, token: string | undefined): Seat | undefined {
    if (token === undefined) return undefined;
    const hash = hashed(token);
    return table.players.find((player) => player.token === hash)?.seat;
  }

  /** Gives an open seat to whoever asks first. */
  async join(table: Table, seat: Seat, name: string | undefined): Promise<string> {
    const player = table.players.find((one) => one.seat === seat);
    if (!player) throw new ApiError(404, 'no_seat', `there is no seat "${seat}"`);
    if (player.spec !== REMOTE || player.token !== null)
      throw new ApiError(409, 'taken', `the ${seat}'s seat is taken`);
    const token = newToken();
    const taken = { ...player, name: name ?? null, token: hashed(token) };
    table.players = table.players.map((one) => (one.seat === seat ? taken : one));
    await this.options.storage.takeSeat(table.stored.id, taken);
    return token;
  }

  /**
   * Hands an act to the loop and comes back when it is stored: with the reason if it was refused, else once it is the seat's
   * turn again, the game is over, or `wait` milliseconds have gone by.
   */
  async act(
    table: Table,
    seat: Seat,
    act: Act,
    wait: number,
  ): Promise<{ refused: string | undefined; attemptsLeft: number }> {
    const { live } = table;
    const asked = live?.asked(seat);
    if (!live || !asked) {
      if (table.episode) throw new ApiError(409, 'over', 'the game is over');
      if (table.breakdown) throw new ApiError(409, 'over', table.breakdown.reason);
      throw new ApiError(409, 'not_your_turn', `it is not the ${seat}'s turn`);
    }
    const before = live.events.length;
    const complete = completeAct(act, asked.view);
    live.answer(seat, complete);
    await tick(); // the loop has taken or refused it by now, unless it waits for seats that act at once
    const mine = live.events.slice(before).find((event) => event.seat === seat && !isRemark(event));
    if (mine?.type === 'action-refused') {
      await this.settled(table);
      return { refused: mine.reason, attemptsLeft: live.asked(seat)?.attemptsLeft ?? 0 };
    }
    if (!mine && !live.episode && !live.broken && !live.closed) {
      table.sealed = { ...table.sealed, [seat]: complete };
      this.save(table);
      // The loop will refuse it once all have acted, from the same view; who made it need not wait for that.
      const refused = checked(table, asked.view, complete);
      if (refused !== undefined) {
        await this.settled(table);
        return { refused, attemptsLeft: asked.attemptsLeft - 1 };
      }
    }
    const turn = wait > 0 ? live.next(seat) : undefined;
    if (turn) {
      const stop = new AbortController();
      await Promise.race([turn, sleep(wait, undefined, { signal: stop.signal }).catch(() => undefined)]);
      stop.abort();
    }
    await this.settled(table);
    return { refused: undefined, attemptsLeft: live.asked(seat)?.attemptsLeft ?? 0 };
  }

  async abandon(table: Table): Promise<void> {
    await this.settled(table);
    await this.options.storage.abandon(table.stored.id, now());
    this.drop(table, 'the game was given up');
  }

  /** Gives up games that nobody has touched for a week. */
  async expire(): Promise<number> {
    const ids = await this.options.storage.idle(new Date(Date.now() - EXPIRES_AFTER).toISOString());
    for (const id of ids) {
      await this.options.storage.abandon(id, now());
      const table = this.open.get(id);
      if (table) this.drop(table, 'the game expired');
    }
    return ids.length;
  }

  /** Everything recorded is stored; the games are forgotten here and live on in storage. */
  async close(): Promise<void> {
    for (const table of [...this.open.values()]) {
      await table.saving;
      this.drop(table, 'the server is stopping');
    }
  }

  private async load(id: string): Promise<Table | undefined> {
    const known = this.opening.get(id);
    if (known) return known;
    const loading = this.takeUp(id).finally(() => this.opening.delete(id));
    this.opening.set(id, loading);
    return loading;
  }

  private async takeUp(id: string): Promise<Table | undefined> {
    const stored = await this.options.storage.game(id);
    if (!stored) return undefined;
    if (stored.status !== 'live') return tableOf(stored, undefined);
    const { domain } = findTask(stored.request.task) ?? {};
    if (!domain) throw new ApiError(409, 'changed', `this server no longer has the task ${stored.request.task}`);
    const playing: Record<Seat, Player> = {};
    for (const { seat, spec, fingerprint } of stored.players) {
      if (spec === REMOTE) {
        if (remoteSitter(domain).fingerprint !== fingerprint)
          throw new ApiError(409, 'changed', `the rules of ${domain.name} have changed, so the game cannot go on`);
        continue;
      }
      const player = await this.agent(spec, domain, true, stored.request.pace);
      if (player.fingerprint !== fingerprint)
        throw new ApiError(409, 'changed', `who sat in the ${seat}'s seat has changed, so the game cannot go on`);
      playing[seat] = player;
    }
    let table: Table;
    try {
      table = this.sit(stored, playing);
    } catch (error) {
      const why = `the game cannot go on under the rules of today: ${rulesBroke(domain, error).message}`;
      throw new ApiError(409, 'changed', why);
    }
    await tick();
    await this.settled(table);
    return table;
  }

  private sit(stored: StoredGame, playing: Record<Seat, Player>): Table {
    const { domain } = findTask(stored.request.task) as Task;
    const { source, seed } = stored.request;
    const scenario = stored.request.scenario as Scenario;
    let table: Table | undefined;
    const live = new LiveGame({
      domain,
      scenario,
      source,
      seed,
      session: sessionOf(stored.id),
      players: playing,
      recorded: stored.events,
      sealed: stored.sealed,
      onEvent: () => table && this.save(table),
    });
    table = tableOf(stored, live);
    // Remarks of agents in the turn under way are made again: what is stored of them goes.
    const kept = live.events.findIndex((event, i) => JSON.stringify(event) !== JSON.stringify(stored.events[i]));
    const count = Math.min(kept < 0 ? live.events.length : kept, stored.events.length);
    table.events.length = count;
    table.stale = count < stored.events.length;
    this.open.set(stored.id, table);
    this.makeRoom();
    void live.over.then(() => this.save(table));
    this.save(table);
    return table;
  }

  private async agent(spec: string, domain: Domain, mayUseModels: boolean, pace: number): Promise<Player> {
    try {
      const player = await this.options.players.find(spec, domain, mayUseModels);
      return pace > 0 ? { ...player, agent: paced(player.agent, pace) } : player;
    } catch (error) {
      if (error instanceof SpecError || error instanceof RangeError) throw badRequest(error.message);
      throw error;
    }
  }

  /** Stores what is new, then tells whoever listens. */
  private save(table: Table): void {
    table.saving = table.saving.then(async () => {
      const { live } = table;
      if (!live || table.failed || table.episode || table.breakdown) return;
      const { episode, breakdown } = live;
      const from = table.events.length;
      const events = episode || breakdown ? live.events.slice(from) : durable(live, from);
      // What the loop has taken or refused is no longer sealed.
      if (events.some((event) => event.type === 'action-taken')) table.sealed = {};
      for (const event of events) if (event.type === 'action-refused') table.sealed = without(table.sealed, event.seat);
      const progress: Progress = {
        from,
        events,
        sealed: table.sealed,
        changed: now(),
        ...(episode && { over: { episode: episode.id, result: episode.result } }),
        ...(breakdown && { breakdown }),
      };
      if (events.length === 0 && !episode && !breakdown && Object.keys(table.sealed).length === 0) return;
      try {
        if (table.stale && events.length > 0) await this.options.storage.truncate(table.stored.id, from);
        table.stale &&= events.length === 0;
        await this.options.storage.progress(table.stored.id, progress);
      } catch (error) {
        table.failed = true;
        this.options.onError?.(error);
        this.drop(table, 'a turn could not be stored');
        return;
      }
      this.options.onStored?.(events.length);
      table.events.push(...events);
      if (episode) {
        table.episode = episode;
        this.options.onOver?.(episode.result.kind);
      }
      if (breakdown) {
        table.breakdown = breakdown;
        this.options.onOver?.(breakdown.kind);
        this.options.onBroken?.(breakdown.reason);
      }
      for (const listener of table.listeners) {
        for (const event of events) listener(event);
        if (episode || breakdown) listener('over');
      }
    });
  }

  private async settled(table: Table): Promise<void> {
    // How it ended is put to storage when the loop is done.
    if (table.live?.episode || table.live?.broken) await table.live.over;
    for (let saving: Promise<void> | undefined; saving !== table.saving; ) {
      saving = table.saving;
      await saving;
    }
    if (table.failed)
      throw new ApiError(503, 'not_stored', 'the turn could not be stored and does not count; ask for the game again');
  }

  private drop(table: Table, reason: string): void {
    this.open.delete(table.stored.id);
    table.live?.close(reason);
    for (const listener of table.listeners) listener('over');
  }

  private makeRoom(): void {
    if (this.open.size <= MOST_IN_MEMORY) return;
    const oldest = [...this.open.values()].sort((a, b) => a.used - b.used).slice(0, this.open.size - MOST_IN_MEMORY);
    for (const table of oldest) void table.saving.then(() => this.drop(table, 'it lives on in storage'));
  }
}

/** The transcript of a game that is over, from what is stored. */
function episodeOf(
  stored: Pick<StoredGame, 'id' | 'episode' | 'domain' | 'request' | 'players' | 'events' | 'result'>,
): Episode | undefined {
  const { episode: id, request, result } = stored;
  if (id === null || result === null) return undefined;
  const scenario = request.scenario as Scenario;
  const episode: Episode = {
    format: FORMAT,
    id,
    domain: stored.domain,
    version: scenario.version,
    source: request.source,
    seed: request.seed,
    session: sessionOf(stored.id),
    seats: Object.fromEntries(stored.players.map(({ seat, spec, fingerprint }) => [seat, { spec, fingerprint }])),
    scenario,
    events: stored.events,
    result,
  };
  if (episodeId(episode) === id) return episode;
  // Stored before sittings had names.
  const { session: _, ...older } = episode;
  return { ...older, format: 1 };
}

function tableOf({ events, sealed, players, breakdown, ...stored }: StoredGame, live: LiveGame | undefined): Table {
  const task = findTask(stored.request.task);
  if (!task) throw new ApiError(409, 'changed', `this server no longer has the task ${stored.request.task}`);
  return {
    stored,
    domain: task.domain,
    scenario: stored.request.scenario as Scenario,
    live,
    players,
    events: [...events],
    episode: live ? undefined : episodeOf({ ...stored, events, players }),
    breakdown: breakdown ?? undefined,
    sealed: { ...sealed },
    saving: Promise.resolve(),
    failed: false,
    stale: false,
    used: Date.now(),
    listeners: new Set(),
  };
}

/** Why the rules refuse an act; rules that throw instead end the game. */
function checked({ domain, live }: Table, view: View, act: Act): string | undefined {
  try {
    return domain.check(view, act);
  } catch (error) {
    live?.fail(error);
    return undefined;
  }
}

/** What is worth storing now: up to the last act, and refusals of remote seats since; remarks of agents wait for their act. */
function durable(live: LiveGame, from: number): Event[] {
  const events = live.events;
  const last = events.findLastIndex(
    (event) =>
      event.type === 'action-taken' ||
      event.type === 'seat-forfeited' ||
      (event.type === 'action-refused' && live.remote.includes(event.seat)),
  );
  return events.slice(from, last + 1);
}

/** What a seat says to nobody but the record. */
function isRemark({ type }: Event): boolean {
  return type === 'agent-note' || type === 'belief-stated';
}

function paced(agent: Agent, milliseconds: number): Agent {
  return {
    name: agent.name,
    async act(view, context) {
      await sleep(milliseconds);
      return agent.act(view, context);
    },
  };
}

function scenarioOf({ task, listing, turnLimit, opens }: NewGame, seed: number) {
  try {
    return task.scenario(seed, { listing, turnLimit, opens });
  } catch (error) {
    if (error instanceof RangeError) throw badRequest(error.message);
    throw new ApiError(500, 'rules', rulesBroke(task.domain, error).message);
  }
}

function seatsOf(domain: Domain, scenario: Scenario): readonly Seat[] {
  try {
    return domain.seats(scenario);
  } catch (error) {
    throw new ApiError(500, 'rules', rulesBroke(domain, error).message);
  }
}

function without<T>(record: Readonly<Record<string, T>>, key: string): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([one]) => one !== key));
}

/** What tells one sitting from another, without the id that opens the game. */
function sessionOf(id: string): string {
  return contentHash(id, 12);
}

/** 192 bits: nobody guesses one. */
function newToken(): string {
  return randomBytes(24).toString('base64url');
}

function hashed(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function badRequest(message: string): ApiError {
  return new ApiError(400, 'bad_request', message);
}

function now(): string {
  return new Date().toISOString();
}
