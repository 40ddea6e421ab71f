/**
 * The findings of runs, as far as they are read. Games are read in a thread, a part at each question, so that a run of a million games holds
 * nobody up; whoever asks is told how far it is, and asks again. What a run adds is read on from where it ended; one that was made anew is
 * read anew.
 */
import type { Detector, Finding, ReadFindings } from '../../lab/analysis/findings/index.ts';
import type { Caller } from '../front-door.ts';
import type { Jobs } from '../jobs/jobs.ts';

/** Findings of one run that are kept, and runs whose findings are. */
const MOST_FINDINGS = 50_000;
const MOST_RUNS = 8;
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
}

interface Kept {
  readonly findings: Finding[];
  readonly counts: Partial<Record<Detector, number>>;
  games: number;
  next: number;
  bytes: number;
  done: boolean;
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
      games: 0,
      next: 0,
      bytes: 0,
      done: false,
      reading: undefined,
    };
    runs.set(file, fresh);
    if (runs.size > MOST_RUNS) runs.delete(runs.keys().next().value as string);
    return fresh;
  };
  const readOn = async (file: string, kept: Kept, caller: Caller): Promise<void> => {
    const job = { kind: 'findings', file, from: kept.next, most: MOST_GAMES } as const;
    const part = JSON.parse(await jobs.run(job, caller)) as ReadFindings;
    // Shorter than what was read: it was made anew.
    if (part.bytes < kept.next) return void runs.delete(file);
    for (const one of part.findings) {
      kept.counts[one.detector] = (kept.counts[one.detector] ?? 0) + 1;
      if (kept.findings.length < MOST_FINDINGS) kept.findings.push(one);
    }
    kept.games += part.games;
    kept.next = part.next;
    kept.bytes = part.bytes;
    kept.done = part.done;
  };
  return {
    async of(file, caller) {
      let kept = keptOf(file);
      kept.reading ??= readOn(file, kept, caller).finally(() => {
        kept.reading = undefined;
      });
      await kept.reading;
      kept = keptOf(file);
      const { findings, counts, games, next, bytes, done } = kept;
      const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
      return { findings, counts, games, share: bytes === 0 ? 1 : next / bytes, done, full: total > findings.length };
    },
  };
}
