/**
 * One plan, as a worker plays it: let in, shard after shard in threads, and left.
 *
 * A shard is entered on the board before its work counts as done, so a worker that dies at any moment leaves it to another.
 */
import type { Job, Worker } from 'bullmq';
import { update } from './board.ts';
import type { Broker } from './broker.ts';
import { otherBuild } from './build.ts';
import { wrongClock } from './clock.ts';
import { type Lost, MOST_TRIES } from './coordinator.ts';
import { type ListedPlan, readPlan, workersOn } from './plans.ts';
import { Denied, InDoubt, Refusal, type Tried } from './play-shard.ts';
import { LostForAll, type ShardThread, startThread } from './thread.ts';

export interface EngageOptions {
  /** Of this worker, in its notes. */
  readonly name: string;
  readonly broker: Broker;
  /** Shards at once, each in a thread. */
  readonly concurrency: number;
  /** Milliseconds after which the work of a worker that died is another's. */
  readonly lock: number;
  /** The file of a thread, and what it is told beside the plan. */
  readonly thread: URL;
  readonly told: object;
  readonly signal: AbortSignal;
  readonly say: (sentence: string) => void;
}

/** Milliseconds that a shard waits for another worker, before this one looks at it again. */
const HANDED_ON = 2000;

/** A shard in the queue. In doubt, it goes to all at the plan before it has a try less, with what was played of it. */
interface ShardJob {
  readonly shard: number;
  readonly text: string;
  readonly doubted?: { readonly by: readonly string[]; readonly tried: Tried };
}

class Anothers extends Error {}

/** Ended, or lost with the database: it may come back. */
export class Gone extends Error {}

export interface Engaged {
  readonly plan: ListedPlan;
  readonly since: number;
  isBusy(): boolean;
  /** It takes no more of it: a model is lost or denied, or a thread was refused. */
  hasLeft(): boolean;
  refusal(): Refusal | undefined;
  /** Shards since it was asked last. */
  takePlayed(): number;
  hasPlayed(): boolean;
  /** Whether the plan's limits are still those that it plays by. */
  hasLimitsOf(plan: string): Promise<boolean>;
  /** What is being played of it is of no use to anybody, and may wait for what nobody tells any more. */
  abandon(why: string): void;
  close(): Promise<void>;
}

/** What a worker is told of a plan, and the first thread that may play it; or why none may. */
export async function admit(plan: ListedPlan, { broker, thread, told, lock, signal }: EngageOptions) {
  const why = otherBuild(plan.build) ?? (await wrongClock(broker.board, lock));
  if (why !== undefined) throw new Refusal(why);
  const record = await readPlan(broker.board, plan.id);
  if (!record) throw new Gone('it is not on the board any more');
  const start = (until?: AbortSignal) => startThread(thread, { ...told, record }, until);
  return { record, start, first: await start(signal) };
}

export async function engage(plan: ListedPlan, options: EngageOptions, fail: (why: string) => void): Promise<Engaged> {
  const { name, broker, concurrency, lock, say } = options;
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

  const asksModels = record.kind === 'games' && record.models;
  /** Whether somebody is at the plan who is none of these, and does not refuse it. */
  const areOthersThan = async (by: readonly string[]) =>
    Object.entries(await workersOn(board, plan.id)).some(
      ([one, { refused }]) => refused === undefined && !by.includes(one),
    );

  const process = async (job: Job, token?: string) => {
    const { shard, text, doubted } = job.data as ShardJob;
    const data: unknown = JSON.parse(text);
    const by = doubted?.by ?? [];
    const isLastTry = job.attemptsMade + 1 >= MOST_TRIES;
    active++;
    let one: ShardThread | undefined;
    try {
      free = free.filter((thread) => !thread.hasEnded());
      one = free.pop() ?? (await start());
      busy.add(one);
      if (abandoned) throw new Error('it is left');
      // Who was not answered leaves it to those who may be.
      if (by.includes(name) && (await areOthersThan(by))) throw new Anothers();
      // Not before all who are there have tried it.
      const last = isLastTry && !(asksModels && (await areOthersThan([...by, name])));
      const played = await one.play({ shard, data, last, ...(doubted && { before: doubted.tried }) });
      busy.delete(one);
      free.push(one);
      one = undefined;
      const stands = await board.enter(plan.id, shard, played);
      if (stands !== played.sha256) {
        const why = `shard ${shard} of plan ${plan.id} was entered as ${stands}, and was ${played.sha256} when played again`;
        say(asksModels ? `${why}: the first stands` : why);
        if (!asksModels) await update(board, `conflict:${plan.id}`, (held) => held ?? why);
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
      if (error instanceof Denied || error instanceof LostForAll || abandoned) {
        await job.moveToWait(token);
        throw handedOn('WaitingError');
      }
      let isHandedOn = error instanceof Anothers;
      if (error instanceof InDoubt) {
        const all = [...new Set([...by, name])];
        await job.updateData({ shard, text, doubted: { by: all, tried: error.tried } } satisfies ShardJob);
        // Of a last try too: who was to try it yet may have left meanwhile, and this one did not know that it had the last word.
        isHandedOn = isLastTry || (await areOthersThan(all));
      }
      if (isHandedOn) {
        await job.moveToDelayed(Date.now() + HANDED_ON, token);
        throw handedOn('DelayedError');
      }
      throw plain(error as Error);
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
    hasLimitsOf: async (id) => JSON.stringify((await readPlan(board, id))?.limits) === JSON.stringify(record.limits),
    abandon(why) {
      if (abandoned) return;
      abandoned = true;
      leave().catch(() => undefined);
      say(`plan ${plan.id} ${why}, and what was being played of it is left`);
      for (const one of busy) one.end().catch(() => undefined);
    },
    async close() {
      await leave();
      await Promise.all(free.map((one) => one.end()));
    },
  };
}

/** By this name BullMQ knows that it was. */
const handedOn = (name: string) => Object.assign(new Error('it waits for another worker'), { name });

/** Postgres keeps no text with a NUL or half a character in it, and a failure that it does not keep would never count. */
function plain({ name, message }: Error): Error {
  return Object.assign(new Error(Buffer.from(message).toString().replaceAll('\0', '\uFFFD')), { name });
}
