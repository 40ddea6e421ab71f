/** The executors that play over a queue: tables of an experiment, and blocks of a simulation. */

import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { modelIn } from '../../agents/index.ts';
import type { Episode } from '../../core/index.ts';
import { keepConflict } from '../../data/conflict.ts';
import type { BlockExecutor } from '../../data/simulate/index.ts';
import { BLOCK, blockCount, planKey, type Plan as SimulationPlan, shardRange } from '../../data/simulate/plan.ts';
import { SimulationError } from '../../data/simulate/play.ts';
import { addTally, emptyTally, type Tally } from '../../data/simulate/tally.ts';
import { ModelError } from '../../models/index.ts';
import { createAppender } from '../../models/node/json-lines.ts';
import { conflictFile } from '../experiment/conflict.ts';
import type { Executor } from '../experiment/executor.ts';
import { UnplayedError } from '../experiment/experiment.ts';
import { failedShardsFile, forgetFailedShards } from '../experiment/failed-shards.ts';
import type { Outage } from '../experiment/outage.ts';
import { dealsAt, isGameOf, type Plan, specsOf, type Table } from '../experiment/plan.ts';
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
  'broker' | 'limits' | 'home' | 'priority' | 'ahead' | 'signal' | 'onWorkers'
> & {
  /** Games in a shard. */
  readonly shardSize?: number;
};

/** Scripts play a game in microseconds, a model in minutes. */
const SCRIPTED_GAMES = 1000;
const MODEL_GAMES = 4;

const isFailed = (one: Arrived<unknown> | Failed | Lost): one is Failed => 'reason' in one;
const isLost = (one: Arrived<unknown> | Failed | Lost): one is Lost => 'message' in one;

/** Of a file or a folder that one process holds at a time. */
const ownerOf = (out: string): string => `${hostname()}:${resolve(out)}`;

/** What of a plan is played. */
export type QueuedTables = Pick<Plan, 'experiment' | 'tables' | 'looks' | 'hash'>;

/**
 * For runPlan and makePairs; `close` when the run has ended, told whether all of it is on the disk. With `inOrder` tables are handed on
 * as the plan has them. `join` gives the plan's id to who shares its limits before it is played: then `seat` comes first.
 */
export function queueExecutor(plan: QueuedTables, folder: string, options: QueueOptions, inOrder = false) {
  let joined: Promise<Coordinator> | undefined;
  let closed: Promise<void> = Promise.resolve();
  let seats: { readonly asked: Asked; readonly left: readonly Table[] | undefined } | undefined;
  const models = specsOf(plan).some((spec) => modelIn(spec) !== undefined);
  const size = options.shardSize ?? (models ? MODEL_GAMES : SCRIPTED_GAMES);
  const shards = cutInShards(plan, size);
  /** With what is left of it. */
  const seat = (seated: Players, left?: readonly Table[]) => {
    const players = Object.fromEntries([...seated].map(([spec, { fingerprint }]) => [spec, fingerprint]));
    const { experiment, hash } = plan;
    const asked: Asked = { kind: 'games', experiment, players, seated: everySeat(plan.tables), models, hash, size };
    seats = { asked, left };
  };
  const coordinator = (
    signal = options.signal,
    fresh = seats?.left?.length === plan.tables.length,
  ): Promise<Coordinator> => {
    if (!seats) throw new Error('a plan is joined once its players are seated');
    const common = { ...options, asked: seats.asked, fresh, signal };
    const own = { shards: shards.length, owner: ownerOf(folder), spent: join(folder, 'spent.json') };
    joined ??= coordinate({ ...common, ...own }).then((one) => {
      // They are queued again.
      forgetFailedShards(folder);
      return one;
    });
    return joined;
  };
  const executor = (seated: Players): Executor => {
    seat(seated, seats?.left);
    return async ({ tables, wanted, keep, settled, signal }) => {
      const left = new Set(wanted);
      const failures: Failed[] = [];
      function* shardsWanted() {
        for (const [shard, [from, to]] of shards.entries())
          if (anyBetween(wanted, from, to))
            yield { shard, data: packTables(tables, from, to), games: gamesOfModels(tables.slice(from, to)) };
      }
      const read = (shard: number, contents: Buffer) => tablesIn(contents, tables, shards[shard] as Range);
      try {
        const fresh = wanted.length === (plan.looks?.[0]?.tables ?? tables.length);
        const { collect } = await coordinator(signal, fresh);
        const last = wanted.at(-1) ?? -1;
        const before = shards.filter(([from, to]) => from <= last && !anyBetween(wanted, from, to)).length;
        for await (const one of collect(shardsWanted(), { read, settled, inOrder, before })) {
          if (isLost(one)) return outageOf(one);
          if (isFailed(one)) {
            failures.push(one);
            await createAppender(failedShardsFile(folder))(one);
            continue;
          }
          // Whoever keeps tables in their order waits for the one that failed: what comes after it stays in the queue.
          if (inOrder && failures.some(({ shard }) => shard < one.shard)) break;
          for (const { table, episodes } of one.contents) if (left.delete(table)) await keep(table, episodes);
        }
      } catch (error) {
        keepConflict(conflictFile(folder), error);
        if (!signal.aborted) throw error;
      }
      const [first] = failures;
      if (first) {
        const others = failures.length > 1 ? `; so did ${failures.length - 1} others (failed-shards.jsonl)` : '';
        const [from, to] = shards[first.shard] as Range;
        throw new UnplayedError(`${failedSentence(first, `tables ${from + 1} to ${to}`)}${others}`);
      }
      return undefined;
    };
  };
  return {
    executor,
    seat,
    join: async () => (await coordinator()).plan,
    /** Asked again, it waits for the first. */
    close(done: boolean): Promise<void> {
      const last = joined;
      joined = undefined;
      const before = closed.catch(() => undefined);
      closed = before.then(async () => (await last?.catch(() => undefined))?.close(done));
      return closed;
    },
  };
}

type Range = readonly [from: number, to: number];

function gamesOfModels(tables: readonly Table[]): Record<string, number> {
  const games: Record<string, number> = {};
  for (const table of tables)
    for (const model of new Set(Object.values(table.seats).map(modelIn)))
      if (model !== undefined) games[model] = (games[model] ?? 0) + dealsAt(table);
  return games;
}

/** What a shard must hold: every table of it, with every game. */
function tablesIn(contents: Buffer, tables: readonly Table[], [from, to]: Range) {
  const lines = contents.toString().trimEnd().split('\n');
  if (lines.length !== to - from) throw new Error(`it has ${lines.length} tables, expected ${to - from}`);
  return lines.map((line, i) => {
    const { table, episodes } = JSON.parse(line) as { table: number; episodes: Episode[] };
    const planned = tables[from + i] as Table;
    const isWhole = table === from + i && episodes.length === dealsAt(planned);
    if (!isWhole || !episodes.every((one) => isGameOf(one, planned)))
      throw new Error(`table ${from + i + 1} has other games than the plan`);
    return { table, episodes };
  });
}

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

/** For simulate, into files or folders of these names. */
export function queueBlocks(options: QueueOptions, outs: readonly string[] = []): BlockExecutor {
  return async function* (plan, lines, { from, to, spare }) {
    const size = Math.max(1, Math.round((options.shardSize ?? SCRIPTED_GAMES) / 1000));
    const asked: Asked = { kind: 'blocks', plan, key: planKey(plan), lines, size };
    const shards = Math.ceil(blockCount(plan) / size);
    const owner = outs.length > 0 ? { owner: outs.map(ownerOf).join(' ') } : {};
    const coordinator = await coordinate({ ...options, asked, shards, ...owner, fresh: from === 0 });
    const read = (shard: number, contents: Buffer) => [...blocksOf(contents, plan, shard * size, size)];
    const before = Math.floor(from / size);
    function* wanted() {
      for (let shard = before; shard < shards; shard++) yield { shard };
    }
    let done = false;
    try {
      // What is ahead of its turn stays packed in the database.
      for await (const one of coordinator.collect(wanted(), { read, inOrder: true, before })) {
        if (isLost(one)) throw new SimulationError(one.message);
        if (isFailed(one)) throw new SimulationError(failedSentence(one, `from block ${one.shard * size} on`));
        for (const { block, ...rest } of one.contents) {
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

function* blocksOf(contents: Buffer, plan: SimulationPlan, first: number, size: number) {
  const newline = contents.indexOf(10);
  const tallies = JSON.parse(contents.toString('utf8', 0, newline)) as { bytes: number; tally: Tally }[];
  let at = newline + 1;
  const expected = Math.min(size, blockCount(plan) - first);
  const length = tallies.reduce((sum, { bytes }) => sum + bytes, at);
  if (tallies.length !== expected || length !== contents.length)
    throw new Error(`it has ${tallies.length} blocks of ${length} bytes, expected ${expected} of ${contents.length}`);
  const { first: start, end } = shardRange(plan);
  for (const [i, { bytes, tally }] of tallies.entries()) {
    const games = Math.min(BLOCK, end - start - (first + i) * BLOCK);
    addTally(emptyTally(), tally);
    if (tally.trajectories + tally.dropped !== games) throw new Error(`block ${first + i} has not ${games} games`);
    const memory = new ArrayBuffer(bytes);
    Buffer.from(memory).set(contents.subarray(at, at + bytes));
    at += bytes;
    yield { block: first + i, lines: { memory, length: bytes }, tally };
  }
}
