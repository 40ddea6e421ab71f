/** Limits and outages that workers share: they hold for all of them together, however many there are. */
import { setMaxListeners } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Model, ModelError } from '../../models/index.ts';
import { dayLedger } from '../../models/node/day-ledger.ts';
import { withRateLimit } from '../../models/wrappers/rate-limit.ts';
import { MOST_FAULTS } from '../experiment/outage.ts';
import { standIn } from '../experiment/stand-in.ts';
import { type Account, accountAt, type Home, keepAccount } from './account.ts';
import { memoryBoard } from './board.fixture.ts';
import { type Board, readValue, update } from './board.ts';
import { noteWorker } from './plans.ts';
import { withSharedLimits } from './shared-limits.ts';
import { sharedOutages } from './shared-outages.ts';

const request = {
  messages: [{ role: 'user' as const, content: 'How much?' }],
  maxTokens: 100,
  temperature: 0,
  seed: 1,
};
const workers = (board: Board, model: Model, limits: object) =>
  Array.from({ length: 10 }, () => withSharedLimits(model, { board, plan: 'p', ...limits }));
const counted = (asked: () => void | Promise<void>): Model => ({
  ...standIn(),
  async generate(one, options) {
    await asked();
    return standIn().generate(one, options);
  },
});

test('many that change a value at once lose no change', async () => {
  const board = memoryBoard();
  await Promise.all(Array.from({ length: 50 }, () => update<number>(board, 'n', (n = 0) => n + 1)));
  expect(await update<number>(board, 'n', (n) => n)).toBe(50);
});

test.each(['minute', 'hour', 'day'] as const)(
  'a request larger than the tokens of a whole %s is refused as on one machine',
  async (span) => {
    const tokens = { [span]: 50 };
    const alone = withRateLimit(standIn(), { tokens });
    const shared = withSharedLimits(standIn(), { board: memoryBoard(), plan: 'p', rate: { requests: {}, tokens } });
    const [one, other] = await Promise.all(
      [alone, shared].map((model) => model.generate(request).catch((error) => error)),
    );
    expect(one.message).toMatch(/over its 50 tokens an? /);
    expect([other.message, other.kind]).toEqual([one.message, one.kind]);
  },
);

test('ten workers together keep the rate of a model', async () => {
  let now = 1e9;
  const board = memoryBoard(() => now);
  let calls = 0;
  const model = counted(() => {
    calls++;
  });
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  const all = workers(board, model, { rate: { requests: { minute: 20 }, tokens: {} } });
  const asked = all.flatMap((one) =>
    Array.from({ length: 5 }, () => one.generate(request, { signal: stop.signal }).catch(() => undefined)),
  );
  await vi.waitFor(() => expect(calls).toBe(20), { timeout: 20_000 });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(calls).toBe(20);
  // A window later there is room for as many again, and not before.
  now += 59_000;
  const late = all[0]?.generate(request, { signal: AbortSignal.timeout(100) });
  await expect(late).rejects.toThrow();
  expect(calls).toBe(20);
  now += 2_000;
  await all[0]?.generate(request);
  expect(calls).toBe(21);
  stop.abort(new Error('enough'));
  await Promise.all(asked);
});

test('what a model loads first is loaded before its request counts', async () => {
  const board = memoryBoard();
  const booked = () => update<object>(board, `model:${standIn().name}`, (held) => held);
  const before: unknown[] = [];
  const prepare = async () => void before.push(await booked());
  const limits = { board, plan: 'p', rate: { requests: { minute: 1 }, tokens: {} } };
  await withSharedLimits({ ...standIn(), prepare }, limits).generate(request);
  expect(before).toEqual([undefined]);
  expect(await booked()).toMatchObject({ slots: { minute: [[expect.any(Number), 1, expect.any(Number)]] } });
});

test('a request counts from when it reached its server at the latest, and a long answer no longer than that', async () => {
  let now = 1e9;
  const board = memoryBoard(() => now);
  const limits = { board, plan: 'p', rate: { requests: { minute: 1 }, tokens: {} } };
  const after = async (way: number, later: number) => {
    const slow = counted(() => {
      now += way;
    });
    await withSharedLimits(slow, limits).generate(request);
    now += later;
    const asked = withSharedLimits(standIn(), limits).generate(request, { signal: AbortSignal.timeout(100) });
    return asked.then(
      () => 'asked',
      () => 'waits',
    );
  };
  // It may have arrived a second and a half after it was booked.
  expect(await after(1500, 59_000)).toBe('waits');
  now += 120_000;
  // Who wrote for half a minute had it long before.
  expect(await after(30_000, 33_000)).toBe('asked');
});

test('a clock of the database that is set back by an hour holds calls up for one window, and places for one lease', async () => {
  let now = 1e9;
  const board = memoryBoard(() => now);
  const limits = { rate: { requests: { minute: 2 }, tokens: {} }, places: 1 };
  const [one] = workers(board, standIn(), limits);
  for (let i = 0; i < 2; i++) await one?.generate(request);
  // Of a worker that died.
  await update<object>(board, `model:${standIn().name}`, (held) => ({ ...held, places: { dead: now + 30_000 } }));
  now -= 3_600_000;
  const early = one?.generate(request, { signal: AbortSignal.timeout(100) });
  await expect(early).rejects.toThrow();
  now += 61_000;
  const looks = one?.generate(request, { signal: AbortSignal.timeout(5000) });
  await passing(7, 5000, (ms) => {
    now += ms;
  });
  await looks;
});

/** Time in steps, while somebody looks. */
async function passing(steps: number, ms: number, pass: (ms: number) => void): Promise<void> {
  for (let i = 0; i < steps; i++) {
    await new Promise((resolve) => setTimeout(resolve, 120));
    pass(ms);
  }
}

test('who had a place when the database went away has it for a lease after it is back, and no longer', async () => {
  let now = 1e9;
  const board = memoryBoard(() => now);
  const places = async () => {
    const { value } = await board.read(`model:${standIn().name}`);
    return Object.keys(JSON.parse(value ?? '{}').places ?? {});
  };
  let end = () => {};
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  let calls = 0;
  const model = counted(() => (++calls <= 2 ? held : undefined));
  const [one, other] = workers(board, model, { places: 2 });
  const long = [one?.generate(request), one?.generate(request)];
  await vi.waitFor(() => expect(calls).toBe(2));
  // Nobody could say anything for longer than a lease.
  now += 36_000;
  await expect(other?.generate(request, { signal: AbortSignal.timeout(200) })).rejects.toThrow();
  expect([calls, (await places()).length]).toEqual([2, 2]);
  // Neither says so again while others look: they have died.
  const next = other?.generate(request);
  await passing(4, 5000, (ms) => {
    now += ms;
  });
  expect(calls).toBe(2);
  await passing(3, 5000, (ms) => {
    now += ms;
  });
  await next;
  expect(calls).toBe(3);
  end();
  await Promise.all(long);
  expect(await places()).toEqual([]);
});

test('a place that was given back is not taken again by who said too late that it is held', async () => {
  const plain = memoryBoard();
  let gate: Promise<void> | undefined;
  const board: Board = {
    ...plain,
    async read(key) {
      const late = gate;
      gate = undefined;
      await late;
      return plain.read(key);
    },
  };
  let answer = () => {};
  let open = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let calls = 0;
  const [one] = workers(
    board,
    counted(() => {
      calls++;
      return answered;
    }),
    { places: 1 },
  );
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const asked = one?.generate(request);
  await vi.waitFor(() => expect(calls).toBe(1));
  gate = new Promise((resolve) => {
    open = resolve;
  });
  vi.advanceTimersByTime(10_000);
  await vi.waitFor(() => expect(gate).toBeUndefined());
  answer();
  await asked;
  open();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(JSON.parse((await plain.read(`model:${standIn().name}`)).value ?? '').places).toEqual({});
});

test('a plan without windows leaves those of another as they are', async () => {
  let calls = 0;
  const model = counted(() => void calls++);
  const board = memoryBoard(() => 1e9);
  const held = (plan: string, limits: object) => withSharedLimits(model, { board, plan, ...limits });
  const rated = held('a', { rate: { requests: { minute: 1 }, tokens: {} } });
  await rated.generate(request);
  await held('b', { places: 3 }).generate(request);
  await expect(rated.generate(request, { signal: AbortSignal.timeout(100) })).rejects.toThrow();
  expect(calls).toBe(2);
});

test('tokens that were booked and not used are given back to the window that they were booked in', async () => {
  let now = 1e9;
  const board = memoryBoard(() => now);
  const spare: Model = {
    ...standIn(),
    generate: async (one, options) => ({
      ...(await standIn().generate(one, options)),
      usage: { inputTokens: 3, outputTokens: 7 },
    }),
  };
  const [one] = workers(board, spare, { rate: { requests: {}, tokens: { minute: 150 } } });
  for (let i = 0; i < 5; i++) await one?.generate(request);
  now += 61_000;
  // The window is empty again, and not emptier than empty.
  for (let i = 0; i < 5; i++) await one?.generate(request);
  const { value } = await board.read(`model:${spare.name}`);
  const [, , tokens] = JSON.parse(value ?? '').slots.minute[0];
  expect(tokens).toBe(50);
});

test('places and the budget of a plan are those of all workers', async () => {
  const board = memoryBoard();
  let under = 0;
  let most = 0;
  const slow = counted(async () => {
    most = Math.max(most, ++under);
    await new Promise((resolve) => setTimeout(resolve, 5));
    under--;
  });
  await Promise.all(workers(board, slow, { places: 3 }).map((one) => one.generate(request)));
  expect(most).toBe(3);
  const budget = { limit: 310, perDay: false };
  await keepAccount(board, 'p', budget).open(true);
  const outcomes = await Promise.allSettled(workers(board, slow, { budget }).map((one) => one.generate(request)));
  const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as ModelError] : []));
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]).toMatchObject({ kind: 'spent', message: expect.stringContaining('spent by all workers') });
});

test('the budget of who goes on holds for those too who still play for the one before', async () => {
  const board = memoryBoard();
  const before = { limit: 100_000, perDay: false };
  await keepAccount(board, 'p', before).open(true);
  const [old] = workers(board, standIn(), { budget: before }) as [Model];
  await old.generate(request);
  await keepAccount(board, 'p', { limit: 5, perDay: false }).open(true);
  await expect(old.generate(request)).rejects.toThrow('0 of the budget of 5 tokens is spent by all workers');
});

test('a call that was not answered is told though a later one of the same table was', async () => {
  const outages = sharedOutages(memoryBoard(), 'p', 'a');
  let calls = 0;
  const first = outages.watched({
    ...standIn(),
    generate: (...words) =>
      ++calls === 1 ? Promise.reject(new ModelError('limit', 'm', 'wait')) : standIn().generate(...words),
  });
  await expect(first.generate(request)).rejects.toThrow('wait');
  await first.generate(request);
  expect(await outages.judge()).toEqual({ fault: 'm: wait', down: undefined, greeted: [], others: false });
  expect(calls).toBe(2);
});

test('a model that answers nobody at a plan is lost, until somebody is answered', async () => {
  const board = memoryBoard();
  const gone: Model = {
    ...standIn(),
    generate: () => Promise.reject(new ModelError('transport', 'm', 'nobody listens')),
  };
  const [a, b] = [sharedOutages(board, 'p', 'a'), sharedOutages(board, 'p', 'b')];
  for (const name of ['a', 'b']) await noteWorker(board, 'p', name, { played: 0 });
  for (const model of [a, b]) await model.watched(standIn()).generate(request);
  for (let i = 0; i < MOST_FAULTS / 2; i++)
    for (const one of [a, b]) {
      expect(await b.lost()).toBeUndefined();
      await expect(one.watched(gone).generate(request)).rejects.toThrow('nobody listens');
      expect(await one.judge()).toMatchObject({
        fault: 'm: nobody listens',
        down: expect.any(String),
      });
    }
  expect(await b.lost()).toMatchObject({ calls: MOST_FAULTS, last: { message: 'm: nobody listens' } });
  await a.watched(standIn()).generate(request);
  expect(await b.lost()).toBeUndefined();
});

test("of a day's budget, other commands of who coordinates have their part, and are told of that of the queue", async () => {
  const day = '2026-01-02';
  const board = memoryBoard(() => Date.parse(`${day}T12:00:00Z`));
  let elsewhere = 600;
  const told: unknown[] = [];
  const keep = (on: string, { spent }: { spent: number }) => void told.push([on, spent]);
  const home = { name: 'home-a', queue: 'queue-a', ownOn: () => elsewhere, othersOn: () => ({}), keep };
  const budget = { limit: 1000, perDay: true };
  const account = keepAccount(board, 'p', budget, { home });
  await account.open(true);
  let calls = 0;
  const usage = { inputTokens: 60, outputTokens: 40 };
  const model = {
    ...standIn(),
    generate: async (...words: Parameters<Model['generate']>) => {
      calls++;
      return { ...(await standIn().generate(...words)), usage };
    },
  };
  const [worker] = workers(board, model, { budget }) as [Model];
  await worker.generate(request);
  await account.look();
  expect(told.at(-1)).toEqual([day, 100]);
  elsewhere = 900;
  await account.look();
  await expect(worker.generate(request)).rejects.toThrow("1000 of today's budget of 1000 tokens is spent");
  expect(calls).toBe(1);
  expect(told.at(-1)).toEqual([day, 100]);
});

test("of a day's budget over two queues with two homes every sum counts once, however often they look", async () => {
  const day = '2026-01-02';
  const budget = { limit: 10_000, perDay: true };
  const boards = ['one', 'two'].map((name) => ({
    name: `queue-${name}`,
    board: memoryBoard(() => Date.parse(`${day}T12:00:00Z`)),
  }));
  const folder = mkdtempSync(join(tmpdir(), 'parley-homes-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const ledgers = ['a', 'b'].map((name) => ({ name: `home-${name}`, ledger: dayLedger(join(folder, name)) }));
  const accounts = boards.flatMap(({ name: queue, board }) =>
    ledgers.map(({ name, ledger: { ownOn, othersOn, keepQueue } }) => {
      const keep: Home['keep'] = (...words) => keepQueue(queue, ...words);
      return keepAccount(board, 'p', budget, { home: { name, queue, ownOn, othersOn, keep } });
    }),
  );
  for (const account of accounts) await account.open(true);
  const usage = { inputTokens: 60, outputTokens: 40 };
  const model = {
    ...standIn(),
    generate: async (...words: Parameters<Model['generate']>) => ({ ...(await standIn().generate(...words)), usage }),
  };
  for (const { board } of boards)
    for (const worker of workers(board, model, { budget })) await worker.generate(request);
  const spent = 2 * 10 * 100;
  ledgers[0]?.ledger.write({ period: day, spent: 7 });
  for (let look = 0; look < 5; look++) for (const account of accounts) await account.look();
  for (const { ledger } of ledgers) expect(ledger.read()).toEqual({ period: day, spent: spent + 7 });
  for (const { board } of boards) {
    const account = await readValue<Account>(board, accountAt('p', budget));
    expect(Object.values(account?.spent ?? {}).reduce((sum, one) => sum + one, 0)).toBe(spent + 7);
  }
});

test('what a call over midnight did not use is given back to nobody: the day that it was charged to is over', async () => {
  let now = Date.parse('2026-01-02T23:59:59Z');
  const board = memoryBoard(() => now);
  const budget = { limit: 1000, perDay: true };
  await keepAccount(board, 'p', budget).open(true);
  const usage = { inputTokens: 60, outputTokens: 40 };
  let end = () => {};
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  let calls = 0;
  const model = {
    ...standIn(),
    generate: async (...words: Parameters<Model['generate']>) => {
      if (calls++ === 0) await held;
      return { ...(await standIn().generate(...words)), usage };
    },
  };
  const [worker] = workers(board, model, { budget }) as [Model];
  const over = worker.generate(request);
  await vi.waitFor(() => expect(calls).toBe(1));
  now += 2000;
  await worker.generate(request);
  end();
  await over;
  const account = await update<Account>(board, accountAt('p', budget), (one) => one);
  expect([account?.period, Object.values(account?.spent ?? {})]).toEqual(['2026-01-03', [100]]);
});
