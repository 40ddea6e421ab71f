/** The coordinator on a board in memory: what it says of its plan, and whose plan that is. */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import type { Queue } from 'bullmq';
import { describe, expect, test, vi } from 'vitest';
import { parseExperiment } from '../experiment/experiment.ts';
import { planOf, type Table } from '../experiment/plan.ts';
import { playTable } from '../experiment/play.ts';
import { seatPlayers } from '../experiment/run.ts';
import { standIn } from '../experiment/stand-in.ts';
import { memoryBoard } from './board.fixture.ts';
import { type Board, update } from './board.ts';
import type { Broker } from './broker.ts';
import { buildHash } from './build.ts';
import { type Coordinator, type CoordinatorOptions, coordinate } from './coordinator.ts';
import { queueExecutor } from './executors.ts';
import { goBy, goneBy, shardsOut } from './in-doubt.ts';
import {
  type Asked,
  coordinationOf,
  listPlans,
  noteWorker,
  planId,
  readPlan,
  withdrawPlan,
  workersOn,
} from './plans.ts';
import { packShard } from './shard.ts';
import { withSharedLimits } from './shared-limits.ts';
import { sharedOutages } from './shared-outages.ts';
import { servePort } from './thread.ts';
import { work } from './worker.ts';

const plan = {
  sampler: 'janus' as const,
  turnLimit: 20,
  seed: 1,
  scripts: [{ name: 'boulware_hard', spec: 'boulware_hard' }],
  episodes: 1000,
  shard: { index: 1, count: 1 },
  failures: 'keep' as const,
};
const read = (_: number, contents: Buffer) => contents.toString();
const asked: Asked = { kind: 'blocks', plan, key: 'key', lines: 'rows', size: 1 };

test('the plan of another build is another plan, so nothing of it can be met', () => {
  expect(planId(asked, 'one')).toBe(planId(asked, 'one'));
  expect(planId(asked, 'one')).not.toBe(planId(asked, 'another'));
});

/** A queue of which only what the coordinator asks is there. */
function brokerOf(board: Board, queue: Partial<Record<keyof Queue, unknown>>): Broker {
  const worker = async () => {
    throw new Error('nobody works here');
  };
  const nothing = async () => undefined;
  const isPaused = async () => false;
  const common = { addBulk: async () => [], drain: nothing, clean: nothing, obliterate: nothing, isPaused };
  const whole = { ...common, ...queue } as unknown as Queue;
  return { board, queue: async () => whole, worker, warning: undefined, close: async () => undefined };
}

test('a plan that another coordinator withdrew is announced again while its work is out', async () => {
  const board = memoryBoard();
  // Its worker died over it: it is neither failed nor gone.
  const broker = brokerOf(board, { getJob: async () => ({ isFailed: async () => false }) });
  const stop = new AbortController();
  const { plan: id, collect } = await coordinate({ broker, asked, shards: 1, signal: stop.signal });
  expect(id).toBe(planId(asked, buildHash()));
  const collecting = collect([{ shard: 0 }], { read }).next();
  collecting.catch(() => undefined);
  await withdrawPlan(board, id);
  await vi.waitFor(async () => expect((await listPlans(board)).map((one) => one.id)).toEqual([id]), { timeout: 5000 });
  expect(await readPlan(board, id)).toMatchObject({ id, build: buildHash() });
  stop.abort(new Error('enough'));
  await expect(collecting).rejects.toThrow('enough');
});

test('what the queue has lost is sent again, also when the clock of the machine was set back by a day', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const sent = vi.fn(async () => []);
    const broker = brokerOf(memoryBoard(), { addBulk: sent, getJob: async () => undefined });
    const stop = new AbortController();
    const { collect } = await coordinate({ broker, asked, shards: 1, signal: stop.signal });
    const collecting = collect([{ shard: 0 }], { read }).next();
    collecting.catch(() => undefined);
    await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(1));
    vi.setSystemTime(Date.now() - 86_400_000);
    await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(2), { timeout: 5000 });
    stop.abort(new Error('enough'));
    await expect(collecting).rejects.toThrow('enough');
  } finally {
    vi.useRealTimers();
  }
});

test('looking after thousands of shards does not keep it from collecting, and comes round to the last of them', async () => {
  const memory = memoryBoard();
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  try {
    const waiting = async (plan: string) => {
      now += 600;
      return memory.waiting(plan);
    };
    const looked = new Set<string>();
    const getJob = async (id: string) => {
      now += 1;
      looked.add(id);
      return { isFailed: async () => false };
    };
    const broker = brokerOf({ ...memory, waiting }, { getJob });
    const stop = new AbortController();
    const shards = 2000;
    const { plan: id, collect } = await coordinate({ broker, asked, shards, ahead: shards, signal: stop.signal });
    const arriving = collect(
      Array.from({ length: shards }, (_, shard) => ({ shard })),
      { read },
    );
    const first = arriving.next();
    await vi.waitFor(() => expect(looked.size).toBeGreaterThan(0));
    await memory.enter(id, 1, packShard(Buffer.from('played')));
    expect((await first).value).toMatchObject({ shard: 1 });
    expect(looked.size).toBeLessThan(shards);
    const next = arriving.next();
    next.catch(() => undefined);
    await vi.waitFor(() => expect(looked.size).toBe(shards), { timeout: 5000 });
    stop.abort(new Error('enough'));
    await expect(next).rejects.toThrow('enough');
  } finally {
    clock.mockRestore();
  }
});

test('how much is done stands on the board, with what was there before; and the plan that workers play meanwhile is named', async () => {
  const board = memoryBoard();
  const broker = brokerOf(board, { getJob: async () => ({ isFailed: async () => false }) });
  const stop = new AbortController();
  const onWorkers = vi.fn();
  const other = await coordinate({ broker, asked: { ...asked, key: 'other' }, shards: 1 });
  const { plan: id, collect } = await coordinate({ broker, asked, shards: 5, signal: stop.signal, onWorkers });
  expect(await coordinationOf(board, id)).toEqual({ coordinated: true, done: undefined, failed: 0 });
  const arriving = collect([{ shard: 3 }, { shard: 4 }], { read, before: 3 });
  await board.enter(id, 4, packShard(Buffer.from('played')));
  await arriving.next();
  const next = arriving.next();
  next.catch(() => undefined);
  await vi.waitFor(async () => expect(await coordinationOf(board, id)).toMatchObject({ done: 4 }), { timeout: 5000 });
  const seen = async (note: object | undefined, first: string | undefined) => {
    await noteWorker(board, id, 'w', note as never);
    await vi.waitFor(() => expect(onWorkers.mock.lastCall?.slice(1)).toEqual([undefined, first]), { timeout: 5000 });
  };
  await noteWorker(board, other.plan, 'w', { played: 1 });
  await seen(undefined, other.plan);
  // Who refuses this one does not come to it later.
  await seen({ played: 0, refused: 'of another build' }, undefined);
  await other.close(true);
  stop.abort(new Error('enough'));
  await expect(next).rejects.toThrow('enough');
});

test('a shard that is damaged is taken back and played again, and given up after three times', async () => {
  const board = memoryBoard();
  const sent = vi.fn(async () => []);
  const { plan: id, collect } = await coordinate({ broker: brokerOf(board, { addBulk: sent }), asked, shards: 2 });
  const good = packShard(Buffer.from('good'));
  const bodies = [{ ...good, sha256: '0' }, { ...good, body: Buffer.from('no zlib') }, packShard(Buffer.from('other'))];
  const readGood = (_: number, contents: Buffer) => {
    if (contents.toString() !== 'good') throw new Error('it is not good');
    return contents.toString();
  };
  const arriving = collect([{ shard: 0 }, { shard: 1 }], { read: readGood, inOrder: true });
  await board.enter(id, 0, bodies[0] as typeof good);
  await board.enter(id, 1, good);
  const first = arriving.next();
  for (const [i, body] of [bodies[1] as typeof good, good].entries()) {
    await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(i + 1));
    await board.enter(id, 0, body);
  }
  expect((await first).value).toEqual({ shard: 0, contents: 'good' });
  expect((await arriving.next()).value).toEqual({ shard: 1, contents: 'good' });
  await arriving.return(undefined);

  sent.mockClear();
  const again = collect([{ shard: 7 }], { read: readGood }).next();
  for (const [i, body] of bodies.entries()) {
    await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(i + 1));
    await board.enter(id, 7, body);
  }
  const reason = 'what was entered of it was damaged on the way (it is not good)';
  expect((await again).value).toEqual({ plan: id, shard: 7, tries: 3, reason });
  expect(await board.waiting(id)).not.toContain(7);
});

test('of work that failed for good a run plays the rest; what is kept in order ends before it', async () => {
  const experiment = parseExperiment(
    {
      title: 'Four',
      controls: false,
      scenarios: { sampler: 'general', count: 2 },
      agents: ['boulware_hard'],
      opponents: ['fair_openings'],
    },
    'four tables',
  );
  const tables = planOf(experiment);
  const players = await seatPlayers(tables, {});
  const folder = mkdtempSync(join(tmpdir(), 'parley-failed-'));
  const playedWith = async (inOrder: boolean) => {
    const board = memoryBoard();
    const addBulk = async (jobs: readonly { data: { shard: number } }[]) => {
      const [{ id = '' } = {}] = await listPlans(board);
      for (const { shard } of jobs.map(({ data }) => data)) {
        if (shard === 1) continue;
        const episodes = await playTable(tables.tables[shard] as Table, players);
        await board.enter(id, shard, packShard(Buffer.from(`${JSON.stringify({ table: shard, episodes })}\n`)));
      }
    };
    const job = { isFailed: async () => true, failedReason: 'it is poison', attemptsMade: 3, remove: async () => {} };
    const broker = brokerOf(board, { addBulk, getJob: async (id: string) => (id.endsWith('-1') ? job : undefined) });
    const kept: number[] = [];
    const shared = queueExecutor(tables, folder, { broker, shardSize: 1 }, inOrder);
    const work = {
      tables: tables.tables,
      wanted: [0, 1, 2, 3],
      keep: async (index: number) => void kept.push(index),
      settled: async () => undefined,
      signal: new AbortController().signal,
    };
    const playing = shared.executor(players)(work);
    playing.catch(() => undefined);
    if (!inOrder) {
      const [{ id = '' } = {}] = await vi.waitFor(async () => {
        const found = await listPlans(board);
        expect(found).toHaveLength(1);
        return found;
      });
      await vi.waitFor(async () => expect(await coordinationOf(board, id)).toMatchObject({ failed: 1 }), 5000);
    }
    await expect(playing).rejects.toThrow(/tables 2 to 2\) failed 3 times: it is poison/);
    await shared.close(false);
    // As it stands when its command has ended.
    expect(await listPlans(board, { stopped: true })).toMatchObject([{ stopped: true, failed: 1 }]);
    return kept;
  };
  try {
    expect(await playedWith(false)).toEqual([0, 2, 3]);
    expect(await playedWith(true)).toEqual([0]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('workers are told the games of each model that are out, before these are sent, and what is left of them', async () => {
  const board = memoryBoard();
  const told: unknown[] = [];
  const addBulk = vi.fn(async () => {
    told.push(await shardsOut(board, id));
    return [];
  });
  const broker = brokerOf(board, { addBulk, getJob: async () => ({ isFailed: async () => false }) });
  const games: Asked = {
    kind: 'games',
    experiment: {},
    players: {},
    seated: [],
    models: true,
    hash: 'h',
    size: 1,
  } as never;
  const { plan: id, collect, close } = await coordinate({ broker, asked: games, shards: 3, ahead: 2 });
  const rows: readonly Record<string, number>[] = [{ far: 2 }, { far: 1, near: 4 }, { near: 3 }];
  const arriving = collect(
    rows.map((row, shard) => ({ shard, games: row })),
    { read },
  );
  const first = arriving.next();
  await vi.waitFor(() => expect(told).toEqual([{ 0: rows[0], 1: rows[1] }]));
  await board.enter(id, 0, packShard(Buffer.from('played')));
  await first;
  const second = arriving.next();
  await vi.waitFor(() => expect(told.at(-1)).toEqual({ 1: rows[1], 2: rows[2] }));
  await board.enter(id, 1, packShard(Buffer.from('played')));
  await second;
  const third = arriving.next();
  await vi.waitFor(async () => expect(await shardsOut(board, id)).toEqual({ 2: rows[2] }));
  await board.enter(id, 2, packShard(Buffer.from('played')));
  await third;
  expect((await arriving.next()).done).toBe(true);
  await close(false);
  expect(await shardsOut(board, id)).toBeUndefined();
});

describe('what was gone by', () => {
  const games = { kind: 'games', experiment: {}, players: {}, seated: [], models: true, hash: 'h', size: 1 } as never;
  const three = [0, 1, 2].map((shard) => ({ shard, games: { far: 1 } }));
  const at = async (board: Board, inOrder = false) => {
    const broker = brokerOf(board, { getJob: async () => ({ isFailed: async () => false }) });
    const { plan: id, collect, close } = await coordinate({ broker, asked: games, shards: 3 });
    const played = (shard: number) => board.enter(id, shard, packShard(Buffer.from(String(shard))));
    const came: unknown[] = [];
    const ended = (async () => {
      for await (const one of collect(three, { read, inOrder })) came.push('shard' in one ? one.shard : one);
    })();
    const doubt = async (shard: number) => {
      await goBy(board, id, shard, { 'far d': 1 });
      await played(shard);
    };
    return { id, came, ended, doubt, played, close };
  };
  const told = (board: Board, key: string, value: object) => update<object>(board, key, () => value);

  test.each([false, true])('is handed on once its model has answered somebody, in order: %s', async (inOrder) => {
    const board = memoryBoard();
    const { id, came, ended, doubt, played } = await at(board, inOrder);
    await doubt(0);
    await played(1);
    await vi.waitFor(() => expect(came).toEqual(inOrder ? [] : [1]));
    await vi.waitFor(async () => expect(await shardsOut(board, id)).toEqual({ 2: { far: 1 } }));
    // Nor by a board that forgets it, which is told again what counts to the loss of the model.
    await update(board, `goneby:${id}`, () => undefined);
    await withdrawPlan(board, id);
    await vi.waitFor(async () => expect(await goneBy(board, id)).toEqual({ 'far d': { 0: 1 } }), { timeout: 5000 });
    expect(came).toEqual(inOrder ? [] : [1]);
    await told(board, `answered:${id}`, { 'far d': {} });
    await vi.waitFor(() => expect(came).toEqual(inOrder ? [0, 1] : [1, 0]), { timeout: 5000 });
    await played(2);
    await ended;
    expect(came).toHaveLength(3);
  });

  test('is handed on at the end, when nothing is out that could be answered', async () => {
    const { came, ended, doubt } = await at(memoryBoard());
    for (const shard of [0, 1, 2]) await doubt(shard);
    await ended;
    expect(came).toEqual([0, 1, 2]);
  });

  test('is not kept where the model is lost, nor by who goes on after a stop: it is played again', async () => {
    const board = memoryBoard();
    const { id, came, ended, doubt, close } = await at(board);
    await doubt(0);
    await doubt(1);
    await vi.waitFor(async () => expect(await shardsOut(board, id)).toEqual({ 2: { far: 1 } }));
    const { sitting } = (await readPlan(board, id)) as { sitting: string };
    const lost = { calls: 8, kind: 'transport', message: 'HTTP 500' };
    await told(board, `lost:${id}`, { [sitting]: lost });
    await ended;
    expect(came).toEqual([lost]);
    expect(await board.waiting(id)).toEqual([]);
    await close(false);

    const again = await at(board);
    await again.doubt(0);
    await vi.waitFor(async () => expect(await shardsOut(board, id)).toEqual({ 1: { far: 1 }, 2: { far: 1 } }));
    expect(await board.waiting(id)).toEqual([0]);
    await again.close(false);
    const third = await at(board);
    await vi.waitFor(async () => expect(Object.keys((await shardsOut(board, id)) ?? {})).toEqual(['0', '1', '2']));
    expect(await board.waiting(id)).toEqual([]);
    for (const shard of [0, 1, 2]) await third.played(shard);
    await third.ended;
    expect(third.came).toEqual([0, 1, 2]);
  });
});

test('what failed while nobody coordinated it is taken out of the queue before it is sent again', async () => {
  const clean = vi.fn(async () => []);
  await coordinate({ broker: brokerOf(memoryBoard(), { clean }), asked, shards: 1 });
  expect(clean).toHaveBeenCalledWith(expect.any(Number), 0, 'failed');
});

test('what a worker enters of a plan that is done is no part of the next run of it; of one that was stopped it is', async () => {
  const board = memoryBoard();
  const sit = async (done: boolean) => {
    const { plan: id, close } = await coordinate({ broker: brokerOf(board, {}), asked, shards: 1 });
    const here = await board.waiting(id);
    await close(done);
    await board.enter(id, 0, packShard(Buffer.from('late')));
    return here;
  };
  expect(await sit(true)).toEqual([]);
  expect(await sit(false)).toEqual([]);
  expect(await sit(true)).toEqual([0]);
});

test('after other bytes for a shard only who has nothing of it on the disk begins, and anew', async () => {
  const board = memoryBoard();
  const broker = brokerOf(board, {});
  const { plan: id, close } = await coordinate({ broker, asked, shards: 1 });
  await board.enter(id, 0, packShard(Buffer.from('wrong')));
  await update(board, `conflict:${id}`, () => 'shard 0 was entered as a, and was b when played again');
  await close(false);
  await expect(coordinate({ broker, asked, shards: 1, fresh: false })).rejects.toThrow(
    /entered as a, and was b when played again: nothing that was played of it can be trusted, begin anew/,
  );
  await coordinate({ broker, asked, shards: 1, fresh: true });
  expect([await board.waiting(id), (await board.read(`conflict:${id}`)).value]).toEqual([[], undefined]);
});

test('what cannot be read on the board is lost, and is told again; a conflict stays one', async () => {
  for (const damaged of ['{', '{}', 'null']) {
    const board = memoryBoard();
    const put = async (key: string) => board.replace(key, (await board.read(key)).version, damaged);
    await put('plans');
    expect(await listPlans(board)).toEqual([]);
    const { plan: id, close } = await coordinate({ broker: brokerOf(board, {}), asked, shards: 1 });
    expect(await listPlans(board)).toMatchObject([{ id }]);
    for (const name of ['plans', `coordinators:${id}`, `workers:${id}`, `plan:${id}`]) await put(name);
    await close(false);
    await put(`conflict:${id}`);
    const again = coordinate({ broker: brokerOf(board, {}), asked, shards: 1, fresh: false });
    await expect(again).rejects.toThrow('nothing that was played of it can be trusted');
  }
});

describe('two coordinators of one plan', () => {
  const budget = { limit: 1000, perDay: false };
  const at = async (board: Board, owner: string, change: Partial<CoordinatorOptions> = {}): Promise<Coordinator> =>
    coordinate({ broker: brokerOf(board, {}), asked, shards: 1, limits: { budget }, owner, ...change });

  test('have the same limits, or the second is refused', async () => {
    const board = memoryBoard();
    const { plan: id } = await at(board, 'a');
    await expect(at(board, 'b', { limits: {} })).rejects.toThrow(
      /is being played for a with other limits of its models: /,
    );
    expect((await readPlan(board, id))?.limits).toEqual({ budget });
    await at(board, 'b');
    // The same folder: the one that was there has died.
    await expect(at(memoryBoard(), 'a')).resolves.toBeDefined();
  });

  test('end one after the other: only the last lets go of the plan', async () => {
    const board = memoryBoard();
    const one = await at(board, 'a');
    await update(board, `lost:${one.plan}`, () => 'seen by a');
    const account = (await board.read(`budget:${one.plan}`)).value;
    const other = await at(board, 'b');
    expect((await board.read(`lost:${one.plan}`)).value).toBe('"seen by a"');
    await one.close(true);
    expect((await listPlans(board)).map(({ id }) => id)).toEqual([one.plan]);
    expect((await board.read(`budget:${one.plan}`)).value).toBe(account);
    await other.close(false);
    expect(await listPlans(board)).toEqual([]);
    expect(await listPlans(board, { stopped: true })).toMatchObject([{ id: one.plan, stopped: true }]);
  });

  test("one that was killed is in nobody's way: its folder is taken over, and others wait until it counts as gone", async () => {
    let now = 0;
    const board = memoryBoard(() => now);
    await at(board, 'a');
    await at(board, 'a', { limits: {} });
    now += 20_000;
    await at(board, 'b');
  });

  test('one that slept while another came with other limits ends, and says why', async () => {
    let now = 0;
    const board = memoryBoard(() => now);
    const broker = brokerOf(board, { getJob: async () => ({ isFailed: async () => false }) });
    const { collect } = await at(board, 'a', { broker });
    now += 20_000;
    await at(board, 'b', { limits: {} });
    await expect(collect([{ shard: 0 }], { read }).next()).rejects.toThrow(/is being played for b with other limits/);
  });

  test('who goes on with other limits than the one that died has them kept by workers that were there before', async () => {
    const board = memoryBoard();
    const { plan: id } = await at(board, 'a');
    const { said, engagement, end } = workerOn(
      board,
      `parentPort.on('message', () => undefined);
      parentPort.postMessage({ ready: true });`,
    );
    const under = (await engagement(1))(0);
    await at(board, 'a', { limits: { budget: { ...budget, limit: 10 } } });
    await expect(under).rejects.toMatchObject({ name: 'WaitingError' });
    await engagement(2);
    expect((await readPlan(board, id))?.limits).toEqual({ budget: { ...budget, limit: 10 } });
    expect(said).toContain(`plan ${id} goes on with other limits, and what was being played of it is left`);
    await end();
  });

  test('a worker that was told to end leaves what it plays by the limits of who died, too', async () => {
    const board = memoryBoard();
    await at(board, 'a');
    const { engagement, end } = workerOn(
      board,
      `parentPort.on('message', () => undefined);
      parentPort.postMessage({ ready: true });`,
    );
    const under = (await engagement(1))(0);
    const ended = end();
    await at(board, 'a', { limits: { budget: { ...budget, limit: 10 } } });
    await expect(under).rejects.toMatchObject({ name: 'WaitingError' });
    await ended;
  });

  test('who goes on with the same limits takes what workers were playing', async () => {
    const board = memoryBoard();
    await at(board, 'a');
    const { said, engagement, end } = workerOn(
      board,
      `parentPort.on('message', () => setTimeout(() => parentPort.postMessage({ played: { sha256: 'a', body: new Uint8Array([1]) } }), 1500));
      parentPort.postMessage({ ready: true });`,
    );
    const under = (await engagement(1))(0);
    const { plan: id } = await at(board, 'a');
    await under;
    expect(await board.waiting(id)).toEqual([0]);
    expect(said.filter((one) => one.includes('is left'))).toEqual([]);
    await end();
  });

  test('what a worker refused in a sitting before is not told in the next', async () => {
    const board = memoryBoard();
    const { plan: id } = await at(board, 'a');
    await noteWorker(board, id, 'v', { played: 3 });
    await noteWorker(board, id, 'w', { played: 0, refused: 'its budget is spent' });
    await at(board, 'a');
    expect(Object.keys(await workersOn(board, id))).toEqual(['v']);
  });
});

describe('what was spent', () => {
  const limits = { budget: { limit: 2000, perDay: false } };
  const request = { messages: [], maxTokens: 100, temperature: 0, seed: 1 } as never;
  /** Two that spend 100 a call of the same budget. */
  function spenders(board: Board, id: string, budget = limits.budget) {
    let calls = 0;
    const usage = { inputTokens: 50, outputTokens: 50 };
    const generate = async () => {
      calls++;
      return { text: '', servedBy: 'm', usage } as never;
    };
    const [one, other] = [1, 2].map(() => withSharedLimits({ ...standIn(), generate }, { board, plan: id, budget }));
    const spend = async (who: typeof one, times: number) => {
      for (let i = 0; i < times; i++) await who?.generate(request);
    };
    return { one, other, spend, calls: () => calls };
  }
  const allSpent = '2000 of the budget of 2000 tokens is spent by all workers';
  /** The coordinator looks when a shard has come. */
  const lookAt = async (board: Board, { plan: id, collect }: Coordinator, shard = 0) => {
    await board.enter(id, shard, packShard(Buffer.from('x')));
    await collect([{ shard }], { read }).next();
  };
  const setBack = async (board: Board, key: string, value: string | undefined) =>
    board.replace(key, (await board.read(key)).version, value);

  test('is told again to a board that is emptied, and nothing is spent before that', async () => {
    const board = memoryBoard();
    const coordinator = await coordinate({ broker: brokerOf(board, {}), asked, shards: 1, limits });
    const { one, other, spend, calls } = spenders(board, coordinator.plan);
    await spend(one, 5);
    await spend(other, 5);
    await lookAt(board, coordinator);
    // Of this it does not know.
    await spend(one, 5);
    await board.forget(coordinator.plan);
    const went = calls();
    const next = spend(one, 1);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(calls()).toBe(went);
    await next;
    await expect(spend(other, 10)).rejects.toThrow(allSpent);
    expect(calls()).toBe(20);
    await coordinator.close(true);
  });

  test('is told again to a board that is set back, to this sitting or to one before', async () => {
    const board = memoryBoard();
    const start = () => coordinate({ broker: brokerOf(board, {}), asked, shards: 9, limits, owner: 'a' });
    const before = await start();
    const account = `budget:${before.plan}`;
    const { one, other, spend, calls } = spenders(board, before.plan);
    await spend(one, 1);
    const backups = [(await board.read(account)).value];
    await before.close(false);
    const now = await start();
    await spend(one, 5);
    await spend(other, 5);
    backups.push((await board.read(account)).value);
    await spend(one, 5);
    for (const [shard, backup] of backups.entries()) {
      await lookAt(board, now, shard);
      await setBack(board, account, backup);
      await lookAt(board, now, shard + 4);
    }
    // One that begins only now.
    const { one: late, calls: lateCalls } = spenders(board, now.plan);
    await expect(spend(late, 10)).rejects.toThrow(allSpent);
    expect(calls() + lateCalls()).toBe(1 + 20);
    // Without the coordinator, too: who has spent has seen it.
    await now.close(false);
    await expect(spend(other, 1)).rejects.toThrow(allSpent);
    for (const backup of backups) {
      await setBack(board, account, backup);
      await expect(spend(other, 1)).rejects.toThrow(allSpent);
    }
  });

  test('goes down when less was used than was foreseen, also where the coordinator saw the most of it', async () => {
    const board = memoryBoard();
    const coordinator = await coordinate({ broker: brokerOf(board, {}), asked, shards: 9, limits });
    const { one, spend } = spenders(board, coordinator.plan);
    const held = async () => JSON.parse((await board.read(`budget:${coordinator.plan}`)).value ?? '').spent;
    const slow = withSharedLimits(
      {
        ...standIn(),
        async generate() {
          await lookAt(board, coordinator);
          return { text: '', servedBy: 'm', usage: { inputTokens: 1, outputTokens: 1 } } as never;
        },
      },
      { board, plan: coordinator.plan, ...limits },
    );
    await slow.generate(request);
    await lookAt(board, coordinator, 1);
    expect(Object.values(await held())).toEqual([2]);
    await spend(one, 1);
    // In either order: keys are drawn, and one of digits alone comes first.
    expect(Object.values(await held()).sort()).toEqual([100, 2]);
  });

  test("of a day's budget is kept in a file, for who goes on there when the board was set back meanwhile", async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-spent-'));
    try {
      let now = Date.parse('2026-03-01T10:00:00Z');
      const board = memoryBoard(() => now);
      const budget = { limit: 2000, perDay: true };
      const options = { broker: brokerOf(board, {}), asked, shards: 9, limits: { budget } };
      const start = () => coordinate({ ...options, owner: 'a', spent: join(folder, 'spent.json') });
      const before = await start();
      const { one, spend } = spenders(board, before.plan, budget);
      await spend(one, 15);
      await lookAt(board, before);
      await before.close(false);
      await setBack(board, 'spent:tokens', undefined);
      const again = await start();
      const late = spenders(board, again.plan, budget);
      await expect(late.spend(late.one, 10)).rejects.toThrow("2000 of today's budget of 2000 tokens is spent");
      expect(late.calls()).toBe(5);
      await again.close(false);
      now += 86_400_000;
      await start();
      await late.spend(late.one, 20);
      writeFileSync(join(folder, 'spent.json'), '{');
      await expect(start()).rejects.toThrow(/spent\.json cannot be read, and says what was spent today: bring it back/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('cannot be more because a board that is set back has higher limits of before', async () => {
    const board = memoryBoard();
    const broker = brokerOf(board, { getJob: async () => ({ isFailed: async () => false }) });
    const start = (limit: number) =>
      coordinate({ broker, asked, shards: 1, owner: 'a', limits: { budget: { limit, perDay: false } } });
    const { plan: id } = await start(1_000_000);
    const keys = ['plans', `plan:${id}`];
    const backup = await Promise.all(keys.map(async (key) => (await board.read(key)).value));
    const { collect } = await start(2000);
    for (const [i, key] of keys.entries()) await setBack(board, key, backup[i]);
    const next = collect([{ shard: 0 }], { read }).next();
    await vi.waitFor(
      async () => {
        const record = await readPlan(board, id);
        expect(record?.limits).toEqual(limits);
        expect((await listPlans(board))[0]?.sitting).toBe(record?.sitting);
      },
      { timeout: 5000 },
    );
    await board.enter(id, 0, packShard(Buffer.from('x')));
    await next;
  });
});

/** A worker on a board in memory, whose threads are of that text; each time that it engages, what it would be called with is put down. */
function workerOn(
  board: Board,
  text: string,
  { idle, ...told }: { readonly idle?: number; readonly [key: string]: unknown } = {},
) {
  const engaged: ((shard: number, attemptsMade?: number) => Promise<unknown>)[] = [];
  /** What its shards were given to keep. */
  const jobs = new Map<number, object>();
  const broker: Broker = {
    ...brokerOf(board, {}),
    worker: async (_, process) => {
      const play = process as unknown as (job: unknown) => Promise<unknown>;
      const [moveToWait, moveToDelayed] = [async () => undefined, async () => undefined];
      const under = new Set<Promise<unknown>>();
      engaged.push((shard, attemptsMade = 0) => {
        const updateData = async (data: object) => void jobs.set(shard, data);
        const data = jobs.get(shard) ?? { shard, text: 'null' };
        const playing = play({ data, attemptsMade, moveToWait, moveToDelayed, updateData });
        under.add(playing);
        return playing;
      });
      return { close: () => Promise.allSettled(under) } as never;
    },
  };
  const lines = `const { parentPort, workerData } = await import('node:worker_threads');\n${text}`;
  const thread = new URL(`data:text/javascript,${encodeURIComponent(lines)}`);
  const said: string[] = [];
  const stop = new AbortController();
  const say = (sentence: string) => void said.push(sentence);
  const common = { broker, concurrency: 1, lock: 5000, thread, told, again: 50, signal: stop.signal, say };
  const working = work({ ...common, ...(idle !== undefined && { idle }) });
  const engagement = async (count: number) => {
    await vi.waitFor(() => expect(engaged).toHaveLength(count), { timeout: 5000 });
    return engaged[count - 1] as (typeof engaged)[number];
  };
  const end = () => {
    stop.abort();
    return working;
  };
  return { said, jobs, engagement, end, working };
}

test('a worker that ends when it is idle is not so while its first thread starts, nor between two shards of milliseconds', async () => {
  const board = memoryBoard();
  await coordinate({ broker: brokerOf(board, {}), asked, shards: 2 });
  const { engagement, working } = workerOn(
    board,
    `let shard = 0;
    parentPort.on('message', () => parentPort.postMessage({ played: { sha256: String(++shard), body: new Uint8Array([1]) } }));
    setTimeout(() => parentPort.postMessage({ ready: true }), 1500);`,
    { idle: 1000 },
  );
  const play = await engagement(1);
  let ended = false;
  const over = working.then((worked) => {
    ended = true;
    return worked;
  });
  for (let shard = 0; shard < 3; shard++) {
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(ended).toBe(false);
    await play(shard);
  }
  expect(await over).toMatchObject({ played: 3 });
});

test('what a worker was not answered for goes to those who have not tried it, before it has a try less', async () => {
  const board = memoryBoard();
  const games = { ...asked, kind: 'games', models: true } as unknown as Asked;
  const { plan: id } = await coordinate({ broker: brokerOf(board, {}), asked: games, shards: 1 });
  const { engagement, jobs, end } = workerOn(
    board,
    `parentPort.on('message', ({ last }) => parentPort.postMessage(last
      ? { played: { sha256: 'a', body: new Uint8Array([1]) } }
      : { doubt: 'a model does not answer', others: {} }));
    parentPort.postMessage({ ready: true });`,
  );
  const play = await engagement(1);
  await noteWorker(board, id, 'other', { played: 0 });
  for (const attemptsMade of [0, 0, 1, 2])
    await expect(play(0, attemptsMade)).rejects.toMatchObject({ name: 'DelayedError' });
  const [{ doubted } = { doubted: { by: [] as string[] } }] = jobs.values() as Iterable<{ doubted: { by: string[] } }>;
  doubted.by.push('other');
  await expect(play(0, 1)).rejects.toThrow('a model does not answer');
  // Nor has who is the first to doubt another shard, which other faults cost its tries.
  await expect(play(1, 2)).rejects.toMatchObject({ name: 'DelayedError' });
  // Two that came later: none of them has the last word before the other has tried it.
  jobs.set(0, { shard: 0, text: 'null', doubted: { by: ['gone'], played: {} } });
  await expect(play(0, 2)).rejects.toMatchObject({ name: 'DelayedError' });
  await noteWorker(board, id, 'other', { played: 0, refused: 'of another build' });
  await play(0, 2);
  await play(1, 2);
  expect(await board.waiting(id)).toEqual([0, 1]);
  await end();
});

test('a last try that others were to make, and who left meanwhile, is made again and not lost', async () => {
  const board = memoryBoard();
  const games = { ...asked, kind: 'games', models: true } as unknown as Asked;
  const { plan: id } = await coordinate({ broker: brokerOf(board, {}), asked: games, shards: 1 });
  const { engagement, end } = workerOn(
    board,
    `parentPort.on('message', ({ last }) => setTimeout(() => parentPort.postMessage(last
      ? { played: { sha256: 'a', body: new Uint8Array([1]) } }
      : { doubt: 'a model does not answer', others: {} }), 100));
    parentPort.postMessage({ ready: true });`,
  );
  const play = await engagement(1);
  await noteWorker(board, id, 'other', { played: 0 });
  const tried = play(0, 2);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await noteWorker(board, id, 'other', { played: 0, refused: 'it ends' });
  await expect(tried).rejects.toMatchObject({ name: 'DelayedError' });
  await play(0, 2);
  expect(await board.waiting(id)).toEqual([0]);
  await end();
});

test('a failure that no database could keep is told without what keeps it from being told', async () => {
  const board = memoryBoard();
  await coordinate({ broker: brokerOf(board, {}), asked, shards: 1 });
  const { engagement, end } = workerOn(
    board,
    `parentPort.on('message', () => parentPort.postMessage({ error: 'a\\0b\\ud800c', name: 'Error' }));
    parentPort.postMessage({ ready: true });`,
  );
  await expect((await engagement(1))(0)).rejects.toThrow('a\uFFFDb\uFFFDc');
  await end();
});

test('who may not ask a server for its models is refused by a model, says so once, and plays when it is let in', async () => {
  const board = memoryBoard();
  const { plan: id } = await coordinate({ broker: brokerOf(board, {}), asked, shards: 1 });
  const { said, engagement, end } = workerOn(
    board,
    `parentPort.postMessage(new Date() < workerData.from ? { denied: 'the key is refused' } : { ready: true });`,
    { from: new Date(Date.now() + 1500) },
  );
  await engagement(1);
  await end();
  expect(said).toEqual([`refuses plan ${id}: the key is refused`]);
});

test('a thread that has ended is not asked again, and the worker says so', async () => {
  const board = memoryBoard();
  const { plan: id } = await coordinate({ broker: brokerOf(board, {}), asked, shards: 2 });
  const { said, engagement, end } = workerOn(
    board,
    `parentPort.on('message', ({ shard }) => {
      if (shard === 0) throw new Error('out of memory');
      parentPort.postMessage({ played: { sha256: 'a', body: new Uint8Array([1]) } });
    });
    parentPort.postMessage({ ready: true });`,
  );
  const play = await engagement(1);
  await expect(play(0)).rejects.toThrow('its thread ended: out of memory');
  expect(said.at(-1)).toBe(`shard 0 of plan ${id}: its thread ended: out of memory; another takes its place`);
  await play(1);
  expect(await board.waiting(id)).toEqual([1]);
  await end();
});

test('what is refused, at first or in the middle of a plan, is looked at again and said once; it is taken back when it no longer holds', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-refused-'));
  try {
    const board = memoryBoard();
    const { plan: id } = await coordinate({ broker: brokerOf(board, {}), asked, shards: 2 });
    const file = join(folder, 'there');
    const { said, engagement, end } = workerOn(
      board,
      `const { existsSync } = await import('node:fs');
      parentPort.on('message', () => process.exit(3));
      parentPort.postMessage(existsSync(workerData.file) ? { ready: true } : { refused: 'the server is down' });`,
      { file },
    );
    const refuses = `refuses plan ${id}: the server is down`;
    const notes = async () => Object.values(await workersOn(board, id)).map(({ refused }) => refused);
    await vi.waitFor(async () => expect(await notes()).toEqual(['the server is down']), { timeout: 5000 });
    await new Promise((resolve) => setTimeout(resolve, 600));
    writeFileSync(file, '');
    const play = await engagement(1);
    expect(said).toEqual([refuses, `plays blocks of plan ${id}`]);
    expect(await notes()).not.toContain('the server is down');
    await expect(play(0)).rejects.toThrow('its thread ended with exit code 3');
    rmSync(file);
    await expect(play(0)).rejects.toThrow('the server is down');
    await vi.waitFor(() => expect(said.at(-1)).toBe(refuses), { timeout: 5000 });
    writeFileSync(file, '');
    await engagement(2);
    expect((await end()).refused.size).toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a worker whose clock is not that of the database takes no work, and leaves what it is at, until it is set', async () => {
  let ahead = -3_600_000;
  const board = memoryBoard(() => Date.now() - ahead);
  const { plan: id } = await coordinate({ broker: brokerOf(board, {}), asked, shards: 1 });
  const { said, engagement, end } = workerOn(board, 'parentPort.postMessage({ ready: true });');
  const refuses = (off: string) =>
    vi.waitFor(
      () => expect(said.at(-1)).toContain(`refuses plan ${id}: the clock of this machine is about ${off} the data`),
      { timeout: 10_000 },
    );
  await refuses('3600 s behind');
  ahead = 1200;
  await engagement(1);
  ahead = 1300;
  await refuses('1.3 s ahead of');
  ahead = 0;
  await engagement(2);
  expect((await end()).refused.size).toBe(0);
});

test('a thread is of the code that it was loaded from, and refuses the plan of another', async () => {
  const { port1, port2 } = new MessageChannel();
  const record = { ...asked, id: 'p', build: 'another', sitting: 's' };
  await servePort(port1, record, {}, sharedOutages(memoryBoard(), 'p'));
  const { message } = receiveMessageOnPort(port2) as { message: { refused: string } };
  expect(message.refused).toBe(
    `it was made by build another and this is build ${buildHash()}: install the parley that made it, and start the worker anew`,
  );
  port1.close();

  const root = mkdtempSync(join(tmpdir(), 'parley-build-'));
  try {
    for (const room of ['core', 'models', 'agents', 'data', 'lab/queue'])
      mkdirSync(join(root, room), { recursive: true });
    const file = join(root, 'lab/queue/build.ts');
    copyFileSync(new URL('./build.ts', import.meta.url), file);
    const load = async (time: number) =>
      (await import(/* @vite-ignore */ `${pathToFileURL(file).href}?${time}`)) as { buildHash: typeof buildHash };
    const before = await load(1);
    const hash = before.buildHash();
    writeFileSync(join(root, 'core/rules.js'), 'replaced');
    expect(before.buildHash()).toBe(hash);
    expect((await load(2)).buildHash()).not.toBe(hash);
  } finally {
    rmSync(root, { recursive: true });
  }
});

test('a budget that a worker finds spent in a sitting before is not spent in this one', async () => {
  const board = memoryBoard();
  const limitsOf = (limit: number) => ({ budget: { limit, perDay: false } });
  const onWorkers = vi.fn();
  const broker = brokerOf(board, { getJob: async () => ({ isFailed: async () => false }) });
  const sit = (limit: number) =>
    coordinate({ broker, asked, shards: 1, owner: 'a', limits: limitsOf(limit), onWorkers });
  await sit(10);
  const { engagement, end } = workerOn(
    board,
    `const message = workerData.record.limits.budget.limit + ' is spent';
    parentPort.on('message', () => parentPort.postMessage({ lost: { calls: null, kind: 'spent', message } }));
    parentPort.postMessage({ ready: true });`,
  );
  const old = await engagement(1);
  const { collect } = await sit(1000);
  const next = collect([{ shard: 0 }], { read }).next();
  await expect(old(0)).rejects.toThrow('it waits for another worker');
  await vi.waitFor(() => expect(onWorkers).toHaveBeenCalled(), { timeout: 5000 });
  const now = await engagement(2);
  await expect(now(0)).rejects.toThrow('it waits for another worker');
  expect((await next).value).toMatchObject({ message: '1000 is spent' });
  await end();
});
