import { afterEach, expect, test, vi } from 'vitest';
import { keptTable } from './table.ts';

afterEach(() => vi.useRealTimers());

function reckoned() {
  const runs: ((text: string) => void)[] = [];
  let [stored, counted] = [3, 0];
  const table = keptTable({ run: () => new Promise((resolve) => runs.push(resolve)) }, async () => {
    counted++;
    return stored;
  });
  const add = () => {
    stored++;
  };
  return { runs, table, add, asked: () => counted };
}

test('a hundred who ask at once share one table, and it stands until a rating comes', async () => {
  const { runs, table, add, asked } = reckoned();
  const waiting = Array.from({ length: 100 }, () => table.text());
  await vi.waitFor(() => expect(runs).toHaveLength(1));
  runs[0]?.('first');
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['first']));
  expect(await table.text()).toBe('first');
  expect([runs.length, asked()]).toEqual([1, 1]);
  add();
  table.renew();
  const next = table.text();
  await vi.waitFor(() => expect(runs).toHaveLength(2));
  runs[1]?.('second');
  expect(await next).toBe('second');
});

test('who rated while the table was reckoned sees the own rating, and no two are reckoned at once', async () => {
  const { runs, table, add } = reckoned();
  const before = table.text();
  await vi.waitFor(() => expect(runs).toHaveLength(1));
  add();
  table.renew();
  const after = [table.text(), table.text()];
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(runs).toHaveLength(1);
  runs[0]?.('without');
  expect(await before).toBe('without');
  await vi.waitFor(() => expect(runs).toHaveLength(2));
  runs[1]?.('with');
  expect(await Promise.all(after)).toEqual(['with', 'with']);
});

test('a rating that another server took is seen a second later', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { runs, table, add } = reckoned();
  const first = table.text();
  await vi.waitFor(() => expect(runs).toHaveLength(1));
  runs[0]?.('first');
  await first;
  add();
  expect(await table.text()).toBe('first');
  vi.setSystemTime(Date.now() + 1001);
  const next = table.text();
  await vi.waitFor(() => expect(runs).toHaveLength(2));
  runs[1]?.('second');
  expect(await next).toBe('second');
});
