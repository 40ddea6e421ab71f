/** The executors that play over a queue: tables of an experiment, and blocks of a simulation. */
import { join } from 'node:path';
import type { Episode } from '../../core/index.ts';
import type { BlockExecutor } from '../../data/simulate/index.ts';
import { blockCount, planKey } from '../../data/simulate/plan.ts';
import { SimulationError } from '../../data/simulate/play.ts';
import type { Tally } from '../../data/simulate/tally.ts';
import { ModelError } from '../../models/index.ts';
import { createAppender } from '../../models/node/json-lines.ts';
import { modelIn } from '../experiment/agents.ts';
import type { Executor } from '../experiment/executor.ts';
import { ExperimentError } from '../experiment/experiment.ts';
import type { Outage } from '../experiment/outage.ts';
import { type Plan, specsOf } from '../experiment/plan.ts';
import type { Players } from '../experiment/play.ts';
import {
  type Arrived,
  type Coordinator,
  type CoordinatorOptions,
  coordinate,
  type Failed,
  failedSentence,
  type Lost,
} from './coordinator.ts';
import type { Asked } from './plans.ts';
import { everySeat, packTables } from './play-shard.ts';

export type QueueOptions = Pick<
  CoordinatorOptions,
  'broker' | 'limits' | 'priority' | 'ahead' | 'signal' | 'onWorkers'
> & {
  /** Games in a shard. */
  readonly shardSize?: number;
};

/** Scripts play a game in microseconds, a model in minutes. */
const SCRIPTED_GAMES = 1000;
const MODEL_GAMES = 4;

const isFailed = (one: Arrived | Failed | Lost): one is Failed => 'reason' in one;
const isLost = (one: Arrived | Failed | Lost): one is Lost => 'message' in one;

/** What of a plan is played. */
export type QueuedTables = Pick<Plan, 'experiment' | 'tables' | 'looks' | 'hash'>;

/**
 * For runPlan and makePairs; `close` when the run has ended, told whether all of it is on the disk. With `inOrder` tables are handed on
 * as the plan has them.
 */
export function queueExecutor(plan: QueuedTables, folder: string, options: QueueOptions, inOrder = false) {
  let coordinator: Coordinator | undefined;
  const models = specsOf(plan).some((spec) => modelIn(spec) !== undefined);
  const size = options.shardSize ?? (models ? MODEL_GAMES : SCRIPTED_GAMES);
  const shards = cutInShards(plan, size);
  const executor = (seated: Players): Executor => {
    const players = Object.fromEntries([...seated].map(([spec, { fingerprint }]) => [spec, fingerprint]));
    const { experiment, hash } = plan;
    const asked: Asked = { kind: 'games', experiment, players, seated: everySeat(plan.tables), models, hash, size };
    return async ({ tables, wanted, keep, settled, signal }) => {
      coordinator ??= await coordinate({ ...options, asked, shards: shards.length, signal });
      const left = new Set(wanted);
      const failures: Failed[] = [];
      function* shardsWanted() {
        for (const [shard, [from, to]] of shards.entries())
          if (anyBetween(wanted, from, to)) yield { shard, data: packTables(tables, from, to) };
      }
      try {
        for await (const one of coordinator.collect(shardsWanted(), { settled, inOrder })) {
          if (isLost(one)) return outageOf(one);
          if (isFailed(one)) {
            failures.push(one);
            await createAppender(join(folder, 'failed-shards.jsonl'))(one);
            continue;
          }
          for (const line of one.contents.toString().split('\n')) {
            if (line === '') continue;
            const { table, episodes } = JSON.parse(line) as { table: number; episodes: Episode[] };
            if (left.delete(table)) await keep(table, episodes);
          }
        }
      } catch (error) {
        if (!signal.aborted) throw error;
      }
      const [first] = failures;
      if (first) {
        const others = failures.length > 1 ? `; so did ${failures.length - 1} others (failed-shards.jsonl)` : '';
        const [from, to] = shards[first.shard] as Range;
        throw new ExperimentError(`${failedSentence(first, `tables ${from + 1} to ${to}`)}${others}`);
      }
      return undefined;
    };
  };
  return { executor, close: async (done: boolean) => coordinator?.close(done) };
}

type Range = readonly [from: number, to: number];

/** Shards end where the run looks whether it may stop: no game behind a look begins before it. */
function cutInShards({ tables, looks }: Pick<Plan, 'tables' | 'looks'>, size: number): Range[] {
  const shards: Range[] = [];
  let from = 0;
  for (const end of looks?.map((look) => look.tables) ?? [tables.length])
    for (; from < end; from = Math.min(end, from + size)) shards.push([from, Math.min(end, from + size)]);
  return shards;
}

/** Whether a number of the list, which goes up, is from `from` up to, not including, `to`. */
function anyBetween(numbers: readonly number[], from: number, to: number): boolean {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] as number) < from) low = middle + 1;
    else high = middle;
  }
  return low < numbers.length && (numbers[low] as number) < to;
}

function outageOf({ calls, kind, message }: Lost): Outage {
  const last = kind === undefined ? new Error(message) : spentOrNot(kind, message);
  return { calls: calls ?? Number.POSITIVE_INFINITY, last };
}

function spentOrNot(kind: string, message: string): ModelError {
  const [name = '', ...why] = message.split(': ');
  return new ModelError(kind as ModelError['kind'], name, why.join(': '));
}

/** For simulate. */
export function queueBlocks(options: QueueOptions): BlockExecutor {
  return async function* (plan, lines, { from, to, spare }) {
    const size = Math.max(1, Math.round((options.shardSize ?? SCRIPTED_GAMES) / 1000));
    const asked: Asked = { kind: 'blocks', plan, key: planKey(plan), lines, size };
    const shards = Math.ceil(blockCount(plan) / size);
    const coordinator = await coordinate({ ...options, asked, shards });
    function* wanted() {
      for (let shard = Math.floor(from / size); shard < shards; shard++) yield { shard };
    }
    let done = false;
    try {
      // What is ahead of its turn stays packed in the database.
      for await (const one of coordinator.collect(wanted(), { inOrder: true })) {
        if (isLost(one)) throw new SimulationError(one.message);
        if (isFailed(one)) throw new SimulationError(failedSentence(one, `from block ${one.shard * size} on`));
        for (const { block, ...rest } of blocksOf(one.contents, one.shard * size)) {
          if (block < from || block >= to) continue;
          yield rest;
          spare.length = 0;
        }
      }
      done = true;
    } finally {
      await coordinator.close(done);
    }
  };
}

function* blocksOf(contents: Buffer, first: number) {
  const newline = contents.indexOf(10);
  const tallies = JSON.parse(contents.toString('utf8', 0, newline)) as { bytes: number; tally: Tally }[];
  let at = newline + 1;
  for (const [i, { bytes, tally }] of tallies.entries()) {
    const memory = new ArrayBuffer(bytes);
    Buffer.from(memory).set(contents.subarray(at, at + bytes));
    at += bytes;
    yield { block: first + i, lines: { memory, length: bytes }, tally };
  }
}
