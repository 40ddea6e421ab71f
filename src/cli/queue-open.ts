/** A queue that is open: loaded only when --queue is given. */
import { hostname } from 'node:os';
import { contentHash } from '../core/index.ts';
import type { BlockExecutor } from '../data/simulate/index.ts';
import {
  type Broker,
  HOME,
  type Home,
  openBroker,
  QUEUE,
  type QueuedTables,
  queueBlocks,
  queueExecutor,
  type SharedLimits,
  shownAddress,
  type WorkerNotes,
  withSharedLimits,
} from '../lab/queue/index.ts';
import type { Model, Prices } from '../models/index.ts';
import { dayLedger } from '../models/node/day-ledger.ts';
import { parleyHome } from '../models/node/store.ts';
import { wrap } from '../models/wrappers/wrap.ts';
import { UsageError } from './errors.ts';
import type { Together } from './model.ts';
import type { ModelLimits } from './model-options.ts';
import type { QueueFlags } from './queue-options.ts';
import { watchWorkers } from './queue-workers.ts';

/** Limits as they travel to the workers. */
export interface SentLimits extends SharedLimits {
  readonly promptLimit?: number;
  readonly price?: readonly (readonly [string, Prices])[];
}

export interface OpenQueue {
  /** For models of the coordinator itself, under the limits of a plan that is joined at the first call. */
  together(plan: () => Promise<string>): Together;
  /** The executors that play over it. */
  tables(plan: QueuedTables, folder: string, inOrder?: boolean): ReturnType<typeof queueExecutor>;
  blocks(outs: readonly string[]): BlockExecutor;
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
  if (flags.concurrency !== undefined)
    throw new UsageError(
      '--concurrency is of games in this process, and workers play as many at once as they have --threads: leave it out, and hold calls of a model with --places',
    );
  const say = (sentence: string) => process.stderr.write(`parley: ${sentence}\n`);
  const broker: Broker = await openBroker(url, { signal, say });
  if (broker.warning) say(broker.warning);
  const limits: SentLimits = { budget, rate, places, promptLimit, ...(price && { price: [...price] }) };
  let notes: WorkerNotes = {};
  const watch = watchWorkers({ address: shownAddress(url), say });
  const onWorkers = (now: WorkerNotes, paused?: string, first?: string) => {
    notes = now;
    watch(now, paused, first);
  };
  const home = budget?.perDay ? homeOf(url, budget.currency) : undefined;
  const options = { broker, limits, home, priority, shardSize, ahead, signal, onWorkers };
  return {
    together: (plan) => (model, prices) => {
      const common = { board: broker.board, rate, places, budget, ...(prices && { prices }) };
      if (!budget) return withSharedLimits(model, { ...common, plan: '' });
      // One for all calls: each goes by what it has spent before.
      let shared: Promise<Model> | undefined;
      return wrap(model, async (request, given) => {
        shared ??= plan().then((id) => withSharedLimits(model, { ...common, plan: id }));
        return (await shared).generate(request, given);
      });
    },
    tables: (plan, folder, inOrder) => queueExecutor(plan, folder, options, inOrder),
    blocks: (outs) => queueBlocks(options, outs),
    workers() {
      const count = Object.values(notes).filter(({ refused }) => refused === undefined).length;
      return `${count} worker${count === 1 ? '' : 's'}`;
    },
    close: () => broker.close(),
  };
}

/** A day's budget is one for all commands: those of this machine and those over the queue. */
function homeOf(url: string, currency: string | undefined): Home {
  const ledger = dayLedger(parleyHome(), currency);
  const queue = `${QUEUE}${shownAddress(url)}`;
  return {
    name: `${HOME}${contentHash([hostname(), parleyHome()], 8)}`,
    queue,
    ownOn: ledger.ownOn,
    othersOn: ledger.othersOn,
    keep: (day, here, elsewhere) => ledger.keepQueue(queue, day, here, elsewhere),
  };
}
