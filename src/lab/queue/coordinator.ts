/**
 * The coordinator of a plan: queues its shards, takes what was played, and queues again whatever is missing. It holds the plan, and the
 * queue holds nothing that the plan cannot give again.
 *
 * Only so many shards are out at a time, so that neither the database nor a disk fills up with what is ahead of its turn. What was
 * taken is let go of when it is on the disk here.
 */
import { randomUUID } from 'node:crypto';
import type { Queue } from 'bullmq';
import { ConflictError } from '../../data/conflict.ts';
import { type Home, keepAccount } from './account.ts';
import { type Board, parsed, readValue, update } from './board.ts';
import type { Broker } from './broker.ts';
import { buildHash } from './build.ts';
import { type Answered, answeredOn, type GamesOut, goBy, goneBy, goneByIn, tellOut } from './in-doubt.ts';
import { LONGEST_WAIT, patiently, QueueError, Unreachable } from './patience.ts';
import {
  type Asked,
  announcePlan,
  forgetRefusals,
  joinPlan,
  leavePlan,
  listPlans,
  planId,
  playedMeanwhile,
  unlistPlan,
  type WorkerNotes,
  withdrawPlan,
  workersOn,
} from './plans.ts';
import { unpackShard } from './shard.ts';
import type { SharedLimits } from './shared-limits.ts';

export interface CoordinatorOptions {
  readonly broker: Broker;
  readonly asked: Asked;
  readonly shards: number;
  /** Whom it is played for, as a folder that one coordinator holds at a time. */
  readonly owner?: string;
  /** Whether nothing of it is on the disk here. */
  readonly fresh?: boolean;
  /** For the models of the workers. */
  readonly limits?: SharedLimits;
  /** A file that keeps what was spent of a day's budget. */
  readonly spent?: string;
  readonly home?: Home;
  readonly priority?: number;
  /** Shards that are out at a time. */
  readonly ahead?: number;
  readonly signal?: AbortSignal;
  /** Who is at work, now and then, the plan where it is paused, and where nobody is, the one that workers play meanwhile. */
  readonly onWorkers?: (workers: WorkerNotes, paused?: string, first?: string) => void;
}

interface Wanted {
  readonly shard: number;
  /** What a worker cannot know from the plan. */
  readonly data?: unknown;
  /** Its games, by the model that plays in them. */
  readonly games?: GamesOut[number];
}

export interface Arrived<T> {
  readonly shard: number;
  readonly contents: T;
}

/** Work that failed as often as it may. */
export interface Failed {
  readonly plan: string;
  readonly shard: number;
  readonly tries: number;
  readonly reason: string;
}

/** A model that workers have lost. */
export interface Lost {
  readonly calls: number | null;
  readonly kind: string | undefined;
  readonly message: string;
}

interface CollectOptions<T> {
  /** What a shard holds; whatever it throws, the shard was damaged, and is played again. */
  readonly read: (shard: number, contents: Buffer) => T;
  /** Resolves when what was handed on before is on the disk: then it is let go of. */
  readonly settled?: () => Promise<void>;
  readonly inOrder?: boolean;
  /** Shards that are there already. */
  readonly before?: number;
}

export interface Coordinator {
  readonly plan: string;
  /** The shards as they come, or in the order in which they are wanted. */
  collect<T>(wanted: Iterable<Wanted>, options: CollectOptions<T>): AsyncGenerator<Arrived<T> | Failed | Lost>;
  /** Tells the workers to stop; with `done`, all that is held of the plan is forgotten. */
  close(done: boolean): Promise<void>;
}

const AHEAD = 64;
/** The clocks of machines differ by less. */
const ANY_CLOCK = 366 * 86_400_000;
/** Tries of a shard before it counts as failed. */
export const MOST_TRIES = 3;
/** Between two looks at work that is out: whether it is still there, or has failed. */
const CHECK = 1000;
/** A look at work takes no longer than this from collecting it; the next one goes on behind it. */
const LOOK = 500;
/** Between two notes that it is there, and two looks at what was spent. */
const NOTE = 1000;
const SHORTEST_POLL = 10;
const LONGEST_POLL = 200;

export async function coordinate(options: CoordinatorOptions): Promise<Coordinator> {
  const { broker, asked, shards, owner = randomUUID(), fresh = true, limits, spent, home } = options;
  const { priority = 0, ahead = AHEAD, signal, onWorkers } = options;
  const { board } = broker;
  const asksModels = asked.kind === 'games' && asked.models;
  const build = buildHash();
  const plan = planId(asked, build);
  const queue = await broker.queue(plan);
  const wait = <T>(what: () => Promise<T>) => patiently(what, { longest: LONGEST_WAIT, signal });
  const conflict = await conflictOn(board, plan);
  if (conflict !== undefined && !fresh) throw new ConflictError(conflict);
  const joined = await joinPlan(board, plan, { owner, sitting: randomUUID(), limits });
  const { others } = joined;
  let { sitting } = joined;
  /** What workers were told is out. */
  let told = '';
  const announce = () => {
    const common = { id: plan, build, sitting };
    const record = { ...asked, ...common, ...(limits !== undefined && { limits }) };
    told = '';
    return announcePlan(board, record, { ...common, kind: asked.kind, priority, shards });
  };
  const account = limits?.budget && keepAccount(board, plan, limits.budget, { file: spent, home });
  if (!others) {
    // Of a run that was stopped: it is tried again.
    if (conflict !== undefined) await forgetPlan(broker, plan);
    // Of a plan that was forgotten: entered by a worker that slept past its end, and no game of this run.
    if ((await board.read(`plan:${plan}`)).value === undefined) await board.discard(plan, await board.waiting(plan));
    // Games in doubt when that sitting ended are not known to have failed.
    const doubted = Object.values(await goneBy(board, plan)).flatMap((shards) => Object.keys(shards).map(Number));
    if (doubted.length > 0) await board.discard(plan, doubted);
    for (const key of ['lost', 'outage', 'goneby', 'out']) await update(board, `${key}:${plan}`, () => undefined);
    await forgetRefusals(board, plan);
    await wait(() => queue.clean(-ANY_CLOCK, 0, 'failed'));
  }
  await account?.open(!others);
  await announce();
  let done: number | undefined;
  let failures = 0;
  let noting: Promise<unknown> | undefined;
  // Another with other limits took its place while this one was asleep.
  let displaced: Error | undefined;
  const notes = setInterval(() => {
    noting ??= Promise.all([joinPlan(board, plan, { owner, sitting, limits, done, failed: failures }), account?.look()])
      .then(([again]) => {
        // Of who came while this one was asleep.
        sitting = again.sitting;
      })
      .catch((error) => {
        if (error instanceof QueueError && !(error instanceof Unreachable)) displaced = error;
      })
      .finally(() => {
        noting = undefined;
      });
  }, NOTE).unref();

  async function* collect<T>(
    wanted: Iterable<Wanted>,
    { read, settled, inOrder = false, before = 0 }: CollectOptions<T>,
  ) {
    done = before;
    const source = wanted[Symbol.iterator]();
    const out = new Map<number, Wanted>();
    /** How often what was entered of a shard could not be read. */
    const damaged = new Map<number, number>();
    /** Taken, and perhaps not on the disk yet. */
    let taken: number[] = [];
    /** In doubt until the models of these games have answered, also where the board forgets it; or in order behind such a one. */
    const held = new Map<number, { readonly contents: T; readonly by: Readonly<Record<string, number>> }>();
    // Clocks of machines are set: time is taken from one that is not.
    let checked = performance.now();
    let pause = SHORTEST_POLL;
    const letGo = async () => {
      if (taken.length === 0) return;
      await settled?.();
      await board.drop(plan, taken);
      taken = [];
    };
    function* handOn(answered?: Answered) {
      for (const [shard, { contents, by }] of held) {
        if (!answered || Object.keys(by).every((model) => answered[model] !== undefined)) {
          held.delete(shard);
          taken.push(shard);
          done = (done ?? 0) + 1;
          yield { shard, contents };
        } else if (inOrder) return;
      }
    }
    for (let more = true; more || out.size > 0; ) {
      signal?.throwIfAborted();
      if (displaced) throw displaced;
      const fresh: Wanted[] = [];
      while (more && out.size < ahead) {
        const next = source.next();
        if (next.done) more = false;
        else {
          out.set(next.value.shard, next.value);
          fresh.push(next.value);
        }
      }
      // Before anybody plays it: who is not answered goes by what else there is to ask.
      const now = [...out.keys()].join();
      if (asksModels && now !== told) {
        const rows = Object.fromEntries([...out].map(([shard, { games }]) => [shard, games ?? {}]));
        await tellOut(board, plan, owner, rows);
        for (const [shard, { by }] of held) await goBy(board, plan, shard, by);
        told = now;
      }
      const waiting = new Set(await board.waiting(plan));
      // Played for a coordinator that died: it is here already.
      const unplayed = fresh.filter(({ shard }) => !waiting.has(shard));
      if (unplayed.length > 0) await wait(() => send(unplayed));
      const turn = [...out.keys()];
      const until = inOrder ? turn.findIndex((shard) => !waiting.has(shard)) : -1;
      const here = turn.slice(0, until < 0 ? turn.length : until).filter((shard) => waiting.has(shard));
      // Before it is lost, with all that these have cost.
      if (here.length > 0) await account?.look();
      for (const shard of here) {
        const played = await board.take(plan, shard);
        const contents = played && readOrWhy(() => read(shard, unpackShard(played)));
        if (contents === undefined || 'why' in contents) {
          if (contents) {
            const tries = (damaged.get(shard) ?? 0) + 1;
            damaged.set(shard, tries);
            await board.discard(plan, [shard]);
            if (tries < MOST_TRIES) await wait(() => send([out.get(shard) as Wanted]));
            else {
              out.delete(shard);
              failures++;
              yield { plan, shard, tries, reason: `what was entered of it was damaged on the way (${contents.why})` };
            }
          }
          // No other may come before it.
          if (inOrder) break;
          continue;
        }
        out.delete(shard);
        held.set(shard, { contents: contents.read, by: asksModels ? await goneByIn(board, plan, shard) : {} });
        yield* handOn(asksModels ? await answeredOn(board, plan) : {});
        signal?.throwIfAborted();
      }
      await letGo();
      if (performance.now() - checked > CHECK) {
        const lost = (await readValue<Record<string, Lost>>(board, `lost:${plan}`))?.[sitting];
        if (lost) {
          await board.discard(plan, [...held.keys()]);
          yield lost;
          return;
        }
        if (held.size > 0) yield* handOn(await answeredOn(board, plan));
        await refuseConflict();
        const { paused } = (await listPlans(board)).find(({ id }) => id === plan) ?? {};
        const workers = await workersOn(board, plan);
        const isPlayed = Object.values(workers).some(({ refused }) => refused === undefined);
        const first = isPlayed ? undefined : await playedMeanwhile(board, plan, workers);
        onWorkers?.(workers, paused ? plan : undefined, first);
        for (const failed of await wait(() => lookAfter(out))) {
          out.delete(failed.shard);
          failures++;
          yield failed;
        }
        checked = performance.now();
      }
      pause = here.length > 0 ? SHORTEST_POLL : Math.min(LONGEST_POLL, 2 * pause);
      if (here.length === 0) await new Promise((resolve) => setTimeout(resolve, pause));
    }
    // Nothing is under way any more that could still be answered, and no model is lost.
    yield* handOn();
    await letGo();
    await refuseConflict();
  }

  async function refuseConflict(): Promise<void> {
    const conflict = await conflictOn(board, plan);
    if (conflict !== undefined) throw new ConflictError(conflict);
  }

  async function send(some: readonly Wanted[]): Promise<void> {
    if (asksModels)
      await board.reopen(
        plan,
        some.map(({ shard }) => shard),
      );
    await enqueue(queue, plan, some);
  }

  let lookedAt = -1;
  /** Queues what the queue no longer has, lets it be played, and finds what has failed for good. */
  async function lookAfter(out: ReadonlyMap<number, Wanted>): Promise<Failed[]> {
    // BullMQ pauses what it deletes, and who was killed while it forgot the plan has left it so. A user's pause stands on the board.
    if (await queue.isPaused()) await queue.resume();
    const failed: Failed[] = [];
    const missing: Wanted[] = [];
    const began = performance.now();
    const all = [...out];
    const turn = [...all.filter(([shard]) => shard > lookedAt), ...all.filter(([shard]) => shard <= lookedAt)];
    for (const [shard, one] of turn) {
      if (performance.now() - began > LOOK) break;
      lookedAt = shard;
      const found = await queue.getJob(jobId(plan, shard));
      // Read again once it has failed: its last try may have ended after the first look.
      const job = (await found?.isFailed()) ? await queue.getJob(jobId(plan, shard)) : undefined;
      if (!found) missing.push(one);
      else if (job) {
        const died = /stalled more than/.test(job.failedReason ?? '');
        const reason = died ? 'every worker that took it died' : job.failedReason || 'its worker ended without a word';
        const tries = died ? job.stalledCounter : job.attemptsMade;
        failed.push({ plan, shard, tries: Math.max(tries, 1), reason });
        await job.remove();
      }
    }
    const here = missing.length > 0 ? new Set(await board.waiting(plan)) : undefined;
    const gone = missing.filter(({ shard }) => !here?.has(shard));
    // A database that was lost has neither the plan nor the work, and one that was set back may have those of a sitting before; another
    // coordinator of the plan that was stopped has withdrawn it.
    const announced = (await listPlans(board)).find(({ id }) => id === plan);
    if (gone.length > 0 || announced?.sitting !== sitting) await announce();
    if (gone.length > 0) await send(gone);
    return failed;
  }

  return {
    plan,
    collect,
    async close(done) {
      clearInterval(notes);
      await noting;
      await account?.look().catch(() => undefined);
      if (asksModels) await tellOut(board, plan, owner, undefined);
      // The others go on with it.
      if (await leavePlan(board, plan, owner)) return;
      if (done) return forgetPlan(broker, plan);
      await withdrawPlan(board, plan, failures);
      await wait(() => queue.drain(true));
    },
  };
}

/** Of all values the one that counts also where its words are lost. */
async function conflictOn(board: Board, plan: string): Promise<string | undefined> {
  const { value } = await board.read(`conflict:${plan}`);
  if (value === undefined) return undefined;
  return parsed<string>(value) ?? `of plan ${plan} other bytes were entered than were there`;
}

/** Nobody plays it, and nothing is held of it. */
export async function forgetPlan(broker: Broker, plan: string): Promise<void> {
  await unlistPlan(broker.board, plan);
  await broker.board.forget(plan);
  const queue = await broker.queue(plan);
  await patiently(() => queue.obliterate({ force: true }), { longest: LONGEST_WAIT });
}

function readOrWhy<T>(read: () => T): { readonly read: T } | { readonly why: string } {
  try {
    return { read: read() };
  } catch (error) {
    return { why: (error as Error).message };
  }
}

const jobId = (plan: string, shard: number) => `${plan}-${shard}`;

async function enqueue(queue: Queue, plan: string, wanted: readonly Wanted[]): Promise<void> {
  await queue.addBulk(
    wanted.map(({ shard, data }) => ({
      name: 'shard',
      // As text: Postgres would put the keys of an object in an order of its own.
      data: { shard, text: JSON.stringify(data ?? null) },
      opts: {
        jobId: jobId(plan, shard),
        attempts: MOST_TRIES,
        backoff: { type: 'exponential', delay: 500 },
        removeOnComplete: true,
      },
    })),
  );
}

export function failedSentence({ shard, tries, reason }: Failed, what: string): string {
  return `shard ${shard} (${what}) failed ${tries} times: ${reason}; --resume queues it again`;
}
