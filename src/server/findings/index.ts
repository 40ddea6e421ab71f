/**
 * The findings of runs, as far as they are read. Games are read in a thread, a part at each question, so that a run of a million games holds
 * nobody up; whoever asks is told how far it is, and asks again. What a run adds is read on from where it ended; one that was made anew is
 * read anew.
 */
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Detector, Finding, ReadFindings } from '../../lab/analysis/findings/index.ts';
import type { Caller } from '../front-door.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { readBytes } from '../runs/folder.ts';

/** Findings of one run that are kept, and runs whose findings are. */
const MOST_FINDINGS = 50_000;
const MOST_RUNS = 8;
const MOST_PROBLEMS = 20;
/** Milliseconds after which a reading that nobody asked about makes room for another, and that a question waits for room. */
const FORGOTTEN = 30_000;
const PAUSE = 500;
/** Games in one part. */
const MOST_GAMES = 200_000;

interface FoundSoFar {
  readonly findings: readonly Finding[];
  readonly counts: Readonly<Partial<Record<Detector, number>>>;
  readonly games: number;
  /** Of the bytes there are, from 0 to 1. */
  readonly share: number;
  readonly done: boolean;
  /** More were found than are kept. */
  readonly full: boolean;
  /** Games that are left out, the first of them. */
  readonly problems: readonly string[];
}

interface Kept {
  readonly findings: Finding[];
  readonly counts: Partial<Record<Detector, number>>;
  readonly problems: string[];
  games: number;
  next: number;
  bytes: number;
  done: boolean;
  /** Of the file as it was read last. */
  inode: number;
  size: number;
  changed: number;
  /** Of the bytes before `next`. */
  tail: string;
  reading: Promise<void> | undefined;
  /** When somebody asked last, in milliseconds. */
  asked: number;
}

export interface FindingsKept {
  /** Reads on where there is more, then tells what there is. */
  of(file: string, caller: Caller): Promise<FoundSoFar>;
}

export const mostFindings = MOST_FINDINGS;

interface KeptOptions {
  readonly most?: number;
  readonly now?: () => number;
  /** Milliseconds that a question waits which has no place yet. */
  readonly pause?: number;
}

export function createFindings(
  jobs: Pick<Jobs, 'run'>,
  { most = MOST_RUNS, now = Date.now, pause = PAUSE }: KeptOptions = {},
): FindingsKept {
  /** In the order in which they were asked for last. */
  const runs = new Map<string, Kept>();
  /** What is read to its end, or was left, makes room; a reading under way does not, or none would ever end. */
  const hasRoom = (): boolean => {
    if (runs.size < most) return true;
    const [file] = [...runs].find(([, one]) => !one.reading && (one.done || now() - one.asked > FORGOTTEN)) ?? [];
    return file !== undefined && runs.delete(file);
  };
  const keptOf = (file: string): Kept | undefined => {
    const known = runs.get(file);
    if (known) {
      runs.delete(file);
      runs.set(file, known);
      known.asked = now();
      return known;
    }
    if (!hasRoom()) return undefined;
    const fresh: Kept = {
      findings: [],
      counts: {},
      problems: [],
      games: 0,
      next: 0,
      bytes: 0,
      done: false,
      inode: 0,
      size: 0,
      changed: 0,
      tail: '',
      reading: undefined,
      asked: now(),
    };
    runs.set(file, fresh);
    return fresh;
  };
  /** Whether what was read is still the beginning of the file: a number of an inode may be given again, so its bytes are looked at too. */
  const isSame = async (file: string, kept: Kept): Promise<boolean> => {
    if (kept.next === 0) return true;
    const { ino, size, mtimeMs } = await stat(file);
    if (ino !== kept.inode || size < kept.next || (size === kept.size && mtimeMs !== kept.changed)) return false;
    return mtimeMs === kept.changed || (await tailOf(file, kept.next)) === kept.tail;
  };
  const readOn = async (file: string, kept: Kept, caller: Caller): Promise<void> => {
    const { ino, size, mtimeMs } = await stat(file);
    Object.assign(kept, { inode: ino, size, changed: mtimeMs });
    const job = { kind: 'findings', file, from: kept.next, most: MOST_GAMES } as const;
    const part = JSON.parse(await jobs.run(job, caller)) as ReadFindings;
    for (const one of part.findings) {
      kept.counts[one.detector] = (kept.counts[one.detector] ?? 0) + 1;
      if (kept.findings.length < MOST_FINDINGS) kept.findings.push(one);
    }
    // A line that cannot be passed is met each time.
    const fresh = part.problems.filter((one) => !kept.problems.includes(one));
    kept.problems.push(...fresh.slice(0, MOST_PROBLEMS - kept.problems.length));
    kept.games += part.games;
    kept.next = part.next;
    kept.bytes = part.bytes;
    kept.done = part.done;
    kept.tail = await tailOf(file, kept.next);
  };
  return {
    async of(file, caller) {
      let kept = keptOf(file);
      if (kept && kept.reading === undefined && !(await isSame(file, kept))) {
        runs.delete(file);
        kept = keptOf(file);
      }
      if (!kept) {
        await sleep(pause);
        return { findings: [], counts: {}, games: 0, share: 0, done: false, full: false, problems: [] };
      }
      const reader = kept;
      kept.reading ??= readOn(file, kept, caller).finally(() => {
        reader.reading = undefined;
      });
      await kept.reading;
      const { findings, counts, problems, games, next, bytes, done } = kept;
      const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
      const share = bytes === 0 ? 1 : next / bytes;
      return { findings, counts, games, share, done, full: total > findings.length, problems };
    },
  };
}

const TAIL = 4096;

async function tailOf(file: string, end: number): Promise<string> {
  const from = Math.max(0, end - TAIL);
  return createHash('sha256')
    .update(await readBytes(file, from, end - from))
    .digest('hex');
}
