/**
 * The database of a queue, by its address: BullMQ hands out the work, the board holds what was played.
 *
 * BullMQ and its drivers are loaded when a queue is asked for, and a sentence says what to install where they are missing.
 */
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Processor, Queue, Worker, WorkerOptions } from 'bullmq';
import type { Pool } from 'pg';
import type { Board } from './board.ts';
import {
  isEmptied,
  isFinal,
  isFull,
  isPooled,
  isReadOnly,
  isTls,
  LONGEST_WAIT,
  type Patience,
  patiently,
  QueueError,
  sentenceOf,
  Unreachable,
} from './patience.ts';

interface WorkerSettings {
  /** Shards at once. */
  readonly concurrency: number;
  /** Milliseconds after which the work of a worker that died is another's. */
  readonly lock: number;
  /** So often may a worker die over the same work. */
  readonly deaths?: number;
}

export interface Broker {
  readonly board: Board;
  /** The work of one plan, once the database has taken a connection for it; with a lock, to take it from workers that died. */
  queue(plan: string, lock?: number): Promise<Queue>;
  worker(plan: string, process: Processor, settings: WorkerSettings): Promise<Worker>;
  /** What of its settings may lose work; undefined when all is well. */
  readonly warning: string | undefined;
  close(): Promise<void>;
}

export interface BrokerOptions {
  /** Ends all waiting for the database. */
  readonly signal?: AbortSignal;
  /** Told why it waits; without it, a database that is full at the first call is an error. */
  readonly say?: (sentence: string) => void;
  /** To a Postgres, at most: a worker holds one of them to hear of work. */
  readonly connections?: number;
}

/** More than any series of restarts, fewer than for ever. */
const MOST_DEATHS = 25;
/** What says nothing for so long at the first call is not there. */
const FIRST_ANSWER = 10_000;
/** A line that is silent for so long is dead, and what was asked is asked again on another. */
const SILENCE = 60_000;
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000, query_timeout: SILENCE };

const CONNECTIONS = 4;
/** Between two sentences about a database that is waited for, and before the first of one that may only be restarted. */
const SAID = 60_000;
const QUIET = 10_000;

const queueName = (plan: string) => `parley-${plan}`;

export async function openBroker(url: string, options: BrokerOptions = {}): Promise<Broker> {
  if (!/^(postgres(ql)?|rediss?):\/\//.test(url))
    throw new QueueError(`--queue is a postgres:// or redis:// address, got "${shownAddress(url)}"`);
  if (/@.*@/s.test(url.replace(/\?.*/s, '')))
    throw new QueueError(`cannot use the queue at ${shownAddress(url)}: it has more than one @; ${ESCAPES}`);
  const port = /:(\d+)(?=[/?]|$)/.exec(url.replace(/^\w+:\/\/([^?]*@)?/, ''))?.[1];
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535))
    throw new QueueError(`cannot use the queue at ${shownAddress(url)}: its port is ${port}, and ${PORT}`);
  const closed = new AbortController();
  const signal = AbortSignal.any([closed.signal, ...(options.signal ? [options.signal] : [])]);
  const waits = { longest: LONGEST_WAIT, signal, onWait: sayWaits(options.say) };
  const open = () => (url.startsWith('redis') ? openRedis(url) : openPostgres(url, options.connections, waits));
  const orWhenFree = (error: unknown) => {
    if (!isFull(error) || !options.say) throw error;
    waits.onWait(error, 0);
    return patiently(open, waits);
  };
  const { board, close, ...rest } = await open()
    .catch(orWhenFree)
    .catch((error) => {
      options.signal?.throwIfAborted();
      if (error instanceof QueueError) throw error;
      const Kind = isFinal(error) ? QueueError : Unreachable;
      throw new Kind(`cannot use the queue at ${shownAddress(url)}: ${sentenceOf(error)}; ${adviceOn(error)}`);
    });
  return {
    ...rest,
    board: withPatience(board, waits),
    close() {
      // What is under way ends as it can; nothing is asked again of what was let go of.
      closed.abort(new QueueError('the queue is closed'));
      return close();
    },
  };
}

/** Says it once in a while: nothing else can be seen of who waits. A database that is restarted is back before anybody asks. */
function sayWaits(say: BrokerOptions['say']): (error: unknown, waited: number) => void {
  let said = Number.NEGATIVE_INFINITY;
  return (error, waited) => {
    const known = isFull(error) ? `takes no more connections: ${FULL}` : isReadOnly(error) ? READ_ONLY : undefined;
    if ((!known && waited < QUIET) || performance.now() - said < SAID) return;
    said = performance.now();
    say?.(`the database ${known ?? `does not answer (${sentenceOf(error)})`}; waiting`);
  };
}

/** The same, of a queue that was there a moment ago: it is waited for. */
export const openBrokerAgain = (url: string, options?: BrokerOptions): Promise<Broker> =>
  patiently(() => openBroker(url, options), { longest: LONGEST_WAIT });

const FULL = 'raise max_connections or run fewer workers';
const READ_ONLY = 'is read-only: let it take writes, or stop and give the address of one that does';
const POOLER =
  'a pooler such as pgbouncer cannot be used, since a queue needs sessions of its own (LISTEN, search_path): give the address of the Postgres itself';
const PORT = 'a port is a number from 1 to 65535';
const ESCAPES = 'write what is no letter and no digit in a password as %40 for @, %2F for /, and so on';

/** What to do about an error of the first call. */
function adviceOn(error: unknown): string {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (code === '42501')
    return 'a user that may create schemas opens it first (parley queue status) and grants this one the use of bullmq and parley_queue (docs/SCALE.md)';
  if (isFull(error)) return FULL;
  if (isReadOnly(error)) return 'give the address of one that takes writes';
  if (isPooled(error)) return POOLER;
  if (code === '3D000') return 'create it, or name another';
  if (code === '22P05') return 'name one whose encoding is UTF8';
  if (code.startsWith('28') || /^(NOAUTH|WRONGPASS)/.test(message))
    return 'the password is that of the address, or of PGPASSWORD or REDISCLI_AUTH';
  if (/DB index is out of range/.test(message)) return 'a Redis has databases 0 to 15, unless it is told otherwise';
  if (code === 'ENOENT') return 'name a file that is there';
  if (code === 'ERR_INVALID_URL' || error instanceof URIError) return ESCAPES;
  if (isTls(error)) return 'name who signed it with ?sslrootcert=FILE (Postgres) or NODE_EXTRA_CA_CERTS=FILE';
  return 'is it running?';
}

/** Postgres: a type, table, schema or row that is there already, or a transaction that another was before. */
const MADE = ['42710', '42P07', '42P06', '23505', '40001'];

async function openPostgres(url: string, max = CONNECTIONS, waits: Patience): Promise<Broker> {
  const [bullmq, { default: pg }] = await Promise.all([loadBullmq(), load(() => import('pg'), 'pg')]);
  const { createPostgresBackend, withBackend, runMigrations, assertSchemaCompatibility } = bullmq;
  const { makeTables, postgresBoard } = await import('./board-postgres.ts');
  // BullMQ names its tables without their schema.
  const options = `-c search_path=${bullmq.DEFAULT_SCHEMA}`;
  const connection = { connectionString: url, options, connectionTimeoutMillis: FIRST_ANSWER, ...KEEP_ALIVE };
  const makeNow = async () => {
    const client = new pg.Client(connection);
    client.on('error', () => undefined); // what was asked fails as well
    try {
      await client.connect();
      const { rows } = await client.query('SHOW search_path');
      if (rows[0].search_path !== bullmq.DEFAULT_SCHEMA)
        throw new QueueError(
          `cannot use the queue at ${shownAddress(url)}: its sessions do not begin with what they ask for; ${/[?&]options=/.test(url) ? 'leave ?options= out of the address' : POOLER}`,
        );
      // To ask for a schema that is there already takes the right to make one.
      const made = await assertSchemaCompatibility(client).catch(() => 0);
      if (made < bullmq.LATEST_SCHEMA_VERSION) await runMigrations(client);
      await makeTables(client);
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  // Of several that find it empty one may be told that another has made it, or both that they were in each other's way.
  const make = () => makeNow().catch((error) => (MADE.includes(error.code) ? makeNow() : Promise.reject(error)));
  await make();
  const pool = new pg.Pool({ ...connection, max });
  pool.on('error', () => undefined); // an idle connection that died is replaced
  pool.on('connect', (one) => one.on('error', () => undefined));
  const made = classes(
    withBackend(createPostgresBackend),
    (closing) => lent(pool, make, { ...waits, signal: closing }),
    { waits },
  );
  const board = postgresBoard(pool, make);
  return { ...made, board, warning: undefined, close: () => made.close().then(() => pool.end()) };
}

async function openRedis(url: string): Promise<Broker> {
  const { pathname, searchParams } = new URL(url);
  // ioredis would take any option of its own from here, such as a keyPrefix that BullMQ knows nothing of.
  for (const [name, value] of searchParams)
    if (name !== 'family' || !/^[046]$/.test(value))
      throw new QueueError(
        `cannot use the queue at ${shownAddress(url)}: of a Redis the only option is ?family=4 or 6 (0 for either); leave ${name} out`,
      );
  if (!/^(\/\d*)?$/.test(pathname))
    throw new QueueError(
      `cannot use the queue at ${shownAddress(url)}: what follows the host is the number of a database, such as /1`,
    );
  const [{ createRedisBackend, withBackend }, { Redis }] = await Promise.all([
    loadBullmq(),
    load(() => import('ioredis'), 'ioredis'),
  ]);
  const { redisBoard } = await import('./board-redis.ts');
  // As redis-cli takes it; a password in the address goes first.
  const password = process.env.REDISCLI_AUTH;
  const common = { ...(password && { password }), keepAlive: 10_000, socketTimeout: SILENCE };
  const redis = new Redis(url, { ...common, lazyConnect: true, maxRetriesPerRequest: 2, commandTimeout: FIRST_ANSWER });
  let heard: Error | undefined;
  redis.on('error', (error) => {
    heard = error;
  });
  let warning: string | undefined;
  try {
    await redis.connect();
    // That it has no such database ioredis does not tell: everything would go into the first.
    await redis.select(redis.options.db ?? 0);
    warning = redisWarning(await redis.info());
  } catch (error) {
    redis.disconnect();
    // That it is closed says less than why.
    throw error instanceof QueueError ? error : (heard ?? error);
  }
  // A shard may take as long as its line lets it, up to the silence from there that ends a line. ioredis sends nothing of it again by itself.
  const bodies = redis.duplicate({ commandTimeout: undefined, maxRetriesPerRequest: 0 });
  bodies.on('error', () => undefined);
  // By BullMQ's own measure a line that broke is made anew up to 20 s later.
  const retryStrategy = (times: number) => Math.min(100 * times, 2000);
  const lines = { ...common, url, maxRetriesPerRequest: null, retryStrategy };
  const made = classes(withBackend(createRedisBackend), () => lines, { settled: notBetweenLines });
  return {
    ...made,
    board: redisBoard(redis, bodies),
    warning,
    close: async () => {
      await made.close();
      redis.disconnect();
      bodies.disconnect();
    },
  };
}

/**
 * Redis forgets by its defaults. A shard that is forgotten costs time, since what is missing is queued again; rates and budgets that
 * are forgotten cost money, so one that may throw away any key is refused.
 */
export function redisWarning(info: string): string | undefined {
  const setting = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1];
  const policy = setting('maxmemory_policy');
  if (policy?.startsWith('allkeys-') && setting('maxmemory') !== '0')
    throw new QueueError(
      `this Redis throws away keys when its memory is full (maxmemory-policy ${policy}), with them the rates and the budget of models: set maxmemory-policy noeviction`,
    );
  const wrong = [
    ...(setting('aof_enabled') === '0' ? ['appendonly yes'] : []),
    ...(policy === undefined || policy === 'noeviction' ? [] : ['maxmemory-policy noeviction']),
  ];
  return wrong.length === 0
    ? undefined
    : `this Redis may forget shards that were played, and they are played again: set ${wrong.join(' and ')}`;
}

/**
 * One pool for all that BullMQ makes, which takes it for its own: it neither ends it nor hears of its errors. A connection is waited for,
 * since BullMQ asks for one again at once, and an object of it that was refused its first is of no use any more.
 */
function lent(pool: Pool, make: () => Promise<void>, waits: Patience) {
  const connect = () => patiently(() => pool.connect(), waits);
  return {
    options: pool.options,
    connect,
    async query(text: string, values?: unknown[]) {
      const client = await connect();
      let failed: Error | undefined;
      try {
        return await client.query(text, values);
      } catch (error) {
        failed = error as Error;
        if (isEmptied(error)) await make();
        throw error;
      } finally {
        client.release(failed);
      }
    },
    on: () => undefined,
    end: async () => undefined,
  };
}

/** As BullMQ calls them; its queues look for the dead as its workers do. */
type Deaths = Pick<WorkerOptions, 'stalledInterval' | 'maxStalledCount'>;
const deathsOf = (lock: number, deaths = MOST_DEATHS) => ({ stalledInterval: lock / 2, maxStalledCount: deaths });

interface Classes<C> {
  readonly Queue: new (name: string, options: { connection: C } & Deaths) => unknown;
  readonly Worker: new (name: string, process: Processor, options: WorkerOptions<C>) => unknown;
}

interface Made {
  on(event: 'error', heard: () => void): unknown;
  waitUntilReady(): Promise<unknown>;
  close(force?: boolean): Promise<void>;
}

interface ClassesOptions {
  /** What cannot connect when it is made is closed and made anew. */
  readonly waits?: Patience;
  /** Resolves when one may be closed. */
  readonly settled?: (one: Made) => Promise<void>;
}

function classes<C>(
  { Queue: MadeQueue, Worker: MadeWorker }: Classes<C>,
  connect: (closing: AbortSignal) => C,
  { waits, settled }: ClassesOptions,
) {
  const open = new Set<Made>();
  const make = async <T extends Made>(construct: (connection: C) => T): Promise<T> => {
    const closing = new AbortController();
    const one = construct(connect(AbortSignal.any([closing.signal, ...(waits?.signal ? [waits.signal] : [])])));
    one.on('error', () => undefined); // of connections, which are made again
    const close = one.close.bind(one);
    one.close = async (force) => {
      closing.abort(new QueueError('the queue is closed'));
      await settled?.(one);
      await close(force).finally(() => open.delete(one));
    };
    open.add(one);
    if (!waits) return one;
    try {
      await one.waitUntilReady();
      return one;
    } catch (error) {
      open.delete(one);
      await one.close().catch(() => undefined);
      throw error;
    }
  };
  const made = <T extends Made>(construct: (connection: C) => T) =>
    waits ? patiently(() => make(construct), waits) : make(construct);
  return {
    queue: (plan: string, lock?: number) =>
      made(
        (connection) =>
          new MadeQueue(queueName(plan), { connection, ...(lock !== undefined && deathsOf(lock)) }) as Queue,
      ),
    async worker(plan: string, process: Processor, { concurrency, lock, deaths }: WorkerSettings) {
      const worker = await made(
        (connection) =>
          new MadeWorker(queueName(plan), process, {
            connection,
            concurrency,
            lockDuration: lock,
            ...deathsOf(lock, deaths),
            drainDelay: 1,
            autorun: false,
          }) as Worker,
      );
      worker.run().catch(() => undefined); // until it is closed
      return worker;
    },
    close: async () => {
      await Promise.allSettled([...open].map((one) => one.close()));
    },
  };
}

/** BullMQ closes a line and waits for its end, which ioredis does not tell of one that is about to be made anew. */
async function notBetweenLines(one: Made): Promise<void> {
  const { backend } = one as { backend?: { blockingConnection?: { _client?: { status: string } } } };
  while (backend?.blockingConnection?._client?.status === 'reconnecting') await sleep(10);
}

/** One before has no Postgres, or does not listen again after a line broke. */
const BULLMQ = [6, 7] as const;

async function loadBullmq() {
  const bullmq = await load(() => import('bullmq'), 'bullmq');
  const { version } = createRequire(import.meta.url)('bullmq/package.json') as { version: string };
  if (isBefore(version, BULLMQ)) {
    const least = BULLMQ.join('.');
    throw new QueueError(
      `--queue needs bullmq ${least} or newer, and ${version} is installed: npm install bullmq@^${least}`,
    );
  }
  return bullmq;
}

export function isBefore(version: string, [major, minor]: readonly [number, number]): boolean {
  const [first = 0, second = 0] = version.split('.').map(Number);
  return first < major || (first === major && second < minor);
}

async function load<T>(find: () => Promise<T>, name: string): Promise<T> {
  try {
    return await find();
  } catch {
    throw new QueueError(`--queue needs the package ${name}, which is not installed: npm install ${name}`);
  }
}

/** Without its password, also where it has signs that do not belong in an address. */
export function shownAddress(url: string): string {
  return url
    .replace(/:\/\/.*@/s, '://***@')
    .replace(/([?&])([^=&]*)=([^&]*)/g, (all, mark: string, name: string) =>
      isSecret(name) ? `${mark}${name}=***` : all,
    );
}

/** Also where its letters are written as %77; a name that cannot be read may be one. */
function isSecret(name: string): boolean {
  try {
    return /(password|auth|key|secret|token)$/i.test(decodeURIComponent(name));
  } catch {
    return true;
  }
}

function withPatience(board: Board, waits: Patience): Board {
  return {
    read: (key) => patiently(() => board.read(key), waits),
    replace: (key, version, value) => patiently(() => board.replace(key, version, value), waits),
    enter(plan, shard, played) {
      let sent = false;
      return patiently(async () => {
        // Where only the answer was lost, the whole of it need not travel again.
        const stands = sent ? await board.stands(plan, shard) : undefined;
        sent = true;
        return stands ?? board.enter(plan, shard, played);
      }, waits);
    },
    stands: (plan, shard) => patiently(() => board.stands(plan, shard), waits),
    waiting: (plan) => patiently(() => board.waiting(plan), waits),
    take: (plan, shard) => patiently(() => board.take(plan, shard), waits),
    drop: (plan, shards) => patiently(() => board.drop(plan, shards), waits),
    reopen: (plan, shards) => patiently(() => board.reopen(plan, shards), waits),
    discard: (plan, shards) => patiently(() => board.discard(plan, shards), waits),
    forget: (plan) => patiently(() => board.forget(plan), waits),
    close: () => board.close(),
  };
}
