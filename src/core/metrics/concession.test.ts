import { expect, it } from 'vitest';
import { meanConcession, monotonicity, patience, repetition, totalConcession } from './concession.ts';
import { itemsEpisode, priceEpisode } from './episode.fixture.ts';

// By hand, zone 500 wide: the buyer's steps are 0, +.2, -.1 (a retreat), +.3; the seller does not move.
const episode = priceEpisode({ acts: [500, 1000, 500, 1000, 600, 1000, 550, 1000, 700] });

it('measures the buyer’s way', () => {
  expect(patience.of(episode, 'buyer')).toBeCloseTo(2 / 5, 12);
  expect(monotonicity.of(episode, 'buyer')).toBeCloseTo(3 / 4, 12);
  expect(totalConcession.of(episode, 'buyer')).toBeCloseTo(0.4, 12);
  expect(meanConcession.of(episode, 'buyer')).toBeCloseTo(0.1, 12);
  expect(repetition.of(episode, 'buyer')).toBeCloseTo(1 / 4, 12);
});

it('measures a seller that holds', () => {
  expect(patience.of(episode, 'seller')).toBe(1);
  expect(monotonicity.of(episode, 'seller')).toBe(1);
  expect(totalConcession.of(episode, 'seller')).toBe(0);
  expect(meanConcession.of(episode, 'seller')).toBe(0);
  expect(repetition.of(episode, 'seller')).toBe(1);
});

it('needs two own offers', () => {
  const short = priceEpisode({ acts: [500, 1000, 'accept'] });
  for (const metric of [patience, monotonicity, totalConcession, meanConcession, repetition]) {
    expect(metric.of(short, 'buyer'), metric.name).toBeUndefined();
  }
});

it('tells the same terms from terms of the same worth, whatever the words', () => {
  // Both items are worth the same to a; b repeats itself in other words.
  const game = { counts: [1, 1], values: { a: [1, 1], b: [1, 3] } };
  const items = itemsEpisode({
    ...game,
    acts: [
      [1, 0],
      [0, 0],
      [0, 1],
      [0, 0],
    ],
  });
  expect(repetition.of(items, 'a')).toBe(0);
  expect(patience.of(items, 'a')).toBe(1);
  expect(repetition.of(items, 'b')).toBe(1);
  const worded = priceEpisode({ acts: [500, 1000, { type: 'offer', price: 500, words: 'Still 500.' }] });
  expect(repetition.of(worded, 'buyer')).toBe(1);
});
