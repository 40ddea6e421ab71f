import { expect, test } from 'vitest';
import { aside } from '../aside.ts';
import { listings } from '../domains/price/listings/index.ts';
import type { PriceAct, PriceScenario, PriceScript, PriceView } from '../domains/price/price.ts';
import { price } from '../domains/price/price.ts';
import { sampleListing } from '../domains/price/samplers.ts';
import { runEpisode } from '../episode.ts';
import { createRng } from '../rng.ts';
import { boulware } from '../strategies/price/boulware.ts';
import { titForTat } from '../strategies/price/tit-for-tat.ts';
import { makeScript } from '../strategy.ts';
import { type Hypothesis, switching } from './switching.ts';

const script = (strategy: typeof boulware, options = {}) =>
  makeScript('x', strategy, options) as unknown as PriceScript;
/** The population: by the clock at several paces, and giving as given; limits from far off to out of reach. */
const hypotheses: Hypothesis[] = [0.4, 1, 2, 4].flatMap((exponent) =>
  [-0.1, 0.05, 0.2, 0.3, 0.4].flatMap((width) =>
    [script(boulware, { exponent }), script(titForTat as never)].map((one) => ({
      script: one,
      own: ({ seat, own, public: { item, range } }: PriceView) => {
        const toward = seat === 'buyer' ? -1 : 1;
        const reservation = Math.min(
          range.high,
          Math.max(range.low, Math.round(own.reservation + toward * width * item.listPrice)),
        );
        return {
          reservation,
          target:
            seat === 'buyer' ? Math.max(reservation, item.listPrice) : Math.min(reservation, 0.8 * own.reservation),
        };
      },
    })),
  ),
);
const teacher = switching({
  hypotheses,
  policies: [script(boulware, { exponent: 2 }), script(titForTat as never)],
  rollouts: 16,
});
const scenario = (seed: number, zone: 'wide' | 'empty' = 'wide') =>
  sampleListing(listings[seed % listings.length]!, seed, { zone }) as PriceScenario;
const earned = (player: PriceScript, them: PriceScript, seed: number): number => {
  const { result } = runEpisode({
    domain: price as never,
    scenario: scenario(seed),
    agents: { buyer: player as never, seller: them as never },
    rng: createRng(seed),
  });
  return result.kind === 'failed' ? Number.NaN : (result.utility.buyer as number);
};
const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
const seeds = [1, 2, 3, 4, 5, 6];

test('it earns more than the policies that it chooses from', () => {
  for (const exponent of [0.5, 1]) {
    const them = script(boulware, { exponent });
    const own = mean(seeds.map((seed) => earned(teacher, them, seed)));
    for (const policy of [script(boulware, { exponent: 2 }), script(titForTat as never)])
      expect(own).toBeGreaterThan(mean(seeds.map((seed) => earned(policy, them, seed))) + 0.02);
  }
});

test('what it does depends on its own view alone', () => {
  const [one, other] = [scenario(3), scenario(3)];
  const changed = { ...other, private: { ...other.private, seller: { reservation: 1, target: 1 } } };
  const act = (of: PriceScenario) => teacher.act(price.view(price.start(of), 'buyer'), aside(createRng(9)));
  expect(act(changed as PriceScenario)).toEqual(act(one));
});

test('where nobody who could sit there leaves anything to gain, it walks away', () => {
  const beyond: Hypothesis[] = [1, 2].map((exponent) => ({
    script: script(boulware, { exponent }),
    own: ({ own, public: { range } }: PriceView) => ({
      reservation: Math.min(range.high, own.reservation + 5),
      target: range.high,
    }),
  }));
  const view = price.view(price.start(scenario(4, 'empty')), 'buyer') as PriceView;
  expect((switching({ hypotheses: beyond, policies: [] }).act(view, aside(createRng(1))) as PriceAct).type).toBe(
    'walk',
  );
});
