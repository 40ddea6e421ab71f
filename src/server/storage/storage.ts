/**
 * Games, their seats and turns on disk (matches.ts has the scored ones): one interface over SQLite and Postgres.
 *
 * Writes that come while another is under way go together in the next: many games at once cost one commit, and each caller
 * still waits until its own turn is stored. Several servers may have one database: a change says which version of the game it was
 * made from, and one that was made from an older version than the stored one is refused as a whole (`Overtaken`).
 */
import { setImmediate as tick } from 'node:timers/promises';
import type { Act, Event, Result, Seat, Source } from '../../core/index.ts';
import type { Breakdown } from '../games/rules-broke.ts';
import type { Database, Row, Statement, Value } from './database.ts';
import { openSqlite } from './libsql.ts';
import { type MatchStore, matchStore, quitting } from './matches.ts';
import { migrate } from './migrations.ts';
import { openPostgres } from './postgres.ts';
import { type RatingStore, ratingStore } from './ratings.ts';

/** What a game was asked for; with the record, all that is needed to take it up again. */
interface StoredRequest {
  readonly task: string;
  /** As `Source`: where the scenario came from. */
  readonly source: Source;
  readonly scenario: unknown;
  readonly seed: number;
  /** Whether the server drew the seed: who chose it could have worked out the other side's secrets. */
  readonly drawn: boolean;
  /** Made by the server, and scored. */
  readonly match?: boolean;
  /** Milliseconds that agents here take for a turn, so that people can watch. */
  readonly pace: number;
}

export interface StoredPlayer {
  readonly seat: Seat;
  readonly spec: string;
  readonly fingerprint: string;
  readonly name: string | null;
  /** The SHA-256 of the seat's token; the token itself is nowhere. */
  readonly token: string | null;
  /** Whether who sits there lets everybody read the game once it is over. */
  readonly shares?: boolean;
  /** What tells who sits there from who sits across, sealed with the game: the same in two seats where one caller took both. */
  readonly holder?: string | null;
}

/** `failed`: the rules of its domain broke. */
type Status = 'live' | 'over' | 'abandoned' | 'failed';

export interface StoredGame {
  readonly id: string;
  readonly created: string;
  readonly changed: string;
  readonly status: Status;
  readonly domain: string;
  readonly listed: boolean;
  readonly request: StoredRequest;
  readonly players: readonly StoredPlayer[];
  readonly events: readonly Event[];
  readonly sealed: Readonly<Record<Seat, Act>>;
  /** The id of the transcript, once it is over. */
  readonly episode: string | null;
  readonly result: Result | null;
  /** Set when it failed. */
  readonly breakdown: Breakdown | null;
  readonly version: number;
  /** The server whose lease on its agents has not run out. */
  readonly owner: string | null;
}

/** A game in a list: nothing of what was private. */
interface GameLine {
  readonly id: string;
  readonly created: string;
  readonly changed: string;
  readonly status: Status;
  readonly task: string;
  readonly domain: string;
  readonly drawn: boolean;
  readonly match: boolean;
}

export interface Progress {
  /** How many events were stored before these. */
  readonly from: number;
  /** Whether what is stored after them goes: remarks of a turn that is played again. */
  readonly again?: boolean;
  readonly events: readonly Event[];
  readonly sealed: Readonly<Record<Seat, Act>>;
  readonly changed: string;
  readonly over?: { readonly episode: string; readonly result: Result };
  readonly breakdown?: Breakdown;
  /** Who lets its agents think now; null for nobody. Without it this stays as it is. */
  readonly owner?: string | null;
}

/** A change was made from an older version of the game than the one that is stored. */
export class Overtaken extends Error {}

export interface Storage {
  readonly kind: Database['kind'];
  createGame(
    game: Omit<StoredGame, 'events' | 'sealed' | 'episode' | 'result' | 'breakdown' | 'changed' | 'status' | 'version'>,
  ): Promise<void>;
  /** These, and `timeOut`, are resolved when they are on disk, one version on, and rejected with `Overtaken` if this is not the version. */
  progress(id: string, version: number, progress: Progress): Promise<void>;
  takeSeat(id: string, version: number, player: StoredPlayer): Promise<void>;
  /** Lets this server's agents think in the game, unless another's lease has not run out. */
  claim(id: string, version: number, owner: string): Promise<void>;
  abandon(id: string, changed: string): Promise<void>;
  /** Gives up a match in which nobody has acted for so many milliseconds, and names the seats that let their time run out. */
  timeOut(id: string, version: number, limit: number, seats: readonly Seat[], changed: string): Promise<void>;
  /** Leases of this server last on. */
  renew(owner: string, ids: readonly string[]): Promise<void>;
  /** Leases of this server run out now (`lapse`), so that another goes on at once, or are given up. */
  release(owner: string, ids: readonly string[], how: 'lapse' | 'give up'): Promise<void>;
  /** Games whose lease has run out: their server has died, or stands still. */
  lapsed(limit: number): Promise<readonly string[]>;
  /** A lease that has run out and that nobody needs. */
  clearLease(id: string): Promise<void>;
  game(id: string): Promise<StoredGame | undefined>;
  /** Which version is stored of each; those that are not there are left out. */
  versions(ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Hears of changes that any server has stored, where the database tells; `again` after the line was lost. */
  listen(heard: (id: string, version: number) => void, again: () => void): Promise<void>;
  /** Whether something can be written now: rejected with the reason if not. Asked often, it looks every few seconds. */
  writable(): Promise<void>;
  /** Finished games last changed before then in which nobody is known by a key. */
  retired(before: string, limit: number): Promise<readonly string[]>;
  forget(id: string): Promise<void>;
  list(options: { status: Status; listed: boolean; limit: number; before?: string }): Promise<readonly GameLine[]>;
  idle(before: string): Promise<readonly string[]>;
  /** A seat lets everybody read a game that is over, or no longer; it is listed when every seat of a person lets. */
  share(id: string, seat: Seat, shares: boolean): Promise<void>;
  /** How the latest games of a task ended in which a person had this seat: of so many games, without that one. */
  results(task: string, seat: Seat, limit: number): Promise<readonly Result[]>;
  /** Identities, matches and their scores. */
  readonly matches: MatchStore;
  /** Pairs of dialogues and what raters made of them. */
  readonly ratings: RatingStore;
  close(): Promise<void>;
}

/** Postgres by its address, else SQLite in the folder. */
export interface DatabasePlace {
  readonly url?: string;
  readonly folder: string;
}

export async function openStorage({
  url,
  folder,
  lease = LEASE,
}: DatabasePlace & {
  /** Milliseconds that a lease lasts. */
  readonly lease?: number;
}): Promise<Storage> {
  if (url !== undefined && !/^postgres(ql)?:/.test(url))
    throw new Error('DATABASE_URL must begin with postgres:// or postgresql://, or be left out for SQLite');
  if (url !== undefined && !URL.canParse(url))
    throw new Error(
      'DATABASE_URL cannot be read: write what is no letter and no digit in its password as %40 for @, %2F for /, and so on',
    );
  const database = url === undefined ? await openSqlite(folder) : await openPostgres(url);
  await migrate(database);
  return storageOver(database, lease);
}

/** How long a game waits for agents of a server that has died. */
const LEASE = 5000;
const BETWEEN_BEATS = 5000;
/** Statements of several games that go into one commit. */
const MOST_TOGETHER = 100;
/** Turns that one statement writes. */
const MOST_ROWS = 20;

const GAME_LINE = 'id, created, changed, status, task, domain, request';

function storageOver(database: Database, lease: number): Storage {
  const { ask, clock } = database;
  const write = together(database);
  const told = (id: string): Statement[] =>
    database.tell ? [database.tell("SELECT id || ' ' || version AS text FROM games WHERE id = ?", [id])] : [];
  const versions = async (ids: readonly string[]) => {
    const rows = await ask(`SELECT id, version FROM games WHERE id IN (${marks(ids)})`, ids);
    return new Map(rows.map(({ id, version }) => [id as string, Number(version)]));
  };
  /** The first statement fails, and with it all that come with it, where the version is not the one: it may not be null. */
  const change = async (
    id: string,
    version: number,
    set: string,
    args: readonly Value[],
    more: readonly Statement[] = [],
    condition = '',
  ): Promise<void> => {
    const fence = `version = CASE WHEN version = ? AND status = 'live' ${condition} THEN version + 1 END`;
    const first = { sql: `UPDATE games SET ${fence}${set} WHERE id = ?`, args: [version, ...args, id] };
    try {
      await write(id, [first, ...more, ...told(id)]);
    } catch (error) {
      const stored = (await versions([id])).get(id);
      throw stored === version && condition === '' ? error : new Overtaken('the game has gone on elsewhere');
    }
  };
  const onLeases = (set: string, owner: string, ids: readonly string[]) =>
    ids.length === 0
      ? Promise.resolve()
      : write('', [
          {
            sql: `UPDATE games SET lease = ${set} WHERE lease IS NOT NULL AND owner = ? AND id IN (${marks(ids)})`,
            args: [owner, ...ids],
          },
        ]);
  let beat: { readonly at: number; readonly done: Promise<void> } | undefined;

  return {
    kind: database.kind,

    createGame: ({ id, created, domain, listed, request, players, owner }) =>
      write(id, [
        {
          sql: `INSERT INTO games (id, created, changed, status, task, domain, listed, request, sealed, acted, owner, lease)
            VALUES (?, ?, ?, 'live', ?, ?, ?, ?, '{}', ${clock}, ?, ${owner === null ? 'NULL' : `${clock} + ${lease}`})`,
          args: [id, created, created, request.task, domain, listed ? 1 : 0, JSON.stringify(request), owner],
        },
        ...players.map(({ seat, spec, fingerprint, name, token, shares, holder = null }) => ({
          sql: 'INSERT INTO players (game, seat, spec, fingerprint, name, token, shares, holder) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
          args: [id, seat, spec, fingerprint, name, token, shares ? 1 : 0, holder],
        })),
      ]),

    progress(id, version, { from, again, events, sealed, changed, over, breakdown, owner }) {
      const ended = over || breakdown;
      const owned = ended ? null : owner;
      const until = owned === null ? 'NULL' : `${clock} + ${lease}`;
      return change(
        id,
        version,
        `, acted = ${clock}, changed = ?, sealed = ?${ended ? ', status = ?, episode = ?, result = ?' : ''}${owned === undefined ? '' : `, owner = ?, lease = ${until}`}`,
        [
          changed,
          JSON.stringify(ended ? {} : sealed),
          ...(ended
            ? [over ? 'over' : 'failed', over?.episode ?? null, JSON.stringify(over?.result ?? breakdown)]
            : []),
          ...(owned === undefined ? [] : [owned]),
        ],
        [
          ...(again ? [{ sql: 'DELETE FROM turns WHERE game = ? AND place >= ?', args: [id, from] }] : []),
          ...chunks(events, MOST_ROWS).map((some, n) => ({
            sql: `INSERT INTO turns (game, place, event) VALUES ${some.map(() => '(?, ?, ?)').join(', ')}`,
            args: some.flatMap((event, i) => [id, from + n * MOST_ROWS + i, JSON.stringify(event)]),
          })),
        ],
      );
    },

    takeSeat: (id, version, { seat, name, token, shares, holder = null }) =>
      change(
        id,
        version,
        // What one of them keeps to itself is listed by nobody.
        shares ? '' : ', listed = 0',
        [],
        [
          {
            sql: 'UPDATE players SET name = ?, token = ?, shares = ?, holder = ? WHERE game = ? AND seat = ?',
            args: [name, token, shares ? 1 : 0, holder, id, seat],
          },
        ],
      ),

    claim: (id, version, owner) =>
      change(
        id,
        version,
        `, owner = ?, lease = ${clock} + ${lease}`,
        [owner],
        [],
        `AND (lease IS NULL OR lease < ${clock})`,
      ),

    abandon: (id, changed) =>
      write(id, [
        {
          sql: `UPDATE games SET status = 'abandoned', changed = ?, version = version + 1, lease = NULL
            WHERE id = ? AND status = 'live'`,
          args: [changed, id],
        },
        ...told(id),
      ]),

    timeOut: (id, version, limit, seats, changed) =>
      change(
        id,
        version,
        ", status = 'abandoned', changed = ?, lease = NULL",
        [changed],
        seats.map((seat) => quitting(id, seat)),
        `AND acted <= ${clock} - ${limit}`,
      ),

    renew: (owner, ids) => onLeases(`${clock} + ${lease}`, owner, ids),

    release: (owner, ids, how) => onLeases(how === 'lapse' ? '0' : 'NULL', owner, ids),

    async lapsed(limit) {
      const rows = await ask(`SELECT id FROM games WHERE lease < ${clock} ORDER BY lease LIMIT ?`, [limit]);
      return rows.map(({ id }) => id as string);
    },

    clearLease: (id) =>
      write(id, [{ sql: `UPDATE games SET lease = NULL WHERE id = ? AND lease < ${clock}`, args: [id] }]),

    versions,

    async listen(heard, again) {
      await database.listen?.((text) => {
        const [id = '', version] = text.split(' ');
        heard(id, Number(version));
      }, again);
    },

    writable() {
      const now = Date.now();
      if (!beat || now - beat.at > BETWEEN_BEATS) {
        const sql = `INSERT INTO pulse (id, beat) VALUES (1, ${clock}) ON CONFLICT (id) DO UPDATE SET beat = excluded.beat`;
        beat = { at: now, done: write('', [{ sql, args: [] }]) };
        beat.done.catch(() => undefined);
      }
      return beat.done;
    },

    async retired(before, limit) {
      const rows = await ask(
        `SELECT id FROM games WHERE status <> 'live' AND changed < ?
          AND NOT EXISTS (SELECT 1 FROM match_seats WHERE match_seats.game = games.id) ORDER BY changed LIMIT ?`,
        [before, limit],
      );
      return rows.map(({ id }) => id as string);
    },

    forget: (id) => write(id, [{ sql: "DELETE FROM games WHERE id = ? AND status <> 'live'", args: [id] }]),

    async game(id) {
      for (;;) {
        const [row] = await ask(
          `SELECT games.*, CASE WHEN lease >= ${clock} THEN owner END AS owning FROM games WHERE id = ?`,
          [id],
        );
        if (!row) return undefined;
        const [players, turns] = await Promise.all([
          ask('SELECT * FROM players WHERE game = ? ORDER BY seat', [id]),
          ask('SELECT event FROM turns WHERE game = ? ORDER BY place', [id]),
        ]);
        const version = Number(row.version);
        // Three questions, one game: another server may have gone on in between.
        if ((await versions([id])).get(id) !== version) continue;
        const { drawn: _d, match: _m, ...line } = lineOf(row);
        return {
          ...line,
          version,
          owner: (row.owning as string | null) ?? null,
          listed: Number(row.listed) === 1,
          request: json(row.request) as StoredRequest,
          sealed: json(row.sealed) as StoredGame['sealed'],
          episode: (row.episode as string | null) ?? null,
          result: row.result == null || row.status === 'failed' ? null : (json(row.result) as Result),
          breakdown: row.status === 'failed' ? (json(row.result) as Breakdown) : null,
          players: players.map(({ seat, spec, fingerprint, name, token, shares, holder }) => ({
            seat,
            spec,
            fingerprint,
            name,
            token,
            shares: Number(shares) === 1,
            holder: (holder as string | null) ?? null,
          })) as StoredPlayer[],
          events: turns.map((turn) => json(turn.event) as Event),
        };
      }
    },

    async list({ status, listed, limit, before }) {
      const where = ['status = ?', ...(listed ? ['listed = 1'] : []), ...(before === undefined ? [] : ['changed < ?'])];
      const args: Value[] = [status, ...(before === undefined ? [] : [before]), limit];
      const sql = `SELECT ${GAME_LINE} FROM games WHERE ${where.join(' AND ')} ORDER BY changed DESC, id LIMIT ?`;
      return (await ask(sql, args)).map(lineOf);
    },

    async idle(before) {
      const rows = await ask("SELECT id FROM games WHERE status = 'live' AND changed < ?", [before]);
      return rows.map(({ id }) => id as string);
    },

    share: (id, seat, shares) =>
      write(id, [
        { sql: 'UPDATE players SET shares = ? WHERE game = ? AND seat = ?', args: [shares ? 1 : 0, id, seat] },
        {
          sql: `UPDATE games SET version = version + 1, listed = CASE WHEN EXISTS
            (SELECT 1 FROM players WHERE game = games.id AND spec = 'remote' AND token IS NOT NULL AND shares = 0) THEN 0 ELSE 1 END
            WHERE id = ? AND status = 'over'`,
          args: [id],
        },
        ...told(id),
      ]),

    async results(task, seat, limit) {
      const latest = `SELECT id, request, result FROM games WHERE task = ? AND status = 'over' ORDER BY changed DESC LIMIT ?`;
      // A seat that nobody took is nobody's, and who chose the seed knew the scenario.
      const sql = `SELECT latest.request, latest.result FROM (${latest}) AS latest JOIN players ON players.game = latest.id
        WHERE players.seat = ? AND players.spec = 'remote' AND players.token IS NOT NULL`;
      return (await ask(sql, [task, limit, seat]))
        .filter(({ request }) => (json(request) as { drawn?: boolean }).drawn)
        .map(({ result }) => json(result) as Result);
    },

    matches: matchStore(database),
    ratings: ratingStore(database),

    close: () => database.close(),
  };
}

/**
 * Writes that wait go together, in the order of their games, so that two servers never wait for each other's rows. When the batch
 * fails, each is tried alone, so that one bad write fails only its caller.
 */
function together(database: Database): (game: string, statements: readonly Statement[]) => Promise<void> {
  interface Waiting {
    readonly game: string;
    readonly statements: readonly Statement[];
    readonly resolve: () => void;
    readonly reject: (error: unknown) => void;
  }
  const waiting: Waiting[] = [];
  let busy = false;
  const work = async () => {
    busy = true;
    while (waiting.length > 0) {
      let [size, statements] = [0, 0];
      do statements += (waiting[size++] as Waiting).statements.length;
      while (size < waiting.length && statements < MOST_TOGETHER);
      const batch = waiting.splice(0, size).sort((a, b) => (a.game < b.game ? -1 : a.game > b.game ? 1 : 0));
      try {
        await database.write(batch.flatMap(({ statements }) => statements));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        if (batch.length === 1) batch[0]?.reject(error);
        else
          for (const { statements, resolve, reject } of batch) await database.write(statements).then(resolve, reject);
      }
      // SQLite writes on this very thread: others have their turn between two commits.
      await tick();
    }
    busy = false;
  };
  return (game, statements) =>
    new Promise((resolve, reject) => {
      waiting.push({ game, statements, resolve, reject });
      if (!busy) void work();
    });
}

function chunks<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size));
}

function marks(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ');
}

function lineOf({ id, created, changed, status, task, domain, request }: Row): GameLine {
  const { drawn, match = false } = json(request) as StoredRequest;
  return { id, created, changed, status, task, domain, drawn, match } as GameLine;
}

function json(text: unknown): unknown {
  return JSON.parse(text as string);
}
