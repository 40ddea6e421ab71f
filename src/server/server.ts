/**
 * The server: the app on a port, the sockets beside it, and a stop that loses nothing.
 *
 * Stopping takes no new request, lets those under way finish, leaves OpenEnv episodes a moment, and closes what is left.
 * Live games need no saving at the end: every turn was stored before it was acknowledged.
 */
import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAdaptorServer } from '@hono/node-server';
import { catalogueRoutes } from './api/catalogue.ts';
import { gameRoutes } from './api/games.ts';
import { highlightRoutes } from './api/highlights.ts';
import { identityRoutes } from './api/identities.ts';
import { leaderboardRoutes } from './api/leaderboards.ts';
import { matchRoutes } from './api/matches.ts';
import { modelRoutes } from './api/models.ts';
import { replayRoutes } from './api/replays.ts';
import { runRoutes } from './api/runs.ts';
import { createApp } from './app.ts';
import { createDoor } from './front-door.ts';
import { Tables } from './games/tables.ts';
import { createLimiter, type Windows } from './limits.ts';
import { errorFields, type Logger } from './log.ts';
import { createMatchmaker } from './matches/matchmaker.ts';
import { mcpRoutes } from './mcp.ts';
import { createMetrics } from './metrics.ts';
import { openEnvRoutes } from './openenv/http.ts';
import { Sessions } from './openenv/sessions.ts';
import { createSockets } from './openenv/websocket.ts';
import { createPlayers } from './players.ts';
import { openStorage } from './storage/storage.ts';

export interface ServerOptions {
  readonly host: string;
  readonly port: number;
  readonly version: string;
  readonly log: Logger;
  readonly token?: string;
  readonly trustProxy?: boolean;
  readonly cors?: readonly string[];
  readonly maxSessions?: number;
  readonly limits?: { readonly address?: Windows; readonly game?: Windows; readonly openEnv?: Windows };
  /** Where calls.jsonl is, and the database unless `databaseUrl` names a Postgres. */
  readonly dataFolder: string;
  readonly databaseUrl?: string;
  /** Where experiments, data cards and training runs lie. */
  readonly runsFolder?: string;
  /** Milliseconds after which a seat that does not act has given its match up. */
  readonly matchClock?: number;
  /** Models that /v1/models/health asks. */
  readonly models?: readonly string[];
}

export interface Running {
  readonly url: string;
  readonly port: number;
  /** Answers what is under way, waits up to `grace` seconds for OpenEnv episodes, then closes. */
  close(grace?: number): Promise<void>;
}

export async function startServer(options: ServerOptions): Promise<Running> {
  const { host, port, log, token } = options;
  const metrics = createMetrics();
  const storage = await openStorage({ url: options.databaseUrl, folder: options.dataFolder });
  const players = createPlayers(options.dataFolder);
  const sessions = new Sessions(players, options.maxSessions ?? 4096);
  const local = ['127.0.0.1', '::1', 'localhost'].includes(host);
  const door = createDoor({ token, local, trustProxy: options.trustProxy ?? false });
  const limits = { address: {}, openEnv: {}, game: {}, ...options.limits };
  let stopping = false;

  const tables = new Tables({
    storage,
    players,
    onStored: (events) => metrics.count('parley_turns_stored_total', {}, events),
    onOver: (kind) => metrics.count('parley_games_total', { kind }),
    onBroken: (reason) => log.error({ reason }, 'rules'),
    onError: (error) => log.error(errorFields(error), 'storage'),
  });
  metrics.gauge('parley_games_in_memory', 'Live games in memory.', () => tables.size);
  const expire = () => void tables.expire().catch((error: unknown) => log.error(errorFields(error), 'expiry'));
  const expiring = setInterval(expire, 3_600_000);
  expiring.unref();
  const matchmaker = createMatchmaker({ storage, tables, clock: options.matchClock });
  const sweep = () => void matchmaker.sweep().catch((error: unknown) => log.error(errorFields(error), 'matches'));
  const sweeping = setInterval(sweep, 60_000);
  sweeping.unref();
  const signed = { store: storage.matches, trustProxy: options.trustProxy ?? false, matchmaker };

  const onMessage = (type: string) => metrics.count('parley_openenv_messages_total', { type });
  const app = createApp({
    openEnv: openEnvRoutes({ players, sessions, version: options.version, onStep: onMessage }),
    api: [
      ...catalogueRoutes(),
      ...gameRoutes({ tables, storage, matchmaker, limiter: createLimiter(limits.game) }),
      ...identityRoutes({ ...signed, guarded: token !== undefined }),
      ...matchRoutes(signed),
      ...replayRoutes({ tables, storage, players }),
      ...leaderboardRoutes(storage.matches),
      ...highlightRoutes(),
      ...runRoutes(options.runsFolder),
      ...modelRoutes({ players, models: options.models ?? [] }),
      ...mcpRoutes(tables, options.version),
    ],
    door,
    log,
    metrics,
    cors: options.cors ?? [],
    limits,
    token: token !== undefined,
    isStopping: () => stopping,
  });

  const atSockets = createLimiter(limits.openEnv);
  const sockets = createSockets({
    sessions,
    mayUseModels: (request) => door.callerOf(request).mayUseModels,
    admit: (request) => (stopping ? 'the server is stopping' : atSockets.take(door.callerOf(request).address)?.says),
    onMessage,
    onError: (error) => log.error(errorFields(error), 'socket'),
  });
  metrics.gauge('parley_openenv_sessions', 'Sessions of the OpenEnv door.', () => sessions.size);

  const server = createAdaptorServer({ fetch: app.fetch }) as HttpServer;
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://here');
    socket.on('error', () => socket.destroy());
    if (!sockets.upgrade(request, socket, head, pathname, searchParams))
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  });
  await listen(server, host, port);
  const { port: bound } = server.address() as AddressInfo;

  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    port: bound,
    async close(grace = 10) {
      stopping = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const until = Date.now() + grace * 1000;
      while (sessions.size > 0 && Date.now() < until) await sleep(100);
      sockets.close();
      sessions.closeAll();
      clearInterval(expiring);
      clearInterval(sweeping);
      server.closeIdleConnections();
      await tables.close();
      await Promise.race([closed, sleep(2000)]);
      server.closeAllConnections();
      await storage.close();
      await players.close();
    },
  };
}

async function listen(server: HttpServer, host: string, port: number): Promise<void> {
  server.listen(port, host);
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve);
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error(`port ${port} is taken; give another with --port`) : error),
    );
  });
}
