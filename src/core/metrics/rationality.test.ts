import { expect, it } from 'vitest';
import { itemsEpisode, priceEpisode } from './episode.fixture.ts';
import { irViolation, mutualLoss, rationalWalk } from './rationality.ts';

const empty = [900, 700] as const;

it('finds the seat that dealt past its reservation', () => {
  const above = priceEpisode({ acts: [950, 'accept'] });
  expect(irViolation.of(above, 'buyer')).toBe(1);
  expect(irViolation.of(above, 'seller')).toBe(0);
  expect(irViolation.of(priceEpisode({ acts: [900, 'accept'] }), 'buyer')).toBe(0);
  expect(irViolation.of(priceEpisode({ acts: [950, 'walk'] }), 'buyer')).toBeUndefined();
});

it('reads the reservations of items', () => {
  // By hand: everything to a leaves b at 0, below its .25.
  const game = { counts: [1, 1], values: { a: [3, 1], b: [1, 3] }, reservations: { a: 0.5, b: 0.25 } };
  const episode = itemsEpisode({ ...game, acts: [[1, 1], 'accept'] });
  expect([irViolation.of(episode, 'a'), irViolation.of(episode, 'b')]).toEqual([0, 1]);
});

it('praises a walk where there is nothing to agree on, and only there', () => {
  expect(rationalWalk.of(priceEpisode({ zone: empty, acts: [500, 'walk'] }), '')).toBe(1);
  expect(rationalWalk.of(priceEpisode({ zone: empty, acts: [500, 950] }), '')).toBe(1);
  expect(rationalWalk.of(priceEpisode({ zone: empty, acts: [800, 'accept'] }), '')).toBe(0);
  expect(rationalWalk.of(priceEpisode({ acts: [500, 'walk'] }), '')).toBeUndefined();
  const illegal = { type: 'offer', price: 9999 };
  const forfeit = priceEpisode({ zone: empty, acts: [illegal, illegal, illegal], turnLimit: 9 });
  expect(rationalWalk.of(forfeit, '')).toBeUndefined();
  // No split gives both .8.
  const game = { counts: [1, 1], values: { a: [3, 1], b: [1, 3] }, reservations: { a: 0.8, b: 0.8 } };
  expect(rationalWalk.of(itemsEpisode({ ...game, acts: [[1, 0], 'walk'] }), '')).toBe(1);
});

it('counts a missed deal where there was one to make', () => {
  expect(mutualLoss.of(priceEpisode({ acts: [500, 'walk'] }), '')).toBe(1);
  expect(mutualLoss.of(priceEpisode({ acts: [500, 'accept'] }), '')).toBe(0);
  expect(mutualLoss.of(priceEpisode({ zone: empty, acts: [500, 'walk'] }), '')).toBeUndefined();
});

it('a conclusion is no walk and no loss', () => {
  const narrow = priceEpisode({ zone: empty, acts: [500, 'walk'] });
  const wide = priceEpisode({ acts: [500, 'walk'] });
  for (const [metric, episode] of [
    [rationalWalk, narrow],
    [mutualLoss, wide],
  ] as const) {
    expect(metric.of(episode, '')).toBe(1);
    const result = { kind: 'concluded', turn: 3, conclusion: {}, utility: {} } as const;
    expect(metric.of({ ...episode, result }, '')).toBeUndefined();
  }
});
