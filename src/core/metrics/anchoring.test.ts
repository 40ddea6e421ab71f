import { expect, it } from 'vitest';
import { anchoring } from './anchoring.ts';
import { priceEpisode } from './episode.fixture.ts';

/** The seller opens and the buyer's counter is accepted; the list price decides the scale. */
const deal = (first: number, final: number, listPrice = 1000) =>
  priceEpisode({ opens: 'seller', acts: [first, final, 'accept'], listPrice });

it('correlates first offers with final prices, as shares of the list price', () => {
  // By hand: .8, .9, 1 with .6, .5, .7 give .01 / .02. The second deal has half again the prices and the list price.
  expect(anchoring([deal(800, 600), deal(1350, 750, 1500), deal(1000, 700)], 'seller')).toBeCloseTo(0.5, 9);
});

it('leaves out what has no deal, and needs three deals', () => {
  const missed = priceEpisode({ opens: 'seller', acts: [1400, 'walk'] });
  const episodes = [deal(800, 600), deal(900, 500), deal(1000, 700), missed];
  expect(anchoring(episodes, 'seller')).toBeCloseTo(0.5, 9);
  expect(anchoring(episodes.slice(0, 2), 'seller')).toBeUndefined();
});
