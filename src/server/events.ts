/**
 * Live turns as server-sent events. Each carries its place in the record as its id, so a client that lost the line goes on
 * where it was (Last-Event-ID). Only what is stored is sent, and only what the caller's role may see.
 *
 *   act      {turn, seat, act}      someone acted
 *   refused  {turn, reason}         the caller's own act was refused
 *   turn     {turn, toAct}          who is to act now
 *   over     {kind, turn, by, deal, conclusion} how it ended
 *   closed   {}                     the game was given up, or the server is stopping
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
  readonly place: number;
}

export function streamEvents(c: Context<Env>, table: Table, seat: Seat | undefined, after: number): Response {
  return streamSSE(c, async (stream) => {
    const queue: Message[] = [];
    let wake: (() => void) | undefined;
    let ended = false;
    const push = (event: Event | 'over', place: number) => {
      const message = messageOf(table, seat, event, place);
      if (!message) return;
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
    for (const [place, event] of table.events.slice(0, table.events.length).entries())
      if (place >= after) push(event, place);
    if (table.episode || !table.live) push('over', table.events.length);
    else queue.push(turnMessage(table, seat, table.events.length));
    const beat = setInterval(() => void stream.write(': here\n\n'), HEARTBEAT);
    try {
      for (;;) {
        for (let message = queue.shift(); message; message = queue.shift()) {
          await stream.writeSSE({
            event: message.event,
            id: String(message.place),
            data: JSON.stringify(message.data),
          });
          if (message.event === 'act' && queue.length === 0 && !ended)
            queue.push(turnMessage(table, seat, message.place));
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

function messageOf(table: Table, seat: Seat | undefined, event: Event | 'over', place: number): Message | undefined {
  if (event === 'over') {
    const { result, you } = showGame(table, seat);
    return result
      ? { event: 'over', data: you ? { ...result, utility: you.utility } : result, place }
      : { event: 'closed', data: {}, place };
  }
  if (event.type === 'action-taken') {
    const seen = showGame(table, seat).history.some((one) => one.turn === event.turn && one.seat === event.seat);
    return seen ? { event: 'act', data: { turn: event.turn, seat: event.seat, act: event.act }, place } : undefined;
  }
  if (event.type === 'action-refused' && event.seat === seat)
    return { event: 'refused', data: { turn: event.turn, reason: event.reason }, place };
  return undefined;
}

function turnMessage(table: Table, seat: Seat | undefined, place: number): Message {
  const { turn, toAct } = showGame(table, seat);
  return { event: 'turn', data: { turn, toAct }, place };
}
