/** The coordinator on a board in memory: what it says of its plan, and whose plan that is. */
import type { Queue } from 'bullmq';
import { expect, test, vi } from 'vitest';
import { memoryBoard } from './board.fixture.ts';
import { coordinate } from './coordinator.ts';
import { type Asked, buildHash, listPlans, planId, readPlan, withdrawPlan } from './plans.ts';

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

test('a plan that another coordinator withdrew is announced again while its work is out', async () => {
  const board = memoryBoard();
  // Its worker died over it: it is neither failed nor gone.
  const job = { isFailed: async () => false };
  const queue = { addBulk: async () => [], getJob: async () => job, drain: async () => undefined } as unknown as Queue;
  const broker = {
    board,
    queue: () => queue,
    worker: () => {
      throw new Error('nobody works here');
    },
    warning: undefined,
    close: async () => undefined,
  };
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
