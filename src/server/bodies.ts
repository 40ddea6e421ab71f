/**
 * Bodies of requests, read within bounds: so much each, and so much of all connections and of one address that is not complete or not
 * answered. Where it comes to more, the connection that began longest ago is closed (openenv/unread.ts).
 */
import type { IncomingMessage } from 'node:http';
import type { MiddlewareHandler } from 'hono';
import type { Unread } from './openenv/unread.ts';
import { createUnread, type UnreadOptions } from './openenv/unread.ts';
import { type Env, errorBody } from './routes.ts';

/** The largest body: an act with its words takes a few kilobytes, a situation for the coach not many more. */
const LARGEST_BODY = 256 * 1024;
/** Bytes that everybody may have: whoever waits for the other side's act is not cut for the act that was sent. */
const SMALL = 4096;

/** Refuses a body that is too large before it is read. */
export const sized: MiddlewareHandler<Env> = async function sized(c, next) {
  return Number(c.req.header('content-length') ?? 0) > LARGEST_BODY ? c.json(tooLarge, 413) : next();
};

const tooLarge = errorBody('too_large', `a body takes at most ${LARGEST_BODY} bytes`);

/** Reads the body, for those who look at it later. */
export function bodies(options?: UnreadOptions): MiddlewareHandler<Env> {
  const unread = createUnread(options);
  return async function readBody(c, next) {
    const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage & { rawBody?: Buffer } };
    const has = c.req.header('content-length') ?? c.req.header('transfer-encoding');
    if (!incoming || has === undefined || has === '0') return next();
    const { address, known } = c.get('caller');
    const counted = unread({ address, known, onCut: () => incoming.socket.destroy() });
    try {
      const body = await bodyOf(incoming, counted);
      if (!body) return c.json(tooLarge, 413);
      incoming.rawBody = body;
      await next();
    } finally {
      counted.end();
    }
  };
}

/** Undefined as soon as it is too large. */
function bodyOf(incoming: IncomingMessage, counted: Unread): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const count = (anew: boolean) => {
      if (bytes > SMALL) counted.is(bytes, anew);
    };
    const take = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > LARGEST_BODY) return settle(() => resolve(undefined));
      chunks.push(chunk);
      count(false);
    };
    const end = () => {
      count(true);
      settle(() => resolve(Buffer.concat(chunks)));
    };
    const cut = () => settle(() => reject(new Error('the caller hung up in the middle of a request')));
    const settle = (how: () => void) => {
      incoming.off('data', take).off('end', end).off('close', cut).off('error', cut);
      how();
    };
    if (incoming.destroyed && !incoming.readableEnded) return cut();
    incoming.on('data', take).on('end', end).on('close', cut).on('error', cut);
  });
}
