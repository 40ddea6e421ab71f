/** The app: every route of the server behind the front door. It binds no port, so tests ask it directly. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { secureHeaders } from 'hono/secure-headers';
import { bodies, sized } from './bodies.ts';
import { type Door, fromHere, limited, observed, requireToken } from './front-door.ts';
import { createLimiter, type Windows } from './limits.ts';
import { errorFields, type Logger } from './log.ts';
import type { Metrics } from './metrics.ts';
import { openApiDocument } from './openapi.ts';
import type { UnreadOptions } from './openenv/unread.ts';
import { docsPage } from './page.ts';
import { ApiError, type Env, errorBody, mount, type Route, route } from './routes.ts';
import { createWeb, isRead, pageNames, type Web } from './web.ts';

export interface AppOptions {
  readonly openEnv: readonly Route[];
  readonly api: readonly Route[];
  readonly door: Door;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Origins that a browser may call from. */
  readonly cors: readonly string[];
  readonly limits: { readonly address: Windows; readonly openEnv: Windows };
  readonly token: boolean;
  /** Bytes of bodies that are not complete, or not answered. */
  readonly unread?: UnreadOptions;
  readonly isStopping: () => boolean;
  /** The connection is that of a caller with the token, or of this machine. */
  readonly onKnown?: (socket: Socket) => void;
}

const HOT: ReadonlySet<string> = new Set(['/reset', '/step']);

const ABOUT =
  'Negotiations as an OpenEnv environment, as live games, and as records to replay and fork. Routes at the root are OpenEnv; ' +
  'routes under /v1 are the API of this house. A game is opened by its id, a seat in it by its token.';

export function createApp(options: AppOptions): Hono<Env> {
  const { openEnv, api, door, log, metrics } = options;
  const app = new Hono<Env>();

  app.use(observed(log, metrics));
  const headers = secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      formAction: ["'none'"],
      baseUri: ["'none'"],
      // A Space shows the app in a frame; anywhere else clicks could be led to give a match or a key up.
      frameAncestors: ["'self'", 'https://huggingface.co'],
    },
    // frame-ancestors says it more precisely.
    xFrameOptions: false,
    crossOriginResourcePolicy: 'same-origin',
  });
  // The steps of an episode are JSON that no page shows: they carry nosniff of their own, and a dozen headers cost a third of them.
  app.use(async (c, next) => (HOT.has(c.req.path) ? next() : headers(c, next)));
  if (options.cors.length > 0)
    app.use(
      cors({
        origin: [...options.cors],
        allowHeaders: [
          'authorization',
          'content-type',
          'x-seat-token',
          'last-event-id',
          'content-digest',
          'signature',
          'signature-input',
        ],
      }),
    );
  app.use(async (c, next) => {
    const caller = door.caller(c);
    c.set('caller', caller);
    const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage };
    if (caller.known && incoming) options.onKnown?.(incoming.socket);
    if (options.isStopping())
      return c.json(errorBody('stopping', 'the server is stopping; come back in a moment'), 503, {
        'retry-after': '5',
      });
    return next();
  });
  app.use(fromHere);
  app.use(sized);
  const byAddress = limited(createLimiter(options.limits.address));
  app.use('/v1/*', byAddress);
  const openEnvPaths = new Set(openEnv.map((one) => one.path.split('/')[1]));
  const atOpenEnv = limited(createLimiter(options.limits.openEnv));
  app.use(async (c, next) => (openEnvPaths.has(c.req.path.split('/')[1] ?? '') ? atOpenEnv(c, next) : next()));

  app.use(bodies(options.unread));

  const web = createWeb();
  app.use(web.files);
  const own = ownRoutes(web, metrics, options.token, () => openApiDocument([...openEnv, ...api], ABOUT));
  // OpenEnv's routes with a free first part come last, so that they hide nothing.
  mount(app, [...own, ...api, ...openEnv]);

  app.notFound((c) => {
    c.set('route', 'none');
    const { path } = c.req;
    // Whatever address of the app somebody opens or reloads, the app finds its page.
    if (isRead(c) && !path.startsWith('/v1')) {
      c.header('vary', 'accept', { append: true });
      const page = wantsPage(path, c.req.header('accept')) ? web.page(c) : undefined;
      if (page) return page;
    }
    // FastAPI sends a trailing slash on; so do we where FastAPI would.
    if (path.length > 1 && path.endsWith('/') && openEnv.some((one) => `${one.path}/` === path))
      return c.redirect(path.slice(0, -1), 307);
    return c.json(
      { detail: 'Not Found', ...errorBody('not_found', 'there is nothing here; /docs lists what there is') },
      404,
    );
  });
  app.onError((error, c) => {
    if (error instanceof ApiError) {
      const seconds = error.more.retryAfter ?? (error.status === 503 ? 5 : undefined);
      if (seconds !== undefined) c.header('Retry-After', String(seconds));
      return c.json(errorBody(error.code, error.message, error.more), error.status as 400);
    }
    const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage };
    // Who hung up in the middle of a request hears nothing, and must not fill the log.
    log[incoming?.destroyed && !incoming.complete ? 'debug' : 'error'](errorFields(error), 'failed');
    return c.json(
      { detail: 'Internal Server Error', ...errorBody('failed', 'the server failed; it is in its log') },
      500,
    );
  });
  return app;
}

/** A browser that opens an address; or a program that takes anything, at the address of a page: elsewhere it is told that nothing is there. */
function wantsPage(path: string, accept = '*/*'): boolean {
  return accept.includes('text/html') || (accept.includes('*/*') && pageNames.has(path.split('/')[1] ?? ''));
}

function ownRoutes(web: Web, metrics: Metrics, token: boolean, document: () => object): Route[] {
  let made: object | undefined;
  let text: Uint8Array<ArrayBuffer> | undefined;
  const html = (about: string) => ({ 200: { about, type: 'text/html', schema: { type: 'string' } } });
  const page = (path: string, about: string, text: () => string) =>
    route({ method: 'get', path, about, tag: 'page', answers: html(about), handle: ({ c }) => c.html(text()) });
  return [
    route({
      method: 'get',
      path: '/',
      about: 'The web app.',
      tag: 'page',
      answers: html('The web app.'),
      handle: ({ c }) => web.page(c) ?? c.text('the web app is not built here: npm run build; the API is at /docs'),
    }),
    route({
      method: 'get',
      path: '/web',
      about: 'Where a Space looks for the page.',
      tag: 'page',
      answers: { 302: { about: 'The web app.' } },
      handle: ({ c }) => c.redirect('/', 302),
    }),
    page('/docs', 'The API in words.', () => {
      made ??= document();
      return docsPage(made);
    }),
    route({
      method: 'get',
      path: '/openapi.json',
      about: 'This document.',
      tag: 'page',
      answers: { 200: { about: 'OpenAPI 3.1.', schema: { type: 'object' } } },
      handle: ({ c }) => {
        made ??= document();
        // Bytes are not copied for each who asks, however slowly it reads.
        text ??= new TextEncoder().encode(JSON.stringify(made));
        return c.body(text, 200, { 'content-type': 'application/json' });
      },
    }),
    route({
      method: 'get',
      path: '/metrics',
      about: 'Counters for Prometheus.',
      tag: 'page',
      needs: 'token',
      answers: { 200: { about: 'Text.', type: 'text/plain' } },
      handle: async ({ c }) => {
        if (token) requireToken(c.get('caller'));
        return c.text(await metrics.text());
      },
    }),
  ];
}
