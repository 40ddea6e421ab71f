/** Plays the shards of a plan, as a function of the plan and the shard: what a worker does, wherever it runs. */
import { setTimeout as sleep } from 'node:timers/promises';
import { modelIn, type Resources } from '../../agents/index.ts';
import type { Episode } from '../../core/index.ts';
import { bytesOf } from '../../data/simulate/bytes.ts';
import { blockCount, planKey } from '../../data/simulate/plan.ts';
import { blockPlayer } from '../../data/simulate/play.ts';
import { ModelError } from '../../models/index.ts';
import { WriteError } from '../../models/node/files.ts';
import type { Draw } from '../experiment/draws.ts';
import { type Outage, type Outages, watchedBy } from '../experiment/outage.ts';
import { loadRecorded } from '../experiment/own/domain.ts';
import { loadParts } from '../experiment/own/load-parts.ts';
import type { Table } from '../experiment/plan.ts';
import { playTable } from '../experiment/play.ts';
import { domainAt } from '../experiment/resolve-players.ts';
import { seatPlayers } from '../experiment/run.ts';
import type { PlanRecord } from './plans.ts';

/** Why this worker may not play a plan: another build, other agents, or something that it lacks. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** A model whose server takes nothing from this worker: another may have the key. */
export class Denied extends Refusal {}

/** A key that is refused or has nothing left, or a model that is not there. */
export const isDenial = (error: unknown): error is ModelError =>
  error instanceof ModelError &&
  (error.kind === 'missing' || (error.kind === 'rejected' && [401, 402, 403, 404].includes(error.status ?? 0)));
export const RESTORE = 'restore its access, or start it anew with a key that has it';

/** What a try of a shard leaves to the next. */
export interface Tried {
  /** The lines of tables that need not be played again, by their index. */
  readonly played: Readonly<Record<number, string>>;
  /** Whether nobody was answered then: what failed is not known to have failed by itself. */
  readonly down: boolean;
}

/** Games failed while a model did not answer: to be played again, unless it stays away. */
export class InDoubt extends Error {
  override readonly name = 'InDoubt';
  readonly tried: Tried;
  constructor(message: string, tried: Tried) {
    super(message);
    this.tried = tried;
  }
}

/** A model, or a budget, that is gone for all workers. */
export class LostModel extends Error {
  override readonly name = 'LostModel';
  readonly outage: Outage;
  constructor(outage: Outage) {
    super(outage.last.message);
    this.outage = outage;
  }
}

interface PlayOptions {
  /** Whether this is the last time that it is tried: what is in doubt then has failed, unless the model is lost. */
  readonly last: boolean;
  readonly before?: Tried;
  readonly signal?: AbortSignal;
}

/** Others look at what is seen of a model once a second. */
const A_LOOK = 1500;

export type PlayShard = (shard: number, data: unknown, options: PlayOptions) => Promise<Uint8Array>;

/** Of a game that failed for no answer. */
interface Verdict {
  /** What became of the call. */
  readonly fault: string;
  /** And why this worker is down: what was answered before has no answer either. Undefined where it has. */
  readonly down: string | undefined;
  /** Whether somebody is at the plan who is not known to be. */
  readonly others: boolean;
  /** Models that have answered a greeting, and nothing else yet. */
  readonly greeted: readonly string[];
}

export interface SharedOutages extends Outages {
  /** Why a model is not this worker's to ask; undefined while all are. */
  denied(): string | undefined;
  /** Calls of this thread that were not answered, since it began. */
  unanswered(): number;
  /** Asks a model again that did not answer the last call of this thread. */
  judge(signal?: AbortSignal): Promise<Verdict>;
  /** Games of a shard that have failed, of each model that has answered a greeting alone. */
  goBy(shard: number, games: Readonly<Record<string, number>>): Promise<void>;
  /** A model that answers nobody who is at the plan. */
  lost(): Promise<Outage | undefined>;
}

/** Checks everything before the first shard; whoever may not play says so. */
export async function shardPlayer(
  record: PlanRecord,
  resources: Resources,
  outages: SharedOutages,
): Promise<PlayShard> {
  if (record.kind === 'games') return gamesPlayer(record, resources, outages);
  if (planKey(record.plan) !== record.key) throw new Refusal('its scripts have other fingerprints here');
  const play = blockPlayer(record.plan, record.lines);
  return async (shard) => {
    const first = shard * record.size;
    const blocks: Uint8Array[] = [];
    const tallies: object[] = [];
    for (let block = first; block < Math.min(first + record.size, blockCount(record.plan)); block++) {
      const { lines, tally } = play(block);
      blocks.push(bytesOf(lines));
      tallies.push({ bytes: lines.length, tally });
    }
    return Buffer.concat([Buffer.from(`${JSON.stringify(tallies)}\n`), ...blocks]);
  };
}

type Games = Extract<PlanRecord, { kind: 'games' }>;

/** The tables of a shard, their draws once each. */
export interface ShardTables {
  readonly draws: readonly Draw[];
  readonly tables: readonly (readonly [index: number, draw: number, seed: number, seats: Table['seats']])[];
}

export function packTables(tables: readonly Table[], from: number, to: number): ShardTables {
  const draws: Draw[] = [];
  const packed = tables.slice(from, to).map(({ draw, seed, seats }, i) => {
    if (draws.at(-1) !== draw) draws.push(draw);
    return [from + i, draws.length - 1, seed, seats] as const;
  });
  return { draws, tables: packed };
}

/** The fewest tables, from the first on, with every agent in every domain that it plays in: players are seated in this order. */
export function everySeat(tables: readonly Table[]): Pick<Table, 'draw' | 'seats'>[] {
  const seen = new Set<string>();
  return tables.flatMap(({ draw, seats }) => {
    const fresh = Object.values(seats)
      .map((spec) => `${domainAt({ draw }).name} ${spec}`)
      .filter((pair) => !seen.has(pair));
    for (const pair of fresh) seen.add(pair);
    return fresh.length > 0 ? [{ draw, seats }] : [];
  });
}

async function gamesPlayer(record: Games, resources: Resources, outages: SharedOutages): Promise<PlayShard> {
  const { experiment, seated: tables } = record;
  await loadOwn(experiment);
  const plan = { experiment, tables } as unknown as Parameters<typeof seatPlayers>[0];
  const players = await seatPlayers(plan, watchedBy(outages, resources));
  for (const [spec, { fingerprint }] of players)
    if (record.players[spec] !== fingerprint)
      throw new Refusal(
        `${spec} is ${fingerprint} here and ${record.players[spec]} in the plan${await byAddress(spec, resources)}`,
      );
  return async (shard, data, { last, before, signal }) => {
    const { draws, tables } = data as ShardTables;
    const seated = tables.map(([index, draw, seed, seats]) => ({ index, draw: draws[draw] as Draw, seed, seats }));
    const played: Record<number, string> = { ...before?.played };
    for (let wasDown = before?.down ?? false; ; ) {
      const doubted: Record<number, string> = {};
      const goneBy: Record<string, number> = {};
      let doubt: Verdict | undefined;
      for (const table of seated) {
        if (played[table.index] !== undefined) continue;
        const unanswered = outages.unanswered();
        const episodes: readonly Episode[] = await playTable(table, players, signal);
        signal?.throwIfAborted();
        const denied = outages.denied();
        if (denied !== undefined) throw new Denied(`${denied}: ${RESTORE}`);
        const failed = episodes.filter(({ result }) => result.kind === 'failed').length;
        const isFailed = failed > 0;
        if (isFailed) refuseFinal(outages.current());
        const verdict = isFailed && outages.unanswered() > unanswered ? await judge(outages, signal) : undefined;
        if (verdict && doubt?.down === undefined) doubt = verdict;
        for (const model of verdict?.greeted ?? []) goneBy[model] = (goneBy[model] ?? 0) + failed;
        (verdict ? doubted : played)[table.index] = JSON.stringify({ table: table.index, episodes });
      }
      // Another may be answered.
      const isDown = doubt?.down !== undefined;
      if (doubt && !last) throw new InDoubt(`a model does not answer: ${doubt.fault}`, { played, down: isDown });
      // While nobody is answered it is not known what a game failed for, nor by what failed before.
      if (!isDown && !(doubt && wasDown)) {
        await outages.goBy(shard, goneBy);
        return Buffer.from(seated.map(({ index }) => `${played[index] ?? doubted[index]}\n`).join(''));
      }
      wasDown = isDown;
    }
  };
}

/** A model whose server tells no hash of its weights is known by the letters of an address, which machines may write in several ways. */
async function byAddress(spec: string, { model }: Resources): Promise<string> {
  const name = modelIn(spec);
  const digest = name === undefined ? undefined : (await model?.(name))?.digest;
  const [, address] = / at (https?:\/\/[^\s,)]+)/.exec(digest ?? '') ?? [];
  return address === undefined
    ? ''
    : `: its model counts by the address of its server and what that tells of it, here ${address}; give the worker and the command the same address, in the same letters (PARLEY_SERVER_URL), and keys that may ask it for its models`;
}

/** A budget that is spent is so for all; a disk that is full here says nothing of the other workers. */
function refuseFinal(outage: Outage | undefined): void {
  if (outage?.last instanceof WriteError) throw outage.last;
  if (outage && !Number.isFinite(outage.calls)) throw new LostModel(outage);
}

/** A worker that is down leaves its work to others who are there; a model that answers nobody of them is lost. */
async function judge(outages: SharedOutages, signal?: AbortSignal): Promise<Verdict> {
  const verdict = await outages.judge(signal);
  // By what was asked again, too.
  refuseFinal(outages.current());
  if (verdict.down !== undefined && verdict.others)
    throw new Denied(
      `${verdict.down}: this worker is not answered, and others are there: see to its line if they are answered`,
    );
  if (await outages.lost()) {
    // Who is answered may not have said so yet.
    await sleep(A_LOOK, undefined, { ...(signal && { signal }) });
    const lost = await outages.lost();
    if (lost) throw new LostModel(lost);
  }
  return verdict;
}

/** Modules of one's own lie where the coordinator has them, and are the same. */
async function loadOwn({ module, modules = [] }: Games['experiment']): Promise<void> {
  try {
    if (module) await loadRecorded(module);
    await loadParts(modules);
  } catch (error) {
    throw new Refusal((error as Error).message);
  }
}
