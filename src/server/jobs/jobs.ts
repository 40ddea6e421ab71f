/**
 * Work that takes more than some milliseconds, in threads beside the server's own: what each move of a game gave away, large files, and
 * the acts of scripts that think long.
 *
 * There are few threads and few places to wait, for one address and for all; an address has one job under way, and after it the others
 * have theirs. A job that takes too
 * long ends with its thread, and gives what it had worked out by then, if anything.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { AbortSignalLike, Episode, Seat, View } from '../../core/index.ts';
import { ownDomainFiles } from '../../lab/experiment/own/domain.ts';
import type { Caller } from '../front-door.ts';
import { createPlaces, type Place } from '../places.ts';
import { ApiError } from '../routes.ts';
import type { DatabasePlace } from '../storage/storage.ts';
import type { ActJob } from './thinking.ts';

export type Job =
  | ActJob
  | {
      readonly kind: 'suggest';
      readonly domain: string;
      readonly hash: string | undefined;
      readonly view: View;
      readonly spec: string;
    }
  | { readonly kind: 'review'; readonly episode: Episode; readonly seat: Seat; readonly hash: string | undefined }
  | { readonly kind: 'card'; readonly file: string }
  | { readonly kind: 'progress'; readonly file: string; readonly name: string }
  /** Role tables of an imported corpus. */
  | { readonly kind: 'roles'; readonly input: string; readonly out: string }
  /** A part of a run's findings: as much as there is time for. */
  | { readonly kind: 'findings'; readonly file: string; readonly from: number; readonly most: number }
  /** What people said of them. */
  | { readonly kind: 'verdicts'; readonly folder: string }
  | { readonly kind: 'report'; readonly file: string }
  | { readonly kind: 'behind'; readonly file: string; readonly section: number; readonly row: number }
  | { readonly kind: 'compare'; readonly folders: readonly string[] }
  /** Both are read from the database: twenty thousand rows, or fifty games, would hold the server's own thread. */
  | { readonly kind: 'pair'; readonly folder: string | undefined; readonly seed: number }
  | { readonly kind: 'raters'; readonly limit: number };

/** What a thread says of the job it has: that it begins, JSON so far, JSON in the end, or why there is none. */
export type Report =
  | { readonly begun: true }
  | { readonly partial: string }
  | { readonly done: string }
  | { readonly refused: { readonly status: number; readonly code: string; readonly message: string } }
  | { readonly failed: string };

export interface ThreadData {
  readonly domains: readonly string[];
  readonly database: DatabasePlace | undefined;
}

export interface Jobs {
  /** The answer as JSON. A job that has not begun when its signal ends never does. */
  run(job: Job, caller: Pick<Caller, 'address' | 'known'>, signal?: AbortSignalLike): Promise<string>;
  close(): Promise<void>;
}

export interface JobsOptions {
  /** For jobs that read it. */
  readonly database?: DatabasePlace;
  readonly threads?: number;
  readonly perAddress?: number;
  readonly overall?: number;
  /** Milliseconds that a job may take once it has begun. */
  readonly longest?: number;
}

interface Waiting {
  readonly job: Job;
  readonly address: string | undefined;
  readonly settle: (report: Report | 'late' | 'lost') => void;
}

const MEGABYTES = 512;
/** A thread that does not begin in this time never will. */
const LONGEST_START = 60_000;

export function createJobs({
  database,
  threads = Math.min(2, availableParallelism()),
  perAddress = 4,
  overall = 64,
  longest = 10_000,
}: JobsOptions = {}): Jobs {
  const places = createPlaces({ perAddress, overall });
  const queue: Waiting[] = [];
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  const busy = new Set<string>();
  let closed = false;

  const next = (): void => {
    if (closed || (idle.length === 0 && all.size >= threads)) return;
    const at = queue.findIndex(({ address }) => address === undefined || !busy.has(address));
    const [waiting] = at < 0 ? [] : queue.splice(at, 1);
    if (waiting) start(waiting, idle.pop() ?? newThread(all, database));
  };

  const start = ({ job, address, settle }: Waiting, thread: Worker): void => {
    let partial: Report | undefined;
    if (address !== undefined) busy.add(address);
    const end = (report: Report | 'late', keep: boolean) => {
      clearTimeout(timer);
      thread.off('message', hear).off('error', fail).off('exit', exit);
      if (address !== undefined) busy.delete(address);
      letOthersFirst(queue, address);
      if (keep) idle.push(thread);
      else drop(thread);
      settle(report);
      next();
    };
    const late = () => end(partial ?? 'late', false);
    let timer = setTimeout(late, LONGEST_START);
    const hear = (report: Report) => {
      if ('begun' in report) {
        clearTimeout(timer);
        timer = setTimeout(late, longest);
      } else if ('partial' in report) partial = { done: report.partial };
      else end(report, true);
    };
    // Out of memory, for one.
    const fail = (error: unknown) => end(partial ?? { failed: (error as Error).message }, false);
    const exit = () => fail(new Error('the thread ended'));
    thread.on('message', hear).on('error', fail).on('exit', exit);
    thread.postMessage(job);
  };

  const drop = (thread: Worker): void => {
    all.delete(thread);
    thread.on('error', () => undefined);
    void thread.terminate();
  };

  return {
    run: (job, { address, known }, signal) =>
      new Promise((resolve, reject) => {
        let place: Place | undefined;
        const waiting: Waiting = {
          job,
          address: known ? undefined : address,
          settle(report) {
            place?.release();
            signal?.removeEventListener?.('abort', onLost);
            if (report === 'late') return reject(busyError('this takes longer than there is time for'));
            if (report === 'lost') return reject(busyError('others wait too, and this address has most of the places'));
            if ('done' in report) return resolve(report.done);
            if ('refused' in report) {
              const { status, code, message } = report.refused;
              return reject(new ApiError(status, code, message));
            }
            reject(busyError('failed' in report ? `the work could not be done: ${report.failed}` : ''));
          },
        };
        const onLost = () => {
          const at = queue.indexOf(waiting);
          if (at < 0) return;
          queue.splice(at, 1);
          waiting.settle('lost');
        };
        place = places.take({ address, known, onLost });
        if (!place || closed || signal?.aborted) return waiting.settle('lost');
        signal?.addEventListener?.('abort', onLost);
        queue.push(waiting);
        next();
      }),
    async close() {
      closed = true;
      await Promise.all([...all].map((thread) => thread.terminate()));
    },
  };
}

/** Whoever has had a job has its others wait behind those of everybody else. */
function letOthersFirst(queue: Waiting[], address: string | undefined): void {
  if (address === undefined || !queue.some((one) => one.address === address)) return;
  const [own, others] = [true, false].map((wanted) => queue.filter((one) => (one.address === address) === wanted));
  queue.splice(0, queue.length, ...(others ?? []), ...(own ?? []));
}

function busyError(message: string): ApiError {
  return new ApiError(503, 'busy', message);
}

function newThread(all: Set<Worker>, database: DatabasePlace | undefined): Worker {
  const workerData: ThreadData = { domains: ownDomainFiles(), database };
  const options = { workerData, resourceLimits: { maxOldGenerationSizeMb: MEGABYTES } };
  // Run from source, the file ends in .ts and a loader must come first; built, it is plain JavaScript.
  const source = import.meta.url.endsWith('.ts');
  const file = new URL(source ? './worker.ts' : './worker.js', import.meta.url);
  const thread = source
    ? new Worker(`import('tsx/esm/api').then(({ register }) => register() && import('${file}'))`, {
        ...options,
        eval: true,
        execArgv: [],
      })
    : new Worker(file, options);
  thread.unref();
  all.add(thread);
  return thread;
}
