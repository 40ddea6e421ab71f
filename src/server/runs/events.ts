/**
 * A run while it goes on, as server-sent events: `progress` with how far it is, as often as that changes, and `over` with the same when
 * nobody plays it any more. A stream that ends without `over` was cut; another goes on with it.
 */
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Places } from '../places.ts';
import { ApiError, type Env } from '../routes.ts';
import type { Progress } from './listed.ts';

/** Milliseconds between two looks. */
const LOOK = 1000;
/** Looks after which something is said though nothing changed. */
const HEARTBEAT = 15;

export function streamProgress(
  c: Context<Env>,
  streams: Places,
  look: () => Promise<Progress>,
  isStopping: () => boolean,
): Response {
  if (c.req.method === 'HEAD') return c.body(null, 200, { 'content-type': 'text/event-stream' });
  const { address, known } = c.get('caller');
  const { incoming } = c.env as { incoming?: IncomingMessage };
  const place = streams.take({ address, known, onLost: () => incoming?.socket.destroy() });
  if (!place)
    throw new ApiError(503, 'full', 'there is no place for another stream; close one, or come back in a moment');
  return streamSSE(c, async (stream) => {
    let [told, quiet] = ['', 0];
    try {
      while (!stream.aborted && !isStopping()) {
        const progress = await look();
        const data = JSON.stringify(progress);
        if (progress.status !== 'running') return await stream.writeSSE({ event: 'over', data });
        if (data !== told) await stream.writeSSE({ event: 'progress', data });
        else if (++quiet % HEARTBEAT === 0) await stream.write(': here\n\n');
        told = data;
        await sleep(LOOK);
      }
    } finally {
      place.release();
    }
  });
}
