import { expect, it } from 'vitest';
import { priceEpisode } from './episode.fixture.ts';
import { reciprocity } from './reciprocity.ts';

it('correlates concessions with the ones they answer', () => {
  // By hand. The seller comes down by 10, 30, 10; the buyer answers with 10, 30, 20: 200 / sqrt(266.67 * 200) = sqrt(3) / 2.
  // Seen from the seller the buyer gives 10, 10, 30, answered with 10, 30, 10: -133.33 / 266.67 = -1/2.
  const episode = priceEpisode({ acts: [500, 1000, 510, 990, 520, 960, 550, 950, 570] });
  expect(reciprocity.of(episode, 'buyer')).toBeCloseTo(Math.sqrt(3) / 2, 9);
  expect(reciprocity.of(episode, 'seller')).toBeCloseTo(-0.5, 9);
});

it('counts a turn of words as no concession', () => {
  // As above, but the seller talks once: 10, 30, 10, 0 are answered with 10, 30, 20, 5. By hand: the sum of products is
  // 1200 - 4 * 12.5 * 16.25 = 387.5, of squares 1100 - 625 = 475 and 1425 - 1056.25 = 368.75.
  const talk = { type: 'say', words: 'Let me think.' };
  const episode = priceEpisode({ acts: [500, 1000, 510, 990, 520, 960, 550, 950, 570, talk, 575] });
  expect(reciprocity.of(episode, 'buyer')).toBeCloseTo(387.5 / Math.sqrt(368.75 * 475), 9);
});

it('does not apply with fewer than three pairs, or where one side does not vary', () => {
  expect(reciprocity.of(priceEpisode({ acts: [500, 1000, 510, 990, 520, 960, 550] }), 'buyer')).toBeUndefined();
  const steady = priceEpisode({ acts: [500, 1000, 510, 990, 520, 980, 550, 970, 570, 960, 580] });
  expect(reciprocity.of(steady, 'buyer')).toBeUndefined();
});
