/**
 * Identities, tickets for matches, seats in them, and what they came to, on disk.
 *
 * Nothing of a match stands only in memory, so any server of one database may answer. What must not happen twice is a constraint:
 * a nonce has one row, an identity one open ticket, and a ticket leaves `waiting` once. A change that comes too late sets a column
 * that may not be null to null, which undoes all that came with it. What is bounded by a count is written one after the other: who
 * counts first takes a row that all of them take, so that in Postgres too each sees what the one before it wrote.
 */
import type { Seat } from '../../core/index.ts';
import { folded } from '../identities/names.ts';
import type { Database, Row, Statement } from './database.ts';

export const kinds = ['person', 'agent'] as const;
type Kind = (typeof kinds)[number];

export interface Identity {
  /** The public key. */
  readonly key: string;
  readonly kind: Kind;
  readonly name: string;
  readonly created: string;
  /** The address it was first seen from, sealed with the day. */
  readonly place: string;
  readonly revoked: string | null;
}

export const ticketStates = ['waiting', 'playing', 'over', 'left'] as const;

export interface Ticket {
  readonly id: string;
  readonly player: string;
  readonly state: (typeof ticketStates)[number];
  /** What it asked for; null for any. */
  readonly domain: string | null;
  readonly created: string;
  /** When its owner last asked. */
  readonly asked: string;
  /** When an agent sits down if nobody else has. */
  readonly agentAt: string;
  readonly place: string;
  /** The same address as it was sealed the day before. */
  readonly placeBefore: string | null;
}

/** A ticket that waits, with what decides whom it may meet. */
export interface Waiting extends Ticket {
  readonly kind: Kind;
  readonly firstPlace: string;
}

/** How many tickets may wait, of all and of one place; those count whose owners asked since then. */
interface Room {
  readonly since: string;
  readonly all: number;
  readonly here: number;
}

interface Bounds {
  readonly room?: Room;
  /** How many tickets one place may ask for: a place has the day in it. */
  readonly today?: number;
}

/** How many matches there may be since then between who asked from some of these places and who asked from some of those. */
export interface Meetings {
  readonly these: readonly string[];
  readonly those: readonly string[];
  readonly since: string;
  readonly most: number;
}

export interface MatchSeat {
  readonly game: string;
  readonly seat: Seat;
  /** None for an agent of the house. */
  readonly ticket: string | null;
  /** A public key, or the spec of an agent of the house. */
  readonly player: string;
  readonly kind: Kind;
  /** Who sits across. */
  readonly opponents: Kind;
  readonly domain: string;
  readonly task: string;
  readonly created: string;
}

/** How it ended for a seat. */
export interface SeatResult extends MatchSeat {
  readonly ended: string | null;
  readonly ending: string | null;
  /** Null where it measures nothing. */
  readonly score: number | null;
  /** Whether this seat gave it up, or let its time run out. */
  readonly quit: boolean;
}

/** A row of the leaderboard: one player in one seat of one domain, against people or against agents. */
export interface Standing {
  readonly player: string;
  readonly kind: Kind;
  readonly domain: string;
  readonly seat: Seat;
  readonly opponents: Kind;
  readonly matches: number;
  readonly quit: number;
  readonly mean: number;
  /** Null with too few matches. */
  readonly low: number | null;
  readonly high: number | null;
}

export interface NamedStanding extends Standing {
  /** Null for an agent of the house. */
  readonly name: string | null;
  readonly revoked: boolean;
}

type StandingKey = Pick<Standing, 'player' | 'domain' | 'seat' | 'opponents'>;

export const matchTables: readonly string[] = [
  // Entries that anybody could make, of games with oneself and under any name, prove nothing: they are kept and no longer shown.
  'CREATE TABLE leaderboard_unproven AS SELECT * FROM leaderboard',
  'DROP TABLE leaderboard',
  'CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)',
  `CREATE TABLE identities (
    player TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE,
    created TEXT NOT NULL,
    place TEXT NOT NULL,
    revoked TEXT
  )`,
  'CREATE INDEX identities_by_place ON identities (place)',
  'CREATE TABLE nonces (player TEXT NOT NULL, nonce TEXT NOT NULL, created TEXT NOT NULL, PRIMARY KEY (player, nonce))',
  `CREATE TABLE tickets (
    id TEXT PRIMARY KEY,
    player TEXT NOT NULL REFERENCES identities (player),
    state TEXT NOT NULL,
    domain TEXT,
    created TEXT NOT NULL,
    asked TEXT NOT NULL,
    agent_at TEXT NOT NULL,
    place TEXT NOT NULL
  )`,
  "CREATE UNIQUE INDEX tickets_open ON tickets (player) WHERE state IN ('waiting', 'playing')",
  'CREATE INDEX tickets_by_state ON tickets (state, asked)',
  // No reference to the game: a result outlives it.
  `CREATE TABLE match_seats (
    game TEXT NOT NULL,
    seat TEXT NOT NULL,
    ticket TEXT UNIQUE,
    player TEXT NOT NULL,
    kind TEXT NOT NULL,
    opponents TEXT NOT NULL,
    domain TEXT NOT NULL,
    task TEXT NOT NULL,
    created TEXT NOT NULL,
    ended TEXT,
    ending TEXT,
    score DOUBLE PRECISION,
    quit INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (game, seat)
  )`,
  'CREATE INDEX match_seats_by_player ON match_seats (player, domain, seat, opponents, ended)',
  'CREATE INDEX match_seats_open ON match_seats (game) WHERE ended IS NULL',
  `CREATE TABLE standings (
    player TEXT NOT NULL,
    domain TEXT NOT NULL,
    seat TEXT NOT NULL,
    opponents TEXT NOT NULL,
    kind TEXT NOT NULL,
    matches INTEGER NOT NULL,
    quit INTEGER NOT NULL,
    mean DOUBLE PRECISION NOT NULL,
    low DOUBLE PRECISION,
    high DOUBLE PRECISION,
    PRIMARY KEY (player, domain, seat, opponents)
  )`,
];

export interface MatchStore {
  /** A secret of this database by its name, made once. */
  secret(name: string, made: string): Promise<string>;
  /** Whether the nonce is new. */
  useNonce(key: string, nonce: string, created: string): Promise<boolean>;
  forgetNonces(before: string): Promise<void>;

  /** Whether the key and the name were free, and fewer than `most` came from its place. */
  addIdentity(identity: Identity, most: number): Promise<boolean>;
  identity(key: string): Promise<Identity | undefined>;
  seenFrom(place: string): Promise<number>;
  revoke(key: string, when: string): Promise<void>;

  /** Whether it was opened: an identity has one open ticket, and the bounds hold. */
  openTicket(ticket: Ticket, bounds?: Bounds): Promise<boolean>;
  ticket(id: string): Promise<Ticket | undefined>;
  openTicketOf(key: string): Promise<Ticket | undefined>;
  /** Its owner asked now. One that had stopped asking needs room again, unless its agent is due. */
  asked(ticket: Ticket, when: string, room: Room): Promise<void>;
  /** Tickets whose owners asked since then. */
  waiting(kind: Kind, since: string): Promise<readonly Waiting[]>;
  /** How many tickets of this place there are, and how many wait of which somebody asked since then. */
  ticketsAt(place: string, since: string): Promise<{ readonly all: number; readonly waiting: number }>;
  /** Who has sat at a table with this player since then. */
  met(player: string, since: string): Promise<ReadonlySet<string>>;
  /** By place, how many matches who asked from there had since then with who asked from some of these. */
  meetings(these: readonly string[], since: string): Promise<ReadonlyMap<string, number>>;
  /** Seats all of them, or nobody where a ticket no longer waits or there were meetings enough. */
  seat(seats: readonly MatchSeat[], meetings?: Meetings): Promise<boolean>;
  /** Whether it still waited. */
  leave(id: string): Promise<boolean>;
  leaveUnasked(before: string): Promise<void>;
  /** Of tickets made before then, where their owners asked from; and the secrets whose names come before `secret`. */
  forgetPlaces(before: string, secret: string): Promise<void>;

  seatOf(ticket: string): Promise<SeatResult | undefined>;
  seatsOf(game: string): Promise<readonly SeatResult[]>;
  /** Matches of a player that are over, the latest first. */
  played(player: string, limit: number): Promise<readonly SeatResult[]>;
  quit(game: string, seats: readonly Seat[]): Promise<void>;
  /** Matches whose game is no longer played and that have no score yet. */
  unscored(): Promise<readonly string[]>;
  /** Matches in which nobody has acted for so many milliseconds of the database's clock, with their versions. */
  idle(limit: number): Promise<readonly { readonly game: string; readonly version: number }[]>;
  score(
    game: string,
    results: readonly { readonly seat: Seat; readonly score: number | null }[],
    ending: string,
    ended: string,
  ): Promise<void>;
  /** The latest scores of a row of the leaderboard, with the games they were made in. */
  scores(of: StandingKey, limit: number): Promise<readonly { game: string; score: number; quit: boolean }[]>;
  putStanding(standing: Standing): Promise<void>;
  /** `limit` and `offset` hold for each domain, seat and kind of opponents: many rows of one push none of another out. */
  standings(options: {
    kind: Kind;
    domain?: string;
    seat?: string;
    opponents?: Kind;
    limit: number;
    offset: number;
  }): Promise<readonly NamedStanding[]>;
}

export function matchStore({ ask, write, clock }: Pick<Database, 'ask' | 'write' | 'clock'>): MatchStore {
  /** False where a constraint speaks against it. */
  const tried = async (statements: readonly Statement[], stands: () => Promise<boolean>): Promise<boolean> => {
    try {
      await write(statements);
      return true;
    } catch (error) {
      if (await stands()) return false;
      throw error;
    }
  };
  const one = async <T>(sql: string, args: (string | number)[], read: (row: Row) => T): Promise<T | undefined> => {
    const [row] = await ask(sql, args);
    return row && read(row);
  };
  const store: MatchStore = {
    async secret(name, made) {
      await write([
        { sql: 'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING', args: [name, made] },
      ]);
      const [row] = await ask('SELECT value FROM settings WHERE name = ?', [name]);
      return row?.value as string;
    },

    async useNonce(key, nonce, created) {
      const rows = await ask(
        'INSERT INTO nonces (player, nonce, created) VALUES (?, ?, ?) ON CONFLICT (player, nonce) DO NOTHING RETURNING nonce',
        [key, nonce, created],
      );
      return rows.length === 1;
    },
    forgetNonces: (before) => write([{ sql: 'DELETE FROM nonces WHERE created < ?', args: [before] }]),

    async addIdentity({ key, kind, name, created, place }, most) {
      const before = await store.identity(key);
      await write([
        oneByOne('newcomers'),
        {
          sql: `INSERT INTO identities (player, kind, name, folded, created, place) SELECT ?, ?, ?, ?, ?, ?
            WHERE (SELECT COUNT(*) FROM identities WHERE place = ?) < ? ON CONFLICT DO NOTHING`,
          args: [key, kind, name, folded(name), created, place, place, most],
        },
      ]);
      return !before && (await store.identity(key)) !== undefined;
    },
    identity: (key) => one('SELECT * FROM identities WHERE player = ?', [key], identityOf),
    async seenFrom(place) {
      return (await one('SELECT COUNT(*) AS n FROM identities WHERE place = ?', [place], ({ n }) => Number(n))) ?? 0;
    },
    revoke: (key, when) =>
      write([
        { sql: 'UPDATE identities SET revoked = ? WHERE player = ? AND revoked IS NULL', args: [when, key] },
        { sql: "UPDATE tickets SET state = 'left' WHERE player = ? AND state = 'waiting'", args: [key] },
      ]),

    async openTicket({ id, player, domain, created, asked, agentAt, place, placeBefore }, { room, today } = {}) {
      const conditions = [
        ...(room ? [isRoom(place, room)] : []),
        ...(today === undefined
          ? []
          : [{ sql: '(SELECT COUNT(*) FROM tickets others WHERE others.place = ?) < ?', args: [place, today] }]),
      ];
      await write([
        ...(conditions.length > 0 ? [oneByOne('tickets')] : []),
        {
          sql: `INSERT INTO tickets (id, player, state, domain, created, asked, agent_at, place, place_before)
            SELECT ?, ?, 'waiting', ?, ?, ?, ?, ?, ? WHERE ${['1 = 1', ...conditions.map(({ sql }) => sql)].join(' AND ')}
            ON CONFLICT DO NOTHING`,
          args: [
            ...[id, player, domain, created, asked, agentAt, place, placeBefore],
            ...conditions.flatMap(({ args }) => args),
          ],
        },
      ]);
      return (await store.ticket(id)) !== undefined;
    },
    ticket: (id) => one('SELECT * FROM tickets WHERE id = ?', [id], ticketOf),
    openTicketOf: (key) =>
      one("SELECT * FROM tickets WHERE player = ? AND state IN ('waiting', 'playing')", [key], ticketOf),
    asked({ id, asked, place, agentAt }, when, room) {
      const set = 'UPDATE tickets SET asked = ? WHERE id = ?';
      if (asked >= room.since || agentAt <= when) return write([{ sql: set, args: [when, id] }]);
      const free = isRoom(place, room);
      return write([oneByOne('tickets'), { sql: `${set} AND ${free.sql}`, args: [when, id, ...free.args] }]);
    },
    async waiting(kind, since) {
      const rows = await ask(
        `SELECT t.*, i.kind, i.place AS first_place FROM tickets t JOIN identities i ON i.player = t.player
          WHERE t.state = 'waiting' AND t.asked >= ? AND i.kind = ? AND i.revoked IS NULL ORDER BY t.created, t.id LIMIT 2000`,
        [since, kind],
      );
      return rows.map((row) => ({ ...ticketOf(row), kind: row.kind as Kind, firstPlace: row.first_place as string }));
    },
    async ticketsAt(place, since) {
      const [row] = await ask(
        `SELECT COUNT(*) AS tickets, COUNT(CASE WHEN state = 'waiting' AND asked >= ? THEN 1 END) AS waiting
          FROM tickets WHERE place = ?`,
        [since, place],
      );
      return { all: Number(row?.tickets), waiting: Number(row?.waiting) };
    },
    async met(player, since) {
      const rows = await ask(
        `SELECT DISTINCT b.player FROM match_seats a JOIN match_seats b ON b.game = a.game AND b.seat <> a.seat
          WHERE a.player = ? AND a.created >= ?`,
        [player, since],
      );
      return new Set(rows.map((row) => row.player as string));
    },
    async meetings(these, since) {
      const rows = await ask(
        `SELECT other.place, COUNT(DISTINCT a.game) AS n ${meetingsOf(these)} GROUP BY other.place`,
        [...these, since],
      );
      return new Map(rows.map(({ place, n }) => [place as string, Number(n)]));
    },
    seat: (seats, meetings) => {
      const tickets = seats.flatMap(({ ticket }) => (ticket === null ? [] : [ticket]));
      const may = meetings ? fewMeetings(meetings) : { sql: '1 = 1', args: [] };
      return tried(
        [
          ...(meetings ? [oneByOne('meetings')] : []),
          ...tickets.map((ticket) => ({
            sql: `UPDATE tickets SET state = CASE WHEN state = 'waiting' AND ${may.sql} THEN 'playing' END WHERE id = ?`,
            args: [...may.args, ticket],
          })),
          ...seats.map(({ game, seat, ticket, player, kind, opponents, domain, task, created }) => ({
            sql: `INSERT INTO match_seats (game, seat, ticket, player, kind, opponents, domain, task, created)
              VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
            args: [game, seat, ticket, player, kind, opponents, domain, task, created],
          })),
        ],
        async () => {
          const states = await Promise.all(tickets.map((id) => store.ticket(id)));
          if (states.some((ticket) => ticket?.state !== 'waiting')) return true;
          return meetings !== undefined && (await ask(`SELECT 1 AS may WHERE ${may.sql}`, may.args)).length === 0;
        },
      );
    },
    async leave(id) {
      const rows = await ask("UPDATE tickets SET state = 'left' WHERE id = ? AND state = 'waiting' RETURNING id", [id]);
      return rows.length === 1;
    },
    leaveUnasked: (before) =>
      write([{ sql: "UPDATE tickets SET state = 'left' WHERE state = 'waiting' AND asked < ?", args: [before] }]),
    forgetPlaces: (before, secret) =>
      write([
        { sql: "UPDATE tickets SET place = '', place_before = NULL WHERE place > '' AND created < ?", args: [before] },
        { sql: "DELETE FROM settings WHERE name LIKE 'place %' AND name < ?", args: [secret] },
      ]),

    seatOf: (ticket) => one('SELECT * FROM match_seats WHERE ticket = ?', [ticket], seatOf),
    async seatsOf(game) {
      return (await ask('SELECT * FROM match_seats WHERE game = ? ORDER BY seat', [game])).map(seatOf);
    },
    async played(player, limit) {
      const rows = await ask(
        'SELECT * FROM match_seats WHERE player = ? AND ended IS NOT NULL ORDER BY ended DESC, game LIMIT ?',
        [player, limit],
      );
      return rows.map(seatOf);
    },
    quit: (game, seats) => write(seats.map((seat) => quitting(game, seat))),
    async unscored() {
      const rows = await ask(
        `SELECT DISTINCT m.game FROM match_seats m JOIN games g ON g.id = m.game
          WHERE m.ended IS NULL AND g.status <> 'live' LIMIT 500`,
      );
      return rows.map(({ game }) => game as string);
    },
    async idle(limit) {
      const rows = await ask(
        `SELECT DISTINCT m.game, g.version FROM match_seats m JOIN games g ON g.id = m.game
          WHERE m.ended IS NULL AND g.status = 'live' AND g.acted <= ${clock} - ${limit} LIMIT 500`,
      );
      return rows.map(({ game, version }) => ({ game: game as string, version: Number(version) }));
    },
    score: (game, results, ending, ended) =>
      write([
        ...results.map(({ seat, score }) => ({
          // Who gave up a game that came to its end in the same moment has not given it up.
          sql: `UPDATE match_seats SET score = ?, ending = ?, ended = ?${ending === 'abandoned' ? '' : ', quit = 0'}
            WHERE game = ? AND seat = ? AND ended IS NULL`,
          args: [score, ending, ended, game, seat],
        })),
        {
          sql: `UPDATE tickets SET state = 'over' WHERE state = 'playing'
            AND id IN (SELECT ticket FROM match_seats WHERE game = ? AND ticket IS NOT NULL)`,
          args: [game],
        },
      ]),
    async scores({ player, domain, seat, opponents }, limit) {
      const rows = await ask(
        `SELECT game, score, quit FROM match_seats WHERE player = ? AND domain = ? AND seat = ? AND opponents = ?
          AND score IS NOT NULL ORDER BY ended DESC, game LIMIT ?`,
        [player, domain, seat, opponents, limit],
      );
      return rows.map(({ game, score, quit }) => ({
        game: game as string,
        score: Number(score),
        quit: Number(quit) === 1,
      }));
    },
    putStanding: ({ player, domain, seat, opponents, kind, matches, quit, mean, low, high }) =>
      write([
        {
          // Of two servers that count at the same time the one that saw more has the last word.
          sql: `INSERT INTO standings (player, domain, seat, opponents, kind, matches, quit, mean, low, high)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (player, domain, seat, opponents) DO UPDATE SET matches = excluded.matches, quit = excluded.quit,
              mean = excluded.mean, low = excluded.low, high = excluded.high WHERE standings.matches <= excluded.matches`,
          args: [player, domain, seat, opponents, kind, matches, quit, mean, low, high],
        },
      ]),
    async standings({ limit, offset, ...only }) {
      const asked = Object.entries(only).filter(([, value]) => value !== undefined) as [string, string][];
      const rows = await ask(
        `SELECT * FROM (
            SELECT s.*, i.name, i.revoked, ROW_NUMBER() OVER (PARTITION BY s.domain, s.seat, s.opponents
              ORDER BY CASE WHEN s.low IS NULL THEN 1 ELSE 0 END, s.low DESC, s.mean DESC, s.player) AS place
            FROM standings s LEFT JOIN identities i ON i.player = s.player
            WHERE ${asked.map(([column]) => `s.${column} = ?`).join(' AND ')}
          ) AS placed WHERE place > ? AND place <= ? ORDER BY domain, seat, opponents, place`,
        [...asked.map(([, value]) => value), offset, offset + limit],
      );
      return rows.map(standingOf);
    },
  };
  return store;
}

/** Of those who write with this first, each sees what the one before it wrote. */
function oneByOne(what: 'newcomers' | 'tickets' | 'meetings'): Statement {
  return {
    sql: "INSERT INTO settings (name, value) VALUES (?, '') ON CONFLICT (name) DO UPDATE SET value = ''",
    args: [what],
  };
}

function isRoom(place: string, { since, all, here }: Room): Statement {
  const waiting = "SELECT COUNT(*) FROM tickets others WHERE others.state = 'waiting' AND others.asked >= ?";
  return { sql: `(${waiting}) < ? AND (${waiting} AND others.place = ?) < ?`, args: [since, all, since, place, here] };
}

/** Matches between `one`, of these places, and `other`. */
function meetingsOf(these: readonly string[]): string {
  return `FROM tickets one JOIN match_seats a ON a.ticket = one.id
    JOIN match_seats b ON b.game = a.game AND b.seat <> a.seat JOIN tickets other ON other.id = b.ticket
    WHERE one.place IN (${marks(these)}) AND a.created >= ?`;
}

function fewMeetings({ these, those, since, most }: Meetings): Statement {
  return {
    sql: `(SELECT COUNT(DISTINCT a.game) ${meetingsOf(these)} AND other.place IN (${marks(those)})) < ?`,
    args: [...these, since, ...those, most],
  };
}

function marks(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ');
}

/** A seat has given its match up. */
export function quitting(game: string, seat: Seat): Statement {
  return {
    sql: 'UPDATE match_seats SET quit = 1 WHERE game = ? AND seat = ? AND ended IS NULL',
    args: [game, seat],
  };
}

function identityOf({ player, kind, name, created, place, revoked }: Row): Identity {
  return { key: player, kind, name, created, place, revoked: revoked ?? null } as Identity;
}

function ticketOf({ id, player, state, domain, created, asked, agent_at, place, place_before }: Row): Ticket {
  const placeBefore = place_before ?? null;
  return { id, player, state, domain: domain ?? null, created, asked, agentAt: agent_at, place, placeBefore } as Ticket;
}

function seatOf({ game, seat, ticket, player, kind, opponents, domain, task, created, ...end }: Row): SeatResult {
  return {
    ...({ game, seat, ticket: ticket ?? null, player, kind, opponents, domain, task, created } as MatchSeat),
    ended: (end.ended as string | null) ?? null,
    ending: (end.ending as string | null) ?? null,
    score: end.score == null ? null : Number(end.score),
    quit: Number(end.quit) === 1,
  };
}

function standingOf({ player, kind, domain, seat, opponents, ...row }: Row): NamedStanding {
  const number = (value: unknown) => (value == null ? null : Number(value));
  return {
    ...({ player, kind, domain, seat, opponents } as Pick<
      Standing,
      'player' | 'kind' | 'domain' | 'seat' | 'opponents'
    >),
    matches: Number(row.matches),
    quit: Number(row.quit),
    mean: Number(row.mean),
    low: number(row.low),
    high: number(row.high),
    name: (row.name as string | null) ?? null,
    revoked: row.revoked != null,
  };
}
