/**
 * Live turns as server-sent events. Each carries as its id how many acts and refusals this reader has been told, so a client
 * that lost the line goes on where it was (Last-Event-ID), and nobody can count what others noted or were refused. Only what is
 * stored is sent, and only what the caller's role may see. A reader is told as fast as it reads: what it has not read lies in the
 * record, not in a line of its own.
 *
 *   act      {turn, seat, act}      someone acted
 *   refused  {turn, reason}         the caller's own act was refused
 *   turn     {turn, toAct}          who is to act now
 *   over     {kind, turn, by, deal, conclusion} how it ended
 *   closed   {}                     the game was given up
 *
 * A stream that ends with neither over nor closed was cut: the server is stopping, or has no room. Another goes on with it.
 */
import type { IncomingMessage } from 'node:http';
import { setImmediate as tick } from 'node:timers/promises';
import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import { advance, type Event, type Seat, stepsOf } from '../core/index.ts';
import { showGame } from './games/show.ts';
import type { Table } from './games/table.ts';
import type { Places } from './places.ts';
import { ApiError, type Env } from './routes.ts';

const HEARTBEAT = 15_000;
/** Milliseconds of long records, of all streams together, before others have their turn. */
const LONGEST_TURN = 5;
let since: number | undefined;

/** Whether the streams have told for long enough; the next round of the event loop begins anew. */
function othersWait(): boolean {
  const now = performance.now();
  if (since === undefined) {
    since = now;
    setImmediate(() => {
      since = undefined;
    });
  }
  return now - since > LONGEST_TURN;
}

interface Message {
  readonly event: string;
  readonly data: unknown;
}

export function streamEvents(
  c: Context<Env>,
  table: Table,
  seat: Seat | undefined,
  after: number,
  streams: Places,
): Response {
  // Nobody would read the stream, so nothing would ever end it.
  if (c.req.method === 'HEAD') return c.body(null, 200, { 'content-type': 'text/event-stream' });
  const { address, known } = c.get('caller');
  const { incoming } = c.env as { incoming?: IncomingMessage };
  const place = streams.take({ address, known, onLost: () => incoming?.socket.destroy() });
  if (!place)
    throw new ApiError(503, 'full', 'there is no place for another stream; close one, or come back in a moment');
  return streamSSE(c, async (stream) => {
    let wake: (() => void) | undefined;
    let over = table.episode !== undefined || table.breakdown !== undefined || !table.live;
    /** Without a word of the game's end: who comes back hears the rest, from another server perhaps. */
    let cut = false;
    const listener = (event: Event | 'over' | 'cut') => {
      over ||= event === 'over';
      cut ||= event === 'cut';
      wake?.();
    };
    table.listeners.add(listener);
    stream.onAbort(() => wake?.());
    let told = 0;
    const tell = ({ event, data }: Message) => stream.writeSSE({ event, id: String(told), data: JSON.stringify(data) });
    const beat = setInterval(() => void stream.write(': here\n\n'), HEARTBEAT);
    const sees = over ? keptSight(table, seat) : sight(table, seat);
    try {
      let next = 0;
      for (let turnIsNew = true; !stream.aborted && !cut; ) {
        for (let event = table.events[next]; event && !stream.aborted; event = table.events[next]) {
          while (othersWait()) await tick();
          const message = messageOf(event, seat, () => sees(event, next));
          next++;
          if (message && ++told > after) {
            await tell(message);
            turnIsNew ||= message.event === 'act';
          }
        }
        if (next < table.events.length) continue;
        if (over) return await tell(endMessage(table, seat));
        if (turnIsNew) await tell(turnMessage(table, seat));
        turnIsNew = false;
        if (over || cut || next < table.events.length || stream.aborted) continue;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    } finally {
      clearInterval(beat);
      table.listeners.delete(listener);
      place.release();
    }
  });
}

function endMessage(table: Table, seat: Seat | undefined): Message {
  const { result, you } = showGame(table, seat);
  if (!result) return { event: 'closed', data: {} };
  return { event: 'over', data: you ? { ...result, utility: you.utility } : result };
}

function messageOf(event: Event, seat: Seat | undefined, sees: () => boolean): Message | undefined {
  if (event.type === 'action-taken') {
    const { turn, seat: actor, act } = event;
    return sees() ? { event: 'act', data: { turn, seat: actor, act } } : undefined;
  }
  if (event.type === 'action-refused' && event.seat === seat)
    return { event: 'refused', data: { turn: event.turn, reason: event.reason } };
  return undefined;
}

/**
 * Whether a reader may see an act, as things stood after its turn: what the rules show later would change the count of those who come
 * back. The record is followed turn by turn, so that a long game is not told from its beginning for each of them.
 */
function sight(table: Table, seat: Seat | undefined): (event: Event) => boolean {
  const { domain, scenario, events } = table;
  let [from, to, current] = [0, 0, 0];
  let before: unknown;
  let after: unknown;
  return ({ turn, seat: actor }) => {
    try {
      if (to === 0) after = domain.start(scenario);
      for (let event = events[to]; event && event.turn <= turn; event = events[to]) {
        // A turn that goes on is put to the rules again as a whole.
        if (event.turn !== current) {
          current = event.turn;
          from = to;
          before = after;
        }
        while (events[to]?.turn === current) to++;
        const round = stepsOf({ events: events.slice(from, to) });
        if (round.length > 0) after = advance(domain, before, round).state;
      }
      const readers = seat === undefined ? domain.seats(scenario) : [seat];
      return readers.every((one) =>
        domain.view(after, one).history.some((taken) => taken.turn === turn && taken.seat === actor),
      );
    } catch {
      // Rules that throw end the game; it is told as it is then.
      showGame(table, seat);
      return false;
    }
  };
}

type Sight = (event: Event, at: number) => boolean;

/** What the readers of games that are over may see, by game and role: worked out once, however many read. */
const kept = new Map<string, Sight>();
const MOST_KEPT = 16;

/** Readers begin at the beginning, so whoever asks for what nobody has asked for yet is the furthest. */
export function keptSight(table: Table, seat: Seat | undefined): Sight {
  const key = JSON.stringify([table.stored.id, table.events.length, seat ?? null]);
  const known = kept.get(key);
  if (known) return known;
  const sees = sight(table, seat);
  const seen: (boolean | undefined)[] = [];
  const made: Sight = (event, at) => {
    seen[at] ??= sees(event);
    return seen[at] as boolean;
  };
  if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value as string);
  kept.set(key, made);
  return made;
}

function turnMessage(table: Table, seat: Seat | undefined): Message {
  const { turn, toAct } = showGame(table, seat);
  return { event: 'turn', data: { turn, toAct } };
}
