/** A queue that is open: loaded only when --queue is given. */
import type { BlockExecutor } from '../data/simulate/index.ts';
import {
  type Broker,
  openBroker,
  type QueuedTables,
  queueBlocks,
  queueExecutor,
  type SharedLimits,
  type WorkerNotes,
} from '../lab/queue/index.ts';
import type { Prices } from '../models/index.ts';
import { UsageError } from './errors.ts';
import type { ModelLimits } from './model-options.ts';
import type { QueueFlags } from './queue-options.ts';

/** Limits as they travel to the workers. */
export interface SentLimits extends SharedLimits {
  readonly promptLimit?: number;
  readonly price?: readonly (readonly [string, Prices])[];
}

export interface OpenQueue {
  /** The executors that play over it. */
  tables(plan: QueuedTables, folder: string, inOrder?: boolean): ReturnType<typeof queueExecutor>;
  blocks(): BlockExecutor;
  /** "3 workers", as of the last look. */
  workers(): string;
  close(): Promise<void>;
}

export async function openQueueAt(
  url: string,
  flags: QueueFlags & ModelLimits,
  signal: AbortSignal | undefined,
): Promise<OpenQueue> {
  const { priority, shardSize, ahead, places, budget, price, rate, promptLimit } = flags;
  for (const name of ['record', 'replay', 'cache'] as const)
    if (flags[name] !== undefined)
      throw new UsageError(`--${name} is a file of one machine, and workers are on many: leave it or --queue out`);
  const broker: Broker = await openBroker(url, signal);
  if (broker.warning) process.stderr.write(`parley: ${broker.warning}\n`);
  const limits: SentLimits = { budget, rate, places, promptLimit, ...(price && { price: [...price] }) };
  let notes: WorkerNotes = {};
  const said = new Set<string>();
  const onWorkers = (now: WorkerNotes) => {
    notes = now;
    for (const [name, { refused }] of Object.entries(now))
      if (refused !== undefined && !said.has(name)) {
        said.add(name);
        process.stderr.write(`parley: the worker ${name} refuses this plan: ${refused}\n`);
      }
  };
  const options = { broker, limits, priority, shardSize, ahead, signal, onWorkers };
  return {
    tables: (plan, folder, inOrder) => queueExecutor(plan, folder, options, inOrder),
    blocks: () => queueBlocks(options),
    workers() {
      const count = Object.values(notes).filter(({ refused }) => refused === undefined).length;
      return `${count} worker${count === 1 ? '' : 's'}`;
    },
    close: () => broker.close(),
  };
}
