/**
 * The tables of the house: live games by their ids, each stored as it goes.
 *
 * The order is fixed: the loop records an event, the record is stored, and only then does anybody hear of it, the one who
 * acted included. A table that is not in memory is taken up from its record when somebody asks for it, so a restart of the
 * server is nothing that a player notices. When a turn cannot be stored, the table is dropped from memory and begins again
 * at what is on disk.
 *
 * Several servers may have one database, and any of them answers for any game. What stands in memory is a copy with a version: a
 * request looks whether it is the stored one, a change is stored only from the stored one, and a server whose copy was overtaken
 * takes the game up again and sees what is left to do. Only agents need an owner, so that no two servers ask a model the same thing:
 * while an agent is to act, one server holds a lease on the game, elsewhere its agents say nothing, and when the lease runs out
 * another server goes on from the record.
 */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { setTimeout as sleep, setImmediate as tick } from 'node:timers/promises';
import { SpecError } from '../../agents/index.ts';
import {
  type Act,
  type Agent,
  contentHash,
  type Domain,
  describeAnswer,
  type Episode,
  type Event,
  episodeId,
  FORMAT,
  findTask,
  type Player,
  type Scenario,
  type Seat,
  stateAfter,
  stepsOf,
  type Task,
  type View,
} from '../../core/index.ts';
import { completeAct } from '../acts.ts';
import type { Players } from '../players.ts';
import { ApiError } from '../routes.ts';
import { Overtaken, type Progress, type Storage, type StoredGame, type StoredPlayer } from '../storage/storage.ts';
import { opponentIn } from '../tasks.ts';
import { LiveGame, REMOTE, remoteSitter, toActAfter } from './live-game.ts';
import { type Breakdown, rulesBroke } from './rules-broke.ts';

/** A seat that anybody who knows the game may take. */
export const OPEN = 'open';

export interface NewGame {
  readonly task: Task;
  readonly seed?: number;
  readonly listing?: string;
  readonly turnLimit?: number;
  readonly opens?: Seat;
  readonly buyers?: number;
  /** A spec, or `remote`, `human` or `open`; without any, the first seat is remote and the task's opponent has the others. */
  readonly seats?: Readonly<Record<Seat, string>>;
  readonly name?: string;
  readonly listed: boolean;
  readonly pace: number;
  /** A match: the server drew the seed, and the seats' tokens are known to who made it. */
  readonly match?: { readonly seed: number; readonly tokens: Readonly<Record<Seat, string>> };
}

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
/** How often leases are renewed and games of dead servers looked for. */
const BEAT = 1000;
/** How often games that somebody watches are looked up: SQLite tells nobody, and Postgres might not be heard. */
const LOOK = { sqlite: 300, postgres: 5000 };
/** Games that are asked for in one question. */
const AT_ONCE = 200;
/** A game that changes all the time elsewhere is not waited for. */
const TRIES = 20;
/** A game that nobody has touched for a week is given up. */
const EXPIRES_AFTER = 7 * 86_400_000;

export class Tables {
  private readonly options: TablesOptions;
  private readonly open = new Map<string, Table>();
  private readonly opening = new Map<string, Promise<Table | undefined>>();

  /** What this server is called in leases. */
  private readonly name = newToken();
  private readonly timers: NodeJS.Timeout[];
  private closed = false;

  constructor(options: TablesOptions) {
    this.options = options;
    const { storage, onError } = options;
    const often = (milliseconds: number, work: () => Promise<void>) => {
      let busy = false;
      const timer = setInterval(() => {
        if (busy || this.closed) return;
        busy = true;
        void work()
          .catch((error: unknown) => this.closed || onError?.(error))
          .finally(() => {
            busy = false;
          });
      }, milliseconds);
      return timer.unref();
    };
    this.timers = [
      often(BEAT, () => this.beat()),
      often(LOOK[storage.kind], () => this.look([...this.open.values()].filter(isWatched))),
    ];
    const heard = (id: string, version: number) => {
      const table = this.open.get(id);
      if (table && version > table.version) this.queue(table, () => this.catchUp(table, version));
    };
    const again = () => void this.look([...this.open.values()]).catch((error: unknown) => onError?.(error));
    storage.listen(heard, again).catch((error: unknown) => onError?.(error));
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
    const owner = agentIsToAct(task.domain, scenario, [], playing) ? this.name : null;
    const head = { id, created, domain: task.domain.name, listed: asked.listed, request, players: sitting, owner };
    await this.options.storage.createGame(head);
    const stored = { ...head, changed: created, status: 'live' as const, episode: null, result: null, breakdown: null };
    const table = this.sit({ ...stored, events: [], sealed: {}, version: 0 }, playing);
    await tick();
    await this.settled(table);
    return { table, tokens };
  }

  /** The table of this id as it is stored now, taken up from its record when it is not in memory. */
  async find(id: string): Promise<Table> {
    const known = this.open.get(id);
    if (known) await this.look([known]);
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

  /**
   * Gives an open seat to whoever asks first. Who brings a token of its own may ask again with it when the answer got lost.
   */
  async join(table: Table, seat: Seat, name: string | undefined, token = newToken()): Promise<string> {
    const hash = hashed(token);
    let done: ApiError | 'seated' | undefined;
    for (let tries = 0; done === undefined && tries < TRIES; tries++) {
      // In the line of what is stored: the version is known there.
      this.queue(table, async () => {
        const player = table.players.find((one) => one.seat === seat);
        if (!player) done = new ApiError(404, 'no_seat', `there is no seat "${seat}"`);
        else if (player.token === hash) done = 'seated';
        // Its token would open the transcript, with both sides' cards.
        else if (!table.live || isOver(table)) done = new ApiError(409, 'over', 'the game is over');
        else if (player.spec !== REMOTE || player.token !== null)
          done = new ApiError(409, 'taken', `the ${seat}'s seat is taken`);
        if (done !== undefined) return;
        const taken = { ...(player as StoredPlayer), name: name ?? null, token: hash };
        try {
          await this.options.storage.takeSeat(table.stored.id, table.version, taken);
        } catch (error) {
          if (!(error instanceof Overtaken)) throw error;
          return this.catchUp(table);
        }
        table.version++;
        table.players = table.players.map((one) => (one.seat === seat ? taken : one));
        done = 'seated';
      });
      await this.settled(table);
    }
    if (done === 'seated') return token;
    throw done ?? busy();
  }

  /** The view that a seat acts from in this turn, or acted from; without a turn, what it is asked now. */
  viewOf(table: Table, seat: Seat, turn: number | undefined): View | undefined {
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

  /**
   * Hands an act to the loop and comes back when it is stored: with the reason if it was refused, else once it is the seat's
   * turn again, the game is over, or `wait` milliseconds have gone by. An act that names its turn counts once, however often it
   * is sent.
   */
  async act(
    table: Table,
    seat: Seat,
    act: Act,
    { wait, turn }: { readonly wait: number; readonly turn?: number },
  ): Promise<{ refused: string | undefined; attemptsLeft: number }> {
    let made = turn;
    let complete: Act | undefined;
    for (let tries = 0; ; tries++) {
      const known = made === undefined ? undefined : this.standing(table, seat, made, act, complete);
      if (known) {
        if (known.refused === undefined) await this.waitFor(table, seat, wait);
        await this.settled(table);
        return { refused: known.refused, attemptsLeft: table.live?.asked(seat)?.attemptsLeft ?? 0 };
      }
      const asked = table.live?.asked(seat);
      if (!asked && tries === 0) {
        // The same act may be on its way to the disk.
        await tick();
        await this.settled(table);
        continue;
      }
      if (!asked || (made !== undefined && asked.view.turn !== made)) throw notAsked(table, seat, made);
      if (tries === TRIES) throw busy();
      made = asked.view.turn;
      complete = completeAct(act, asked.view);
      const sealedRefusal = await this.hand(table, seat, complete, asked.view);
      await this.settled(table);
      if (sealedRefusal !== undefined) return { refused: sealedRefusal, attemptsLeft: asked.attemptsLeft - 1 };
      // The rules broke over it, and whoever asks for the game is told so.
      if (table.breakdown) return { refused: undefined, attemptsLeft: 0 };
      // The table may have been overtaken, and the act with it: then it is not there, and is made again if it still can be.
    }
  }

  /** Gives the loop an act and puts it to storage. The reason, if the act is refused but waits for others before that counts. */
  private async hand(table: Table, seat: Seat, complete: Act, view: View): Promise<string | undefined> {
    const live = table.live as LiveGame;
    const before = live.events.length;
    live.answer(seat, complete);
    await tick(); // the loop has taken or refused it by now, unless it waits for seats that act at once
    if (table.live !== live || live.episode || live.broken || live.closed) return undefined;
    if (live.events.slice(before).some((event) => event.seat === seat && !isRemark(event))) return undefined;
    table.sealed = { ...table.sealed, [seat]: complete };
    table.unsaved.set(seat, complete);
    this.save(table);
    // The loop will refuse it once all have acted, from the same view; who made it need not wait for that.
    return checked(table, view, complete);
  }

  /** What became of this act of the seat in this turn, if it is stored; `complete` where it is known already. */
  private standing(
    table: Table,
    seat: Seat,
    turn: number,
    act: Act,
    complete: Act | undefined,
  ): { refused: string | undefined } | undefined {
    const own = table.events.filter((event) => event.seat === seat && event.turn === turn);
    const sealed = table.sealed[seat];
    if (own.length === 0 && sealed === undefined) return undefined;
    const view = complete === undefined || sealed !== undefined ? this.viewOf(table, seat, turn) : undefined;
    const made = complete ?? (view ? completeAct(act, view) : act);
    const text = JSON.stringify(made);
    for (const event of own) {
      if (event.type === 'action-taken' && JSON.stringify(event.act) === text) return { refused: undefined };
      if (event.type === 'action-refused' && event.got === describeAnswer(made)) return { refused: event.reason };
    }
    if (sealed === undefined || JSON.stringify(sealed) !== text || !view) return undefined;
    return { refused: checked(table, view, made) };
  }

  /** Until it is the seat's turn or the game is over, here or through another server. */
  private async waitFor(table: Table, seat: Seat, wait: number): Promise<void> {
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

  /** Whether it was given up: it may have come to its end at that moment. */
  async abandon(table: Table): Promise<boolean> {
    await this.settled(table);
    await this.options.storage.abandon(table.stored.id, now());
    this.queue(table, () => this.catchUp(table));
    await this.settled(table);
    return !isOver(table);
  }

  /** Gives up games that nobody has touched for a week. */
  async expire(): Promise<number> {
    const ids = await this.options.storage.idle(new Date(Date.now() - EXPIRES_AFTER).toISOString());
    for (const id of ids) {
      await this.options.storage.abandon(id, now());
      const table = this.open.get(id);
      if (table) this.queue(table, () => this.catchUp(table));
    }
    return ids.length;
  }

  /** Everything recorded is stored; the games are forgotten here and live on in storage, or at another server at once. */
  async close(): Promise<void> {
    this.closed = true;
    for (const timer of this.timers) clearInterval(timer);
    const held: string[] = [];
    for (const table of [...this.open.values()]) {
      await table.saving;
      if (table.holding) held.push(table.stored.id);
      this.drop(table, 'the server is stopping', 'cut');
    }
    for (const ids of chunks(held)) await this.options.storage.release(this.name, ids, 'lapse');
  }

  /** Renews leases, and goes on with games whose server has died. */
  private async beat(): Promise<void> {
    const { storage, onError } = this.options;
    const held = [...this.open.values()].filter(({ holding }) => holding).map(({ stored }) => stored.id);
    for (const ids of chunks(held)) await storage.renew(this.name, ids);
    for (const id of await storage.lapsed(AT_ONCE)) {
      if (this.closed) return;
      try {
        const known = this.open.get(id);
        if (known) this.queue(known, () => this.catchUp(known));
        const table = known ?? (await this.load(id));
        await table?.saving;
        if (!table?.holding) await storage.clearLease(id);
      } catch (error) {
        // It cannot go on here, and whoever asks for it is told why.
        if (!(error instanceof ApiError)) onError?.(error);
        await storage.clearLease(id);
      }
    }
  }

  /** Looks whether other servers have gone on with these, and takes up what they stored. */
  private async look(tables: readonly Table[]): Promise<void> {
    for (const some of chunks(tables)) {
      const versions = await this.options.storage.versions(some.map(({ stored }) => stored.id));
      const behind = some.filter((table) => (versions.get(table.stored.id) ?? 0) > table.version);
      for (const table of behind) this.queue(table, () => this.catchUp(table, versions.get(table.stored.id)));
      for (const table of some) if (!versions.has(table.stored.id)) this.drop(table, 'the game is gone');
      await Promise.all(behind.map(({ saving }) => saving));
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
    const first = await this.options.storage.game(id);
    if (!first) return undefined;
    if (first.status !== 'live') return tableOf(first, {});
    const { domain } = findTask(first.request.task) ?? {};
    if (!domain) throw new ApiError(409, 'changed', `this server no longer has the task ${first.request.task}`);
    const playing: Record<Seat, Player> = {};
    for (const { seat, spec, fingerprint } of first.players) {
      if (spec === REMOTE) {
        if (remoteSitter(domain).fingerprint !== fingerprint)
          throw new ApiError(409, 'changed', `the rules of ${domain.name} have changed, so the game cannot go on`);
        continue;
      }
      const player = await this.agent(spec, domain, true, first.request.pace);
      if (player.fingerprint !== fingerprint)
        throw new ApiError(409, 'changed', `who sat in the ${seat}'s seat has changed, so the game cannot go on`);
      playing[seat] = player;
    }
    const stored = await this.claimed(id, playing, first);
    if (!stored) return undefined;
    if (stored.status !== 'live') return tableOf(stored, {});
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

  /** The game as it is stored; with a lease of this server where an agent is to act and no other server has one. */
  private async claimed(
    id: string,
    playing: Readonly<Record<Seat, Player>>,
    read?: StoredGame,
  ): Promise<StoredGame | undefined> {
    let stored = read ?? (await this.options.storage.game(id));
    for (let tries = 0; tries < TRIES; tries++) {
      if (stored?.status !== 'live' || stored.owner !== null) return stored;
      const { domain } = findTask(stored.request.task) as Task;
      if (!agentIsToAct(domain, stored.request.scenario as Scenario, stored.events, playing)) return stored;
      try {
        await this.options.storage.claim(id, stored.version, this.name);
        return { ...stored, version: stored.version + 1, owner: this.name };
      } catch (error) {
        if (!(error instanceof Overtaken)) throw error;
        stored = await this.options.storage.game(id);
      }
    }
    throw busy();
  }

  private sit(stored: StoredGame, playing: Record<Seat, Player>): Table {
    const table = tableOf(stored, playing);
    this.play(table, stored);
    this.open.set(stored.id, table);
    this.makeRoom();
    return table;
  }

  /** Lets the loop go on from what is stored. */
  private play(table: Table, stored: StoredGame): void {
    const { source, seed } = stored.request;
    table.holding = stored.owner === this.name;
    table.idle = stored.owner !== null && !table.holding;
    let begun: LiveGame | undefined;
    const live = new LiveGame({
      domain: table.domain,
      scenario: table.scenario,
      source,
      seed,
      session: sessionOf(stored.id),
      players: table.idle ? silent(table.agents) : table.agents,
      recorded: stored.events,
      sealed: stored.sealed,
      onEvent: () => begun && table.live === begun && this.save(table),
    });
    begun = live;
    table.live = live;
    table.version = stored.version;
    table.players = inOrder(stored.players, table.domain, table.scenario);
    table.sealed = { ...stored.sealed };
    table.unsaved.clear();
    // Remarks of agents in the turn under way are made again: what is stored of them goes.
    const kept = live.events.findIndex((event, i) => JSON.stringify(event) !== JSON.stringify(stored.events[i]));
    const count = Math.min(kept < 0 ? live.events.length : kept, stored.events.length);
    becomes(table.events, stored.events.slice(0, count));
    table.stale = count < stored.events.length;
    void live.over.then(() => table.live === live && this.save(table));
    this.save(table);
  }

  /** Takes up what another server has stored. Runs in the table's own line. */
  private async catchUp(table: Table, version = Number.POSITIVE_INFINITY): Promise<void> {
    if (version <= table.version || isOver(table) || !table.live) return;
    const stored = await this.claimed(table.stored.id, table.agents);
    if (!stored) return this.drop(table, 'the game is gone');
    const owned = stored.owner === this.name;
    if (stored.version <= table.version && owned === table.holding) return;
    if (stored.status !== 'live') {
      const { events, ...over } = pick(tableOf(stored, {}));
      table.live.close('it ended elsewhere');
      becomes(table.events, events);
      Object.assign(table, over);
      this.open.delete(stored.id);
      this.tell(table);
      for (const listener of table.listeners) listener('over');
      return;
    }
    if (owned === table.holding && this.merged(table, stored)) return;
    const { live } = table;
    try {
      this.play(table, stored);
    } finally {
      live.close('it went on elsewhere');
    }
    this.tell(table);
  }

  /** Whether all that is new is a seat taken or an act sealed: then the loop, and a model that thinks in it, can go on. */
  private merged(table: Table, stored: StoredGame): boolean {
    const live = table.live as LiveGame;
    if (stored.events.length !== table.events.length || table.stale) return false;
    if (Object.keys(table.sealed).some((seat) => !(seat in stored.sealed) && !table.unsaved.has(seat))) return false;
    const sealed = Object.entries(stored.sealed).filter(([seat]) => !(seat in table.sealed) || table.unsaved.has(seat));
    // What is still to be stored here was made before those acts were known.
    if (sealed.length > 0 && durable(live, table.events.length).length > 0) return false;
    if (sealed.some(([seat]) => !live.asked(seat))) return false;
    table.version = stored.version;
    table.players = inOrder(stored.players, table.domain, table.scenario);
    table.sealed = { ...table.sealed, ...Object.fromEntries(sealed) };
    for (const [seat, act] of sealed) live.answer(seat, act);
    return true;
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

  /** Puts work into the table's line. What goes wrong there drops the table: it begins again at what is on disk. */
  private queue(table: Table, work: () => Promise<void>): void {
    table.saving = table.saving.then(work).catch((error: unknown) => {
      table.failed = true;
      if (!(error instanceof ApiError)) this.options.onError?.(error);
      this.drop(table, 'a turn could not be stored', 'cut');
    });
  }

  private save(table: Table): void {
    this.queue(table, () => this.store(table));
  }

  /** Stores what is new, then tells whoever listens. */
  private async store(table: Table): Promise<void> {
    const { live } = table;
    if (!live || live.closed || table.failed || isOver(table)) return;
    const { episode, breakdown } = live;
    const from = table.events.length;
    const events = episode || breakdown ? live.events.slice(from) : durable(live, from);
    // What the loop has taken or refused is no longer sealed.
    const taken = events.some((event) => event.type === 'action-taken');
    const opened = Object.entries(table.sealed).filter(
      ([seat]) => taken || events.some((event) => event.type === 'action-refused' && event.seat === seat),
    );
    if (events.length === 0 && !episode && !breakdown && table.unsaved.size === 0) return;
    const unsaved = [...table.unsaved];
    const owner = !table.idle && Object.keys(table.agents).length > 0 ? this.owning(table, live) : undefined;
    const progress: Progress = {
      from,
      events,
      sealed: without(table.sealed, opened),
      changed: now(),
      ...(table.stale && events.length > 0 && { again: true }),
      ...(owner !== undefined && { owner }),
      ...(episode && { over: { episode: episode.id, result: episode.result } }),
      ...(breakdown && { breakdown }),
    };
    try {
      await this.options.storage.progress(table.stored.id, table.version, progress);
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
      await this.catchUp(table);
      // Still the same loop: only a seat or a sealed act was new, and what was to be stored is still to be.
      if (table.live === live) this.save(table);
      return;
    }
    table.version++;
    table.stale &&= events.length === 0;
    table.holding = owner === undefined ? table.holding : owner !== null && !episode && !breakdown;
    table.sealed = without(table.sealed, opened);
    for (const [seat, act] of unsaved) if (table.unsaved.get(seat) === act) table.unsaved.delete(seat);
    table.events.push(...events);
    this.options.onStored?.(events.length);
    if (episode) {
      table.episode = episode;
      this.options.onOver?.(episode.result.kind);
    }
    if (breakdown) {
      table.breakdown = breakdown;
      this.options.onOver?.(breakdown.kind);
      this.options.onBroken?.(breakdown.reason);
    }
    this.tell(table);
    if (episode || breakdown) for (const listener of table.listeners) listener('over');
    // The agents may be nobody's now.
    else if (table.idle && events.length > 0) this.queue(table, () => this.catchUp(table));
  }

  /** Whose agents think now: this server's, or nobody's. */
  private owning(table: Table, live: LiveGame): string | null {
    if (live.episode || live.broken) return null;
    return agentIsToAct(table.domain, table.scenario, live.events, table.agents) ? this.name : null;
  }

  /** Tells what is stored and was not told yet. */
  private tell(table: Table): void {
    const heard = table.events.filter(isHeard);
    for (const event of heard.slice(table.told)) for (const listener of table.listeners) listener(event);
    table.told = Math.max(table.told, heard.length);
  }

  private async settled(table: Table): Promise<void> {
    for (let saving: Promise<void> | undefined; saving !== table.saving; ) {
      // How it ended is put to storage when the loop is done.
      if (table.live?.episode || table.live?.broken) await table.live.over;
      saving = table.saving;
      await saving;
    }
    if (table.failed)
      throw new ApiError(503, 'not_stored', 'the turn could not be stored and does not count; ask for the game again');
  }

  private drop(table: Table, reason: string, how: 'over' | 'cut' = 'over'): void {
    if (this.open.get(table.stored.id) === table) this.open.delete(table.stored.id);
    table.live?.close(reason);
    for (const listener of table.listeners) listener(how);
  }

  private makeRoom(): void {
    if (this.open.size <= MOST_IN_MEMORY) return;
    const oldest = [...this.open.values()].sort((a, b) => a.used - b.used).slice(0, this.open.size - MOST_IN_MEMORY);
    for (const table of oldest)
      this.queue(table, async () => {
        this.drop(table, 'it lives on in storage', 'cut');
        if (table.holding) await this.options.storage.release(this.name, [table.stored.id], 'give up');
      });
  }
}

/** Requests that wait for a turn. */
const waiting = new WeakMap<Table, number>();

function isWatched(table: Table): boolean {
  return !isOver(table) && (table.listeners.size > 0 || (waiting.get(table) ?? 0) > 0 || table.holding);
}

function isOver({ episode, breakdown }: Table): boolean {
  return episode !== undefined || breakdown !== undefined;
}

function chunks<T>(list: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / AT_ONCE) }, (_, i) => list.slice(i * AT_ONCE, (i + 1) * AT_ONCE));
}

/** The transcript of a game that is over, from what is stored, to the byte as the loop gave it. */
function episodeOf(
  stored: Pick<StoredGame, 'id' | 'episode' | 'domain' | 'request' | 'players' | 'events' | 'result'>,
): Episode | undefined {
  const { episode: id, request, result } = stored;
  if (id === null || result === null) return undefined;
  const scenario = request.scenario as Scenario;
  const episode: Episode = {
    format: FORMAT,
    id,
    seed: request.seed,
    domain: stored.domain,
    version: scenario.version,
    source: request.source,
    seats: Object.fromEntries(stored.players.map(({ seat, spec, fingerprint }) => [seat, { spec, fingerprint }])),
    session: sessionOf(stored.id),
    scenario,
    events: stored.events,
    result,
  };
  if (episodeId(episode) === id) return episode;
  // Stored before sittings had names.
  const { session: _, ...older } = episode;
  return { ...older, format: 1 };
}

/** As `episodeOf`, of a game whose rules may no longer be here. */
export function transcriptOf(stored: StoredGame): Episode | undefined {
  const { domain } = findTask(stored.request.task) ?? {};
  const { players, request } = stored;
  return episodeOf({
    ...stored,
    players: domain ? inOrder(players, domain, request.scenario as Scenario) : players,
  });
}

function tableOf(
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

/** In the order of the rules, as they sat down. */
function inOrder(players: readonly StoredPlayer[], domain: Domain, scenario: Scenario): readonly StoredPlayer[] {
  try {
    const seats = domain.seats(scenario);
    return players.toSorted((a, b) => seats.indexOf(a.seat) - seats.indexOf(b.seat));
  } catch {
    return players;
  }
}

/** What of a table is as it is stored, where it is played no more. */
function pick({ stored, players, events, episode, breakdown, sealed, version }: Table) {
  return { stored, players, events, episode, breakdown, sealed, version, holding: false, live: undefined };
}

/** What is the same stays. */
function becomes(events: Event[], stored: readonly Event[]): void {
  const differs = events.findIndex((event, i) => JSON.stringify(event) !== JSON.stringify(stored[i]));
  if (differs >= 0) events.length = differs;
  events.push(...stored.slice(events.length));
}

/** Agents that another server has think. */
function silent(agents: Readonly<Record<Seat, Player>>): Record<Seat, Player> {
  const act = () => new Promise<never>(() => undefined);
  return Object.fromEntries(
    Object.entries(agents).map(([seat, player]) => [seat, { ...player, agent: { name: player.agent.name, act } }]),
  );
}

function agentIsToAct(
  domain: Domain,
  scenario: Scenario,
  events: readonly Event[],
  agents: Readonly<Record<Seat, Player>>,
): boolean {
  const seats = Object.keys(agents);
  return seats.length > 0 && toActAfter(domain, scenario, events).some((seat) => seats.includes(seat));
}

function notAsked(table: Table, seat: Seat, turn: number | undefined): ApiError {
  if (table.episode) return new ApiError(409, 'over', 'the game is over');
  if (table.breakdown) return new ApiError(409, 'over', table.breakdown.reason);
  const asked = table.live?.asked(seat)?.view.turn;
  if (asked !== undefined)
    return new ApiError(409, 'other_turn', `the act is for turn ${turn}, and the ${seat} is to act in turn ${asked}`);
  return new ApiError(409, 'not_your_turn', `it is not the ${seat}'s turn`);
}

function busy(): ApiError {
  return new ApiError(503, 'busy', 'the game changes too fast; come back in a moment');
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

/** What those who listen may hear of. */
function isHeard({ type }: Event): boolean {
  return type === 'action-taken' || type === 'action-refused';
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

function scenarioOf({ task, listing, turnLimit, opens, buyers }: NewGame, seed: number) {
  try {
    return task.scenario(seed, { listing, turnLimit, opens, buyers });
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

/** Without these, where they are still the same. */
function without<T>(record: Readonly<Record<string, T>>, gone: readonly (readonly [string, T])[]): Record<string, T> {
  return Object.fromEntries(
    Object.entries(record).filter(([key, value]) => !gone.some(([one, act]) => one === key && act === value)),
  );
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
