/**
 * The plans that are being played over a queue. A plan tells a worker all that it needs but the tables, which come with each shard:
 * no corpus, no file of the experiment. A shard is a function of the plan and its number, whoever plays it.
 */
import { contentHash } from '../../core/index.ts';
import type { Plan as SimulationPlan } from '../../data/simulate/index.ts';
import type { Lines } from '../../data/simulate/play.ts';
import type { Experiment } from '../experiment/experiment.ts';
import type { Table } from '../experiment/plan.ts';
import { type Board, parsed, readValue, update } from './board.ts';
import { QueueError } from './patience.ts';

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
  /** Of its coordinators: what a worker finds lost in one is not lost in the next. */
  readonly sitting: string;
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
  /** Its coordinator has stopped: nobody plays it until one goes on with it, or it is forgotten. */
  readonly stopped?: boolean;
  /** Shards that had failed for good by then. */
  readonly failed?: number;
  readonly shards: number;
  /** Who plays it for another begins anew, with the limits of that one. */
  readonly sitting: string;
}

/** With the build: what another one played, plays or refuses is of another plan. */
export const planId = (asked: Asked, build: string): string => contentHash({ queue: 2, build, ...asked }, 16);

const PLANS = 'plans';
const listOf = (held: ListedPlan[] | undefined): ListedPlan[] => (Array.isArray(held) ? held : []);
const changePlans = (board: Board, change: (plans: ListedPlan[]) => ListedPlan[]) =>
  update<ListedPlan[]>(board, PLANS, (held) => change(listOf(held)));

export async function announcePlan(board: Board, record: PlanRecord, listed: Omit<ListedPlan, 'paused'>) {
  await update(board, `plan:${record.id}`, () => record);
  await changePlans(board, (plans) => {
    const before = plans.find(({ id }) => id === record.id);
    return [...plans.filter(({ id }) => id !== record.id), { ...listed, paused: before?.paused ?? false }];
  });
}

/** Nobody plays it any longer; what was played of it stays. */
export async function withdrawPlan(board: Board, plan: string, failed = 0): Promise<void> {
  await changePlans(board, (plans) => plans.map((one) => (one.id === plan ? { ...one, stopped: true, failed } : one)));
}

/** Takes it out of the list. */
export async function unlistPlan(board: Board, plan: string): Promise<void> {
  await changePlans(board, (plans) => plans.filter(({ id }) => id !== plan));
}

/** Those that are being played, and with `stopped` the others: the highest first, then the oldest. */
export async function listPlans(board: Board, { stopped = false } = {}): Promise<ListedPlan[]> {
  const plans = listOf(await readValue<ListedPlan[]>(board, PLANS));
  return plans.filter((one) => stopped || !one.stopped).sort((a, b) => b.priority - a.priority);
}

/** Who coordinates a plan, by the board's clock: each by its folder, so that who goes on there is in the place of who died there. */
type Coordinators = Readonly<Record<string, Progress & { at: number; sitting: string; limits?: unknown }>>;

/** In shards. */
interface Progress {
  readonly done?: number | undefined;
  /** For good. */
  readonly failed?: number;
}

const othersAt = (held: Coordinators, owner: string, now: number): Coordinators =>
  Object.fromEntries(Object.entries(held).filter(([one, { at }]) => one !== owner && now - at < GONE));

/**
 * Says that it is coordinated by this one, too; gives back whether others do so, and whose sitting it is: theirs, if so. They share one
 * rate and one budget.
 */
export async function joinPlan(
  board: Board,
  plan: string,
  {
    owner,
    sitting: own,
    limits,
    ...progress
  }: { readonly owner: string; readonly sitting: string; readonly limits: unknown } & Progress,
): Promise<{ readonly others: boolean; readonly sitting: string }> {
  let sitting = own;
  let others: Coordinators = {};
  await update<Coordinators>(board, `coordinators:${plan}`, (held = {}, now) => {
    others = othersAt(held, owner, now);
    for (const [one, theirs] of Object.entries(others))
      if (JSON.stringify(theirs.limits) !== JSON.stringify(limits))
        throw new QueueError(
          `plan ${plan} is being played for ${one} with other limits of its models: give the same --budget, --rate, --price, --places and --prompt-limit, or wait until it has ended (${GONE / 1000} s after a kill)`,
        );
    sitting = Object.values(others)[0]?.sitting ?? own;
    return { ...others, [owner]: { at: now, sitting, limits, ...progress } };
  });
  return { others: Object.keys(others).length > 0, sitting };
}

/**
 * Whether anybody does: of a plan that was gone on with in other shards, nobody comes back. And how many shards who is furthest has, and
 * how many failed, as far as anybody said before it was gone.
 */
export async function coordinationOf(
  board: Board,
  plan: string,
): Promise<{ readonly coordinated: boolean; readonly done: number | undefined; readonly failed: number }> {
  const { value, now } = await board.read(`coordinators:${plan}`);
  const noted = parsed<Coordinators>(value) ?? {};
  const all = Object.values(othersAt(noted, '', now));
  const done = all.flatMap((one) => one.done ?? []);
  const failed = Math.max(0, ...Object.values(noted).map((one) => one.failed ?? 0));
  return { coordinated: all.length > 0, done: done.length > 0 ? Math.max(...done) : undefined, failed };
}

/** A plan that workers play who are not at this one, and do not refuse it; also one that was stopped, whose last work they end. */
export async function playedMeanwhile(board: Board, plan: string, here: WorkerNotes): Promise<string | undefined> {
  for (const { id } of await listPlans(board, { stopped: true })) {
    if (id === plan) continue;
    const there = Object.entries(await workersOn(board, id));
    if (there.some(([name, { refused }]) => refused === undefined && !here[name])) return id;
  }
  return undefined;
}

/** Gives back whether others still coordinate it. */
export async function leavePlan(board: Board, plan: string, owner: string): Promise<boolean> {
  const left = await update<Coordinators>(board, `coordinators:${plan}`, (held = {}, now) =>
    othersAt(held, owner, now),
  );
  return Object.keys(left ?? {}).length > 0;
}

export async function readPlan(board: Board, plan: string): Promise<PlanRecord | undefined> {
  return readValue<PlanRecord>(board, `plan:${plan}`);
}

/** Of one plan, or of all: those that are being played, and to go on those too that were stopped in a pause. */
export async function pausePlans(board: Board, paused: boolean, plan?: string): Promise<number> {
  let changed = 0;
  await changePlans(board, (plans) => {
    const isMeant = (one: ListedPlan) =>
      plan === undefined ? !one.stopped || (!paused && one.paused) : one.id === plan;
    changed = plans.filter(isMeant).length;
    return plans.map((one) => (isMeant(one) ? { ...one, paused } : one));
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

/** Without a note, what it has said is taken back. */
export async function noteWorker(board: Board, plan: string, worker: string, note?: Omit<WorkerNote, 'at'>) {
  await update<WorkerNotes>(board, `workers:${plan}`, (notes = {}, now) => ({
    ...Object.fromEntries(Object.entries(notes).filter(([one, { at }]) => one !== worker && now - at < GONE)),
    ...(note && { [worker]: { ...note, at: now } }),
  }));
}

/** Of a sitting before: who goes on may have mended what they were for. */
export async function forgetRefusals(board: Board, plan: string): Promise<void> {
  await update<WorkerNotes>(board, `workers:${plan}`, (notes = {}) =>
    Object.fromEntries(Object.entries(notes).filter(([, { refused }]) => refused === undefined)),
  );
}

export async function workersOn(board: Board, plan: string): Promise<WorkerNotes> {
  const { value, now } = await board.read(`workers:${plan}`);
  const notes = parsed<WorkerNotes>(value) ?? {};
  return Object.fromEntries(Object.entries(notes).filter(([, { at }]) => now - at < GONE));
}
