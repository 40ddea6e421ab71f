/**
 * A worker: plays the shards of whatever plans a queue has, the highest priority first, until it is stopped.
 *
 * It asks for the work of a plan only when it may play it: the same build, and every agent with the plan's fingerprint. A shard is
 * entered on the board before its work counts as done, so a worker that dies at any moment leaves it to another.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Job, Queue, Worker } from 'bullmq';
import { update } from './board.ts';
import type { Broker } from './broker.ts';
import { buildHash, otherBuild } from './build.ts';
import { wrongClock } from './clock.ts';
import { type Lost, MOST_TRIES } from './coordinator.ts';
import { LONGEST_WAIT, patiently } from './patience.ts';
import { type ListedPlan, listPlans, noteWorker, readPlan } from './plans.ts';
import { Denied, Refusal } from './play-shard.ts';
import { LostForAll, type ShardThread, startThread } from './thread.ts';

export interface WorkOptions {
  readonly broker: Broker;
  /** Shards at once, each in a thread. */
  readonly concurrency: number;
  /** Milliseconds after which the work of a worker that died is another's. */
  readonly lock: number;
  /** The file of a thread, and what it is told beside the plan. */
  readonly thread: URL;
  readonly told: object;
  /** Ends when there has been nothing to do for so long, in milliseconds. */
  readonly idle?: number;
  /** Milliseconds before a plan that was refused is looked at again. */
  readonly again?: number;
  readonly signal: AbortSignal;
  readonly say: (sentence: string) => void;
}

/** Between two looks at the plans, and two notes of what was played. */
const LOOK = 500;
const NOTE = 3000;
/** A plan that is in no list for so long was forgotten: a coordinator that lives tells it again to a database that was emptied. */
const GONE = 10_000;
/** A module may be brought back, or a server of models may have been down. */
const AGAIN = 15_000;
/** Who is refused by a model looks half as often after each look, down to this: a login that was down for a moment costs little. */
const SELDOM = 10 * 60_000;

export interface Worked {
  /** Shards. */
  readonly played: number;
  /** Why, by plan. */
  readonly refused: ReadonlyMap<string, string>;
}

interface Held {
  readonly why: string;
  readonly sitting: string;
  /** When it is looked at again, if nobody goes on with it before. */
  readonly again: number;
}

export async function work(options: WorkOptions): Promise<Worked> {
  const { broker, signal, idle, again = AGAIN, say } = options;
  buildHash();
  const name = `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`;
  let noted = -NOTE;
  const refused = new Map<string, Held>();
  /** Of plans of which nothing was played since a model refused it: how often it did, and its words. */
  const denials = new Map<string, { readonly times: number; readonly why: string }>();
  const refuse = ({ id, sitting }: ListedPlan, why: string, denied = false) => {
    if ((refused.get(id) ?? denials.get(id))?.why !== why) {
      say(`refuses plan ${id}: ${why}`);
      noted = -NOTE;
    }
    const times = denials.get(id)?.times ?? 0;
    if (denied) denials.set(id, { times: times + 1, why });
    const pause = denied ? Math.min(SELDOM, again * 2 ** times) : again;
    refused.set(id, { why, sitting, again: performance.now() + pause });
  };
  const queues = new Map<string, Queue>();
  let played = 0;
  let busy = performance.now();
  let current: Engaged | undefined;
  /** Since when the plan at hand is in no list. */
  let missed: number | undefined;
  let left: Engaged | undefined;
  const takeStock = () => {
    if (!current) return;
    const { plan, since } = current;
    played += current.takePlayed();
    const why = current.refusal();
    if (why && left !== current) {
      left = current;
      refuse(plan, why.message, why instanceof Denied);
    }
    // One thread may end its shard while a model refuses the next.
    if (!why && current.hasPlayed() && performance.now() - since > again && denials.delete(plan.id))
      say(`plays ${plan.kind} of plan ${plan.id} again`);
  };
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= (async () => {
      await current?.close();
      takeStock();
      current = undefined;
    })().finally(() => {
      stopping = undefined;
    });
    return stopping;
  };
  const pause = () => sleep(LOOK, undefined, { signal }).catch(() => undefined);
  /** Beside what is being played, one at a time. */
  let looking: Promise<void> | undefined;
  const lookAgain = async (plan: ListedPlan) => {
    try {
      await (await admit(plan, options)).first.end();
      refused.delete(plan.id);
      await noteWorker(broker.board, plan.id, name);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Gone) refused.delete(plan.id);
      else refuse(plan, (error as Error).message);
    }
  };
  const broken = new AbortController();
  try {
    while (!signal.aborted && !broken.signal.aborted) {
      takeStock();
      const all = await listPlans(broker.board, { stopped: true });
      const plans = all.filter(({ stopped }) => !stopped);
      // From the first look without it on: a database that was away may come back empty.
      const isListed = !current || all.some(({ id }) => id === current?.plan.id);
      missed = isListed ? undefined : (missed ?? performance.now());
      if (missed !== undefined && performance.now() - missed > GONE) current?.abandon();
      const due = performance.now() - noted > NOTE;
      if (due) noted = performance.now();
      const wrong = current && due ? await wrongClock(broker.board, options.lock) : undefined;
      if (current && wrong !== undefined) refuse(current.plan, wrong);
      for (const plan of plans) {
        const held = refused.get(plan.id);
        if (!held) continue;
        if (due) await noteWorker(broker.board, plan.id, name, { played: 0, refused: held.why });
        // While it leaves a plan nothing new can be tried of it.
        if (plan.id !== current?.plan.id && (performance.now() > held.again || held.sitting !== plan.sitting))
          looking ??= lookAgain(plan).finally(() => {
            looking = undefined;
          });
      }
      const open = plans.filter(({ id, paused }) => !paused && !refused.has(id));
      const next = await choose(open, current, { ...options, queues, due });
      if (current && (current.hasLeft() || !(next && isSame(next, current.plan)))) {
        const { id } = current.plan;
        // The shards that it ends may take long: until then it is still there.
        await Promise.race([stop(), pause()]);
        if (!current && id !== next?.id && open.some((plan) => plan.id === id))
          await noteWorker(broker.board, id, name);
      }
      if (next && !current && !refused.has(next.id)) {
        try {
          current = await engage(next, options, (sentence) => {
            say(sentence);
            broken.abort();
          });
          if (!denials.has(next.id)) say(`plays ${next.kind} of plan ${next.id}`);
          noted = -NOTE;
        } catch (error) {
          if (signal.aborted) break;
          if (!(error instanceof Gone)) {
            refuse(next, (error as Error).message);
            continue;
          }
        }
      }
      if (current && due && !refused.has(current.plan.id))
        await noteWorker(broker.board, current.plan.id, name, { played });
      // Who waits to be let in again has something to do.
      if (current?.isBusy() || plans.some(({ id }) => denials.has(id))) busy = performance.now();
      if (idle !== undefined && performance.now() - busy > idle) break;
      await pause();
    }
  } finally {
    await looking;
    await stop();
    await Promise.allSettled([...queues.values()].map((queue) => queue.close()));
  }
  if (broken.signal.aborted) throw new Error('this worker cannot go on, and its work is left to others');
  return { played, refused: new Map([...refused].map(([id, { why }]) => [id, why])) };
}

/** Who goes on with a plan may have set other limits than who died over it. */
const isSame = (one: ListedPlan, other: ListedPlan): boolean => one.id === other.id && one.sitting === other.sitting;

interface ChooseOptions extends WorkOptions {
  readonly queues: Map<string, Queue>;
  /** To look for what was left by those who died, too. */
  readonly due: boolean;
}

/** The first that has something for it to take; the one at hand while it plays something of it. */
async function choose(
  open: readonly ListedPlan[],
  current: Engaged | undefined,
  { broker, lock, signal, queues, due }: ChooseOptions,
): Promise<ListedPlan | undefined> {
  // On Redis each has a connection.
  for (const [id, queue] of queues)
    if (!open.some((plan) => plan.id === id)) {
      queues.delete(id);
      queue.close().catch(() => undefined);
    }
  if (open.length < 2) return open[0];
  const at = open.find(({ id }) => id === current?.plan.id);
  for (const plan of open) {
    const waits = { longest: LONGEST_WAIT, signal };
    const queue = queues.get(plan.id) ?? (await broker.queue(plan.id, lock));
    queues.set(plan.id, queue);
    const { active = 0, ...left } = await patiently(() => queue.getJobCounts('waiting', 'delayed', 'active'), waits);
    if (Object.values(left).some((count) => count > 0) || (plan === at && current?.isBusy())) return plan;
    // What others play is theirs while they live, and nobody may be there to see that they do not. Who plays has a clock that is right.
    if (active > 0 && due && at && plan !== at) await patiently(() => queue.backend.moveStalledJobsToWait(), waits);
  }
  return at ?? open[0];
}

/** Ended, or lost with the database: it may come back. */
class Gone extends Error {}

interface Engaged {
  readonly plan: ListedPlan;
  readonly since: number;
  isBusy(): boolean;
  /** It takes no more of it: a model is lost or denied, or a thread was refused. */
  hasLeft(): boolean;
  refusal(): Refusal | undefined;
  /** Shards since it was asked last. */
  takePlayed(): number;
  hasPlayed(): boolean;
  /** What is being played of it is of no use to anybody, and may wait for what nobody tells any more. */
  abandon(): void;
  close(): Promise<void>;
}

/** What a worker is told of a plan, and the first thread that may play it; or why none may. */
async function admit(plan: ListedPlan, { broker, thread, told, lock, signal }: WorkOptions) {
  const why = otherBuild(plan.build) ?? (await wrongClock(broker.board, lock));
  if (why !== undefined) throw new Refusal(why);
  const record = await readPlan(broker.board, plan.id);
  if (!record) throw new Gone('it is not on the board any more');
  const start = (until?: AbortSignal) => startThread(thread, { ...told, record }, until);
  return { record, start, first: await start(signal) };
}

async function engage(plan: ListedPlan, options: WorkOptions, fail: (why: string) => void): Promise<Engaged> {
  const { broker, concurrency, lock, say } = options;
  const { board } = broker;
  const { record, start, first } = await admit(plan, options);
  let free: ShardThread[] = [first];
  const busy = new Set<ShardThread>();
  let abandoned = false;
  let refused: Refusal | undefined;
  let leaving: Promise<void> | undefined;
  const leave = () => {
    leaving ??= worker.then((one) => one.close());
    return leaving;
  };
  let active = 0;
  let done = 0;
  let told = 0;

  const process = async (job: Job, token?: string) => {
    const { shard, text } = job.data as { shard: number; text: string };
    const data: unknown = JSON.parse(text);
    active++;
    let one: ShardThread | undefined;
    try {
      free = free.filter((thread) => !thread.hasEnded());
      one = free.pop() ?? (await start());
      busy.add(one);
      const last = job.attemptsMade + 1 >= MOST_TRIES;
      const played = await one.play({ shard, data, last });
      busy.delete(one);
      free.push(one);
      one = undefined;
      const stands = await board.enter(plan.id, shard, played);
      if (stands !== played.sha256) {
        const why = `shard ${shard} of plan ${plan.id} was entered as ${stands}, and was ${played.sha256} when played again`;
        say(record.kind === 'games' && record.models ? `${why}: the first stands` : why);
        if (!(record.kind === 'games' && record.models))
          await update(board, `conflict:${plan.id}`, (held) => held ?? why);
      }
      done++;
    } catch (error) {
      if (error instanceof Refusal) refused = error;
      // Until somebody goes on with the plan, if its coordinator is not there to stop it.
      if (error instanceof LostForAll) {
        refused = new Refusal(error.message);
        await update<Record<string, Lost>>(board, `lost:${plan.id}`, (held) => ({
          ...held,
          [record.sitting]: error.lost,
        }));
      }
      // Whatever else it took would fail as well.
      if (error instanceof Refusal || error instanceof LostForAll) leave().catch(() => undefined);
      if (one) busy.delete(one);
      if (one?.hasEnded() && !abandoned)
        say(`shard ${shard} of plan ${plan.id}: ${(error as Error).message}; another takes its place`);
      else if (one && !one.hasEnded()) free.push(one);
      if ((error as Error).name === 'WriteError') fail((error as Error).message);
      // Nothing of the shard is to blame: it goes to another without a try less.
      if (error instanceof Denied || error instanceof LostForAll) {
        await job.moveToWait(token);
        throw Object.assign(new Error('it waits for another worker'), { name: 'WaitingError' });
      }
      throw error;
    } finally {
      active--;
    }
  };
  const worker: Promise<Worker> = broker.worker(plan.id, process, { concurrency, lock });
  await worker.catch(async (error) => {
    await first.end();
    throw error;
  });
  return {
    plan,
    since: performance.now(),
    isBusy: () => active > 0,
    hasLeft: () => leaving !== undefined,
    refusal: () => refused,
    takePlayed() {
      const more = done - told;
      told = done;
      return more;
    },
    hasPlayed: () => done > 0,
    abandon() {
      if (abandoned) return;
      abandoned = true;
      say(`plan ${plan.id} is gone, and what was being played of it is left`);
      for (const one of busy) one.end().catch(() => undefined);
    },
    async close() {
      await leave();
      await Promise.all(free.map((one) => one.end()));
    },
  };
}
