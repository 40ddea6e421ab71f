/**
 * Both ends of a thread that plays shards: games never keep the process from saying that it lives, or its work would be given to
 * another.
 */
import { type MessagePort, Worker } from 'node:worker_threads';
import type { Resources } from '../../agents/index.ts';
import type { PlayedShard } from './board.ts';
import { otherBuild } from './build.ts';
import type { Lost } from './coordinator.ts';
import type { PlanRecord } from './plans.ts';
import {
  Denied,
  InDoubt,
  isDenial,
  LostModel,
  RESTORE,
  Refusal,
  type SharedOutages,
  shardPlayer,
  type Tried,
} from './play-shard.ts';
import { packShard } from './shard.ts';

interface Question {
  readonly shard: number;
  readonly data: unknown;
  readonly last: boolean;
  readonly before?: Tried;
}

type Answer =
  | { readonly ready: true }
  | { readonly refused: string }
  | { readonly played: PlayedShard }
  | { readonly lost: Lost }
  | { readonly denied: string }
  | { readonly doubt: string; readonly tried: Tried }
  | { readonly error: string; readonly name: string };

/** In the thread: says whether it may play, then plays what it is asked, one shard at a time. */
export async function servePort(port: MessagePort, record: PlanRecord, resources: Resources, outages: SharedOutages) {
  const say = (answer: Answer) => port.postMessage(answer);
  try {
    const other = otherBuild(record.build);
    if (other !== undefined) throw new Refusal(other);
    const play = await shardPlayer(record, resources, outages);
    port.on('message', async ({ shard, data, ...tried }: Question) => {
      try {
        say({ played: packShard(await play(shard, data, tried)) });
      } catch (error) {
        say(answerTo(error as Error));
      }
    });
    say({ ready: true });
  } catch (error) {
    const { message } = error as Error;
    say(isDenial(error) && error.kind === 'rejected' ? { denied: `${message}: ${RESTORE}` } : { refused: message });
  }
}

function answerTo(error: Error): Answer {
  if (error instanceof Denied) return { denied: error.message };
  if (error instanceof InDoubt) return { doubt: error.message, tried: error.tried };
  if (!(error instanceof LostModel)) return { error: error.message, name: error.name };
  const { calls, last } = error.outage;
  const { kind } = last as { kind?: string };
  return { lost: { calls: Number.isFinite(calls) ? calls : null, kind, message: last.message } };
}

export interface ShardThread {
  play(question: Question): Promise<PlayedShard>;
  /** Out of memory, or by a fault that nobody caught: it is not asked again. */
  hasEnded(): boolean;
  end(): Promise<void>;
}

export class LostForAll extends Error {
  override readonly name = 'LostForAll';
  readonly lost: Lost;
  constructor(lost: Lost) {
    super(lost.message);
    this.lost = lost;
  }
}

/** Starts one and waits until it may play, or until the signal. `file` runs servePort. */
export async function startThread(file: URL, workerData: object, signal?: AbortSignal): Promise<ShardThread> {
  // Run from source, a loader must come along; built, it is plain JavaScript.
  const execArgv = file.pathname.endsWith('.ts') ? ['--import', 'tsx'] : [];
  const worker = new Worker(file, { workerData, execArgv });
  let settle: ((answer: Answer | Error) => void) | undefined;
  const told = (answer: Answer | Error) => {
    const waiting = settle;
    settle = undefined;
    waiting?.(answer);
  };
  let ended: Error | undefined;
  worker.on('message', told);
  worker.on('error', (error) => {
    ended = new Error(`its thread ended: ${(error as Error).message}`);
    told(ended);
  });
  worker.on('exit', (code) => {
    ended ??= new Error(`its thread ended with exit code ${code}`);
    told(ended);
  });
  const answer = () =>
    new Promise<Answer>((resolve, reject) => {
      if (ended) reject(ended);
      settle = (one) => (one instanceof Error ? reject(one) : resolve(one));
    });
  // One that ends before it could say anything may find half of a build: nothing of the plan is to blame.
  const giveUp = () => worker.terminate();
  signal?.addEventListener('abort', giveUp);
  const first = await answer().catch((error: Error) => ({ refused: error.message }));
  signal?.removeEventListener('abort', giveUp);
  if ('refused' in first || 'denied' in first) {
    await worker.terminate();
    throw 'denied' in first ? new Denied(first.denied) : new Refusal(first.refused);
  }
  return {
    async play(question) {
      const answered = answer();
      worker.postMessage(question);
      const one = await answered;
      if ('played' in one) return { ...one.played, body: Buffer.from(one.played.body) };
      if ('denied' in one) throw new Denied(one.denied);
      if ('lost' in one) throw new LostForAll(one.lost);
      if ('doubt' in one) throw new InDoubt(one.doubt, one.tried);
      if ('error' in one) throw Object.assign(new Error(one.error), { name: one.name });
      throw new Error('a thread said that it is ready, and had been asked to play');
    },
    hasEnded: () => ended !== undefined,
    async end() {
      await worker.terminate();
    },
  };
}
