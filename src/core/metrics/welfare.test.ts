import { expect, it } from 'vitest';
import { itemsEpisode, priceEpisode } from './episode.fixture.ts';
import { jainIndex, nashProduct, welfare } from './welfare.ts';

it('adds, multiplies and compares what the seats got', () => {
  // By hand, deal 700 in 400 to 900: utilities .4 and .6. Jain: 1 / (2 * (.16 + .36)).
  const episode = priceEpisode({ acts: [700, 'accept'] });
  expect(welfare.of(episode, '')).toBeCloseTo(1, 12);
  expect(nashProduct.of(episode, '')).toBeCloseTo(0.24, 12);
  expect(jainIndex.of(episode, '')).toBeCloseTo(1 / 1.04, 12);
});

it('is 1 for equals and 1/n where one has all (Jain, Chiu and Hawe 1984)', () => {
  const game = { counts: [1, 1], values: { a: [3, 1], b: [1, 3] } };
  expect(jainIndex.of(itemsEpisode({ ...game, acts: [[1, 0], 'accept'] }), '')).toBeCloseTo(1, 12);
  expect(jainIndex.of(itemsEpisode({ ...game, acts: [[1, 1], 'accept'] }), '')).toBeCloseTo(1 / 2, 12);
});

it('counts gains from the reservations in the Nash product', () => {
  // By hand: (.75, .75) over (.5, .25) is .25 * .5.
  const game = { counts: [1, 1], values: { a: [3, 1], b: [1, 3] }, reservations: { a: 0.5, b: 0.25 } };
  expect(nashProduct.of(itemsEpisode({ ...game, acts: [[1, 0], 'accept'] }), '')).toBeCloseTo(0.125, 12);
});

it('is 0 without a deal, and no share of nothing is even or uneven', () => {
  const episode = priceEpisode({ acts: [700, 'walk'] });
  expect(welfare.of(episode, '')).toBe(0);
  expect(nashProduct.of(episode, '')).toBe(0);
  expect(jainIndex.of(episode, '')).toBeUndefined();
});

it('does not turn a loss into a gain', () => {
  // 800 between a buyer's 700 and a seller's 900: both lose 100 of a range of 1300.
  const episode = priceEpisode({ zone: [900, 700], acts: [800, 'accept'] });
  expect(welfare.of(episode, '')).toBeCloseTo(-200 / 1300, 12);
  expect(nashProduct.of(episode, '')).toBe(0);
  expect(jainIndex.of(episode, '')).toBeUndefined();
});
