/**
 * Plans over a queue while everything dies: workers, the coordinator, the database, and the disk under the coordinator.
 * Each round plays a plan to its end through faults drawn by the seed, and compares the bytes with those of one machine: nothing
 * missing, nothing double. Ends with what was done to it, and with exit code 1 at the first byte that differs.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createRng } from '../src/core/index.ts';
import { type DatabaseServer, noServer, startServer } from '../test/database-servers.ts';
import { asked, refuse } from './asked.ts';

const USAGE = `npm run test:faults                                  ten minutes, Postgres and Redis in turn
npm run test:faults -- --seconds 60 --seed 3 --queue redis`;
const values = asked(USAGE, () =>
  parseArgs({
    options: {
      seconds: { type: 'string', default: '600' },
      seed: { type: 'string', default: String(Date.now() % 100_000) },
      queue: { type: 'string' },
      help: { type: 'boolean' },
    },
  }),
);
if (!/^[1-9]\d{0,6}$/.test(values.seconds)) refuse(`--seconds is a whole number from 1, not "${values.seconds}"`);
if (!/^\d{1,9}$/.test(values.seed)) refuse(`--seed is a whole number from 0, not "${values.seed}"`);
const kinds = (['postgres', 'redis'] as const).filter((kind) => kind === (values.queue ?? kind));
if (kinds.length === 0) refuse(`--queue is postgres or redis, not "${values.queue}"`);
const rng = createRng(Number(values.seed)).split('faults');
const parley = join(import.meta.dirname, '../dist/cli/main.js');
const folder = mkdtempSync(join(tmpdir(), 'parley-faults-'));
chmodSync(folder, 0o755);
const say = (line: string) => process.stdout.write(`${line}\n`);

/** Root may write anywhere: then the coordinator is nobody, so that a folder can be closed to it. */
const NOBODY = 65_534;
const asRoot = process.getuid?.() === 0;
const user = asRoot ? { uid: NOBODY, gid: NOBODY } : {};
const canBeNobody = spawnSync(process.execPath, [parley, '--version'], { ...user, cwd: tmpdir() }).status === 0;
const coordinatorUser = canBeNobody ? user : {};
if (!canBeNobody) say('a folder that is closed is not tried: this user may write anywhere');

/** What is played: its words, where it is written, and the files that count. */
const works = [
  {
    name: 'simulate',
    words: ['simulate', '--episodes', '24000', '--turns', '8'],
    out: 'turns.jsonl',
    files: ['turns.jsonl'],
  },
  {
    name: 'run',
    words: ['run', 'ladder', '--model', 'scripted/stand-in', '--count', '2', '--json'],
    queued: ['--shard-size', '2'],
    out: 'run',
    files: ['run/episodes.jsonl'],
  },
  {
    name: 'parts',
    words: ['simulate', '--episodes', '24000', '--turns', '8', '--part-size', '6000'],
    out: 'set/',
    files: ['set/_manifest.json', ...[0, 1, 2, 3].map((i) => `set/part-0000${i}.parquet`)],
  },
] as const;

type Fault = 'worker' | 'coordinator' | 'database' | 'full disk' | 'closed folder';
const faults: Fault[] = ['worker', 'worker', 'coordinator', 'database', 'full disk', 'closed folder'];
const done: Record<string, number> = {};
const count = (what: string) => {
  done[what] = (done[what] ?? 0) + 1;
};

/** To be ended whatever happens. */
const started = new Set<ChildProcess>();
const alive = (child: ChildProcess | undefined) => child && child.exitCode === null && child.signalCode === null;
const ended = (child: ChildProcess) =>
  alive(child) ? new Promise<void>((resolve) => child.once('exit', () => resolve())) : Promise.resolve();

async function killed(child: ChildProcess): Promise<void> {
  const gone = ended(child);
  child.kill('SIGKILL');
  await gone;
}

const contents = (place: string, { files }: (typeof works)[number]) =>
  Buffer.concat(files.map((file) => readFileSync(join(place, file))));
const expected = new Map<string, Buffer>();
function reference(work: (typeof works)[number]): Buffer {
  const known = expected.get(work.name);
  if (known) return known;
  const alone = join(folder, `alone-${work.name}`);
  mkdirSync(alone);
  const { status, stderr } = spawnSync(process.execPath, [parley, ...work.words, '--out', work.out], { cwd: alone });
  if (status !== 0) throw new Error(`${work.name} on one machine failed: ${stderr}`);
  const bytes = contents(alone, work);
  expected.set(work.name, bytes);
  return bytes;
}

/** How much slower than on a quiet machine a process starts here now: faults that come faster than it does leave nothing to test. */
function slowness(): number {
  const began = performance.now();
  spawnSync(process.execPath, [parley, '--version']);
  return Math.min(10, Math.max(1, (performance.now() - began) / 300));
}
/** Seconds of a round that has faults, on a quiet machine; then it has as long again to end in peace. */
const ROUND = 150;

/** A plan that ends untouched tests nothing: the next is hit sooner; one that hardly came to its end, later. */
let pace = 1;
const FASTEST = 1 / 16;

/** One plan, from its beginning to its end. */
async function round(server: DatabaseServer, number: number, until: number): Promise<void> {
  // Each seed and each database begins with another.
  const turn = number + Number(values.seed) + (server.kind === 'redis' ? 1 : 0);
  const work = works[turn % works.length] as (typeof works)[number];
  const wanted = reference(work);
  const place = join(folder, `round-${number}`);
  mkdirSync(place);
  if (asRoot && canBeNobody) chownSync(place, NOBODY, NOBODY);
  let said = '';
  const start = (words: readonly string[], options: object, fileLimit?: number) => {
    const whole = [process.execPath, parley, ...words];
    const limited = ['bash', '-c', `trap '' XFSZ; ulimit -f ${fileLimit}; exec "$@"`, 'bash', ...whole];
    const [program = '', ...rest] = fileLimit === undefined ? whole : limited;
    const child = spawn(program, rest, { cwd: place, stdio: ['ignore', 'ignore', 'pipe'], ...options });
    child.setMaxListeners(0);
    started.add(child);
    child.once('exit', () => started.delete(child));
    child.stderr?.on('data', (text) => {
      said = `${said}${text}`.slice(-4000);
    });
    return child;
  };
  const queued = 'queued' in work ? work.queued : [];
  const coordinate = (fileLimit?: number) =>
    start(
      [...work.words, ...queued, '--out', work.out, '--resume', '--queue', server.url],
      { ...coordinatorUser, env: { ...process.env, HOME: place } },
      fileLimit,
    );
  const serve = () => start(['worker', '--queue', server.url, '--threads', '1', '--lock', '3'], {});
  const workers = [serve(), serve()];
  let coordinator = coordinate();
  const began = Date.now();
  const slow = slowness();
  const peace = Math.min(until, began + 1000 * ROUND * slow);
  let hits = 0;
  for (let idle = 0; ; ) {
    if (!alive(coordinator)) {
      if (coordinator.exitCode === 0) break;
      chmodSync(place, 0o755);
      coordinator = coordinate();
      count('coordinator started again');
    }
    for (const [i, one] of workers.entries()) if (!alive(one)) workers[i] = serve();
    if (Date.now() > peace + 1000 * ROUND * slow)
      throw new Error(`round ${number} (${work.name}) did not end in ${(ROUND * slow).toFixed(0)} s of peace: ${said}`);
    await Promise.race([ended(coordinator), sleep(pace * slow * rng.uniform(300, 2500))]);
    // The first second goes to starting up; what is left when the time is over ends in peace.
    if (!alive(coordinator) || Date.now() > peace || idle++ < 1) continue;
    const fault = faults[rng.integer(faults.length)] as Fault;
    if (fault === 'closed folder' && !(asRoot ? canBeNobody : true)) continue;
    count(fault);
    hits++;
    if (fault === 'worker') await killed(workers[rng.integer(workers.length)] as ChildProcess);
    else if (fault === 'database') {
      await server.kill();
      await sleep(rng.uniform(0, 2000));
      await server.start();
    } else {
      await killed(coordinator);
      if (fault === 'coordinator') continue;
      // In blocks of 1 KB: above what a manifest needs, below what the plan gives.
      if (fault === 'closed folder') chmodSync(place, 0o555);
      coordinator = coordinate(fault === 'full disk' ? 50 + rng.integer(2000) : undefined);
      await Promise.race([ended(coordinator), sleep(slow * rng.uniform(500, 4000))]);
      if (alive(coordinator) && fault === 'full disk') await killed(coordinator);
      chmodSync(place, 0o755);
    }
  }
  for (const one of workers) await killed(one);
  if (hits === 0) count('of them untouched');
  if (hits === 0 || Date.now() > peace) pace = Math.min(1, Math.max(FASTEST, hits === 0 ? pace / 2 : 2 * pace));
  const found = contents(place, work);
  if (!found.equals(wanted))
    throw new Error(
      `round ${number} (${work.name}): ${found.length} bytes that are not the ${wanted.length} of one machine`,
    );
  const left = readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /ahead|part$|progress$|_work/.test(name),
  );
  if (left.length > 0) throw new Error(`round ${number} (${work.name}) left ${left.join(', ')}`);
  count(`plans ended (${work.name})`);
  rmSync(place, { recursive: true });
}

say(`seed ${values.seed}, ${values.seconds} s on ${kinds.join(' and ')}`);
let failed = false;
try {
  for (const kind of kinds) {
    if (noServer[kind]) {
      say(`${kind}: not tried, since ${noServer[kind]}`);
      continue;
    }
    const server = await startServer(kind);
    const until = Date.now() + (1000 * Number(values.seconds)) / kinds.length;
    try {
      for (let number = 0; number === 0 || Date.now() < until; number++) await round(server, number, until);
    } finally {
      await server.stop();
    }
    say(
      `${kind}: ${Object.entries(done)
        .map(([what, n]) => `${what} ${n}`)
        .join(', ')}`,
    );
    for (const what of Object.keys(done)) delete done[what];
  }
} catch (error) {
  say(`FAILED: ${(error as Error).message}`);
  failed = true;
}
for (const child of started) await killed(child);
rmSync(folder, { recursive: true, force: true });
process.exit(failed ? 1 : 0);
