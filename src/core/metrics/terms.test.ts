import { expect, test } from 'vitest';
import { type PriceAct, price, zoneOf } from '../domains/price/price.ts';
import { sampleTerms } from '../domains/terms/scenario.ts';
import { type Episode, playEpisode } from '../transcript.ts';
import type { Domain, Script } from '../types.ts';
import { priceEpisode } from './episode.fixture.ts';
import {
  termsAgreement,
  termsBeliefError,
  termsDifficulty,
  termsFalseAgreement,
  termsSurplus,
  termsSurplusInDeals,
  termsViolation,
} from './terms.ts';

/** The buyer states what it is told to believe and takes what stands; the seller asks one price. */
function game(seed: number, ask: number, beliefs?: readonly [number, number, number]): Episode {
  const scenario = sampleTerms(seed);
  const buyer: Script = {
    name: 'buyer',
    act(view, context) {
      if (beliefs) {
        const [reservation, urgency, neutral] = beliefs;
        context.state('reservation', { kind: 'number', value: reservation });
        context.state('urgency', { kind: 'number', value: urgency });
        const rest = (1 - neutral) / 2;
        context.state('stance', { kind: 'choice', chances: { conciliatory: rest, neutral, aggressive: rest } });
      }
      return view.turn === 2 ? ({ type: 'accept', offer: 1 } as PriceAct) : ({ type: 'offer', price: 0 } as PriceAct);
    },
  };
  const seller: Script = { name: 'seller', act: () => ({ type: 'offer', price: ask }) as PriceAct };
  const sits = (agent: Script) => ({ spec: agent.name, fingerprint: '', agent });
  const players = { buyer: sits(buyer), seller: sits(seller) };
  return playEpisode({ domain: price as Domain, scenario, source: { sampler: 'terms', seed }, players, seed: 1 });
}

test('a deal where one is possible: the share of the zone, and no false agreement', () => {
  const { low, high, width } = zoneOf(sampleTerms(0));
  const episode = game(0, low + width / 4);
  expect(termsSurplus.of(episode, 'buyer')).toBeCloseTo((high - low - width / 4) / width, 12);
  expect(termsSurplusInDeals.of(episode, 'buyer')).toBeCloseTo(0.75, 12);
  expect(termsAgreement.of(episode, 'buyer')).toBe(1);
  expect(termsFalseAgreement.of(episode, 'buyer')).toBeUndefined();
  expect(termsViolation.of(episode, 'buyer')).toBe(0);
});

test('a deal where none is rational is a false agreement and a violation, and no surplus', () => {
  const { low } = zoneOf(sampleTerms(1200));
  const episode = game(1200, low);
  expect(termsFalseAgreement.of(episode, 'buyer')).toBe(1);
  expect(termsSurplus.of(episode, 'buyer')).toBeUndefined();
  expect(termsViolation.of(episode, 'buyer')).toBe(1);
  expect(termsViolation.of(episode, 'seller')).toBe(0);
});

// Episode 0: the seller's reservation 43.6633, urgency .7236, neutral.
test('the error of beliefs is the mean of two distances and the Brier score', () => {
  const exact = game(0, 60, [43.66331, 0.72359, 1]);
  expect(termsBeliefError.of(exact, 'buyer')).toBeLessThan(1e-4);
  const off = game(0, 60, [53.66331, 0.52359, 0.5]);
  // .1 and .2, and (.5^2 + .25^2 + .25^2) = .375
  expect(termsBeliefError.of(off, 'buyer')).toBeCloseTo((0.1 + 0.2 + 0.375) / 3, 4);
  expect(termsBeliefError.of(game(0, 60), 'buyer')).toBeUndefined();
});

test('other games of price have none of these', () => {
  const other = priceEpisode({ acts: [800, 'accept'], zone: [500, 900] });
  for (const metric of [termsSurplus, termsAgreement, termsViolation, termsDifficulty, termsBeliefError])
    expect(metric.of(other, 'buyer')).toBeUndefined();
});
