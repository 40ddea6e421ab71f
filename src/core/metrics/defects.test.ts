import { describe, expect, it } from 'vitest';
import { capitulation, stepsInCents, unrealisticOffers } from './defects.ts';
import { itemsEpisode, priceEpisode } from './episode.fixture.ts';

describe('unrealistic-offers', () => {
  it('finds asks past the other side by more than the zone', () => {
    // By hand, zone 400 to 900: a seller may ask up to 1400.
    const episode = priceEpisode({ acts: [500, 1450, 500, 1400] });
    expect(unrealisticOffers.of(episode, 'seller')).toBe(1 / 2);
    expect(unrealisticOffers.of(episode, 'buyer')).toBe(0);
  });

  it('allows a quarter of the list price where the zone is narrow or empty', () => {
    // By hand, list price 1000: below 800 - 250 = 550 a buyer is dreaming; the empty zone has the same floor.
    const acts = [500, 'reject', 600] as const;
    const narrow = priceEpisode({ zone: [800, 850], acts: [500, 1000, 600] });
    const empty = priceEpisode({ zone: [800, 750], acts });
    expect(unrealisticOffers.of(narrow, 'buyer')).toBe(1 / 2);
    expect(unrealisticOffers.of(empty, 'buyer')).toBe(1 / 2);
    expect(unrealisticOffers.of(empty, 'seller')).toBeUndefined();
  });
});

it('steps-in-cents finds steps below one percent of the list price', () => {
  // By hand, list price 1000: steps 9, 0, 10.
  const episode = priceEpisode({ acts: [500, 1000, 509, 1000, 509, 1000, 519] });
  expect(stepsInCents.of(episode, 'buyer')).toBe(1 / 2);
  expect(stepsInCents.of(episode, 'seller')).toBeUndefined();
});

describe('capitulation', () => {
  it('is giving away all but a twentieth of the zone by the second move', () => {
    // By hand, zone 400 to 900: a buyer gives up at 875, a seller at 425.
    expect(capitulation.of(priceEpisode({ acts: [500, 1000, 875] }), 'buyer')).toBe(1);
    expect(capitulation.of(priceEpisode({ acts: [500, 1000, 874] }), 'buyer')).toBe(0);
    expect(capitulation.of(priceEpisode({ acts: [500, 1000, 600, 990, 875] }), 'buyer')).toBe(0);
    expect(capitulation.of(priceEpisode({ acts: [420, 'accept'] }), 'seller')).toBe(1);
    expect(capitulation.of(priceEpisode({ acts: [500, 'accept'] }), 'seller')).toBe(0);
    expect(capitulation.of(priceEpisode({ acts: [500, 'walk'] }), 'seller')).toBeUndefined();
    expect(capitulation.of(priceEpisode({ zone: [900, 700], acts: [700] }), 'buyer')).toBeUndefined();
  });

  it('reads items against the best deal both could sign', () => {
    // By hand: 20 units worth 1 each; a asks for one, a twentieth of all it could get, b for 19.
    const game = { counts: [20], values: { a: [1], b: [1] } };
    const episode = itemsEpisode({ ...game, acts: [[1], 'reject'] });
    expect(capitulation.of(episode, 'a')).toBe(1);
    expect(capitulation.of(itemsEpisode({ ...game, acts: [[2], 'reject'] }), 'a')).toBe(0);
  });
});
