import { expect, it } from 'vitest';
import { priceEpisode } from './episode.fixture.ts';
import { firstOffer, firstOfferReach } from './first-offer.ts';

it('measures openings from both reservations', () => {
  // By hand, zone 400 to 900: the buyer's 500 is 400 below its own 900 and 100 short of the seller's 400; the seller's
  // 1000 is 600 above its own 400 and 100 past the buyer's 900.
  const episode = priceEpisode({ acts: [500, 1000, 600, 950] });
  expect(firstOffer.of(episode, 'buyer')).toBeCloseTo(0.8, 12);
  expect(firstOfferReach.of(episode, 'buyer')).toBeCloseTo(-0.2, 12);
  expect(firstOffer.of(episode, 'seller')).toBeCloseTo(1.2, 12);
  expect(firstOfferReach.of(episode, 'seller')).toBeCloseTo(0.2, 12);
});

it('scales by the price range where the zone is empty', () => {
  const episode = priceEpisode({ zone: [900, 700], acts: [500, 'walk'] });
  expect(firstOffer.of(episode, 'buyer')).toBeCloseTo(200 / 1300, 12);
  expect(firstOfferReach.of(episode, 'buyer')).toBeCloseTo(400 / 1300, 12);
  expect(firstOffer.of(episode, 'seller')).toBeUndefined();
  expect(firstOfferReach.of(episode, 'seller')).toBeUndefined();
});
