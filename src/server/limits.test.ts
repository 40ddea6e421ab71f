/** The three windows each hold. The original pruned one shared list by the minute, so its hour and day never did, BazaarBATNA's. */
import { expect, test } from 'vitest';
import { createLimiter, parseWindows } from './limits.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test.each([
  ['minute', { minute: 3 }, MINUTE],
  ['hour', { minute: 2, hour: 5 }, HOUR],
  ['day', { minute: 2, hour: 4, day: 9 }, 24 * HOUR],
] as const)('the %s holds when requests come slowly enough for the shorter ones', (_span, windows, length) => {
  let time = 0;
  const limiter = createLimiter(windows, { now: () => time });
  const limit = Math.max(...Object.values(windows));
  // A request every ten seconds: the shorter windows refuse most of them, the longest has the last word.
  let taken = 0;
  for (time = 0; time < length; time += 10_000) if (limiter.take('a') === undefined) taken++;
  expect(taken).toBe(limit);
  time = length - 1;
  expect(limiter.take('a')).toMatchObject({ seconds: 1 });
  // The first request has left the window now.
  time = length;
  expect(limiter.take('a')).toBeUndefined();
});

test('a large limit keeps few numbers, and holds over every stretch', () => {
  let time = 0;
  const limiter = createLimiter({ hour: 1000 }, { now: () => time });
  const taken: number[] = [];
  for (time = 0; time < 3 * HOUR; time += 2000) if (limiter.take('a') === undefined) taken.push(time);
  for (const from of taken)
    expect(taken.filter((at) => at >= from && at < from + HOUR).length).toBeLessThanOrEqual(1000);
  expect(taken.length).toBeGreaterThan(2900);
});

test('keys do not share, and the least used is forgotten when there are too many', () => {
  const limiter = createLimiter({ day: 1 }, { mostKeys: 2, now: () => 0 });
  expect(limiter.take('a')).toBeUndefined();
  expect(limiter.take('b')).toBeUndefined();
  expect(limiter.take('a')?.says).toBe('1 requests a day are all there are');
  expect(limiter.take('c')).toBeUndefined(); // b goes
  expect(limiter.take('a')).toBeDefined();
  expect(limiter.take('b')).toBeUndefined();
});

test('windows in words', () => {
  expect(parseWindows('30/minute,200/hour, 500/day')).toEqual({ minute: 30, hour: 200, day: 500 });
  expect(parseWindows('off')).toEqual({});
  for (const bad of ['', '30', '0/minute', '-1/hour', '5/week'])
    expect(() => parseWindows(bad)).toThrow('a limit is NUMBER/minute');
});
