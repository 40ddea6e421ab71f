/**
 * The server: the app on a port, the sockets beside it, and a stop that loses nothing.
 *
 * Stopping takes no new request, lets those under way finish, leaves OpenEnv episodes a moment, and closes what is left.
 * Live games need no saving at the end: every turn was stored before it was acknowledged.
 */
import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAdaptorServer } from '@hono/node-server';
import { createBrowser } from '../data/roles/browse.ts';
import { isProxy, isSelf, type ProxyTrust } from './address.ts';
import { catalogueRoutes } from './api/catalogue.ts';
import { dataRoutes, tablesIn } from './api/data.ts';
import { findingRoutes } from './api/findings.ts';
import { gameRoutes } from './api/games.ts';
import { bazaarHighlightRoute, highlightRoutes } from './api/highlights.ts';
import { identityRoutes } from './api/identities.ts';
import { leaderboardRoutes } from './api/leaderboards.ts';
import { matchRoutes } from './api/matches.ts';
import { createModelRoutes } from './api/models.ts';
import { ratingRoutes } from './api/ratings.ts';
import { replayRoutes } from './api/replays.ts';
import { resultRoutes } from './api/results.ts';
import { runRoutes } from './api/runs.ts';
import { createApp } from './app.ts';
import { type BackpressureOptions, withBackpressure } from './backpressure.ts';
import { createDoor } from './front-door.ts';
import { retire } from './games/retention.ts';
import { Tables } from './games/tables.ts';
import { createHealth } from './health.ts';
import { createJobs } from './jobs/jobs.ts';
import { createLimiter, type Windows } from './limits.ts';
import { errorFields, type Logger } from './log.ts';
import { createMatchmaker } from './matches/matchmaker.ts';
import { mcpRoutes } from './mcp.ts';
import { createMetrics } from './metrics.ts';
import { openEnvRoutes } from './openenv/http.ts';
import { Sessions } from './openenv/sessions.ts';
import type { UnreadOptions } from './openenv/unread.ts';
import { answerAndClose, createSockets } from './openenv/websocket.ts';
import { createPlaces, type Place } from './places.ts';
import { createPlayers } from './players.ts';
import { runsDatabase } from './runs/database.ts';
import { runFolders } from './runs/folder.ts';
import { folderRoutes } from './runs/routes.ts';
import { openStorage } from './storage/storage.ts';

export interface ServerOptions {
  readonly host: string;
  readonly port: number;
  readonly version: string;
  readonly log: Logger;
  readonly token?: string;
  readonly trustProxy?: ProxyTrust;
  /** The hosts, with their ports unless they are the usual ones, that requests may be signed for; any, where there are none. */
  readonly names?: readonly string[];
  readonly cors?: readonly string[];
  readonly maxSessions?: number;
  /** Sessions and streams of one address, unless it holds the token or is this machine. */
  readonly perAddress?: number;
  /** Model servers that a caller may name, beside the one in PARLEY_SERVER_URL. */
  readonly modelAddresses?: readonly string[];
  readonly limits?: { readonly address?: Windows; readonly game?: Windows; readonly openEnv?: Windows };
  /** Where calls.jsonl is, and the database unless `databaseUrl` names a Postgres. */
  readonly dataFolder: string;
  readonly databaseUrl?: string;
  /** Days that a finished game stays in which nobody is known by a key; its transcript goes to `retired` there. 0 for ever. */
  readonly keepDays?: number;
  /** Where experiments, data cards and training runs lie. */
  readonly runsFolder?: string;
  /** Where imported corpora and role tables lie. */
  readonly rowsFolder?: string;
  /** What starts parley, for runs that are gone on with: a program and its first arguments. */
  readonly command?: readonly string[];
  /** Milliseconds after which a seat that does not act has given its match up. */
  readonly matchClock?: number;
  /** Models that /v1/models/health asks. */
  readonly models?: readonly string[];
  readonly backpressure?: BackpressureOptions;
  /** Bytes of unfinished messages of sockets, and as many of bodies. */
  readonly unread?: UnreadOptions;
}

const MOST_STREAMS = 4096;
/** Games that agents play among themselves, and forks. */
const PLAYING = { overall: 256, perAddress: 8 };
/** Also those that have not said who they are; a client over HTTP has a handful, one that trains some hundred. */
const CONNECTIONS = { overall: 16_384, perAddress: 1024 };
/** Milliseconds for the head of a request, and for all of it: who sends a byte now and then holds nothing open. */
const PATIENCE = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2000,
  maxHeaderSize: 16_384,
};

export interface Running {
  readonly url: string;
  readonly port: number;
  /** Answers what is under way, waits up to `grace` seconds for OpenEnv episodes, then closes. */
  close(grace?: number): Promise<void>;
}

export async function startServer(options: ServerOptions): Promise<Running> {
  const { host, port, log, token } = options;
  const metrics = createMetrics();
  const database = { url: options.databaseUrl, folder: options.dataFolder };
  const storage = await openStorage(database);
  const players = createPlayers(options.dataFolder, options.modelAddresses);
  const { maxSessions = 4096, perAddress = 64, trustProxy = 'none', cors = [] } = options;
  const sessions = new Sessions(players, { overall: maxSessions, perAddress });
  const streams = createPlaces({ overall: MOST_STREAMS, perAddress });
  const local = ['127.0.0.1', '::1', 'localhost'].includes(host);
  const door = createDoor({ token, local, trustProxy, cors });
  const health = createHealth({
    folder: options.databaseUrl === undefined ? options.dataFolder : undefined,
    write: () => storage.writable(),
  });
  const jobs = createJobs({ database });
  const limits = { address: {}, openEnv: {}, game: {}, ...options.limits };
  let stopping = false;

  const playing = createPlaces(PLAYING);
  const tables = new Tables({
    storage,
    players,
    playing,
    onStored: (events) => {
      health.stored(true);
      metrics.count('parley_turns_stored_total', {}, events);
    },
    onOver: (kind) => metrics.count('parley_games_total', { kind }),
    onBroken: (reason) => log.error({ reason }, 'rules'),
    onError: (error) => {
      health.stored(false);
      log.error(errorFields(error), 'storage');
    },
  });
  metrics.gauge('parley_games_in_memory', 'Live games in memory.', () => tables.size);
  const { keepDays = 0 } = options;
  let expired: Promise<void>;
  const expire = () => {
    const retiring = async () => {
      await tables.expire();
      const folder = join(options.dataFolder, 'retired');
      const gone = keepDays > 0 ? await retire({ storage, folder, days: keepDays }) : 0;
      if (gone > 0) log.info({ games: gone, folder }, 'retired');
    };
    expired = retiring().catch((error: unknown) => log.error(errorFields(error), 'expiry'));
  };
  expire(); // a server that is started anew every hour retires too
  const expiring = setInterval(expire, 3_600_000);
  expiring.unref();
  const reaping = setInterval(() => sessions.reap(), 60_000);
  reaping.unref();
  const matchmaker = createMatchmaker({ storage, tables, clock: options.matchClock });
  const sweep = () => void matchmaker.sweep().catch((error: unknown) => log.error(errorFields(error), 'matches'));
  const sweeping = setInterval(sweep, 60_000);
  sweeping.unref();
  const names = (options.names ?? []).map((name) => name.toLowerCase());
  const signed = { store: storage.matches, trustProxy, names, matchmaker };

  const limiter = createLimiter(limits.game);
  const onMessage = (type: string) => metrics.count('parley_openenv_messages_total', { type });
  const counted = new WeakMap<Duplex, Place>();
  const modelRoutes = createModelRoutes({ players, models: options.models ?? [] });
  const runsTables = runsDatabase(options.runsFolder, log, [
    ...(options.rowsFolder === undefined ? [] : [options.rowsFolder]),
    tablesIn(options.dataFolder),
  ]);
  const app = createApp({
    openEnv: [
      ...openEnvRoutes({ players, sessions, version: options.version, problem: health.problem, onStep: onMessage }),
      bazaarHighlightRoute(),
      ...modelRoutes.bazaar,
    ],
    api: [
      ...catalogueRoutes(),
      ...gameRoutes({ tables, storage, matchmaker, limiter, streams }),
      ...identityRoutes({ ...signed, guarded: token !== undefined }),
      ...matchRoutes(signed),
      ...replayRoutes({
        tables,
        storage,
        players,
        playing,
        jobs,
        folders: runFolders(options.runsFolder),
        database: runsTables,
      }),
      ...resultRoutes({ storage }),
      ...leaderboardRoutes(storage.matches),
      ...ratingRoutes({ ...signed, storage, jobs, runsFolder: options.runsFolder }),
      ...highlightRoutes(),
      ...runRoutes(options.runsFolder, jobs),
      ...dataRoutes({
        folder: options.rowsFolder,
        own: options.dataFolder,
        browser: createBrowser(runsTables.ask),
        jobs,
        folders: runFolders(options.runsFolder),
        database: runsTables,
      }),
      ...folderRoutes({
        folder: options.runsFolder,
        sent: [options.dataFolder, ...(options.rowsFolder === undefined ? [] : [options.rowsFolder])],
        database: runsTables,
        jobs,
        streams,
        command: options.command,
        isStopping: () => stopping,
      }),
      ...findingRoutes({ ...signed, folders: runFolders(options.runsFolder), jobs }),
      ...modelRoutes.own,
      ...mcpRoutes({ tables, limiter, jobs }, options.version),
    ],
    door,
    log,
    metrics,
    cors,
    limits,
    token: token !== undefined,
    unread: options.unread,
    isStopping: () => stopping,
    onKnown: (socket) => counted.get(socket)?.vouch(),
  });

  const atSockets = createLimiter(limits.openEnv);
  const sockets = createSockets({
    sessions,
    callerOf(request) {
      const caller = door.callerOf(request);
      if (caller.known) counted.get(request.socket)?.vouch();
      return caller;
    },
    admit: (request) => (stopping ? 'the server is stopping' : atSockets.take(door.callerOf(request).address)?.says),
    unread: options.unread,
    onMessage,
    onError: (error) => log.error(errorFields(error), 'socket'),
    onBadFrame: (error) => log.debug(errorFields(error), 'socket'),
  });
  metrics.gauge('parley_openenv_sessions', 'Sessions of the OpenEnv door.', () => sessions.size);

  const server = createAdaptorServer({ fetch: app.fetch, serverOptions: PATIENCE }) as HttpServer;
  const waits = withBackpressure(server, options.backpressure);
  const connections = createPlaces(CONNECTIONS);
  server.prependListener('connection', (socket: Socket) => {
    if (counted.has(socket)) return;
    const { remoteAddress: address = 'unknown' } = socket;
    const known = isSelf(address) || isProxy(address, trustProxy);
    const place = connections.take({ address, known, onLost: () => socket.destroy() });
    if (!place) return void socket.destroy();
    counted.set(socket, place);
    socket.once('close', place.release);
  });
  metrics.gauge('parley_connections', 'Open connections.', () => connections.size);
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    // The answers to the requests before it would go into the new protocol.
    if (waits(socket)) return void socket.destroy();
    try {
      if (request.headers.upgrade?.toLowerCase() !== 'websocket') return asUsual(server, request, socket, head);
      const [path = '/', query = ''] = (request.url ?? '/').split('?', 2);
      if (!sockets.upgrade(request, socket, head, path, new URLSearchParams(query)))
        answerAndClose(socket, '404 Not Found');
    } catch (error) {
      log.error(errorFields(error), 'upgrade');
      socket.destroy();
    }
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
      clearInterval(reaping);
      clearInterval(sweeping);
      server.closeIdleConnections();
      await tables.close();
      await Promise.race([closed, sleep(2000)]);
      server.closeAllConnections();
      await jobs.close();
      runsTables.close();
      await expired;
      await storage.close();
      await players.close();
    },
  };
}

/** Any other protocol that is offered may be left aside (h2c, RFC 9110 7.8): the request is read again without the offer, as the last. */
function asUsual(
  server: HttpServer,
  { method, url, httpVersion, rawHeaders }: IncomingMessage,
  socket: Duplex,
  head: Buffer,
) {
  const lines = [`${method} ${url} HTTP/${httpVersion}`, 'Connection: close'];
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (!/^(upgrade|connection|http2-settings)$/i.test(rawHeaders[i] as string))
      lines.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`);
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', socket);
}

async function listen(server: HttpServer, host: string, port: number): Promise<void> {
  server.listen(port, host);
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve);
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenError(error, host, port)));
  });
}

function listenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') return new Error(`port ${port} is taken; give another with --port`);
  if (error.code === 'EADDRNOTAVAIL')
    return new Error(`this machine has no address ${host}; give one of its own with --host, or 0.0.0.0 for all`);
  return error;
}
