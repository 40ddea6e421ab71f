/**
 * Live turns as server-sent events. Each carries as its id how many acts and refusals this reader has been told, so a client
 * that lost the line goes on where it was (Last-Event-ID), and nobody can count what others noted or were refused. Only what is
 * stored is sent, and only what the caller's role may see.
 *
 *   act      {turn, seat, act}      someone acted
 *   refused  {turn, reason}         the caller's own act was refused
 *   turn     {turn, toAct}          who is to act now
 *   over     {kind, turn, by, deal, conclusion} how it ended
 *   closed   {}                     the game was given up
 *
 * A stream that ends with neither over nor closed was cut: the server is stopping, or has no room. Another goes on with it.
 */
import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Event, Seat } from '../core/index.ts';
import { showGame } from './games/show.ts';
import type { Table } from './games/tables.ts';
import type { Env } from './routes.ts';

const HEARTBEAT = 15_000;
/** Events that a slow reader may leave lying before it is cut off. */
const LONGEST_LINE = 1000;

interface Message {
  readonly event: string;
  readonly data: unknown;
  /** How many acts and refusals were told, this one included. */
  readonly told: number;
}

export function streamEvents(c: Context<Env>, table: Table, seat: Seat | undefined, after: number): Response {
  return streamSSE(c, async (stream) => {
    const queue: Message[] = [];
    let wake: (() => void) | undefined;
    let ended = false;
    let told = 0;
    const push = (event: Event | 'over' | 'cut') => {
      if (event === 'cut') {
        // Without a word of the game's end: who comes back hears the rest, from another server perhaps.
        ended = true;
        return wake?.();
      }
      const message = event === 'over' ? endMessage(table, seat, told) : messageOf(table, seat, event, told + 1);
      if (!message) return;
      if (event !== 'over' && ++told <= after) return;
      queue.push(message);
      if (message.event === 'over' || message.event === 'closed' || queue.length > LONGEST_LINE) ended = true;
      wake?.();
    };
    table.listeners.add(push);
    stream.onAbort(() => {
      ended = true;
      wake?.();
    });
    // What was stored before this caller listened; what comes now stands behind it in the queue.
    for (const event of [...table.events]) push(event);
    if (table.episode || table.breakdown || !table.live) push('over');
    else queue.push(turnMessage(table, seat, told));
    const beat = setInterval(() => void stream.write(': here\n\n'), HEARTBEAT);
    try {
      for (;;) {
        for (let message = queue.shift(); message; message = queue.shift()) {
          await stream.writeSSE({
            event: message.event,
            id: String(message.told),
            data: JSON.stringify(message.data),
          });
          if (message.event === 'act' && queue.length === 0 && !ended)
            queue.push(turnMessage(table, seat, message.told));
        }
        if (ended || stream.aborted) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    } finally {
      clearInterval(beat);
      table.listeners.delete(push);
    }
  });
}

function endMessage(table: Table, seat: Seat | undefined, told: number): Message {
  const { result, you } = showGame(table, seat);
  return result
    ? { event: 'over', data: you ? { ...result, utility: you.utility } : result, told }
    : { event: 'closed', data: {}, told };
}

function messageOf(table: Table, seat: Seat | undefined, event: Event, told: number): Message | undefined {
  if (event.type === 'action-taken') {
    const { turn, seat: actor, act } = event;
    // As it stood after that turn: what the rules show later would change the count of those who come back.
    const then = { ...table, events: table.events.filter((one) => one.turn <= turn) };
    const seen = showGame(then, seat).history.some((one) => one.turn === turn && one.seat === actor);
    return seen ? { event: 'act', data: { turn, seat: actor, act }, told } : undefined;
  }
  if (event.type === 'action-refused' && event.seat === seat)
    return { event: 'refused', data: { turn: event.turn, reason: event.reason }, told };
  return undefined;
}

function turnMessage(table: Table, seat: Seat | undefined, told: number): Message {
  const { turn, toAct } = showGame(table, seat);
  return { event: 'turn', data: { turn, toAct }, told };
}
