/**
 * The plans that are being played over a queue. A plan tells a worker all that it needs but the tables, which come with each shard:
 * no corpus, no file of the experiment. A shard is a function of the plan and its number, whoever plays it.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentHash } from '../../core/index.ts';
import type { Plan as SimulationPlan } from '../../data/simulate/index.ts';
import type { Lines } from '../../data/simulate/play.ts';
import type { Experiment } from '../experiment/experiment.ts';
import type { Table } from '../experiment/plan.ts';
import { type Board, readValue, update } from './board.ts';

interface Games {
  readonly kind: 'games';
  readonly experiment: Experiment;
  /** Spec to fingerprint. */
  readonly players: Readonly<Record<string, string>>;
  /** Tables that have every agent in every domain that it plays in. */
  readonly seated: readonly Pick<Table, 'draw' | 'seats'>[];
  /** Whether a model sits somewhere: its games need not be the same twice. */
  readonly models: boolean;
  /** Of the experiment's plan. */
  readonly hash: string;
}

interface Blocks {
  readonly kind: 'blocks';
  readonly plan: SimulationPlan;
  /** Of the plan, which covers the fingerprints of its scripts. */
  readonly key: string;
  readonly lines: Lines;
}

export type Asked = (Games | Blocks) & {
  /** Tables, or blocks, in a shard. */
  readonly size: number;
};

/** What a worker is told. */
export type PlanRecord = Asked & {
  readonly id: string;
  readonly build: string;
  /** For the models of the workers: theirs together, not each. */
  readonly limits?: unknown;
};

/** What stands of it in the list of all. */
export interface ListedPlan {
  readonly id: string;
  readonly kind: Asked['kind'];
  readonly build: string;
  /** The higher goes first. */
  readonly priority: number;
  readonly paused: boolean;
  readonly shards: number;
}

/** With the build: what another one played, plays or refuses is of another plan. */
export const planId = (asked: Asked, build: string): string => contentHash({ queue: 2, build, ...asked }, 16);

const PLANS = 'plans';

export async function announcePlan(board: Board, record: PlanRecord, listed: Omit<ListedPlan, 'paused'>) {
  await update(board, `plan:${record.id}`, () => record);
  await update<ListedPlan[]>(board, PLANS, (plans = []) => {
    const before = plans.find(({ id }) => id === record.id);
    return [...plans.filter(({ id }) => id !== record.id), { ...listed, paused: before?.paused ?? false }];
  });
}

/** Nobody plays it any longer. */
export async function withdrawPlan(board: Board, plan: string): Promise<void> {
  await update<ListedPlan[]>(board, PLANS, (plans = []) => plans.filter(({ id }) => id !== plan));
}

/** The highest first, then the oldest. */
export async function listPlans(board: Board): Promise<ListedPlan[]> {
  const plans = (await readValue<ListedPlan[]>(board, PLANS)) ?? [];
  return plans.sort((a, b) => b.priority - a.priority);
}

export async function readPlan(board: Board, plan: string): Promise<PlanRecord | undefined> {
  return readValue<PlanRecord>(board, `plan:${plan}`);
}

/** Of one plan, or of all. */
export async function pausePlans(board: Board, paused: boolean, plan?: string): Promise<number> {
  let changed = 0;
  await update<ListedPlan[]>(board, PLANS, (plans = []) => {
    changed = plans.filter(({ id }) => plan === undefined || id === plan).length;
    return plans.map((one) => (plan === undefined || one.id === plan ? { ...one, paused } : one));
  });
  return changed;
}

/** Who works on a plan, by the board's clock. */
export interface WorkerNote {
  readonly at: number;
  readonly played: number;
  /** Why it does not. */
  readonly refused?: string;
}

export type WorkerNotes = Readonly<Record<string, WorkerNote>>;

/** Not heard of for so long: gone. */
const GONE = 15_000;

export async function noteWorker(board: Board, plan: string, worker: string, note: Omit<WorkerNote, 'at'>) {
  await update<WorkerNotes>(board, `workers:${plan}`, (notes = {}, now) => ({
    ...Object.fromEntries(Object.entries(notes).filter(([, { at }]) => now - at < GONE)),
    [worker]: { ...note, at: now },
  }));
}

export async function workersOn(board: Board, plan: string): Promise<WorkerNotes> {
  const { value, now } = await board.read(`workers:${plan}`);
  const notes = value === undefined ? {} : (JSON.parse(value) as WorkerNotes);
  return Object.fromEntries(Object.entries(notes).filter(([, { at }]) => now - at < GONE));
}

/** The rooms that decide what is played. */
const ROOMS = ['core', 'models', 'agents', 'data', 'lab'];
let known: string | undefined;

/** The hash of the code that runs here: two of the same version may still differ. */
export function buildHash(): string {
  if (known !== undefined) return known;
  const root = join(import.meta.dirname, '../..');
  const hash = createHash('sha256');
  for (const room of ROOMS)
    for (const name of readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).sort())
      if (/(?<!\.test|\.fixture|\.d)\.[jt]s$/.test(name))
        hash.update(name).update(readFileSync(join(root, room, name)));
  known = hash.digest('hex').slice(0, 16);
  return known;
}
