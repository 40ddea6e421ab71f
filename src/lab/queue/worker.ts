/**
 * A worker: plays the shards of whatever plans a queue has, the highest priority first, until it is stopped.
 *
 * It asks for the work of a plan only when it may play it: the same build, and every agent with the plan's fingerprint.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import { buildHash } from './build.ts';
import { wrongClock } from './clock.ts';
import { admit, type Engaged, type EngageOptions, engage, Gone } from './engage.ts';
import { LONGEST_WAIT, patiently } from './patience.ts';
import { type ListedPlan, listPlans, noteWorker } from './plans.ts';
import { Denied } from './play-shard.ts';
import { refusals } from './refusals.ts';

export interface WorkOptions extends Omit<EngageOptions, 'name'> {
  /** Ends when there has been nothing to do for so long, in milliseconds. */
  readonly idle?: number;
  /** Milliseconds before a plan that was refused is looked at again. */
  readonly again?: number;
}

/** Between two looks at the plans, and two notes of what was played. */
const LOOK = 500;
const NOTE = 3000;
/** A plan that is in no list for so long was forgotten: a coordinator that lives tells it again to a database that was emptied. */
const GONE = 10_000;
/** A module may be brought back, or a server of models may have been down. */
const AGAIN = 15_000;

export interface Worked {
  /** Shards. */
  readonly played: number;
  /** Why, by plan. */
  readonly refused: ReadonlyMap<string, string>;
}

export async function work({ told, ...asked }: WorkOptions): Promise<Worked> {
  const name = `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`;
  const options = { ...asked, name, told: { ...told, worker: name } };
  const { broker, signal, idle, again = AGAIN, say } = options;
  buildHash();
  let noted = -NOTE;
  const refused = refusals(again);
  const refuse = (plan: ListedPlan, why: string, denied?: boolean) => {
    if (!refused.refuse(plan, why, denied)) return;
    say(`refuses plan ${plan.id}: ${why}`);
    noted = -NOTE;
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
    const more = current.takePlayed();
    played += more;
    // Work of milliseconds is seldom seen under way.
    if (more > 0) busy = performance.now();
    const why = current.refusal();
    if (why && left !== current) {
      left = current;
      refuse(plan, why.message, why instanceof Denied);
    }
    // One thread may end its shard while a model refuses the next.
    if (!why && current.hasPlayed() && performance.now() - since > again && refused.played(plan.id))
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
      refused.lift(plan.id);
      await noteWorker(broker.board, plan.id, name);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Gone) refused.lift(plan.id);
      else refuse(plan, (error as Error).message, error instanceof Denied);
    }
  };
  /** What nobody wants any more, or not by the limits that it is played by. */
  const abandonIn = async (all: readonly ListedPlan[]) => {
    if (!current) {
      missed = undefined;
      return;
    }
    const { plan } = current;
    const now = all.find(({ id }) => id === plan.id);
    // From the first look without it on: a database that was away may come back empty.
    missed = now ? undefined : (missed ?? performance.now());
    if (missed !== undefined && performance.now() - missed > GONE) current.abandon('is gone');
    // What is spent of it is of the one who goes on, by other limits than those of who died.
    if (now && !isSame(now, plan) && !(await current.hasLimitsOf(now.id)))
      current?.abandon('goes on with other limits');
  };
  const broken = new AbortController();
  try {
    while (!signal.aborted && !broken.signal.aborted) {
      takeStock();
      const all = await listPlans(broker.board, { stopped: true });
      const plans = all.filter(({ stopped }) => !stopped);
      await abandonIn(all);
      const due = performance.now() - noted > NOTE;
      if (due) noted = performance.now();
      const wrong = current && due ? await wrongClock(broker.board, options.lock) : undefined;
      if (current && wrong !== undefined) refuse(current.plan, wrong);
      for (const plan of plans) {
        const why = refused.why(plan.id);
        if (why === undefined) continue;
        if (due && refused.isOf(plan)) await noteWorker(broker.board, plan.id, name, { played: 0, refused: why });
        // While it leaves a plan nothing new can be tried of it.
        if (plan.id !== current?.plan.id && refused.isDue(plan))
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
          // To start its first thread may take longer than it would wait.
          busy = performance.now();
          if (!refused.isDenied(next.id)) say(`plays ${next.kind} of plan ${next.id}`);
          noted = -NOTE;
        } catch (error) {
          if (signal.aborted) break;
          if (!(error instanceof Gone)) {
            refuse(next, (error as Error).message, error instanceof Denied);
            continue;
          }
        }
      }
      if (current && due && !refused.has(current.plan.id))
        await noteWorker(broker.board, current.plan.id, name, { played });
      // Who waits to be let in again has something to do.
      if (current?.isBusy() || plans.some(({ id }) => refused.isDenied(id))) busy = performance.now();
      if (idle !== undefined && performance.now() - busy > idle) break;
      await pause();
    }
  } finally {
    await looking;
    // The shards that it ends may take long.
    const stopped = stop().then(() => true);
    while (!(await Promise.race([stopped, sleep(LOOK, false)]))) {
      const listed = listPlans(broker.board, { stopped: true }).then(abandonIn, () => undefined);
      await Promise.race([stopped, listed.catch(() => undefined)]);
    }
    await Promise.allSettled([...queues.values()].map((queue) => queue.close()));
  }
  if (broken.signal.aborted) throw new Error('this worker cannot go on, and its work is left to others');
  return { played, refused: refused.all() };
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
