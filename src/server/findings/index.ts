/**
 * The findings of runs, as far as they are read. Games are read in a thread, a part at each question, so that a run of a million games holds
 * nobody up; whoever asks is told how far it is, and asks again. What a run adds is read on from where it ended; one that was made anew is
 * read anew.
 */
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { Detector, Finding, ReadFindings } from '../../lab/analysis/findings/index.ts';
import type { Caller } from '../front-door.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { readBytes } from '../runs/folder.ts';

/** Findings of one run that are kept, and runs whose findings are. */
const MOST_FINDINGS = 50_000;
const MOST_RUNS = 8;
export const MOST_PROBLEMS = 20;
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
}

export interface FindingsKept {
  /** Reads on where there is more, then tells what there is. */
  of(file: string, caller: Caller): Promise<FoundSoFar>;
}

export const mostFindings = MOST_FINDINGS;

export function createFindings(jobs: Pick<Jobs, 'run'>): FindingsKept {
  const runs = new Map<string, Kept>();
  const keptOf = (file: string): Kept => {
    const known = runs.get(file);
    if (known) return known;
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
    };
    runs.set(file, fresh);
    if (runs.size > MOST_RUNS) runs.delete(runs.keys().next().value as string);
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
      if (kept.reading === undefined && !(await isSame(file, kept))) {
        runs.delete(file);
        kept = keptOf(file);
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
