import { expect, it } from 'vitest';
import { priceEpisode } from './episode.fixture.ts';
import { agreement, rho, turns, utility } from './outcome.ts';

it('reads a deal', () => {
  // By hand, zone 400 to 900, deal 700: rho 300 / 500, the buyer keeps 200 / 500.
  const episode = priceEpisode({ acts: [500, 700, 'accept'] });
  expect(agreement.of(episode, '')).toBe(1);
  expect(turns.of(episode, '')).toBe(3);
  expect(rho.of(episode, '')).toBeCloseTo(0.6, 12);
  expect(utility.of(episode, 'buyer')).toBeCloseTo(0.4, 12);
  expect(utility.of(episode, 'seller')).toBeCloseTo(0.6, 12);
});

it('counts no deal, a walk and a forfeit as no agreement', () => {
  const illegal = { type: 'offer', price: 9999 };
  const episodes = [
    priceEpisode({ acts: [500, 700] }),
    priceEpisode({ acts: [500, 'walk'] }),
    priceEpisode({ acts: [500, illegal, illegal, illegal], turnLimit: 10 }),
  ];
  expect(episodes.map(({ result }) => result.kind)).toEqual(['no-deal', 'walked', 'forfeited']);
  for (const episode of episodes) {
    expect(agreement.of(episode, '')).toBe(0);
    expect(turns.of(episode, '')).toBe(2);
    expect(utility.of(episode, 'seller')).toBe(0);
    expect(rho.of(episode, '')).toBeUndefined();
  }
});

it('has no rho where there is no zone', () => {
  expect(rho.of(priceEpisode({ zone: [900, 700], acts: [800, 'accept'] }), '')).toBeUndefined();
});
