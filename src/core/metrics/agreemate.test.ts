import { expect, it } from 'vitest';
import * as agreemate from './agreemate.ts';
import { priceEpisode } from './episode.fixture.ts';

/** All of them by name. */
function read(episode: ReturnType<typeof priceEpisode>) {
  return Object.fromEntries(Object.values(agreemate).map((metric) => [metric.name, metric.of(episode, 'buyer')]));
}

const charger = {
  zone: [5, 12],
  targets: [7, 10],
  listPrice: 10,
  range: [1, 20],
} as const;

it('reads the golden row off a transcript', () => {
  // By AgreeMate's formulas. Its ninth price is the accept, which is no offer here: 8 prices, so 7 / 8 and -1 / 8.
  const values = read(priceEpisode({ ...charger, acts: [8, 9, 7, 7.75, 6.75, 8, 7, 7, 'accept'] }));
  const expected = {
    fairness: 0,
    'fairness-clipped': 0,
    bias: 1,
    'bias-clipped': 1,
    'bias-absolute': 1,
    'bias-absolute-clipped': 1,
    'bias-per-turn': 1 / 9,
    'bias-absolute-per-turn': 1 / 9,
    aggressiveness: 0.3,
    'relative-efficiency': 0,
    'relative-efficiency-absolute': 0,
    'concession-rate': 7 / 9,
    'concession-rate-normalised': 0.7 / 9,
    'concession-rate-per-offer': 7 / 8,
    'concession-rate-per-offer-normalised': 0.7 / 8,
    'concession-rate-signed': -1 / 8,
    'concession-rate-signed-normalised': -0.1 / 8,
    'probing-ratio': 0,
  };
  expect(Object.keys(values).sort()).toEqual(Object.keys(expected).sort());
  for (const [name, value] of Object.entries(expected)) expect(values[name], name).toBeCloseTo(value, 12);
});

it('clips what lies outside the targets, on both sides', () => {
  // By hand. At 5.5: fairness -1, bias 2. At 11.5: fairness 1 - 2 * 3 / 3 = -1, bias -2, as in the paper 0.
  const low = read(priceEpisode({ ...charger, acts: [5.5, 'accept'] }));
  expect([low.fairness, low['fairness-clipped'], low.bias, low['bias-clipped']]).toEqual([-1, 0, 2, 1]);
  expect([low['bias-absolute'], low['bias-absolute-clipped']]).toEqual([2, 1]);
  expect([low['relative-efficiency'], low['relative-efficiency-absolute']]).toEqual([-0.5, 0.5]);
  const high = read(priceEpisode({ ...charger, acts: [11.5, 'accept'] }));
  expect([high.fairness, high['fairness-clipped'], high.bias, high['bias-clipped']]).toEqual([-1, 0, -2, -1]);
  expect([high['bias-absolute'], high['bias-absolute-per-turn']]).toEqual([0, 0]);
});

it('needs a deal for the measures of a deal only', () => {
  const ask = { type: 'say', words: 'Does it work?', intent: 'inquire' };
  const values = read(
    priceEpisode({ ...charger, acts: [ask, 9, 7, 8, { type: 'offer', price: 7, intent: 'insist' }] }),
  );
  expect(values.fairness).toBeUndefined();
  expect(values['bias-per-turn']).toBeUndefined();
  expect(values['relative-efficiency']).toBeUndefined();
  expect(values['concession-rate']).toBeCloseTo(4 / 5, 12);
  expect(values['probing-ratio']).toBeCloseTo(1 / 5, 12);
});
