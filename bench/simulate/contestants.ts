/** What is compared, each writing into one folder that is emptied before every run, so that no run waits for another's bytes. */
import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Manifest } from '../../src/data/index.ts';
import { medianBy } from './median.ts';
import { type Measured, measure, measureNode } from './process.ts';

const DISK_RUNS = 5;
const CHUNK = 1 << 20;
const cli = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const baseline = fileURLToPath(new URL('./baseline.py', import.meta.url));

export interface Run extends Measured {
  readonly episodes: number;
  readonly agreements: number;
  readonly rows: number;
  readonly bytes: number;
  readonly file: string;
}

/** `parley simulate` into a file of this ending. */
export function simulate(
  folder: string,
  ending: 'jsonl' | 'parquet',
  episodes: number,
  workers: number,
  { shard = '1/1', pinned = false } = {},
): Run {
  empty(folder);
  const file = join(folder, `simulated.${ending}`);
  const plan = ['--domain', 'price', '--episodes', String(episodes), '--turns', '20', '--seed', '1', '--shard', shard];
  const measured = measureNode([cli, 'simulate', ...plan, '--workers', String(workers), '--out', file], { pinned });
  const { rows, runs } = JSON.parse(readFileSync(`${file}.manifest.json`, 'utf8')) as Manifest;
  const agreements = runs[0]?.tally.agreements ?? 0;
  return { ...measured, episodes, agreements, rows, bytes: statSync(file).size, file };
}

/** The same in so many parts, each removed before the next, for a disk that does not hold the whole. */
export function simulateInParts(folder: string, episodes: number, parts: number): Run {
  const runs = Array.from({ length: parts }, (_, i) =>
    simulate(folder, 'jsonl', episodes, 1, { shard: `${i + 1}/${parts}` }),
  );
  const sum = (of: (run: Run) => number) => runs.reduce((total, run) => total + of(run), 0);
  return {
    ...(runs[0] as Run),
    seconds: sum((run) => run.seconds),
    cpuSeconds: sum((run) => run.cpuSeconds ?? 0),
    peakMegabytes: Math.max(...runs.map((run) => run.peakMegabytes ?? 0)),
    agreements: sum((run) => run.agreements),
    rows: sum((run) => run.rows),
    bytes: sum((run) => run.bytes),
  };
}

/** What the baseline prints. */
interface Summary {
  readonly episodes: number;
  readonly agreements: number;
  readonly rows: number;
  readonly cpu_seconds: number;
}

/** The Python baseline, which reports its own processor time. */
export function generate(folder: string, episodes: number): Run {
  empty(folder);
  const file = join(folder, 'baseline.jsonl');
  const measured = measure('python3', [baseline, '--episodes', String(episodes), '--seed', '1', '--out', file]);
  const { cpu_seconds: cpuSeconds, ...counts } = JSON.parse(measured.output) as Summary;
  return { ...measured, ...counts, cpuSeconds, bytes: statSync(file).size, file };
}

/** Seconds to write and sync the bytes of a file, which are held in memory beforehand. */
export function writeAgain(folder: string, file: string): number {
  const chunks = readChunks(file);
  const copy = join(folder, 'bytes');
  const seconds = Array.from({ length: DISK_RUNS }, () => {
    empty(folder);
    const start = performance.now();
    const handle = openSync(copy, 'w');
    for (const chunk of chunks) {
      for (let done = 0; done < chunk.length; ) done += writeSync(handle, chunk, done);
    }
    fsyncSync(handle);
    closeSync(handle);
    return (performance.now() - start) / 1000;
  });
  return medianBy(seconds, (time) => time);
}

function readChunks(file: string): Buffer[] {
  const handle = openSync(file, 'r');
  const chunks: Buffer[] = [];
  for (let left = statSync(file).size; left > 0; ) {
    const chunk = Buffer.alloc(Math.min(CHUNK, left));
    const read = readSync(handle, chunk);
    chunks.push(chunk.subarray(0, read));
    left -= read;
  }
  closeSync(handle);
  return chunks;
}

function empty(folder: string): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
}
