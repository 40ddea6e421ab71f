/**
 * The front door: who is asking, how often, how much, and what goes into the log.
 *
 * An address is the socket's own; X-Forwarded-For counts only when the server is told that it stands behind a proxy. The
 * bearer token, where there is one, is needed for what costs money or writes. Without one, models may be seated only from
 * this machine itself, by a request that names this machine (a page elsewhere cannot make a browser do that).
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import type { Context, MiddlewareHandler } from 'hono';
import type { Limiter } from './limits.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';
import { ApiError, type Env, errorBody } from './routes.ts';

export interface Caller {
  readonly address: string;
  /** Holds the server's token, or no token is asked for. */
  readonly mayWrite: boolean;
  readonly mayUseModels: boolean;
  /** The token of a seat, where one came along. */
  readonly seatToken: string | undefined;
}

export interface DoorOptions {
  readonly token: string | undefined;
  /** Bound to this machine only. */
  readonly local: boolean;
  readonly trustProxy: boolean;
}

interface Head {
  readonly header: (name: string) => string | undefined;
  readonly address: string | undefined;
}

export function createDoor({ token, local, trustProxy }: DoorOptions): {
  caller(c: Context): Caller;
  callerOf(request: IncomingMessage): Caller;
} {
  const know = ({ header, address }: Head): Caller => {
    const bearer = /^Bearer (.+)$/i.exec(header('authorization') ?? '')?.[1];
    const mayWrite = token === undefined || (bearer !== undefined && sameText(bearer, token));
    const here = local && isThisMachine(header('host') ?? '');
    return {
      address: addressOf((trustProxy ? header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined) ?? address),
      mayWrite,
      mayUseModels: token === undefined ? here : mayWrite,
      seatToken: header('x-seat-token'),
    };
  };
  return {
    caller: (c) =>
      know({
        header: (name) => c.req.header(name),
        address: (c.env as { incoming?: IncomingMessage } | undefined)?.incoming?.socket.remoteAddress,
      }),
    callerOf: (request) =>
      know({
        header: (name) => {
          const value = request.headers[name];
          return Array.isArray(value) ? value[0] : value;
        },
        address: request.socket.remoteAddress,
      }),
  };
}

export function requireToken(caller: Caller): void {
  if (!caller.mayWrite)
    throw new ApiError(401, 'token', "this needs the server's token: send Authorization: Bearer TOKEN");
}

/** Equal in a time that does not say how far they agree. */
function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

function isThisMachine(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i.test(host);
}

/** One customer of IPv6 has a whole /64 of addresses. */
function addressOf(text: string | undefined): string {
  if (text === undefined || text === '') return 'unknown';
  const plain = text.replace(/^::ffff:/i, '').slice(0, 60);
  return isIPv6(plain) ? `${fullIPv6(plain).split(':').slice(0, 4).join(':')}::/64` : plain;
}

function fullIPv6(text: string): string {
  const [head = '', tail] = text.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right].join(':');
}

/** Refuses who has had enough. */
export function limited(limiter: Limiter): MiddlewareHandler<Env> {
  return async function limitedByAddress(c, next) {
    const full = limiter.take(c.get('caller').address);
    if (!full) return next();
    c.header('Retry-After', String(full.seconds));
    return c.json(errorBody('limit', `${full.says}; come back in ${full.seconds} s`), 429);
  };
}

/** The largest body: an act with its words takes a few kilobytes, a situation for the coach not many more. */
const LARGEST_BODY = 256 * 1024;

/** Refuses a body that is too large before it is read, or as soon as it has become so. */
export const sized: MiddlewareHandler<Env> = async function sized(c, next) {
  const says = errorBody('too_large', `a body takes at most ${LARGEST_BODY} bytes`);
  const length = Number(c.req.header('content-length') ?? 0);
  if (length > LARGEST_BODY) return c.json(says, 413);
  // Only a body without a length needs counting: touching the stream costs more than the rest of a request.
  if (c.req.header('transfer-encoding') !== undefined && c.req.raw.body) {
    let read = 0;
    const chunks: Uint8Array[] = [];
    for await (const chunk of c.req.raw.body) {
      read += chunk.byteLength;
      if (read > LARGEST_BODY) return c.json(says, 413);
      chunks.push(chunk);
    }
    c.req.raw = new Request(c.req.raw, { body: Buffer.concat(chunks) });
  }
  return next();
};

/** One line and one count a request. */
export function observed(log: Logger, metrics: Metrics): MiddlewareHandler<Env> {
  return async function observedRequest(c, next) {
    const begun = performance.now();
    await next();
    const milliseconds = performance.now() - begun;
    const route = c.get('route') ?? 'none';
    const { status } = c.res;
    metrics.count('parley_http_requests_total', { route, status });
    metrics.time('parley_http_seconds', milliseconds / 1000, { route });
    if (log.isLevelEnabled('info'))
      log.info({ method: c.req.method, route, status, ms: Math.round(milliseconds * 10) / 10 }, 'request');
  };
}
