/**
 * Games, their seats and turns on disk (matches.ts has the scored ones): one interface over SQLite and Postgres.
 *
 * Writes that come while another is under way go together in the next: many games at once cost one commit, and each caller
 * still waits until its own turn is stored. The place of an event is its key, so a turn can never be written twice.
 */
import type { Act, Event, Result, Seat, Source } from '../../core/index.ts';
import type { Breakdown } from '../games/rules-broke.ts';
import type { Database, Row, Statement, Value } from './database.ts';
import { openSqlite } from './libsql.ts';
import { type MatchStore, matchStore } from './matches.ts';
import { migrate } from './migrations.ts';
import { openPostgres } from './postgres.ts';

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
  readonly events: readonly Event[];
  readonly sealed: Readonly<Record<Seat, Act>>;
  readonly changed: string;
  readonly over?: { readonly episode: string; readonly result: Result };
  readonly breakdown?: Breakdown;
}

export interface Storage {
  readonly kind: Database['kind'];
  createGame(
    game: Omit<StoredGame, 'events' | 'sealed' | 'episode' | 'result' | 'breakdown' | 'changed' | 'status'>,
  ): Promise<void>;
  /** Resolved when it is on disk. */
  progress(id: string, progress: Progress): Promise<void>;
  takeSeat(id: string, player: StoredPlayer): Promise<void>;
  abandon(id: string, changed: string): Promise<void>;
  /** Drops what was stored after the first `count` events: remarks of a turn that is played again. */
  truncate(id: string, count: number): Promise<void>;
  game(id: string): Promise<StoredGame | undefined>;
  list(options: { status: Status; listed: boolean; limit: number; before?: string }): Promise<readonly GameLine[]>;
  idle(before: string): Promise<readonly string[]>;
  /** Identities, matches and their scores. */
  readonly matches: MatchStore;
  close(): Promise<void>;
}

/** Postgres by its address, else SQLite in the folder. */
export async function openStorage({ url, folder }: { url?: string; folder: string }): Promise<Storage> {
  if (url !== undefined && !/^postgres(ql)?:/.test(url))
    throw new Error('DATABASE_URL must begin with postgres:// or postgresql://, or be left out for SQLite');
  const database = url === undefined ? await openSqlite(folder) : await openPostgres(url);
  await migrate(database);
  return storageOver(database);
}

const GAME_LINE = 'id, created, changed, status, task, domain, request';

function storageOver(database: Database): Storage {
  const write = together(database);
  return {
    kind: database.kind,

    createGame: ({ id, created, domain, listed, request, players }) =>
      write([
        {
          sql: `INSERT INTO games (id, created, changed, status, task, domain, listed, request, sealed)
            VALUES (?, ?, ?, 'live', ?, ?, ?, ?, '{}')`,
          args: [id, created, created, request.task, domain, listed ? 1 : 0, JSON.stringify(request)],
        },
        ...players.map(({ seat, spec, fingerprint, name, token }) => ({
          sql: 'INSERT INTO players (game, seat, spec, fingerprint, name, token) VALUES (?, ?, ?, ?, ?, ?)',
          args: [id, seat, spec, fingerprint, name, token],
        })),
      ]),

    progress: (id, { from, events, sealed, changed, over, breakdown }) =>
      write([
        ...events.map((event, i) => ({
          sql: 'INSERT INTO turns (game, place, event) VALUES (?, ?, ?)',
          args: [id, from + i, JSON.stringify(event)],
        })),
        over || breakdown
          ? {
              sql: "UPDATE games SET changed = ?, sealed = '{}', status = ?, episode = ?, result = ? WHERE id = ?",
              args: [
                changed,
                over ? 'over' : 'failed',
                over?.episode ?? null,
                JSON.stringify(over?.result ?? breakdown),
                id,
              ],
            }
          : {
              sql: 'UPDATE games SET changed = ?, sealed = ? WHERE id = ?',
              args: [changed, JSON.stringify(sealed), id],
            },
      ]),

    takeSeat: (id, { seat, name, token }) =>
      write([
        { sql: 'UPDATE players SET name = ?, token = ? WHERE game = ? AND seat = ?', args: [name, token, id, seat] },
      ]),

    abandon: (id, changed) =>
      write([
        {
          sql: "UPDATE games SET status = 'abandoned', changed = ? WHERE id = ? AND status = 'live'",
          args: [changed, id],
        },
      ]),

    truncate: (id, count) => write([{ sql: 'DELETE FROM turns WHERE game = ? AND place >= ?', args: [id, count] }]),

    async game(id) {
      const [row] = await database.ask('SELECT * FROM games WHERE id = ?', [id]);
      if (!row) return undefined;
      const [players, turns] = await Promise.all([
        database.ask('SELECT * FROM players WHERE game = ? ORDER BY seat', [id]),
        database.ask('SELECT event FROM turns WHERE game = ? ORDER BY place', [id]),
      ]);
      const { drawn: _d, match: _m, ...line } = lineOf(row);
      return {
        ...line,
        listed: Number(row.listed) === 1,
        request: json(row.request) as StoredRequest,
        sealed: json(row.sealed) as StoredGame['sealed'],
        episode: (row.episode as string | null) ?? null,
        result: row.result == null || row.status === 'failed' ? null : (json(row.result) as Result),
        breakdown: row.status === 'failed' ? (json(row.result) as Breakdown) : null,
        players: players.map(({ seat, spec, fingerprint, name, token }) => ({
          seat,
          spec,
          fingerprint,
          name,
          token,
        })) as StoredPlayer[],
        events: turns.map((turn) => json(turn.event) as Event),
      };
    },

    async list({ status, listed, limit, before }) {
      const where = ['status = ?', ...(listed ? ['listed = 1'] : []), ...(before === undefined ? [] : ['changed < ?'])];
      const args: Value[] = [status, ...(before === undefined ? [] : [before]), limit];
      const sql = `SELECT ${GAME_LINE} FROM games WHERE ${where.join(' AND ')} ORDER BY changed DESC, id LIMIT ?`;
      return (await database.ask(sql, args)).map(lineOf);
    },

    async idle(before) {
      const rows = await database.ask("SELECT id FROM games WHERE status = 'live' AND changed < ?", [before]);
      return rows.map(({ id }) => id as string);
    },

    matches: matchStore(database),

    close: () => database.close(),
  };
}

/** Writes that wait go together. When the batch fails, each is tried alone, so that one bad write fails only its caller. */
function together(database: Database): (statements: readonly Statement[]) => Promise<void> {
  interface Waiting {
    readonly statements: readonly Statement[];
    readonly resolve: () => void;
    readonly reject: (error: unknown) => void;
  }
  let waiting: Waiting[] = [];
  let busy = false;
  const work = async () => {
    busy = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        await database.write(batch.flatMap(({ statements }) => statements));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        if (batch.length === 1) batch[0]?.reject(error);
        else
          for (const { statements, resolve, reject } of batch) await database.write(statements).then(resolve, reject);
      }
    }
    busy = false;
  };
  return (statements) =>
    new Promise((resolve, reject) => {
      waiting.push({ statements, resolve, reject });
      if (!busy) void work();
    });
}

function lineOf({ id, created, changed, status, task, domain, request }: Row): GameLine {
  const { drawn, match = false } = json(request) as StoredRequest;
  return { id, created, changed, status, task, domain, drawn, match } as GameLine;
}

function json(text: unknown): unknown {
  return JSON.parse(text as string);
}
