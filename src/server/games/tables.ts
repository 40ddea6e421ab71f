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
import { randomInt } from 'node:crypto';
import { setImmediate as tick } from 'node:timers/promises';
import { completeAct, SpecError, wordsSaidBack } from '../../agents/index.ts';
import {
  type Act,
  type Domain,
  findTask,
  type Player,
  type Scenario,
  type Seat,
  type Task,
  type View,
} from '../../core/index.ts';
import type { Caller } from '../front-door.ts';
import type { Place, Places } from '../places.ts';
import type { Players } from '../players.ts';
import { ApiError } from '../routes.ts';
import { Overtaken, type Progress, type Storage, type StoredGame, type StoredPlayer } from '../storage/storage.ts';
import { opponentIn } from '../tasks.ts';
import { hashed, newToken } from '../tokens.ts';
import { agentIsToAct, paced, silent } from './agents.ts';
import { holderOf } from './holder.ts';
import { LiveGame, REMOTE, remoteSitter } from './live-game.ts';
import { badRequest, type NewGame, OPEN, scenarioOf, seatsOf } from './new-game.ts';
import { rulesBroke } from './rules-broke.ts';
import {
  becomes,
  checked,
  durable,
  isOver,
  isRemark,
  isWatched,
  merged,
  notAsked,
  pick,
  settled,
  standing,
  type Table,
  tableOf,
  tell,
  tooMuch,
  waitFor,
  without,
} from './table.ts';
import { inOrder, sessionOf } from './transcript.ts';

export interface TablesOptions {
  readonly storage: Storage;
  readonly players: Players;
  /** Of games that agents play among themselves. */
  readonly playing?: Places;
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

/** Who asks for an open seat. */
interface Joining {
  readonly name?: string | undefined;
  readonly token?: string | undefined;
  /** Whether everybody may read the game once it is over. */
  readonly shares?: boolean | undefined;
  readonly who?: string;
}

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

  /** `by` whom; without one, by the server itself. `who` tells them from whoever takes another seat. */
  async create(
    asked: NewGame,
    by?: Pick<Caller, 'address' | 'known' | 'mayUseModels'>,
    who?: string,
  ): Promise<{ table: Table; tokens: Record<Seat, string> }> {
    const { task } = asked;
    if (task.deals > 1)
      throw badRequest(`${task.name} is a row of ${task.deals} deals: play it through OpenEnv, or another task`);
    const seed = asked.match?.seed ?? asked.seed ?? randomInt(2 ** 47);
    const { scenario, source } = scenarioOf(asked, seed);
    const seats = seatsOf(task.domain, scenario);
    for (const seat of Object.keys(asked.seats ?? {})) {
      if (!seats.includes(seat)) throw badRequest(`there is no seat "${seat}"; the seats are ${seats.join(', ')}`);
    }
    const id = newToken();
    const tokens: Record<Seat, string> = {};
    const sitting: StoredPlayer[] = [];
    const playing: Record<Seat, Player> = {};
    for (const [i, seat] of seats.entries()) {
      const spec = asked.seats?.[seat] ?? (i === 0 && !asked.seats ? REMOTE : opponentIn(task, seat));
      if (spec === REMOTE || spec === 'human' || spec === OPEN) {
        if (spec !== OPEN) tokens[seat] = asked.match?.tokens[seat] ?? newToken();
        const sitter = { seat, ...remoteSitter(task.domain) };
        // Who opens the game speaks for the seats whose tokens it gets, not for who will take the open one.
        if (spec === OPEN) sitting.push({ ...sitter, name: null, token: null, shares: false, holder: null });
        else
          sitting.push({
            ...sitter,
            name: asked.name ?? null,
            token: hashed(tokens[seat] as string),
            shares: asked.listed,
            holder: holderOf(id, who),
          });
      } else {
        playing[seat] = await this.agent(spec, task.domain, asked.pace, by);
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
    const owner = agentIsToAct(task.domain, scenario, [], playing) ? this.name : null;
    const head = { id, created, domain: task.domain.name, listed: asked.listed, request, players: sitting, owner };
    const place = by && Object.keys(playing).length === seats.length ? this.placeFor(id, by) : undefined;
    try {
      await this.options.storage.createGame(head);
    } catch (error) {
      place?.release();
      throw error;
    }
    const stored = { ...head, changed: created, status: 'live' as const, episode: null, result: null, breakdown: null };
    const table = this.sit({ ...stored, events: [], sealed: {}, version: 0 }, playing);
    void table.live?.over.then(() => place?.release());
    await tick();
    await settled(table);
    return { table, tokens };
  }

  /** A game that no person slows down plays as fast as it is let: who has many under way begins no more. */
  private placeFor(id: string, { address, known }: Pick<Caller, 'address' | 'known'>): Place | undefined {
    const { playing, onError } = this.options;
    const onLost = () => {
      const table = this.open.get(id);
      if (table) void this.abandon(table).catch((error: unknown) => onError?.(error));
    };
    const place = playing?.take({ address, known, onLost });
    if (playing && !place)
      throw new ApiError(503, 'full', 'too many games between agents are being played; come back when one is over');
    return place;
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

  /**
   * Gives an open seat to whoever asks first. Who brings a token of its own may ask again with it when the answer got lost.
   */
  async join(table: Table, seat: Seat, { name, token = newToken(), shares = false, who }: Joining): Promise<string> {
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
        const holder = holderOf(table.stored.id, who);
        const taken = { ...(player as StoredPlayer), name: name ?? null, token: hash, shares, holder };
        try {
          await this.options.storage.takeSeat(table.stored.id, table.version, taken);
        } catch (error) {
          if (!(error instanceof Overtaken)) throw error;
          return this.catchUp(table);
        }
        table.version++;
        table.players = table.players.map((one) => (one.seat === seat ? taken : one));
        if (!shares) table.stored = { ...table.stored, listed: false };
        done = 'seated';
      });
      await settled(table);
    }
    if (done === 'seated') return token;
    throw done ?? busy();
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
      const known = made === undefined ? undefined : standing(table, seat, made, act, complete);
      if (known) {
        if (known.refused === undefined) await waitFor(table, seat, wait);
        await settled(table);
        return { refused: known.refused, attemptsLeft: table.live?.asked(seat)?.attemptsLeft ?? 0 };
      }
      const asked = table.live?.asked(seat);
      if (!asked && tries === 0) {
        // The same act may be on its way to the disk.
        await tick();
        await settled(table);
        continue;
      }
      if (!asked || (made !== undefined && asked.view.turn !== made)) throw notAsked(table, seat, made);
      if (tries === TRIES) throw busy();
      made = asked.view.turn;
      complete = completeAct(act, asked.view);
      const large = tooMuch(table, complete);
      if (large !== undefined) throw new ApiError(413, 'too_large', large);
      const beside = wordsSaidBack(complete, asked.view);
      if (beside !== undefined) throw new ApiError(422, 'unreadable', beside);
      const sealedRefusal = await this.hand(table, seat, complete, asked.view);
      await settled(table);
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

  /** Lets everybody read a game that is over, or no longer, for the person in this seat; the table as it is then. */
  async share(table: Table, seat: Seat, shares: boolean): Promise<Table> {
    await settled(table);
    if (!table.episode) throw new ApiError(409, 'not_over', 'a game is shared when it is over');
    await this.options.storage.share(table.stored.id, seat, shares);
    this.open.delete(table.stored.id);
    return this.find(table.stored.id);
  }

  /** Whether it was given up: it may have come to its end at that moment. */
  async abandon(table: Table): Promise<boolean> {
    await settled(table);
    await this.options.storage.abandon(table.stored.id, now());
    this.queue(table, () => this.catchUp(table));
    await settled(table);
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
      const player = await this.agent(spec, domain, first.request.pace, { address: id, mayUseModels: true });
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
    await settled(table);
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
    table.stored = { ...table.stored, listed: stored.listed };
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
    if (version <= table.version) return;
    // Who may read it has changed: whoever asks next takes it up anew.
    if (isOver(table) && version !== Number.POSITIVE_INFINITY) this.open.delete(table.stored.id);
    if (isOver(table) || !table.live) return;
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
      tell(table);
      for (const listener of table.listeners) listener('over');
      return;
    }
    if (owned === table.holding && merged(table, stored)) return;
    const { live } = table;
    try {
      this.play(table, stored);
    } finally {
      live.close('it went on elsewhere');
    }
    tell(table);
  }

  private async agent(
    spec: string,
    domain: Domain,
    pace: number,
    { address, mayUseModels }: Pick<Caller, 'address' | 'mayUseModels'> = { address: '', mayUseModels: false },
  ): Promise<Player> {
    try {
      const player = await this.options.players.find(spec, domain, mayUseModels, address);
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
    tell(table);
    if (episode || breakdown) for (const listener of table.listeners) listener('over');
    // The agents may be nobody's now.
    else if (table.idle && events.length > 0) this.queue(table, () => this.catchUp(table));
  }

  /** Whose agents think now: this server's, or nobody's. */
  private owning(table: Table, live: LiveGame): string | null {
    if (live.episode || live.broken) return null;
    // Who is to act is worked out from the whole record, and where all are agents it is known.
    if (live.remote.length === 0) return this.name;
    return agentIsToAct(table.domain, table.scenario, live.events, table.agents) ? this.name : null;
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

function chunks<T>(list: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / AT_ONCE) }, (_, i) => list.slice(i * AT_ONCE, (i + 1) * AT_ONCE));
}

function busy(): ApiError {
  return new ApiError(503, 'busy', 'the game changes too fast; come back in a moment');
}

function now(): string {
  return new Date().toISOString();
}
