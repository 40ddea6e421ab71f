/**
 * Matches that the server makes: it draws the opponent, the task, the seats and the seed; people and agents only ask for one.
 *
 * Who asks gets a ticket and comes back with it. Whoever comes back tries to seat two: any two tickets of a kind whose owners
 * asked a moment ago and may meet; when the patience is over, an agent of the house sits down. The game is made first and the
 * tickets are claimed after it, both or neither, so that a server that dies in between leaves a game that nobody knows, and
 * nobody a match that is not there.
 *
 * A key never meets itself, nor a key that was first seen, or asks, from the same address on the same day or the day before, nor
 * twice a day the same key; keys of the same two addresses meet three times a day. Addresses are kept only as a seal of address and day.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { Seat } from '../../core/index.ts';
import { showGame } from '../games/show.ts';
import type { Tables } from '../games/tables.ts';
import { readable } from '../identities/names.ts';
import { ApiError } from '../routes.ts';
import type { Identity, MatchSeat, Ticket, Waiting } from '../storage/matches.ts';
import { Overtaken, type Storage } from '../storage/storage.ts';
import { draw, drawAgent, drawSeed, drawTask, matchDomains } from './pool.ts';
import { settle } from './scores.ts';

export interface MatchmakerOptions {
  readonly storage: Storage;
  readonly tables: Tables;
  /** Milliseconds after which a seat that does not act has given the match up. */
  readonly clock?: number;
}

const CLOCK = 5 * 60_000;
/** Who has not asked for so long is not seated: nobody is there. */
const FRESH = 30_000;
/** And after so long it has left. */
const GONE = 10 * 60_000;
/** Longer than a signature made ahead of this clock holds. */
const NONCES_KEPT = 15 * 60_000;
const DAY = 86_400_000;
/** Tickets that wait for somebody at once, of all and of one address. */
const MOST_WAITING = { all: 1000, here: 20 };
/** Matches in a day between keys that ask from the same two addresses, however many keys there are. */
const MOST_MEETINGS = 3;
/** Keys that may be made from one address in a day. */
const MOST_KEYS = 20;

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

export function createMatchmaker({ storage, tables, clock = CLOCK }: MatchmakerOptions) {
  const store = storage.matches;
  const started = performance.now();
  let known: Promise<string> | undefined;
  const sealed = async (text: string, bytes: number): Promise<string> => {
    known ??= store.secret(randomBytes(32).toString('base64url')).catch((error: unknown) => {
      known = undefined; // the next who asks tries again
      throw error;
    });
    const digest = createHmac('sha256', await known)
      .update(text)
      .digest();
    return digest.subarray(0, bytes).toString('base64url');
  };
  /** The same wherever it is asked for, so that any server may hand it out and a lost answer loses nothing. */
  const tokenOf = (ticket: string) => sealed(`seat ${ticket}`, 24);
  /** Nobody can tell the address from it. */
  const placeOf = (address: string, daysAgo = 0) =>
    sealed(`place ${new Date(Date.now() - daysAgo * DAY).toISOString().slice(0, 10)} ${address}`, 15);

  const seatThem = async (tickets: readonly Waiting[]): Promise<boolean> => {
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
    const { table } = await tables.create(
      { task, seats: sitting, listed: false, pace: 0, match: { seed, tokens } },
      false,
    );
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
    );
    // Somebody else was faster, with one of them.
    if (!made) await tables.abandon(table);
    return made;
  };

  /** Seats the owner of a ticket that waits, if it can be done now. */
  const pair = async ({ id }: Ticket, { kind }: Identity): Promise<void> => {
    const queue = await store.waiting(kind, new Date(Date.now() - FRESH).toISOString());
    const own = queue.find((one) => one.id === id);
    if (!own) return;
    const others = queue.filter((one) => mayMeet(own, one));
    while (others.length > 0) {
      const [other] = others.splice(others.indexOf(draw(others)), 1) as [Waiting];
      const since = new Date(Date.now() - DAY).toISOString();
      if (await store.haveMet(own.player, other.player, since)) continue;
      if ((await store.meetings(askedFrom(own), askedFrom(other), since)) >= MOST_MEETINGS) continue;
      if (await seatThem([own, other])) return;
      if ((await store.ticket(id))?.state !== 'waiting') return;
    }
    if (own.agentAt <= now()) await seatThem([own]);
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
        throw new ApiError(
          429,
          'limit',
          `${MOST_KEYS} keys a day are all that one address may bring; come back tomorrow`,
        );
      throw new ApiError(409, 'name', `the name "${identity.name}" is taken; take another`);
    },

    async ask(
      identity: Identity,
      { domain, patience, address }: { domain: string | null; patience: number; address: string },
    ): Promise<{ held: Held; made: boolean }> {
      const open = await store.openTicketOf(identity.key);
      if (open) return { held: await this.look(open, identity), made: false };
      const place = await placeOf(address);
      // Who does not wait for anybody is never in the way.
      if (patience > 0) {
        const { all, here } = await store.countWaiting(new Date(Date.now() - FRESH).toISOString(), place);
        if (here >= MOST_WAITING.here)
          throw new ApiError(429, 'limit', `${here} wait at this address already; ask with patience 0, or in a minute`);
        if (all >= MOST_WAITING.all)
          throw new ApiError(503, 'full', `${all} wait for a match already; ask with patience 0, or in a minute`);
      }
      const created = now();
      const ticket: Ticket = {
        id: randomBytes(24).toString('base64url'),
        player: identity.key,
        state: 'waiting',
        domain,
        created,
        asked: created,
        agentAt: new Date(Date.now() + patience * 1000).toISOString(),
        place,
        placeBefore: await placeOf(address, 1),
      };
      const made = await store.openTicket(ticket);
      const own = made ? ticket : ((await store.openTicketOf(identity.key)) ?? ticket);
      return { held: await this.look(own, identity), made };
    },

    /** A ticket as it stands; asking is what keeps a place in the queue. */
    async look(ticket: Ticket, identity: Identity): Promise<Held> {
      if (ticket.state === 'waiting') {
        await store.asked(ticket.id, now());
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
      await store.leaveUnasked(new Date(Date.now() - GONE).toISOString());
      await store.forgetNonces(new Date(Date.now() - NONCES_KEPT).toISOString());
    },
  };
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

function now(): string {
  return new Date().toISOString();
}
