/**
 * The OpenEnv door against an equally small haggling environment on OpenEnv's own Python server under uvicorn, in one run.
 *
 *   npm run build && PARLEY_PYTHON=venv/bin/python npx tsx bench/server.ts [--seconds 8] [--clients 32] [--rounds 3]
 *
 * PARLEY_PYTHON is a Python that has openenv-core and uvicorn. Rounds are interleaved; the medians are what is printed.
 * Both servers are one process each; the load runs in a third and takes the same machine's cores.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
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
const python = process.env.PARLEY_PYTHON ?? 'python3';
const here = import.meta.dirname;
const data = mkdtempSync(join(tmpdir(), 'parley-bench-'));

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
const results = new Map<string, Measured[]>();
const running: ChildProcess[] = [];
try {
  for (const { start, port, name } of servers) {
    const child = start();
    child.stderr?.on('data', (text) => process.stderr.write(`${name}: ${text}`));
    running.push(child);
    await healthy(port);
  }
  for (let round = 0; round < rounds; round++) {
    for (const protocol of ['websocket', 'http'] as const) {
      for (const { name, port } of servers) {
        const measured = await load({ port, protocol, clients, seconds, warmUp: 2, reset, step });
        const key = `${protocol} ${name}`;
        results.set(key, [...(results.get(key) ?? []), measured]);
        const { perSecond, p50, p99, errors } = measured;
        console.log(
          `${key.padEnd(24)} ${perSecond.toFixed(0).padStart(7)} steps/s  p50 ${p50.toFixed(2)} ms  p99 ${p99.toFixed(2)} ms  ${errors} errors`,
        );
      }
    }
  }
} finally {
  for (const child of running) child.kill('SIGKILL');
  rmSync(data, { recursive: true, force: true });
}

for (const protocol of ['websocket', 'http']) {
  const [ours, theirs] = servers.map(({ name }) => results.get(`${protocol} ${name}`) ?? []) as [
    Measured[],
    Measured[],
  ];
  const of = (list: Measured[], pick: (one: Measured) => number) => median(list.map(pick));
  const ratio = of(ours, (m) => m.perSecond) / of(theirs, (m) => m.perSecond);
  console.log(
    `${protocol}: ${of(ours, (m) => m.perSecond).toFixed(0)} against ${of(theirs, (m) => m.perSecond).toFixed(0)} steps/s, ${ratio.toFixed(1)} times; ` +
      `p99 ${of(ours, (m) => m.p99).toFixed(2)} against ${of(theirs, (m) => m.p99).toFixed(2)} ms (goal: at least 5 times)`,
  );
}

function median(list: number[]): number {
  return [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;
}

async function healthy(port: number): Promise<void> {
  for (let i = 0; i < 200; i++) {
    const up = await fetch(`http://127.0.0.1:${port}/health`).then(
      (reply) => reply.ok,
      () => false,
    );
    if (up) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`nothing answers on port ${port}`);
}
