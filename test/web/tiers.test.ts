/** Tiers of the leaderboard: told by intervals, not by means. */
import { expect, test } from 'vitest';
import { tiersOf } from '../../web/leaderboard/tiers.ts';

const row = (name: string, mean: number, reach: number | null) => ({
  name,
  mean,
  low: reach === null ? null : mean - reach,
  high: reach === null ? null : mean + reach,
});
const names = (rows: readonly ReturnType<typeof row>[]) => {
  const { tiers, unbounded } = tiersOf(rows);
  return [tiers.map((tier) => tier.map(({ name }) => name)), unbounded.map(({ name }) => name)];
};

test('whoever overlaps the first of a tier is in it, and a chain of overlaps does not drag the rest along', () => {
  // a 0.6 to 0.8, b 0.45 to 0.65 overlaps a; c 0.3 to 0.5 overlaps b and not a.
  expect(names([row('c', 0.4, 0.1), row('a', 0.7, 0.1), row('b', 0.55, 0.1)])).toEqual([[['a', 'b'], ['c']], []]);
});

test('the first is the surest, not the luckiest: a wide interval with a higher mean is beside it', () => {
  expect(names([row('sure', 0.5, 0.05), row('lucky', 0.6, 0.4)])).toEqual([[['lucky', 'sure']], []]);
  expect(names([row('sure', 0.5, 0.05), row('below', 0.1, 0.1)])).toEqual([[['sure'], ['below']], []]);
});

test('intervals that touch overlap; rows without one are in no tier', () => {
  expect(names([row('a', 0.75, 0.25), row('b', 0.25, 0.25), row('new', 1, null)])).toEqual([[['a', 'b']], ['new']]);
  expect(names([])).toEqual([[], []]);
});
