/**
 * What strangers cost the others: the latency of /health and of other people's games on a server that is attacked, beside that of
 * the same server left alone.
 *
 *   npm run build && npx tsx bench/strangers.ts [--packets 20000] [--seconds 8]
 *
 * The attack is malformed packets (test/packets.ts), searches of long games and large files asked for again and again, all from
 * other addresses of this machine, with the limits as they are by default. Two floods come after it, each by itself: the table of
 * 20,000 ratings asked for a hundred times at once, and two hundred games of two scripts over a thousand turns. It runs in a process of its own, since a load that shares a thread with the clock is timed too.
 */
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openSqlite } from '../src/server/storage/libsql.ts';
import { openStorage } from '../src/server/storage/storage.ts';
import { attack } from '../test/packets.ts';

const SCRIPTS = { buyer: 'clean:hardliner', seller: 'clean:boulware_firm' };
/** How many at once, and what each asks for, from one address. */
const FLOODS = {
  ratings: { count: 100, ask: (port: number) => ask(port, 'GET', '/v1/ratings', undefined, {}, '127.0.1.5') },
  games: {
    count: 200,
    ask: (port: number) => ask(port, 'POST', '/v1/games', { turnLimit: 1000, seats: SCRIPTS }, {}, '127.0.1.6'),
  },
} as const;

const { values } = parseArgs({
  options: {
    packets: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '8' },
    attack: { type: 'string' },
    flood: { type: 'string' },
    kind: { type: 'string' },
  },
});
if (values.flood) await flood(Number(values.flood), values.kind as keyof typeof FLOODS);
else if (values.attack) await attacker(JSON.parse(values.attack));
else await measure(Number(values.packets), Number(values.seconds));

interface Target {
  readonly port: number;
  readonly packets: number;
  readonly game: { readonly id: string; readonly token: string };
  /** A game of a thousand turns that is over. */
  readonly long: string;
}

async function measure(packets: number, seconds: number): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'parley-strangers-'));
  const runs = join(data, 'runs');
  await rate(data);
  const main = join(import.meta.dirname, '../dist/cli/main.js');
  const flags = ['--log', 'error', '--runs', runs];
  const server = spawn(process.execPath, [main, 'serve', '--port', '0', '--data', data, ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = (await once(server.stdout, 'data')) as [Buffer];
    const port = Number(/:(\d+);/.exec(String(line))?.[1]);
    const long = await sitDown(port, { listed: true, turnLimit: 1000, seats: SCRIPTS });
    while ((await ask(port, 'GET', `/v1/games/${long.id}`)).json.status === 'live');
    mkdirSync(join(runs, 'large'), { recursive: true });
    const transcript = JSON.stringify((await ask(port, 'GET', `/v1/replays/${long.id}`)).json);
    for (let size = 0; size < 50e6; size += transcript.length)
      appendFileSync(join(runs, 'large', 'episodes.jsonl'), `${transcript}\n`);
    const memory = (key: string) =>
      Number(new RegExp(`${key}:\\s+(\\d+)`).exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024;

    await honest(port, 1);
    const alone = await honest(port, seconds);
    const game = await sitDown(port, { opens: 'buyer', turnLimit: 1000 });
    const target: Target = { port, packets, long: long.id, game: { id: game.id, token: game.tokens.buyer as string } };
    const child = fork(import.meta.filename, ['--attack', JSON.stringify(target)]);
    const ended = once(child, 'exit');
    const attacked = await honest(port, seconds);
    await ended;
    for (const what of ['health', 'acts'] as const) {
      const [before, during] = [alone[what], attacked[what]];
      console.log(
        `${what.padEnd(7)} alone p50 ${ms(before, 0.5)} p99 ${ms(before, 0.99)} max ${ms(before, 1)} (${before.length}); attacked p50 ${ms(during, 0.5)} p99 ${ms(during, 0.99)} max ${ms(during, 1)} (${during.length}); p50 ${(quantile(during, 0.5) / quantile(before, 0.5)).toFixed(1)} times`,
      );
    }
    for (const kind of Object.keys(FLOODS)) {
      const flooding = fork(import.meta.filename, ['--flood', String(port), '--kind', kind]);
      let going = true;
      const over = once(flooding, 'exit').then(() => {
        going = false;
      });
      const health = await watched(port, () => going);
      await over;
      console.log(
        `health  while flooded p50 ${ms(health, 0.5)} p99 ${ms(health, 0.99)} max ${ms(health, 1)} (${health.length})`,
      );
    }
    console.log(
      `refused: ${alone.refused} alone, ${attacked.refused} attacked; memory now ${memory('VmRSS').toFixed(0)} MB, at most ${memory('VmHWM').toFixed(0)} MB`,
    );
  } finally {
    server.kill('SIGKILL');
    rmSync(data, { recursive: true, force: true });
  }
}

async function attacker({ port, packets, game, long }: Target): Promise<void> {
  let going = true;
  const again = async (path: string, from: string) => {
    while (going) await ask(port, 'GET', path, undefined, {}, from).catch(() => undefined);
  };
  const searches = ['buyer', 'seller'].flatMap((seat, i) =>
    Array.from({ length: 4 }, () => again(`/v1/replays/${long}/review/${seat}`, `127.0.1.${i + 1}`)),
  );
  const files = Array.from({ length: 4 }, () => again('/v1/experiments/large', '127.0.1.3'));
  const events = Array.from({ length: 4 }, () => again(`/v1/games/${long}/events`, '127.0.1.4'));
  const { statuses, wrong } = await attack({ port, count: packets, seed: 7, game });
  going = false;
  await Promise.all([...searches, ...files, ...events]);
  console.log(`${packets} packets answered ${JSON.stringify(statuses)}, ${wrong.length} of them wrongly`);
}

/** Asks for /health fifty times a second. */
async function watched(port: number, going: () => boolean): Promise<number[]> {
  const list: number[] = [];
  while (going()) {
    const begun = performance.now();
    await ask(port, 'GET', '/health', undefined, {}, '127.0.3.1');
    list.push(performance.now() - begun);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return list;
}

async function flood(port: number, kind: keyof typeof FLOODS): Promise<void> {
  const { count, ask: once } = FLOODS[kind];
  const begun = performance.now();
  const statuses: Record<number, number> = {};
  const answers = await Promise.all(Array.from({ length: count }, () => once(port)));
  for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1;
  console.log(
    `${kind}: ${count} at once answered ${JSON.stringify(statuses)} in ${Math.round(performance.now() - begun)} ms`,
  );
}

/** 2,000 pairs that ten have rated each. */
async function rate(folder: string): Promise<void> {
  const { ratings, close } = await openStorage({ folder });
  const told = { title: '', about: '', turns: [], ending: { kind: 'walk', terms: null } } as never;
  for (let i = 0; i < 2000; i++) {
    const agents = { name: `agent ${i % 9}`, source: '', told };
    await ratings.addPair({
      id: `${i}`,
      created: '',
      matched: 'item' as const,
      peopleFirst: true,
      people: { id: `${i}`, source: '', told },
      agents,
    });
  }
  await close();
  const database = await openSqlite(folder);
  const value = (n: number) => ({ realism: 1 + (n % 5), skill: 1 + ((7 * n) % 5), satisfaction: 1 + ((3 * n) % 5) });
  const sql = 'INSERT INTO ratings (pair, rater, created, place, of_people, of_agents) VALUES (?, ?, ?, ?, ?, ?)';
  for (let rater = 0; rater < 10; rater++)
    await database.write(
      Array.from({ length: 2000 }, (_, i) => {
        const rated = [JSON.stringify(value(i + rater)), JSON.stringify(value(3 * i + rater))];
        return { sql, args: [`${i}`, `${rater}`, '', '', ...rated] };
      }),
    );
  await database.write([{ sql: 'UPDATE rating_pairs SET rated = 10', args: [] }]);
  await database.close();
}

/** Forty people at tables of their own, each acting three times in two seconds, and one who asks for /health ten times a second. */
async function honest(port: number, seconds: number): Promise<{ health: number[]; acts: number[]; refused: number }> {
  const [health, acts]: [number[], number[]] = [[], []];
  let refused = 0;
  const until = performance.now() + 1000 * seconds;
  const timed = async (list: number[], every: number, work: () => Promise<{ status: number }>) => {
    const begun = performance.now();
    const status = await work().then(
      (answer) => answer.status,
      () => 0,
    );
    list.push(performance.now() - begun);
    if (status !== 200) refused++;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, every - (performance.now() - begun))));
  };
  const player = async (from: string) => {
    const { id, tokens } = await sitDown(
      port,
      {
        opens: 'buyer',
        turnLimit: 1000,
        seats: { buyer: 'remote', seller: 'clean:hardliner' },
      },
      from,
    );
    const body = { act: { type: 'say', words: 'Let me think about it.' } };
    const seat = { 'x-seat-token': tokens.buyer as string };
    while (performance.now() < until)
      await timed(acts, 670, () => ask(port, 'POST', `/v1/games/${id}/acts`, body, seat, from));
  };
  const watcher = async () => {
    while (performance.now() < until)
      await timed(health, 100, () => ask(port, 'GET', '/health', undefined, {}, '127.0.3.1'));
  };
  await Promise.all([watcher(), ...Array.from({ length: 40 }, (_, i) => player(`127.0.2.${i + 1}`))]);
  return { health, acts, refused };
}

async function sitDown(
  port: number,
  body: object,
  from?: string,
): Promise<{ id: string; tokens: Record<string, string> }> {
  return (await ask(port, 'POST', '/v1/games', body, {}, from)).json;
}

function ask(
  port: number,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
  localAddress = '127.0.0.1',
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
): Promise<{ status: number; json: any }> {
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', method, path, headers, localAddress }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk) => chunks.push(chunk));
      reply.on('error', reject);
      reply.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: reply.statusCode ?? 0, json: text.startsWith('{') ? JSON.parse(text) : undefined });
      });
    });
    asked.on('error', reject);
    asked.end(body && JSON.stringify(body));
  });
}

function quantile(list: readonly number[], q: number): number {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
}

function ms(list: readonly number[], q: number): string {
  return `${quantile(list, q).toFixed(1)} ms`;
}
