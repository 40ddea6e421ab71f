import { expect, test } from 'vitest';
import { bazaarScenario } from '../domains/bazaar/index.ts';
import { type PriceAct, price } from '../domains/price/price.ts';
import { type Episode, playEpisode } from '../transcript.ts';
import type { Act, Domain, Script, View } from '../types.ts';
import { bazaarReward, bazaarScore } from './bazaar.ts';

/** Bids 29 in round 1 and accepts in round 2. */
const quick: Script = {
  name: 'quick',
  act: (view: View) => (view.turn === 2 ? { type: 'offer', price: 29 } : { type: 'accept', offer: 3 }) as PriceAct,
};
const seller: Script = { name: 'seller', act: ({ turn }) => ({ type: 'offer', price: turn === 1 ? 60 : 42 }) as Act };
const players = {
  buyer: { spec: 'quick', fingerprint: '', agent: quick },
  seller: { spec: 'seller', fingerprint: '', agent: seller },
};
const play = (task: string, source: Episode['source']) =>
  playEpisode({ domain: price as Domain, scenario: bazaarScenario(task, { seed: 1 }), source, players, seed: 1 });

// By running BazaarBATNA: G1 of 42, and a time discount of 0.571 in round 2 of 8.
test('score and reward of a deal at 42', () => {
  const episode = play('single_deal', { task: 'single_deal' });
  expect(bazaarScore.of(episode, '')).toBeCloseTo(0.828571, 6);
  expect(bazaarReward.of(episode, '')).toBeCloseTo(0.828571 * 0.571, 3);
});

// G3 by hand: 58/70 * (1 - 0.3 * 2/8).
test('one deal of a career', () => {
  expect(bazaarScore.of(play('career_10', { task: 'career_10', deal: 1 }), '')).toBeCloseTo((58 / 70) * 0.925, 9);
});

test('an episode of no task has none', () => {
  const episode = play('single_deal', { sampler: 'general', seed: 1 });
  expect([bazaarScore.of(episode, ''), bazaarReward.of(episode, '')]).toEqual([undefined, undefined]);
});
