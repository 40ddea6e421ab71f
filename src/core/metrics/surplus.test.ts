import { describe, expect, it } from 'vitest';
import { itemsEpisode, priceEpisode } from './episode.fixture.ts';
import { individualAdvantage, surplusEfficiency, surplusShare } from './surplus.ts';

describe('price', () => {
  it('shares the zone', () => {
    // By hand, zone 400 to 900 in the range 200 to 1500, deal 700. Advantage: buyer 200 / 700, seller 300 / 1100.
    const episode = priceEpisode({ acts: [500, 700, 'accept'] });
    expect(surplusShare.of(episode, 'buyer')).toBeCloseTo(0.4, 12);
    expect(surplusShare.of(episode, 'seller')).toBeCloseTo(0.6, 12);
    expect(surplusEfficiency.of(episode, '')).toBeCloseTo(1, 12);
    expect(individualAdvantage.of(episode, 'buyer')).toBeCloseTo(2 / 7, 12);
    expect(individualAdvantage.of(episode, 'seller')).toBeCloseTo(3 / 11, 12);
  });

  it('gains nothing without a deal', () => {
    const episode = priceEpisode({ acts: [500, 700] });
    expect(surplusShare.of(episode, 'buyer')).toBeUndefined();
    expect(surplusEfficiency.of(episode, '')).toBe(0);
    expect(individualAdvantage.of(episode, 'buyer')).toBe(0);
  });

  it('has nothing to share in an empty zone', () => {
    // By hand, the seller's 900 above the buyer's 700, deal 800: the buyer loses 100 of the 500 it could gain at best.
    const episode = priceEpisode({ zone: [900, 700], acts: [800, 'accept'] });
    expect(surplusShare.of(episode, 'buyer')).toBeUndefined();
    expect(surplusEfficiency.of(episode, '')).toBeUndefined();
    expect(individualAdvantage.of(episode, 'buyer')).toBeCloseTo(-0.2, 12);
  });
});

describe('items', () => {
  // Two items, worth 3 and 1 to a, 1 and 3 to b: the good swap gives (.75, .75), the bad one (.25, .25).
  const game = { counts: [1, 1], values: { a: [3, 1], b: [1, 3] } };

  it('measures the bad swap against the good one', () => {
    const episode = itemsEpisode({ ...game, acts: [[0, 1], 'accept'] });
    expect(surplusShare.of(episode, 'a')).toBeCloseTo(0.5, 12);
    expect(surplusEfficiency.of(episode, '')).toBeCloseTo(1 / 3, 12);
    expect(individualAdvantage.of(episode, 'a')).toBeCloseTo(0.25, 12);
  });

  it('counts gains from the reservations', () => {
    // By hand, a at .5, b at 0, good swap: gains .25 and .75; the most is .25 + .75 again; a could gain 1 - .5 at best.
    const episode = itemsEpisode({ ...game, reservations: { a: 0.5, b: 0 }, acts: [[1, 0], 'accept'] });
    expect(surplusShare.of(episode, 'a')).toBeCloseTo(0.25, 12);
    expect(surplusEfficiency.of(episode, '')).toBeCloseTo(1, 12);
    expect(individualAdvantage.of(episode, 'a')).toBeCloseTo(0.5, 12);
  });
});
