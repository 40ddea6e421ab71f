import { expect, test } from 'vitest';
import { price } from '../../../domains/price/price.ts';
import type { TermsType } from '../../../domains/terms/brief.ts';
import { typeOf } from '../../../domains/terms/brief.ts';
import { SUITE, sampleTerms, termsCell } from '../../../domains/terms/scenario.ts';
import { runEpisode } from '../../../episode.ts';
import { createRng } from '../../../rng.ts';
import { makeScript } from '../../../strategy.ts';
import { trust } from '../../../trust.ts';
import type { Domain, Script } from '../../../types.ts';
import { actKnowing, termsBayes } from './bayes.ts';
import { approachOf } from './conduct.ts';
import { termsCounterpart } from './counterpart.ts';
import { knownTypeBound } from './known-type.ts';
import { below, chance, expectedAbove } from './normal.ts';
import { type Posterior, posteriorOf } from './posterior.ts';
import { termsFixed } from './scripts.ts';

const counterpart = trust(makeScript('counterpart', termsCounterpart));
// Fewer types than it likes, for speed.
const bayes = trust(makeScript('bayes', termsBayes, { sample: 20 }));

function utilityOn(seed: number, agent: Script): number {
  const { agent: own } = termsCell(seed);
  const other = own === 'buyer' ? 'seller' : 'buyer';
  const agents = { [own]: agent, [other]: counterpart } as Record<string, Script>;
  const { result } = runEpisode({ domain: price as Domain, scenario: sampleTerms(seed), agents, rng: createRng(seed) });
  expect(['agreement', 'no-deal', 'walked']).toContain(result.kind);
  return result.kind === 'agreement' ? (result.utility[own] as number) : 0;
}

test('tables of the normal distribution hold to a millionth', () => {
  // Values of the standard normal from Abramowitz and Stegun, table 26.1.
  expect(below(1)).toBeCloseTo(0.8413447, 6);
  expect(below(-1.96)).toBeCloseTo(0.0249979, 6);
  expect(expectedAbove(0)).toBeCloseTo(0.3989423, 6);
  expect(chance(1)).toBeCloseTo(0.7310586, 6);
});

test('an approach has the last three steps of at least two earlier offers', () => {
  expect(approachOf([10], 1, 100)).toEqual({ speed: 0, size: 0, rigid: 0 });
  expect(approachOf([0, 50, 60, 60, 75], 1, 100)).toEqual({ speed: 0.25 / 3, size: 0.25 / 3, rigid: 0 });
  expect(approachOf([60, 55], -1, 100).rigid).toBe(1);
});

test('prices narrow down the reservation, and none above the last price is left', () => {
  // Urgency .5, neutral: 26 % of the way to 40 each round, without noise.
  const prices = [70, 62.2, 56.428, 52.157, 48.996, 46.657];
  const offers = [30, 30, 30, 30, 30];
  const seen = { own: 65, buys: true, offers, prices, after: [0, 1, 2, 3, 4, 5] };
  const { size, weight, reservation } = posteriorOf(seen, 'wide');
  let [mean, above] = [0, 0];
  for (let i = 0; i < size; i++) {
    mean += (weight[i] as number) * (reservation[i] as number);
    if ((reservation[i] as number) > 46.657) above += weight[i] as number;
  }
  expect(mean).toBeGreaterThan(36);
  expect(mean).toBeLessThan(44);
  expect(above).toBe(0);
});

/** The weight of one reservation, to the hair that offers need. */
function weightAt({ size, weight, reservation }: Posterior, at: number): number {
  let sum = 0;
  for (let i = 0; i < size; i++) if (Math.abs((reservation[i] as number) - at) < 1e-6) sum += weight[i] as number;
  return sum;
}

test('as scenarios are drawn, the own reservation gives the other away in overlap', () => {
  const seen = { own: 62.5, offers: [], prices: [], after: [] };
  // u = .5 for both roles: width 25. Buyers of overlap are spread over 75, sellers over 45; in the shift 30 widths of 30 x 60 fit.
  expect(weightAt(posteriorOf({ ...seen, buys: true }, 'drawn'), 37.5)).toBeCloseTo(1 / 75 / (1 / 75 + 1 / 60), 6);
  expect(weightAt(posteriorOf({ ...seen, buys: false }, 'drawn'), 37.5)).toBeCloseTo(1 / 45 / (1 / 45 + 1 / 60), 6);
  expect(weightAt(posteriorOf({ ...seen, buys: true }, 'wide'), 37.5)).toBe(0);
  // No overlap has a buyer at 20.
  expect(weightAt(posteriorOf({ ...seen, own: 20, buys: true }, 'drawn'), 20 - 10 + 2)).toBe(0);
});

test('a price below it rules it out, and one that equals it leaves no other', () => {
  const seen = { own: 62.5, buys: true, offers: [20, 25], after: [0, 1, 2] };
  expect(weightAt(posteriorOf({ ...seen, prices: [60, 45, 37] }, 'drawn'), 37.5)).toBe(0);
  expect(weightAt(posteriorOf({ ...seen, prices: [60, 45, 37.5 + 1e-12] }, 'drawn'), 37.5)).toBeCloseTo(1, 9);
});

test('it earns more than the baselines on seeds outside the suite, more still by the drawn prior, and makes no deal where none is rational', () => {
  const seeds = [0, 15].map((i) => SUITE + i);
  const fixed = trust(makeScript('fixed', termsFixed));
  const sum = (agent: Script) => seeds.reduce((total, seed) => total + utilityOn(seed, agent), 0);
  const [drawn, wide] = [sum(bayes), sum(trust(makeScript('wide', termsBayes, { sample: 20, prior: 'wide' })))];
  expect(wide).toBeGreaterThan(sum(fixed) + 0.5);
  expect(drawn).toBeGreaterThan(wide);
  const empty = SUITE + 49;
  expect(termsCell(empty).regime).toBe('no-deal');
  expect(utilityOn(empty, bayes)).toBe(0);
});

test('with the type known it comes close to the bound, which is at most everything', () => {
  const seeds = [1, 3, 6].map((i) => SUITE + i);
  let [earned, bound] = [0, 0];
  for (const seed of seeds) {
    const scenario = sampleTerms(seed);
    const { agent: own } = termsCell(seed);
    const other = own === 'buyer' ? 'seller' : 'buyer';
    const type = typeOf(scenario, other) as TermsType;
    const reservation = scenario.private[other]?.reservation as number;
    const width = Math.abs(reservation - (scenario.private[own]?.reservation as number));
    const one = knownTypeBound({ type, width, opening: 30, agentOpens: scenario.public.opens === own });
    expect(one).toBeGreaterThan(0.95);
    expect(one).toBeLessThanOrEqual(1);
    bound += one / seeds.length;
    earned +=
      utilityOn(seed, trust({ name: 'knowing', act: (view) => actKnowing(view as never, type, reservation) })) /
      seeds.length;
  }
  expect(earned).toBeGreaterThan(bound - 0.05);
});

test('an aggressive type that punishes haste yields less than a friendly one, and a wide zone more than a narrow one', () => {
  const game = { width: 20, opening: 30, agentOpens: false };
  const friendly = knownTypeBound({ ...game, type: { family: 'candid', stance: 'conciliatory', urgency: 0.5 } });
  const hostile = { family: 'adversarial', stance: 'aggressive', urgency: 0.5 } as const;
  expect(knownTypeBound({ ...game, type: hostile })).toBeLessThan(friendly);
  expect(knownTypeBound({ ...game, width: 10, type: hostile })).toBeLessThan(
    knownTypeBound({ ...game, type: hostile }),
  );
});
