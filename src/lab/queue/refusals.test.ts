import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ListedPlan } from './plans.ts';
import { refusals } from './refusals.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const plan = { id: 'p', sitting: 'first' } as ListedPlan;

test('what a worker lacks is looked at again soon, and at once when somebody goes on with the plan', () => {
  const held = refusals(15_000);
  for (let look = 0; look < 3; look++) {
    expect(held.refuse(plan, 'another build')).toBe(look === 0);
    vi.advanceTimersByTime(15_000);
    expect(held.isDue(plan)).toBe(false);
    vi.advanceTimersByTime(1);
    expect(held.isDue(plan)).toBe(true);
  }
  held.refuse(plan, 'a module is missing');
  expect(held.isDue(plan)).toBe(false);
  expect(held.isDue({ ...plan, sitting: 'second' })).toBe(true);
  expect([...held.all()]).toEqual([['p', 'a module is missing']]);
  held.lift('p');
  expect([held.has('p'), held.isDue(plan), held.why('p')]).toEqual([false, false, undefined]);
});

test('who is refused by a model looks half as often each time, down to every ten minutes, until something was played', () => {
  const held = refusals(15_000);
  const pauses = [15, 30, 60, 120, 240, 480, 600, 600];
  for (const [look, seconds] of pauses.entries()) {
    // Let in between two refusals, it says the same again: no news.
    expect(held.refuse(plan, 'HTTP 401', true)).toBe(look === 0);
    vi.advanceTimersByTime(seconds * 1000);
    expect(held.isDue(plan)).toBe(false);
    vi.advanceTimersByTime(1);
    expect(held.isDue(plan)).toBe(true);
    held.lift('p');
  }
  expect([held.isDenied('p'), held.played('p'), held.isDenied('p'), held.played('p')]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(held.refuse(plan, 'HTTP 401', true)).toBe(true);
  vi.advanceTimersByTime(15_001);
  expect(held.isDue(plan)).toBe(true);
});
