/**
 * What a queue costs and gives: scripted games and games of a slow model, in process and over Postgres and Redis with 1, 2 and 4
 * workers.
 *
 *   npm run build && npx tsx bench/queue.ts [GAMES] [scripts]       with "scripts", no games of a model
 *
 * Scripted games are counted in processor time (coordinator and workers, not the database), which other work on the machine changes
 * little: what a shard of 1,000 takes over the queue beyond what it takes in process. Games of a model that answers after 150 ms are
 * counted by the clock: the speed-up of more workers. Workers wait for the plan before the clock starts. Each figure is one run.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DatabaseServer, noServer, startServer } from '../test/database-servers.ts';

const games = Number(process.argv[2] ?? 40_000);
const onlyScripts = process.argv[3] === 'scripts';
const SHARD = 1000;
const DELAY = 150;
const parley = join(import.meta.dirname, '../dist/cli/main.js');
const folder = mkdtempSync(join(tmpdir(), 'parley-bench-queue-'));
const say = (line: string) => process.stdout.write(`${line}\n`);
const hash = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');
/** As the kernel counts, a hundred a second. */
const ticksOf = (pid: number) => {
  const fields = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(')').at(-1) as string).trim().split(' ');
  return Number(fields[11]) + Number(fields[12]);
};

/** Says the same after a while. */
const model = createServer(async (request, response) => {
  await sleep(request.method === 'POST' ? DELAY : 0);
  const choices = [{ index: 0, message: { role: 'assistant', content: 'Let me see.' }, finish_reason: 'stop' }];
  const usage = { prompt_tokens: 100, completion_tokens: 5, total_tokens: 105 };
  const models = { object: 'list', data: [{ id: 'slow', object: 'model', owned_by: 'bench' }] };
  response.setHeader('content-type', 'application/json');
  response.end(
    JSON.stringify(
      request.method === 'POST'
        ? { id: '1', object: 'chat.completion', created: 1, model: 'slow', choices, usage }
        : models,
    ),
  );
});
await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
const env = { ...process.env, PARLEY_SERVER_URL: `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1` };
writeFileSync(
  join(folder, 'slow.yaml'),
  'title: Slow\nscenarios: { sampler: general, count: 60 }\nagents: [llm:compatible/slow]\nopponents: [fair_openings]\nseating: buyer\ncontrols: false\n',
);

interface Spent {
  readonly seconds: number;
  /** Seconds of processors: its own, and those of the workers. */
  readonly own: number;
  readonly theirs: number;
}

async function timed(words: readonly string[], workers: readonly ChildProcess[] = []): Promise<Spent> {
  const before = workers.map((worker) => ticksOf(worker.pid as number));
  const began = performance.now();
  const child = spawn(process.execPath, [parley, ...words], { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  let own = 0;
  const looking = setInterval(() => {
    try {
      own = ticksOf(child.pid as number);
    } catch {
      // It has just ended.
    }
  }, 20);
  const code = await new Promise((resolve) => child.once('exit', resolve));
  clearInterval(looking);
  if (code !== 0) throw new Error(said);
  const theirs = workers.reduce((sum, worker, i) => sum + ticksOf(worker.pid as number) - (before[i] as number), 0);
  return { seconds: (performance.now() - began) / 1000, own: own / 100, theirs: theirs / 100 };
}

async function withWorkers<T>(
  server: DatabaseServer,
  count: number,
  use: (workers: ChildProcess[]) => Promise<T>,
): Promise<T> {
  const words = [parley, 'worker', '--queue', server.url, '--threads', '1'];
  const workers = Array.from({ length: count }, () =>
    spawn(process.execPath, words, { cwd: folder, env, stdio: 'ignore' }),
  );
  await sleep(4000);
  try {
    return await use(workers);
  } finally {
    for (const worker of workers) worker.kill('SIGKILL');
    await Promise.all(workers.map((worker) => new Promise((resolve) => worker.once('exit', resolve))));
  }
}

/** What is written: lines, one Parquet file, or Parquet in parts. */
const OUTS = { jsonl: '.jsonl', parquet: '.parquet', parts: '/' };
const kinds = Object.keys(OUTS) as (keyof typeof OUTS)[];
const compared = (name: string, kind: keyof typeof OUTS) =>
  `${name}${OUTS[kind]}${kind === 'parts' ? '_manifest.json' : ''}`;
const simulation = (name: string, kind: keyof typeof OUTS) => [
  'simulate',
  '--episodes',
  String(games),
  '--out',
  `${name}${OUTS[kind]}`,
];
const played = (name: string) => `${name}-model`;
const run = (name: string) => ['run', 'slow.yaml', '--out', played(name), '--json'];
const bytes = (a: string, b: string) =>
  hash(join(folder, a)) === hash(join(folder, b)) ? 'same bytes' : 'OTHER BYTES';

try {
  say(
    `${games.toLocaleString('en')} scripted games${onlyScripts ? '' : ', 60 of a model'}; ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}`,
  );
  const alone: Record<string, Spent> = {};
  const start = (await timed(['simulate', '--episodes', '1', '--out', 'one.parquet'])).own;
  say(`start-up, in all that follows: ${start.toFixed(2)} s`);
  const shards = games / SHARD;
  const ms = (seconds: number) => ((1000 * seconds) / shards).toFixed(0);
  for (const kind of kinds) {
    const spent = await timed(simulation('alone', kind));
    alone[kind] = spent;
    say(`in process, ${kind}: ${ms(spent.own - start)} ms of processor a shard of ${SHARD} games beyond the start`);
  }
  if (!onlyScripts) {
    const slow = await timed([...run('alone'), '--concurrency', '1']);
    say(`in process, model, one game at a time: ${slow.seconds.toFixed(1)} s`);
  }
  for (const server of ['postgres', 'redis'] as const) {
    if (noServer[server]) {
      say(`${server}: not measured, since ${noServer[server]}`);
      continue;
    }
    const queue = await startServer(server);
    const over = ['--queue', queue.url];
    for (const kind of kinds) {
      const { own, theirs } = await withWorkers(queue, 1, (workers) =>
        timed([...simulation(server, kind), ...over], workers),
      );
      say(
        `${server}, ${kind}: coordinator ${ms(own - start)} ms and worker ${ms(theirs)} ms a shard, ${ms(own + theirs - (alone[kind] as Spent).own)} ms more than in process, ${bytes(compared(server, kind), compared('alone', kind))}`,
      );
    }
    let first: number | undefined;
    for (const count of onlyScripts ? [] : [1, 2, 4]) {
      const name = `${server}-${count}`;
      const { seconds } = await withWorkers(queue, count, () => timed([...run(name), ...over]));
      first ??= seconds;
      const ratio = (first / seconds).toFixed(2);
      say(
        `${server}, model, ${count} workers: ${seconds.toFixed(1)} s, ${ratio} x one, ${bytes(`${played(name)}/episodes.jsonl`, `${played('alone')}/episodes.jsonl`)}`,
      );
    }
    await queue.stop();
  }
} finally {
  model.close();
  rmSync(folder, { recursive: true });
}
