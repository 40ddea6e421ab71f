/**
 * The database of a queue, by its address: BullMQ hands out the work, the board holds what was played.
 *
 * BullMQ and its drivers are loaded when a queue is asked for, and a sentence says what to install where they are missing.
 */
import type { Processor, Queue, Worker, WorkerOptions } from 'bullmq';
import type { Board } from './board.ts';
import { isFinal, LONGEST_WAIT, patiently, QueueError, sentenceOf, Unreachable } from './patience.ts';

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
  /** The work of one plan. */
  queue(plan: string): Queue;
  worker(plan: string, process: Processor, settings: WorkerSettings): Worker;
  /** What of its settings may lose work; undefined when all is well. */
  readonly warning: string | undefined;
  close(): Promise<void>;
}

/** More than any series of restarts, fewer than for ever. */
const MOST_DEATHS = 25;
/** What says nothing for so long at the first call is not there. */
const FIRST_ANSWER = 10_000;

const queueName = (plan: string) => `parley-${plan}`;

export async function openBroker(url: string, signal?: AbortSignal): Promise<Broker> {
  if (!/^(postgres(ql)?|rediss?):\/\//.test(url))
    throw new QueueError(`--queue is a postgres:// or redis:// address, got "${shownAddress(url)}"`);
  const opening = url.startsWith('redis') ? openRedis(url) : openPostgres(url);
  const { board, ...rest } = await opening.catch((error) => {
    if (error instanceof QueueError) throw error;
    const Kind = isFinal(error) ? QueueError : Unreachable;
    throw new Kind(`cannot use the queue at ${shownAddress(url)}: ${sentenceOf(error)}; is it running?`);
  });
  return { ...rest, board: withPatience(board, signal) };
}

/** The same, of a queue that was there a moment ago: it is waited for. */
export const openBrokerAgain = (url: string): Promise<Broker> =>
  patiently(() => openBroker(url), { longest: LONGEST_WAIT });

async function openPostgres(url: string): Promise<Broker> {
  const [{ createPostgresBackend, withBackend, runMigrations }, { default: pg }] = await Promise.all([
    load(() => import('bullmq'), 'bullmq'),
    load(() => import('pg'), 'pg'),
  ]);
  const { makeTables, postgresBoard } = await import('./board-postgres.ts');
  const pool = new pg.Pool({ connectionString: url, max: 4, connectionTimeoutMillis: FIRST_ANSWER });
  pool.on('error', () => undefined); // an idle connection that died is replaced
  try {
    const client = await pool.connect();
    try {
      await runMigrations(client);
    } finally {
      client.release();
    }
    await makeTables(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const made = classes(withBackend(createPostgresBackend), { connectionString: url, max: 4 });
  return { ...made, board: postgresBoard(pool), warning: undefined, close: () => made.close().then(() => pool.end()) };
}

async function openRedis(url: string): Promise<Broker> {
  const [{ createRedisBackend, withBackend }, { Redis }] = await Promise.all([
    load(() => import('bullmq'), 'bullmq'),
    load(() => import('ioredis'), 'ioredis'),
  ]);
  const { redisBoard } = await import('./board-redis.ts');
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 2, commandTimeout: FIRST_ANSWER });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
  } catch (error) {
    redis.disconnect();
    throw error;
  }
  const made = classes(withBackend(createRedisBackend), { url, maxRetriesPerRequest: null });
  return {
    ...made,
    board: redisBoard(redis),
    warning: await redisWarning(redis),
    close: async () => {
      await made.close();
      redis.disconnect();
    },
  };
}

/** Redis forgets by its defaults: that costs time and not results, since what is missing is queued again. */
async function redisWarning(redis: { config(...words: ['GET', string]): Promise<unknown> }) {
  const setting = async (name: string) => ((await redis.config('GET', name)) as string[])[1];
  try {
    const [saved, evicts] = [await setting('appendonly'), await setting('maxmemory-policy')];
    const wrong = [
      ...(saved === 'yes' ? [] : ['appendonly yes']),
      ...(evicts === 'noeviction' ? [] : ['maxmemory-policy noeviction']),
    ];
    return wrong.length === 0
      ? undefined
      : `this Redis may forget shards that were played, and they are played again: set ${wrong.join(' and ')}`;
  } catch {
    return undefined; // a hosted one that does not tell
  }
}

interface Classes<C> {
  readonly Queue: new (name: string, options: { connection: C }) => unknown;
  readonly Worker: new (name: string, process: Processor, options: WorkerOptions<C>) => unknown;
}

function classes<C>({ Queue: MadeQueue, Worker: MadeWorker }: Classes<C>, connection: C) {
  const open = new Set<{ close(): Promise<void> }>();
  const held = <T extends { on(event: 'error', heard: () => void): unknown; close(): Promise<void> }>(one: T): T => {
    one.on('error', () => undefined); // of connections, which are made again
    open.add(one);
    return one;
  };
  return {
    queue: (plan: string) => held(new MadeQueue(queueName(plan), { connection }) as Queue),
    worker: (plan: string, process: Processor, { concurrency, lock, deaths = MOST_DEATHS }: WorkerSettings) =>
      held(
        new MadeWorker(queueName(plan), process, {
          connection,
          concurrency,
          lockDuration: lock,
          stalledInterval: lock / 2,
          maxStalledCount: deaths,
          drainDelay: 1,
        }) as Worker,
      ),
    close: async () => {
      await Promise.allSettled([...open].map((one) => one.close()));
    },
  };
}

async function load<T>(find: () => Promise<T>, name: string): Promise<T> {
  try {
    return await find();
  } catch {
    throw new QueueError(`--queue needs the package ${name}, which is not installed: npm install ${name}`);
  }
}

/** Without its password. */
export function shownAddress(url: string): string {
  return url.replace(/(:\/\/)[^/\s@]+@/, '$1***@');
}

function withPatience(board: Board, signal: AbortSignal | undefined): Board {
  const waits = { longest: LONGEST_WAIT, signal };
  return {
    read: (key) => patiently(() => board.read(key), waits),
    replace: (key, version, value) => patiently(() => board.replace(key, version, value), waits),
    enter: (plan, shard, played) => patiently(() => board.enter(plan, shard, played), waits),
    waiting: (plan) => patiently(() => board.waiting(plan), waits),
    take: (plan, shard) => patiently(() => board.take(plan, shard), waits),
    drop: (plan, shards) => patiently(() => board.drop(plan, shards), waits),
    reopen: (plan, shards) => patiently(() => board.reopen(plan, shards), waits),
    forget: (plan) => patiently(() => board.forget(plan), waits),
    close: () => board.close(),
  };
}
