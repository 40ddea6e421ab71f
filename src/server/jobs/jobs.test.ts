/** Threads beside the server: it answers while they work, they end in time, and no address has all of them. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '../server.fixture.ts';
import { createJobs } from './jobs.ts';

const card = { kind: 'card', file: 'package.json' } as const;
const known = { address: '127.0.0.1', known: true };
const stranger = { address: '9.9.9.9', known: false };

let server: TestServer | undefined;
afterAll(() => server?.stop());

test('a file that is not there, or too large, fails the job, and the thread goes on to the next', async () => {
  const jobs = createJobs({ threads: 1 });
  await expect(jobs.run({ kind: 'card', file: 'no such file' }, known)).rejects.toThrow('ENOENT');
  // Of a corpus there is a bound, and where it lies is not said.
  const folder = mkdtempSync(join(tmpdir(), 'parley-corpus-'));
  writeFileSync(join(folder, 'dialogues.jsonl'), '');
  truncateSync(join(folder, 'dialogues.jsonl'), 129 * 2 ** 20);
  await expect(jobs.run({ kind: 'roles', input: folder, out: join(folder, 'out') }, known)).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(/^dialogues\.jsonl is too large to be read: 135266304 bytes, of 134217728/),
  });
  rmSync(folder, { recursive: true });
  expect(JSON.parse(await jobs.run(card, known)).name).toBe('parley');
  await jobs.close();
});

test.runIf(process.platform === 'linux')('the server goes before its threads', async () => {
  const jobs = createJobs({ threads: 1 });
  await jobs.run(card, known);
  const nice = readdirSync('/proc/self/task').map((task) =>
    Number(readFileSync(`/proc/self/task/${task}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[16]),
  );
  expect([nice.filter((one) => one === getPriority() + 5).length, getPriority()]).toEqual([1, nice[0]]);
  await jobs.close();
});

test('an address has so many places, and one job at a time; the others of a full line are told to come back', async () => {
  const jobs = createJobs({ threads: 2, perAddress: 2, overall: 3 });
  const asked = [stranger, stranger, stranger, { ...stranger, address: '8.8.8.8' }].map((caller) =>
    jobs.run(card, caller).then(
      () => 'done',
      ({ status, code }) => `${status} ${code}`,
    ),
  );
  expect(await Promise.all(asked)).toEqual(['done', 'done', '503 busy', 'done']);
  await jobs.close();
});

test('what each move of a long game gave away is searched for beside the server, and given up in time', async () => {
  server = await testServer();
  const { ask } = server;
  const seats = { buyer: 'clean:tit_for_tat', seller: 'clean:boulware_firm' };
  const { json } = await ask('POST /v1/games', { task: 'price-wide', turnLimit: 1000, listed: true, seats });
  while ((await ask(`GET /v1/games/${json.id}`)).json.status === 'live');
  const order: string[] = [];
  const review = ask(`GET /v1/replays/${json.id}/review/buyer`).then((answer) => {
    order.push('review');
    return answer;
  });
  await ask('GET /health').then(() => order.push('health'));
  expect(order).toEqual(['health']);
  const { status, json: told } = await review;
  expect(status).toBe(200);
  expect(told.metrics.utility).toBeTypeOf('number');
});

test('a job that takes too long gives what it has by then', async () => {
  const { episode } = await longGame();
  const jobs = createJobs({ threads: 1, longest: 1500 });
  const review = JSON.parse(await jobs.run({ kind: 'review', episode, seat: 'buyer', hash: undefined }, known));
  expect(review.metrics.utility).toBeTypeOf('number');
  expect(review.moves).toBeNull();
  // Its thread is gone, and there is another.
  expect(JSON.parse(await jobs.run(card, known)).name).toBe('parley');
  await jobs.close();
});

async function longGame() {
  const { ask } = server as TestServer;
  const seats = { buyer: 'clean:hardliner', seller: 'clean:boulware_firm' };
  const { json } = await ask('POST /v1/games', { task: 'price-wide', seed: 3, turnLimit: 1000, listed: true, seats });
  while ((await ask(`GET /v1/games/${json.id}`)).json.status === 'live');
  return { episode: (await ask(`GET /v1/replays/${json.id}`)).json };
}

test('whoever has had a job lets the others go first', async () => {
  const jobs = createJobs({ threads: 1, perAddress: 8 });
  const order: string[] = [];
  const ask = (address: string) =>
    jobs.run({ kind: 'card', file: 'none' }, { address, known: false }).catch(() => void order.push(address));
  await Promise.all(['a', 'a', 'a', 'b'].map(ask));
  expect(order).toEqual(['a', 'b', 'a', 'a']);
  await jobs.close();
});
