/** The coordinator on a board in memory: what it says of its plan, and whose plan that is. */
import type { Queue } from 'bullmq';
import { expect, test, vi } from 'vitest';
import { memoryBoard } from './board.fixture.ts';
import type { Board } from './board.ts';
import type { Broker } from './broker.ts';
import { coordinate } from './coordinator.ts';
import { type Asked, buildHash, listPlans, planId, readPlan, withdrawPlan } from './plans.ts';
import { packShard } from './shard.ts';

const plan = {
  sampler: 'janus' as const,
  turnLimit: 20,
  seed: 1,
  scripts: [{ name: 'boulware_hard', spec: 'boulware_hard' }],
  episodes: 1000,
  shard: { index: 1, count: 1 },
  failures: 'keep' as const,
};
const asked: Asked = { kind: 'blocks', plan, key: 'key', lines: 'rows', size: 1 };

test('the plan of another build is another plan, so nothing of it can be met', () => {
  expect(planId(asked, 'one')).toBe(planId(asked, 'one'));
  expect(planId(asked, 'one')).not.toBe(planId(asked, 'another'));
});

/** A queue of which only what the coordinator asks is there. */
function brokerOf(board: Board, queue: Partial<Record<keyof Queue, unknown>>): Broker {
  const worker = () => {
    throw new Error('nobody works here');
  };
  const whole = { addBulk: async () => [], drain: async () => undefined, ...queue } as unknown as Queue;
  return { board, queue: () => whole, worker, warning: undefined, close: async () => undefined };
}

test('a plan that another coordinator withdrew is announced again while its work is out', async () => {
  const board = memoryBoard();
  // Its worker died over it: it is neither failed nor gone.
  const broker = brokerOf(board, { getJob: async () => ({ isFailed: async () => false }) });
  const stop = new AbortController();
  const { plan: id, collect } = await coordinate({ broker, asked, shards: 1, signal: stop.signal });
  expect(id).toBe(planId(asked, buildHash()));
  const collecting = collect([{ shard: 0 }]).next();
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
    const collecting = collect([{ shard: 0 }]).next();
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
    const arriving = collect(Array.from({ length: shards }, (_, shard) => ({ shard })));
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
