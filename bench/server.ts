/**
 * The OpenEnv door against an equally small haggling environment on OpenEnv's own Python server under uvicorn, in one run.
 *
 *   npm run build && PARLEY_PYTHON=venv/bin/python npx tsx bench/server.ts [--seconds 8] [--clients 32] [--rounds 3]
 *
 * PARLEY_PYTHON is a Python that has openenv-core and uvicorn. Rounds are interleaved; the medians are what is printed.
 * Both servers are one process each; the load runs in a third and takes the same machine's cores. On a machine that does other
 * work too, steps per second measure the scheduler as much as the server; the CPU time of the server a step hardly moves, so
 * it stands beside them.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { load, type Measured } from './server/load.ts';

const { values } = parseArgs({
  options: { seconds: { type: 'string' }, clients: { type: 'string' }, rounds: { type: 'string' } },
});
const seconds = Number(values.seconds ?? 8);
const clients = Number(values.clients ?? 32);
const rounds = Number(values.rounds ?? 3);
const WARM_UP = 3;
const python = process.env.PARLEY_PYTHON ?? 'python3';
const here = import.meta.dirname;
const data = mkdtempSync(join(tmpdir(), 'parley-bench-'));

interface Round extends Measured {
  /** Microseconds of the server's CPU a step, resets and warm-up shared out. */
  readonly cpu: number;
}

const servers = [
  {
    name: 'parley',
    port: 8761,
    start: () =>
      spawn(process.execPath, [
        join(here, '../dist/cli/main.js'),
        'serve',
        '--port',
        '8761',
        '--data',
        data,
        '--log',
        'warn',
      ]),
  },
  {
    name: 'openenv-core',
    port: 8765,
    start: () =>
      spawn(python, ['-m', 'uvicorn', 'haggling_environment:app', '--port', '8765', '--log-level', 'warning'], {
        cwd: join(here, 'server'),
      }),
  },
] as const;

const reset = {
  task: 'price-wide',
  listing: 'oak-dining-table',
  opens: 'buyer',
  turn_limit: 20,
  opponent: 'clean:boulware_firm',
};
const step = { type: 'offer', price: 200 };
const results = new Map<string, Round[]>();
const running: ChildProcess[] = [];
try {
  for (const { start, port, name } of servers) {
    const child = start();
    // The Python server prints a traceback for every client that hangs up; what else it says would be of interest.
    child.stderr?.on('data', (text) => name === 'parley' && process.stderr.write(`${name}: ${text}`));
    running.push(child);
    await healthy(port);
  }
  // Both are warm before anything is measured.
  for (const { port } of servers)
    for (const protocol of ['websocket', 'http'] as const)
      await load({ port, protocol, clients, seconds: 1, warmUp: 8, reset, step });
  for (let round = 0; round < rounds; round++) {
    for (const protocol of ['websocket', 'http'] as const) {
      for (const [i, { name, port }] of servers.entries()) {
        const before = cpuSeconds(running[i]);
        const measured = await load({ port, protocol, clients, seconds, warmUp: WARM_UP, reset, step });
        const share = seconds / (seconds + WARM_UP);
        const cpu = (1e6 * share * (cpuSeconds(running[i]) - before)) / measured.steps;
        const key = `${protocol} ${name}`;
        results.set(key, [...(results.get(key) ?? []), { ...measured, cpu }]);
        const { perSecond, p50, p99, errors } = measured;
        console.log(
          `${key.padEnd(24)} ${perSecond.toFixed(0).padStart(7)} steps/s  p50 ${p50.toFixed(2)} ms  p99 ${p99.toFixed(2)} ms  ${cpu.toFixed(0)} us CPU a step  ${errors} errors`,
        );
      }
    }
  }
} finally {
  for (const child of running) child.kill('SIGKILL');
  rmSync(data, { recursive: true, force: true });
}

for (const protocol of ['websocket', 'http']) {
  const [ours, theirs] = servers.map(({ name }) => {
    const rounds = results.get(`${protocol} ${name}`) ?? [];
    const of = (pick: (one: Round) => number) => median(rounds.map(pick));
    return { perSecond: of((one) => one.perSecond), p99: of((one) => one.p99), cpu: of((one) => one.cpu) };
  }) as [Summary, Summary];
  console.log(
    `${protocol}: ${ours.perSecond.toFixed(0)} against ${theirs.perSecond.toFixed(0)} steps/s, ${(ours.perSecond / theirs.perSecond).toFixed(1)} times; ` +
      `p99 ${ours.p99.toFixed(2)} against ${theirs.p99.toFixed(2)} ms; ` +
      `${ours.cpu.toFixed(0)} against ${theirs.cpu.toFixed(0)} us CPU a step, ${(theirs.cpu / ours.cpu).toFixed(1)} times (goal: at least 5)`,
  );
}

interface Summary {
  readonly perSecond: number;
  readonly p99: number;
  readonly cpu: number;
}

function cpuSeconds(child: ChildProcess | undefined): number {
  const [user = 0, system = 0] =
    readFileSync(`/proc/${child?.pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? [];
  return (user + system) / 100;
}

function median(list: number[]): number {
  return [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;
}

async function healthy(port: number): Promise<void> {
  for (let i = 0; i < 900; i++) {
    const up = await fetch(`http://127.0.0.1:${port}/health`).then(
      (reply) => reply.ok,
      () => false,
    );
    if (up) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`nothing answers on port ${port}`);
}
