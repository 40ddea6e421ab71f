/**
 * Matches that the server makes: it draws the opponent, the task, the seats and the seed; people and agents only ask for one.
 *
 * Who asks gets a ticket and comes back with it. Whoever comes back tries to seat two: any two tickets of a kind whose owners
 * asked a moment ago and may meet; when the patience is over, an agent of the house sits down. The game is made first and the
 * tickets are claimed after it, both or neither, so that a server that dies in between leaves a game that nobody knows, and
 * nobody a match that is not there.
 *
 * A key never meets itself, nor a key that was first seen, or asks, from the same address on the same day or the day before, nor
 * twice a day the same key; keys of the same two addresses meet three times a day. Addresses are kept only as a seal of address and
 * day, with a secret of that day which is forgotten.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { Seat } from '../../core/index.ts';
import { showGame } from '../games/show.ts';
import type { Tables } from '../games/tables.ts';
import { readable } from '../identities/names.ts';
import { ApiError } from '../routes.ts';
import type { Identity, MatchSeat, Meetings, Ticket, Waiting } from '../storage/matches.ts';
import { Overtaken, type Storage } from '../storage/storage.ts';
import { newToken } from '../tokens.ts';
import { draw, drawAgent, drawSeed, drawTask, matchDomains } from './pool.ts';
import { settle } from './scores.ts';

export interface MatchmakerOptions {
  readonly storage: Storage;
  readonly tables: Tables;
  /** Milliseconds after which a seat that does not act has given the match up. */
  readonly clock?: number;
  /** Tickets that wait for somebody at once, of all and of one address. */
  readonly mostWaiting?: { readonly all: number; readonly here: number };
  /** Tickets of one address in a day. */
  readonly mostToday?: number;
}

const CLOCK = 5 * 60_000;
/** Who has not asked for so long is not seated: nobody is there. */
const FRESH = 30_000;
/** And after so long it has left. */
const GONE = 10 * 60_000;
/** Longer than a signature made ahead of this clock holds. */
const NONCES_KEPT = 15 * 60_000;
const DAY = 86_400_000;
const MOST_WAITING = { all: 1000, here: 20 };
/** Matches in a day between keys that ask from the same two addresses, however many keys there are. */
const MOST_MEETINGS = 3;
/** Keys that may be made from one address in a day, and matches that may be asked for. */
const MOST_KEYS = 20;
const MOST_TICKETS = 2000;
/** Who finds everybody taken so often waits until it asks again. */
const TRIES = 5;

export interface Asking {
  readonly domain: string | null;
  /** Seconds until an agent sits down. */
  readonly patience: number;
  readonly address: string;
  /** The token's holder and this machine may ask for as many matches as they like. */
  readonly known?: boolean;
}

export interface Held {
  readonly ticket: Ticket;
  readonly game: string | null;
  readonly seat: Seat | null;
  /** Opens the seat, and the transcript when it is over. */
  readonly token: string | null;
  readonly task: string | null;
  readonly ending: string | null;
  readonly score: number | null;
}

export type Matchmaker = ReturnType<typeof createMatchmaker>;

export function createMatchmaker({
  storage,
  tables,
  clock = CLOCK,
  mostWaiting = MOST_WAITING,
  mostToday = MOST_TICKETS,
}: MatchmakerOptions) {
  const store = storage.matches;
  const started = performance.now();
  const secrets = new Map<string, Promise<string>>();
  const sealed = async (text: string, bytes: number, by = 'secret'): Promise<string> => {
    const known =
      secrets.get(by) ??
      store.secret(by, randomBytes(32).toString('base64url')).catch((error: unknown) => {
        secrets.delete(by); // the next who asks tries again
        throw error;
      });
    secrets.set(by, known);
    const digest = createHmac('sha256', await known)
      .update(text)
      .digest();
    return digest.subarray(0, bytes).toString('base64url');
  };
  /** The same wherever it is asked for, so that any server may hand it out and a lost answer loses nothing. */
  const tokenOf = (ticket: string) => sealed(`seat ${ticket}`, 24);
  /** Nobody can tell the address from it, with the database neither once the secret of the day is gone. */
  const placeOf = (address: string, daysAgo = 0) => sealed(address, 15, placesOn(daysAgo));
  const room = () => ({ ...mostWaiting, since: ago(FRESH) });

  const seatThem = async (tickets: readonly Waiting[], meetings?: Meetings): Promise<boolean> => {
    const domain = tickets.find((one) => one.domain !== null)?.domain ?? draw(matchDomains);
    const task = drawTask(domain);
    const seed = drawSeed();
    const seats = task.domain.seats(task.scenario(seed, {}).scenario);
    const first = draw(seats);
    const order = [first, ...seats.filter((seat) => seat !== first)];
    const agent = tickets.length < seats.length ? drawAgent(domain) : undefined;
    const tokens: Record<Seat, string> = {};
    for (const [i, { id }] of tickets.entries()) tokens[order[i] as Seat] = await tokenOf(id);
    const sitting = Object.fromEntries(order.map((seat, i) => [seat, tickets[i] ? 'remote' : (agent as string)]));
    const match = { seed, tokens };
    const { table } = await tables.create({ task, seats: sitting, listed: false, pace: 0, match });
    const kind = (tickets[0] as Waiting).kind;
    const made = await store.seat(
      order.map((seat, i): MatchSeat => {
        const { id, player } = tickets[i] ?? {};
        return {
          game: table.stored.id,
          seat,
          ticket: id ?? null,
          player: player ?? (agent as string),
          kind: id === undefined ? 'agent' : kind,
          opponents: agent === undefined || id === undefined ? kind : 'agent',
          domain,
          task: task.name,
          created: table.stored.created,
        };
      }),
      meetings,
    );
    // Somebody else was faster, with one of them or with their addresses.
    if (!made) await tables.abandon(table);
    return made;
  };

  /** Seats the owner of a ticket that waits, if it can be done now. */
  const pair = async ({ id }: Ticket, { kind }: Identity): Promise<void> => {
    for (let tries = 0; tries < TRIES; tries++) {
      const queue = await store.waiting(kind, ago(FRESH));
      const own = queue.find((one) => one.id === id);
      if (!own) return;
      const since = ago(DAY);
      const these = askedFrom(own);
      const [met, meetings] = [await store.met(own.player, since), await store.meetings(these, since)];
      const others = queue.filter((other) => {
        if (!mayMeet(own, other) || met.has(other.player)) return false;
        return askedFrom(other).reduce((sum, place) => sum + (meetings.get(place) ?? 0), 0) < MOST_MEETINGS;
      });
      if (others.length === 0) {
        if (own.agentAt <= now()) await seatThem([own]);
        return;
      }
      const other = draw(others);
      // Counted once more when they are seated, which somebody else may do first.
      if (await seatThem([own, other], { these, those: askedFrom(other), since, most: MOST_MEETINGS })) return;
    }
  };

  const hold = async (ticket: Ticket): Promise<Held> => {
    const nothing = { game: null, seat: null, token: null, task: null, ending: null, score: null };
    if (ticket.state === 'waiting' || ticket.state === 'left') return { ticket, ...nothing };
    const sat = await store.seatOf(ticket.id);
    if (!sat) return { ticket, ...nothing };
    const { game, seat, task, ending, score } = sat;
    return { ticket, game, seat, task, ending, score, token: await tokenOf(ticket.id) };
  };

  const quit = async (game: string, seats: readonly Seat[]): Promise<void> => {
    await store.quit(game, seats);
    const table = await tables.find(game).catch(() => undefined);
    if (table?.live) await tables.abandon(table);
    else if (!table) await storage.abandon(game, now()); // its rules are no longer here
    await settle(storage, game);
  };

  return {
    placeOf,

    /** Makes a key known; its name is its own from then on. */
    async welcome(identity: Pick<Identity, 'key' | 'kind' | 'name'>, address: string): Promise<Identity> {
      const known = await store.identity(identity.key);
      if (known) return known;
      const place = await placeOf(address);
      const name = readable(identity.name);
      if (name === undefined)
        throw new ApiError(400, 'name', 'a name has a letter or a digit, and three marks on a letter at the most');
      const made = { ...identity, name, created: now(), place, revoked: null };
      if (await store.addIdentity(made, MOST_KEYS)) return made;
      const other = await store.identity(identity.key);
      if (other) return other;
      if ((await store.seenFrom(place)) >= MOST_KEYS)
        throw limit(`${MOST_KEYS} keys a day are all that one address may bring; come back tomorrow`, tomorrow());
      throw new ApiError(409, 'name', `the name "${identity.name}" is taken; take another`);
    },

    async ask(
      identity: Identity,
      { domain, patience, address, known = false }: Asking,
    ): Promise<{ held: Held; made: boolean }> {
      const open = await store.openTicketOf(identity.key);
      if (open) return { held: await this.look(open, identity), made: false };
      const created = now();
      const ticket: Ticket = {
        id: newToken(),
        player: identity.key,
        state: 'waiting',
        domain,
        created,
        asked: created,
        agentAt: new Date(Date.now() + patience * 1000).toISOString(),
        place: await placeOf(address),
        placeBefore: await placeOf(address, 1),
      };
      const made = await store.openTicket(ticket, {
        // Who does not wait for anybody is never in the way.
        ...(patience > 0 && { room: room() }),
        ...(!known && { today: mostToday }),
      });
      const own = made ? ticket : await store.openTicketOf(identity.key);
      if (own) return { held: await this.look(own, identity), made };
      const { all, waiting } = await store.ticketsAt(ticket.place, ago(FRESH));
      if (!known && all >= mostToday)
        throw limit(`${mostToday} matches a day are all that one address may ask for; come back tomorrow`, tomorrow());
      if (waiting >= mostWaiting.here)
        throw limit(`${waiting} wait at this address already; ask with patience 0, or in a minute`, 60);
      throw new ApiError(
        503,
        'full',
        `${mostWaiting.all} wait for a match already; ask with patience 0, or in a minute`,
      );
    },

    /** A ticket as it stands; asking is what keeps a place in the queue. */
    async look(ticket: Ticket, identity: Identity): Promise<Held> {
      if (ticket.state === 'waiting') {
        await store.asked(ticket, now(), room());
        await pair(ticket, identity);
      } else if (ticket.state === 'playing') {
        const sat = await store.seatOf(ticket.id);
        if (sat) await settle(storage, sat.game);
      }
      return hold((await store.ticket(ticket.id)) ?? ticket);
    },

    /** Leaves the queue, or gives up the match that has begun. */
    async leave(ticket: Ticket): Promise<Held> {
      if (!(await store.leave(ticket.id))) {
        const sat = await store.seatOf(ticket.id);
        if (sat && sat.ended === null) await quit(sat.game, [sat.seat]);
      }
      return hold((await store.ticket(ticket.id)) ?? ticket);
    },

    quit,

    async revoke(identity: Identity): Promise<void> {
      await store.revoke(identity.key, now());
      const open = await store.openTicketOf(identity.key);
      if (open) await this.leave(open);
    },

    /** Matches in which a seat lets its time run out are given up by that seat; whatever has ended is scored. */
    async sweep(): Promise<void> {
      // While no server ran nobody could act: who starts gives every match its whole time.
      const idle = performance.now() - started < clock ? [] : await store.idle(clock);
      for (const { game, version } of idle) {
        const table = await tables.find(game).catch(() => undefined);
        // Somebody has acted since, or does now: the clock began anew.
        if (table && table.version !== version) continue;
        const slow = table ? showGame(table, undefined).toAct : [];
        try {
          await storage.timeOut(game, version, clock, slow, now());
        } catch (error) {
          if (error instanceof Overtaken) continue;
          throw error;
        }
        await tables.find(game).catch(() => undefined); // it ends in memory too
        await settle(storage, game);
      }
      for (const game of await store.unscored()) await settle(storage, game);
      await store.leaveUnasked(ago(GONE));
      await store.forgetNonces(ago(NONCES_KEPT));
      // A day longer than they serve: another server's clock may still be at yesterday.
      await store.forgetPlaces(ago(2 * DAY), placesOn(2));
      for (const name of secrets.keys()) if (name !== 'secret' && name < placesOn(2)) secrets.delete(name);
    },
  };
}

export function limit(message: string, retryAfter: number): ApiError {
  return new ApiError(429, 'limit', message, { retryAfter });
}

/** Seconds until places have other seals. */
export function tomorrow(): number {
  return Math.ceil((DAY - (Date.now() % DAY)) / 1000);
}

/** Whether two tickets may sit at one table. */
function mayMeet(one: Waiting, other: Waiting): boolean {
  if (one.player === other.player) return false;
  if (one.domain !== null && other.domain !== null && one.domain !== other.domain) return false;
  const places = new Set([...askedFrom(one), one.firstPlace]);
  return ![...askedFrom(other), other.firstPlace].some((place) => places.has(place));
}

/** An address has another seal after midnight. */
function askedFrom({ place, placeBefore }: Ticket): readonly string[] {
  return placeBefore === null ? [place] : [place, placeBefore];
}

/** The secret that addresses of a day are sealed with. */
function placesOn(daysAgo: number): string {
  return `place ${ago(daysAgo * DAY).slice(0, 10)}`;
}

function now(): string {
  return ago(0);
}

function ago(milliseconds: number): string {
  return new Date(Date.now() - milliseconds).toISOString();
}
