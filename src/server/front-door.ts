/**
 * The front door: who is asking, from which page, how often, how much, and what goes into the log.
 *
 * The bearer token, where there is one, is needed for what costs money or writes. Without one, models may be seated only from this
 * machine itself. A browser takes requests to this machine from any page, so whatever writes, seats a model or opens a socket must
 * come from a page of this server or of an origin that --cors names, or from no page at all; and a server that listens for this
 * machine alone answers to no other name, which a page elsewhere could have made point here.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Context, MiddlewareHandler } from 'hono';
import { isSelf, type ProxyTrust, senderOf } from './address.ts';
import type { Limiter } from './limits.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';
import { ApiError, type Env, errorBody } from './routes.ts';

export interface Caller {
  readonly address: string;
  /** Holds the token, or asks from this machine and from no page elsewhere: bounded together with all others alone. */
  readonly known: boolean;
  /** Holds the server's token, or no token is asked for; and comes from no page elsewhere. */
  readonly mayWrite: boolean;
  readonly mayUseModels: boolean;
  /** The token of a seat, where one came along. */
  readonly seatToken: string | undefined;
  /** Set for a page of another origin, or for one that calls this machine by a name of its own. */
  readonly foreign: Foreign | undefined;
}

interface Foreign {
  readonly code: 'host' | 'origin';
  readonly says: string;
}

export interface DoorOptions {
  readonly token: string | undefined;
  /** Bound to this machine only. */
  readonly local: boolean;
  readonly trustProxy: ProxyTrust;
  /** Origins of other pages that may call. */
  readonly cors: readonly string[];
}

interface Head {
  readonly header: (name: string) => string | undefined;
  readonly peer: string | undefined;
}

export interface Door {
  caller(c: Context): Caller;
  callerOf(request: IncomingMessage): Caller;
}

const FORWARDED = ['x-forwarded-for', 'forwarded', 'x-real-ip'];

export function createDoor({ token, local, trustProxy, cors }: DoorOptions): Door {
  const foreignTo = (header: Head['header']): Foreign | undefined => {
    const host = header('host');
    if (local && token === undefined && trustProxy === 'none' && host !== undefined && !isThisMachine(host))
      return {
        code: 'host',
        says: `this server is for this machine alone and was called "${host.slice(0, 100)}": call it localhost; behind a proxy start it with --trust-proxy`,
      };
    const origin = header('origin');
    const site = header('sec-fetch-site');
    if (origin !== undefined && cors.includes(origin)) return undefined;
    // The browser itself says where a page stands; where it does not, the page's origin must be the one that is called.
    if (
      site === undefined
        ? origin === undefined || hostOf(origin) === host?.toLowerCase()
        : /^(same-origin|none)$/.test(site)
    )
      return undefined;
    return {
      code: 'origin',
      says: `a page of ${(origin ?? 'another site').slice(0, 100)} may not do this: name its origin with --cors`,
    };
  };
  const know = ({ header, peer }: Head): Caller => {
    const bearer = /^Bearer (.+)$/i.exec(header('authorization') ?? '')?.[1];
    const holds = token !== undefined && bearer !== undefined && sameText(bearer, token);
    const foreign = holds ? undefined : foreignTo(header);
    const direct = isThisMachine(header('host') ?? '') && FORWARDED.every((name) => header(name) === undefined);
    const mayWrite = foreign === undefined && (token === undefined || holds);
    return {
      address: senderOf(peer, header('x-forwarded-for'), trustProxy),
      known: holds || (foreign === undefined && direct && isSelf(peer)),
      mayWrite,
      mayUseModels: mayWrite && (holds || (local && direct)),
      seatToken: header('x-seat-token'),
      foreign,
    };
  };
  return {
    caller: (c) =>
      know({
        header: (name) => c.req.header(name),
        peer: (c.env as { incoming?: IncomingMessage } | undefined)?.incoming?.socket.remoteAddress,
      }),
    callerOf: (request) =>
      know({
        header: (name) => {
          const value = request.headers[name];
          return Array.isArray(value) ? value[0] : value;
        },
        peer: request.socket.remoteAddress,
      }),
  };
}

export function requireToken(caller: Caller): void {
  if (caller.foreign) throw new ApiError(403, caller.foreign.code, caller.foreign.says);
  if (!caller.mayWrite)
    throw new ApiError(401, 'token', "this needs the server's token: send Authorization: Bearer TOKEN");
}

/** Runs show both sides' cards, and going on with one costs what models cost: for the same callers as models. */
export function requireOperator(caller: Caller): void {
  requireToken(caller);
  if (!caller.mayUseModels)
    throw new ApiError(
      403,
      'operator',
      'runs are for who holds the token of the server: start it with PARLEY_TOKEN, or for this machine alone',
    );
}

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Keeps pages of elsewhere from writing, and from reading what they call by a name of their own. */
export const fromHere: MiddlewareHandler<Env> = async function fromHere(c, next) {
  const { foreign } = c.get('caller');
  const reads = SAFE.has(c.req.method);
  if (!foreign || (reads && (foreign.code === 'origin' || c.req.path === '/health'))) return next();
  return c.json({ detail: foreign.says, ...errorBody(foreign.code, foreign.says) }, 403);
};

/** Equal in a time that does not say how far they agree. */
function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

function isThisMachine(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i.test(host);
}

function hostOf(origin: string): string | undefined {
  // An opaque origin is the text "null".
  return /^https?:\/\/([^/]+)$/i.exec(origin)?.[1]?.toLowerCase();
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
