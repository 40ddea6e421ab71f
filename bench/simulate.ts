/**
 * Times `parley simulate` beside the loop alone, a plain Python generator of the same game, and the bare disk.
 *
 * Run: npm run build && npx tsx bench/simulate.ts [--episodes N] [--rounds N] [--dir DIR]. All figures come from one run on one machine:
 * (a) JSONL, (b) Parquet, (c) bench/simulate/baseline.py, (d) the bytes of (a) written and synced with no work at all. Times
 * are wall clock from outside the process and include its start, which also has a line of its own; nothing is subtracted.
 * `--scale` instead runs 10^4, 10^5 and 10^6 episodes (10^7 with `--full`) and prints time and peak memory of the process; 10^7
 * episodes of JSONL are played as ten shards, one after the other, each removed when it is measured.
 * Nothing is asserted.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generate, type Run, simulate, simulateInParts, writeAgain } from './simulate/contestants.ts';
import { timeLoop } from './simulate/loop.ts';
import { medianBy } from './simulate/median.ts';
import { canPin } from './simulate/process.ts';

/** More episodes than these fill a disk as JSON lines (10^7: 66 GB), and are measured in parts. */
const WHOLE = 1e6;
const PARTS = 10;

const { values: options } = parseArgs({
  options: {
    episodes: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '3' },
    dir: { type: 'string', default: tmpdir() },
    scale: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
  },
});
const episodes = Number(options.episodes);
const rounds = Number(options.rounds);
if (!Number.isInteger(episodes) || episodes < 1) {
  throw new RangeError(`--episodes takes a whole number from 1, got ${options.episodes}`);
}

console.log(`node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}`);
const folder = mkdtempSync(join(options.dir, 'parley-bench-'));
// An interrupt ends the command that is being timed, which fails, so that the folder is removed on the way out.
process.once('SIGINT', () => undefined);
try {
  if (options.scale || options.full) scale(options.full ? [1e4, 1e5, 1e6, 1e7] : [1e4, 1e5, 1e6]);
  else await compare();
} finally {
  rmSync(folder, { recursive: true });
}

async function compare(): Promise<void> {
  const loop = await timeLoop(episodes);
  const startUp = (run: () => Run) => medianBy(Array.from({ length: rounds }, run), seconds).seconds;
  const started = { ours: startUp(() => simulate(folder, 'jsonl', 1, 1)), python: startUp(() => generate(folder, 1)) };
  // Round by round, so that a slow moment of the machine does not fall on one of them alone.
  const runs = Array.from({ length: rounds }, () => ({
    parquet: simulate(folder, 'parquet', episodes, 1),
    parquetByTwo: simulate(folder, 'parquet', episodes, 2),
    python: generate(folder, episodes),
    jsonlByTwo: simulate(folder, 'jsonl', episodes, 2),
    pinned: canPin() ? simulate(folder, 'jsonl', episodes, 1, { pinned: true }) : undefined,
    jsonl: simulate(folder, 'jsonl', episodes, 1),
  }));
  const middle = (name: keyof (typeof runs)[number]) =>
    medianBy(
      runs.flatMap((round) => round[name] ?? []),
      seconds,
    );
  const [a, b, c] = [middle('jsonl'), middle('parquet'), middle('python')];
  const pinned = canPin() ? middle('pinned') : undefined;
  // The JSONL file came last, so it is still there.
  const disk = writeAgain(folder, a.file);

  console.log(`${whole(episodes)} episodes of janus-a; median of ${rounds} rounds, of 5 for the loop and (d)\n`);
  row(['', 'seconds', 'cpu s', 'episodes/s', 'rows/s', 'MB/s']);
  rates('loop in memory, scenarios drawn before', loop.played);
  rates('loop in memory, scenarios drawn within', loop.sampled);
  rates('(a) JSONL, 1 worker', a);
  if (pinned) rates('    JSONL, on one processor (taskset)', pinned);
  rates('    JSONL, 2 workers', middle('jsonlByTwo'));
  rates('(b) Parquet, 1 worker', b);
  rates('    Parquet, 2 workers', middle('parquetByTwo'));
  rates('(c) Python baseline to JSONL', c);
  rates('(d) the bytes of (a), write and fsync alone', { seconds: disk, episodes, rows: a.rows, bytes: a.bytes });
  row(['start-up, within (a): one episode', started.ours.toFixed(2)]);
  row(['start-up, within (c): one episode', started.python.toFixed(2)]);
  console.log();
  row(['the same game?', 'agreement', 'turns', 'bytes/row']);
  for (const [name, run] of [['(a)', a] as const, ['(c)', c] as const]) {
    const { agreements, rows, bytes } = run;
    row([name, (agreements / episodes).toFixed(3), (rows / episodes).toFixed(2), whole(bytes / rows)]);
  }
  console.log();
  row(['', 'measured', 'goal']);
  row(['(a) / (c), episodes/s', `${(c.seconds / a.seconds).toFixed(1)}x`, '12x']);
  if (pinned) row(['    on one processor', `${(c.seconds / pinned.seconds).toFixed(1)}x`, '12x']);
  row(['(a) / (c), episodes per cpu s', `${((c.cpuSeconds ?? 0) / (a.cpuSeconds ?? 0)).toFixed(1)}x`, '-']);
  row(['(a) / (d), MB/s', (disk / a.seconds).toFixed(2), '0.5']);
  row(['(b), rows/s', whole(b.rows / b.seconds), '300,000']);
  row(['    with 2 workers', whole(b.rows / middle('parquetByTwo').seconds), '300,000']);
  row(['loop, scenarios drawn before, episodes/s', whole(episodes / loop.played.seconds), '300,000']);
}

function scale(sizes: readonly number[]): void {
  row(['', 'episodes', 'seconds', 'cpu s', 'episodes/s', 'rows/s', 'MB', 'peak RSS MB']);
  for (const ending of ['jsonl', 'parquet'] as const) {
    for (const size of sizes) {
      const inParts = ending === 'jsonl' && size > WHOLE;
      const run = inParts ? simulateInParts(folder, size, PARTS) : simulate(folder, ending, size, 1);
      const { rows, bytes, peakMegabytes = Number.NaN } = run;
      const rate = [whole(size / run.seconds), whole(rows / run.seconds)];
      const used = [run.seconds.toFixed(2), run.cpuSeconds?.toFixed(2) ?? '-', ...rate];
      row([
        `${ending}, 1 worker${inParts ? `, in ${PARTS} parts` : ''}`,
        whole(size),
        ...used,
        whole(bytes / 1e6),
        whole(peakMegabytes),
      ]);
    }
  }
}

function seconds(run: Run): number {
  return run.seconds;
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
