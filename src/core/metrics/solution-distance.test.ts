import { expect, it } from 'vitest';
import { itemsEpisode, priceEpisode } from './episode.fixture.ts';
import { nashDistance, paretoDistance } from './solution-distance.ts';

it('measures a price from the zone and from its middle', () => {
  // Nash 1950: with linear utilities Nash is the midpoint. By hand: a step of x along the line is x * sqrt 2.
  const inside = priceEpisode({ acts: [700, 'accept'] });
  expect(paretoDistance.of(inside, '')).toBe(0);
  expect(nashDistance.of(inside, '')).toBeCloseTo(0.1 * Math.SQRT2, 12);
  const middle = priceEpisode({ acts: [650, 'accept'] });
  expect(nashDistance.of(middle, '')).toBe(0);
  // 1000 is 100 past the buyer's 900, a fifth of the zone.
  const above = priceEpisode({ acts: [1000, 'accept'] });
  expect(paretoDistance.of(above, '')).toBeCloseTo(0.2 * Math.SQRT2, 12);
  expect(nashDistance.of(above, '')).toBeCloseTo(0.7 * Math.SQRT2, 12);
  const below = priceEpisode({ acts: [300, 'accept'] });
  expect(paretoDistance.of(below, '')).toBeCloseTo(0.2 * Math.SQRT2, 12);
});

it('measures a split from the frontier and from Nash', () => {
  // By hand: the splits are (0, 1), (.25, .25), (.75, .75), (1, 0); all but the second are optimal, the third is Nash.
  const game = { counts: [1, 1], values: { a: [3, 1], b: [1, 3] } };
  const bad = itemsEpisode({ ...game, acts: [[0, 1], 'accept'] });
  expect(paretoDistance.of(bad, '')).toBeCloseTo(0.5 * Math.SQRT2, 12);
  expect(nashDistance.of(bad, '')).toBeCloseTo(0.5 * Math.SQRT2, 12);
  const everything = itemsEpisode({ ...game, acts: [[1, 1], 'accept'] });
  expect(paretoDistance.of(everything, '')).toBe(0);
  expect(nashDistance.of(everything, '')).toBeCloseTo(Math.sqrt(0.25 * 0.25 + 0.75 * 0.75), 12);
  // With reservations of .5 only the good swap is left on the negotiation set.
  const greedy = itemsEpisode({ ...game, reservations: { a: 0.5, b: 0.5 }, acts: [[1, 1], 'accept'] });
  expect(paretoDistance.of(greedy, '')).toBeCloseTo(Math.sqrt(0.25 * 0.25 + 0.75 * 0.75), 12);
});

it('does not apply without a deal or a zone', () => {
  const none = priceEpisode({ acts: [700, 800] });
  const empty = priceEpisode({ zone: [900, 700], acts: [800, 'accept'] });
  for (const metric of [paretoDistance, nashDistance]) {
    expect(metric.of(none, '')).toBeUndefined();
    expect(metric.of(empty, '')).toBeUndefined();
  }
});

it('leaves items that cannot all be listed alone', () => {
  // 1001 * 1001 splits are more than a million.
  const huge = itemsEpisode({ counts: [1000, 1000], values: { a: [1, 2], b: [2, 1] }, acts: [[500, 500], 'accept'] });
  expect(paretoDistance.of(huge, '')).toBeUndefined();
});
