import type { BatchItem } from 'node-llama-cpp';
import { expect, test } from 'vitest';
import { nextBatch, priorityOf } from './batch-order.ts';

const item = (place: number, tokens: number): BatchItem => ({
  tokens: Array.from({ length: tokens }, () => 0) as unknown as BatchItem['tokens'],
  logits: [],
  evaluationPriority: priorityOf(place),
});

test('steps go in the order of their sequences, whatever the order of arrival', () => {
  const [third, first, second] = [item(7, 1), item(0, 1), item(3, 1)];
  const batch = nextBatch({ items: [third, first, second], size: 8 });
  expect(batch.map((one) => one.item)).toEqual([first, second, third]);
  expect(batch.every((one) => one.processAmount === 1)).toBe(true);
});

test('a piece of a prompt goes alone and before the steps, the first to arrive first', () => {
  const [early, late] = [item(5, 64), item(1, 64)];
  expect(nextBatch({ items: [item(0, 1), early, late], size: 512 })).toEqual([{ item: early, processAmount: 64 }]);
});

test('no batch is larger than it may be', () => {
  expect(nextBatch({ items: [item(0, 64)], size: 32 })).toMatchObject([{ processAmount: 32 }]);
  expect(nextBatch({ items: [item(2, 1), item(1, 1), item(0, 1)], size: 2 })).toHaveLength(2);
});
