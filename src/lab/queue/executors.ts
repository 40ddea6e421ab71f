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

/** For runPlan; `close` when the run has ended, told whether all of it is on the disk. */
export function queueExecutor(plan: Plan, folder: string, options: QueueOptions) {
  let coordinator: Coordinator | undefined;
  const models = specsOf(plan).some((spec) => modelIn(spec) !== undefined);
  const size = options.shardSize ?? (models ? MODEL_GAMES : SCRIPTED_GAMES);
  const shardOf = (index: number) => Math.floor(index / size);
  const executor = (seated: Players): Executor => {
    const players = Object.fromEntries([...seated].map(([spec, { fingerprint }]) => [spec, fingerprint]));
    const { experiment, hash } = plan;
    const asked: Asked = { kind: 'games', experiment, players, seated: everySeat(plan.tables), models, hash, size };
    const shards = shardOf(plan.tables.length - 1) + 1;
    return async ({ tables, wanted, keep, settled, signal }) => {
      coordinator ??= await coordinate({ ...options, asked, shards, signal });
      const left = new Set(wanted);
      const numbers = [...new Set(wanted.map(shardOf))];
      const failures: Failed[] = [];
      const end = Math.min(tables.length, Math.max(...wanted) + 1);
      function* shardsWanted() {
        for (const shard of numbers)
          yield { shard, data: packTables(tables, shard * size, Math.min(tables.length, (shard + 1) * size)) };
      }
      try {
        for await (const one of coordinator.collect(shardsWanted(), settled)) {
          if (isLost(one)) return outageOf(one);
          if (isFailed(one)) {
            failures.push(one);
            await createAppender(join(folder, 'failed-shards.jsonl'))(one);
            continue;
          }
          for (const line of one.contents.toString().split('\n')) {
            if (line === '') continue;
            const { table, episodes } = JSON.parse(line) as { table: number; episodes: Episode[] };
            if (table < end && left.delete(table)) await keep(table, episodes);
          }
        }
      } catch (error) {
        if (!signal.aborted) throw error;
      }
      const [first] = failures;
      if (first) {
        const others = failures.length > 1 ? `; so did ${failures.length - 1} others (failed-shards.jsonl)` : '';
        const tablesOf = `tables ${first.shard * size + 1} to ${Math.min(tables.length, (first.shard + 1) * size)}`;
        throw new ExperimentError(`${failedSentence(first, tablesOf)}${others}`);
      }
      return undefined;
    };
  };
  return { executor, close: async (done: boolean) => coordinator?.close(done) };
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
    const early = new Map<number, Buffer>();
    let next = Math.floor(from / size);
    function* wanted() {
      for (let shard = next; shard < shards; shard++) yield { shard };
    }
    let done = false;
    try {
      for await (const one of coordinator.collect(wanted())) {
        if (isLost(one)) throw new SimulationError(one.message);
        if (isFailed(one)) throw new SimulationError(failedSentence(one, `from block ${one.shard * size} on`));
        early.set(one.shard, one.contents);
        for (let ready = early.get(next); ready; ready = early.get(next)) {
          early.delete(next);
          for (const { block, ...rest } of blocksOf(ready, next * size)) {
            if (block < from || block >= to) continue;
            yield rest;
            spare.length = 0;
          }
          next++;
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
