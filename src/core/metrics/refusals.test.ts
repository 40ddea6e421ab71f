import { expect, it } from 'vitest';
import { priceEpisode } from './episode.fixture.ts';
import { refusals } from './refusals.ts';

it('counts what the rules refused, seat by seat', () => {
  // The seller tries a price outside the range and an accept of nothing that stands at turn 9, then offers.
  const acts = [500, { type: 'offer', price: 9999 }, { type: 'accept', offer: 9 }, 1000];
  const episode = priceEpisode({ acts, turnLimit: 2 });
  expect(refusals.of(episode, 'seller')).toBe(2);
  expect(refusals.of(episode, 'buyer')).toBe(0);
});
