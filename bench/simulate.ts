/**
 * Times `parley simulate` beside the loop alone, a plain Python generator of the same game, and the bare disk.
 *
 * Run: npm run build && npx tsx bench/simulate.ts [--episodes N] [--dir DIR]. All figures come from one run on one machine:
 * (a) JSONL, (b) Parquet, (c) bench/simulate/baseline.py, (d) the bytes of (a) written and synced with no work at all. Times
 * are wall clock from outside the process and include its start, which also has a line of its own; nothing is subtracted.
 * `--scale` instead runs 10^4, 10^5 and 10^6 episodes (10^7 with `--full`) and prints time and peak memory of the process.
 * Nothing is asserted.
 */
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generate, type Run, simulate, writeAgain } from './simulate/contestants.ts';
import { timeLoop } from './simulate/loop.ts';
import { median } from './simulate/median.ts';

const ROUNDS = 3;

const { values: options } = parseArgs({
  options: {
    episodes: { type: 'string', default: '100000' },
    dir: { type: 'string', default: tmpdir() },
    scale: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
  },
});
const episodes = Number(options.episodes);
if (!Number.isInteger(episodes) || episodes < 1) {
  throw new RangeError(`--episodes takes a whole number from 1, got ${options.episodes}`);
}

console.log(`node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}`);
const folder = mkdtempSync(join(options.dir, 'parley-bench-'));
try {
  if (options.scale || options.full) scale(options.full ? [1e4, 1e5, 1e6, 1e7] : [1e4, 1e5, 1e6]);
  else await compare();
} finally {
  rmSync(folder, { recursive: true });
}

async function compare(): Promise<void> {
  const loop = await timeLoop(episodes);
  const started = { ours: rounds(() => simulate(folder, 'jsonl', 1, 1)), theirs: rounds(() => generate(folder, 1)) };
  // One after the other in every round, so that a slow moment of the machine does not fall on one of them alone.
  const runs: Run[][] = [];
  let disk = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const parquet = [simulate(folder, 'parquet', episodes, 1), simulate(folder, 'parquet', episodes, 2)];
    const python = generate(folder, episodes);
    const two = simulate(folder, 'jsonl', episodes, 2);
    const one = simulate(folder, 'jsonl', episodes, 1);
    runs.push([one, two, ...parquet, python]);
    if (round === ROUNDS - 1) disk = writeAgain(folder, one.file);
  }
  const [a, a2, b, b2, c] = [0, 1, 2, 3, 4].map((k) => middle(runs.map((round) => round[k] as Run))) as [
    Run,
    Run,
    Run,
    Run,
    Run,
  ];
  const d = { seconds: disk, cpuSeconds: undefined, episodes, rows: a.rows, bytes: a.bytes };

  console.log(
    `${whole(episodes)} episodes of registry janus-a, 20 turns; median of ${ROUNDS} rounds, of 5 for the loop and (d)\n`,
  );
  row(['', 'seconds', 'cpu s', 'episodes/s', 'rows/s', 'MB/s']);
  rates('loop in memory, scenarios drawn before', loop.played);
  rates('loop in memory, scenarios drawn within', loop.sampled);
  rates('(a) JSONL, 1 worker', a);
  rates('    JSONL, 2 workers', a2);
  rates('(b) Parquet, 1 worker', b);
  rates('    Parquet, 2 workers', b2);
  rates('(c) Python baseline to JSONL', c);
  rates('(d) the bytes of (a), write and fsync alone', d);
  row(['start-up: parley simulate, one episode', started.ours.toFixed(2)]);
  row(['start-up: Python baseline, one episode', started.theirs.toFixed(2)]);
  console.log(`\nthe baseline plays the same game: ${c.output.trim()}\n`);
  row(['', 'measured', 'goal']);
  row(['(a) / (c), episodes/s', `${(c.seconds / a.seconds).toFixed(1)}x`, '12x']);
  row(['(a) / (d), MB/s', (d.seconds / a.seconds).toFixed(2), '0.5']);
  row(['(b), rows/s', whole(b.rows / b.seconds), '300,000']);
  row(['loop, scenarios drawn before, episodes/s', whole(loop.played.episodes / loop.played.seconds), '300,000']);
}

function scale(sizes: readonly number[]): void {
  row(['', 'episodes', 'seconds', 'cpu s', 'episodes/s', 'rows/s', 'MB', 'peak RSS MB']);
  let perEpisode = 0;
  for (const ending of ['jsonl', 'parquet'] as const) {
    for (const size of sizes) {
      const { bavail, bsize } = statfsSync(folder);
      if (size * perEpisode * 1.1 > bavail * bsize) {
        row([`${ending}, 1 worker`, whole(size), 'left out: the disk is too small']);
        continue;
      }
      const run = simulate(folder, ending, size, 1);
      perEpisode = Math.max(perEpisode, run.bytes / size);
      const { seconds, cpuSeconds, rows, bytes, peakMegabytes } = run;
      const used = [seconds.toFixed(2), cpuSeconds?.toFixed(2) ?? '-', whole(size / seconds), whole(rows / seconds)];
      row([`${ending}, 1 worker`, whole(size), ...used, whole(bytes / 1e6), whole(peakMegabytes ?? Number.NaN)]);
    }
  }
}

/** Median seconds of a short run. */
function rounds(run: () => Run): number {
  return median(Array.from({ length: ROUNDS }, () => run().seconds));
}

function middle(runs: readonly Run[]): Run {
  const seconds = median(runs.map((run) => run.seconds));
  return runs.find((run) => run.seconds === seconds) as Run;
}

function rates(
  name: string,
  { seconds, cpuSeconds, episodes, rows, bytes }: Pick<Run, 'seconds' | 'episodes' | 'rows'> & Partial<Run>,
): void {
  row([
    name,
    seconds.toFixed(2),
    cpuSeconds?.toFixed(2) ?? '-',
    whole(episodes / seconds),
    whole(rows / seconds),
    bytes === undefined ? '-' : (bytes / 1e6 / seconds).toFixed(0),
  ]);
}

function row(cells: readonly string[]): void {
  console.log(
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(44) : cell.padStart(13)))
      .join('')
      .trimEnd(),
  );
}

function whole(x: number): string {
  return Math.round(x).toLocaleString('en');
}
