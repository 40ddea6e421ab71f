import { describe, expect, test } from 'vitest';
import type { Belief } from '../beliefs/belief.ts';
import { bazaarScenario } from '../domains/bazaar/index.ts';
import { type PricePrivate, price } from '../domains/price/price.ts';
import { type Episode, playEpisode } from '../transcript.ts';
import type { Domain, Event, Script } from '../types.ts';
import { beliefBrier, beliefCoverage, beliefError, beliefRank } from './beliefs.ts';
import { itemsEpisode, priceEpisode } from './episode.fixture.ts';

/** The episode as if its seat had stated this at a turn. */
function stating(episode: Episode, turn: number, seat: string, question: string, belief: unknown): Episode {
  const event = { type: 'belief-stated', turn, seat, question, belief } as Event;
  const at = episode.events.findIndex((one) => one.turn >= turn);
  return { ...episode, events: episode.events.toSpliced(at, 0, event) };
}

// The seller's limit is 400 in a range of 200 to 1500; the buyer acts in turns 1 and 3.
const sold = priceEpisode({ acts: [500, 700, 600, 'accept'] });

describe('a number', () => {
  const early = stating(sold, 1, 'buyer', 'reservation', { kind: 'number', value: 1050, low: 300, high: 1200 });

  test('its distance / the range, and whether the ends hold the truth', () => {
    // (1050 - 400) / 1300.
    expect(beliefError.of(early, 'buyer')).toBe(0.5);
    expect(beliefCoverage.of(early, 'buyer')).toBe(1);
    for (const metric of [beliefBrier, beliefRank]) expect(metric.of(early, 'buyer')).toBeUndefined();
    for (const metric of [beliefError, beliefCoverage]) expect(metric.of(early, 'seller')).toBeUndefined();
  });

  test('only the last statement counts', () => {
    const later = stating(early, 3, 'buyer', 'reservation', { kind: 'number', value: 530, low: 450, high: 600 });
    expect(beliefError.of(later, 'buyer')).toBe(0.1);
    expect(beliefCoverage.of(later, 'buyer')).toBe(0);
  });

  test('what is no answer to a question of the game measures nothing', () => {
    for (const belief of [
      { kind: 'number', value: 9, low: 10, high: 11 },
      { kind: 'choice', chances: {} },
    ])
      expect(beliefError.of(stating(sold, 1, 'buyer', 'reservation', belief), 'buyer')).toBeUndefined();
    const odd = stating(sold, 1, 'buyer', 'weather', { kind: 'number', value: 9 });
    expect(beliefError.of(odd, 'buyer')).toBeUndefined();
  });
});

test('values: the mean distance in proportions, and the order', () => {
  const split = itemsEpisode({
    counts: [1, 2, 1],
    values: { a: [1, 1, 1], b: [1, 3, 6] },
    acts: [[1, 1, 0], 'accept'],
  });
  const belief: Belief = { kind: 'values', values: { 'item 1': 2, 'item 2': 2, 'item 3': 4 } };
  const stated = stating(split, 1, 'a', 'values', belief);
  // .25, .25, .5 against .1, .3, .6; ranks 1.5, 1.5, 3 against 1, 2, 3.
  expect(beliefError.of(stated, 'a')).toBeCloseTo(0.1, 12);
  expect(beliefRank.of(stated, 'a')).toBeCloseTo(1.5 / Math.sqrt(3), 12);
});

test('several questions of one game: the mean of those that have the score, and chances on their own', () => {
  const scenario = bazaarScenario('single_deal+hard', { seed: 4, personality: 'impatient' });
  const seller = scenario.private.seller as Required<PricePrivate>;
  const { range, turnLimit } = scenario.public;
  const holds: Script = {
    name: 'holds',
    act: ({ seat }) => (seat === 'seller' ? ({ type: 'offer', price: 60 } as never) : { type: 'walk' }),
  };
  const player = { spec: 'holds', fingerprint: 'holds', agent: holds };
  const players = { buyer: player, seller: player };
  const walked = playEpisode({ domain: price as Domain, scenario, source: {}, players, seed: 1 });
  const chances = { default: 0.3, deceptive: 0.1, impatient: 0.5, collaborative: 0.1 };
  const all = [
    ['reservation', { kind: 'number', value: seller.reservation + 0.1 * (range.high - range.low) }],
    ['patience', { kind: 'number', value: seller.deadline - 0.3 * (turnLimit - 2) }],
    ['type', { kind: 'choice', chances }],
  ].reduce((episode, [name, belief]) => stating(episode, 2, 'buyer', name as string, belief), walked);
  // Turn 2: patience is asked about from turn 2 to the turn limit.
  expect(beliefError.of(all, 'buyer')).toBeCloseTo(0.2, 9);
  expect(beliefBrier.of(all, 'buyer')).toBeCloseTo(0.09 + 0.01 + 0.25 + 0.01, 12);
  expect(beliefCoverage.of(all, 'buyer')).toBeUndefined();
});
