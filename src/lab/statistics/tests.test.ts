/** The tests of hypotheses, each against a published number. */
import { describe, expect, test } from 'vitest';
import { repetitions } from '../../../test/repetitions.ts';
import { createRng } from '../../core/index.ts';
import { alphaSpent, spendingBounds } from './alpha-spending.ts';
import { mostSuccesses } from './binomial.fixture.ts';
import { equivalenceTest } from './equivalence.ts';
import { interactionTest } from './interaction.ts';
import { jackknife } from './jackknife.ts';
import { benjaminiHochberg, holm } from './multiple-comparisons.ts';
import { signFlipTest } from './permutation.ts';
import { fewestScenarios, gamesToDecide, scenariosNeeded } from './power.ts';
import { sequentialLook } from './sequential.ts';

/** Darwin's maize, crossed minus self-fertilised, in eighths of an inch (Fisher 1935, The Design of Experiments, section 17). */
const DARWIN = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48];

describe('permutation test', () => {
  test("Darwin's maize: 1,726 of 32,768 sign patterns are as extreme (Fisher 1935, section 21)", () => {
    expect(signFlipTest(DARWIN, { rng: createRng(1) })).toEqual({ p: 1726 / 32768, exact: true });
  });

  test('random flips come near the exact figure and never reach zero', () => {
    // Two zero differences double every pattern twice, so the exact p stays the same, and 17 values are drawn at random.
    const { p, exact } = signFlipTest([...DARWIN, 0, 0], { rng: createRng(2) });
    expect(exact).toBe(false);
    expect(Math.abs(p - 1726 / 32768)).toBeLessThan(4 * Math.sqrt((0.0527 * 0.9473) / 10_000));
    expect(signFlipTest(new Array(40).fill(1), { rng: createRng(3), flips: 99 }).p).toBe(0.01);
  });

  test('no difference anywhere gives p = 1', () => {
    expect(signFlipTest([0, 0, 0, 0], { rng: createRng(4) }).p).toBe(1);
  });
});

describe('many comparisons', () => {
  // Benjamini and Hochberg 1995, section 4.1: 15 endpoints; at .05 Bonferroni and Holm claim three, the new procedure four.
  const p = [
    0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1,
  ];
  const claims = (adjusted: readonly number[]) => adjusted.filter((value) => value <= 0.05).length;

  test('Holm claims three, Benjamini-Hochberg four', () => {
    expect(claims(p)).toBe(9);
    expect(claims(holm(p))).toBe(3);
    expect(claims(benjaminiHochberg(p))).toBe(4);
    // By hand: .0019 x 13 and .0095 x 15 / 4.
    expect(holm(p)[2]).toBeCloseTo(0.0247, 12);
    expect(benjaminiHochberg(p)[3]).toBeCloseTo(0.035625, 12);
  });

  test('values come back in the order they went in, and never overtake each other', () => {
    expect(holm([0.04, 0.01, 0.03])).toEqual([0.06, 0.03, 0.06]);
    expect(benjaminiHochberg([0.04, 0.01, 0.03])).toEqual([0.04, 0.03, 0.04]);
    expect(() => holm([1.2])).toThrow(/between 0 and 1, got 1.2/);
  });
});

test('the jackknife of a mean is Student, and takes the bias out of a variance', () => {
  const mean = (some: readonly number[]) => some.reduce((sum, x) => sum + x, 0) / some.length;
  const found = jackknife(DARWIN, mean);
  // Fisher 1935: mean 20.93, error 9.75, so +- 2.145 x 9.75.
  expect(found.mean).toBeCloseTo(20.933, 3);
  expect((found.high - found.low) / 2).toBeCloseTo(2.1448 * 9.746, 1);
  // Divided by n it is too small; the jackknife gives just the one divided by n - 1.
  const variance = (some: readonly number[]) => mean(some.map((x) => (x - mean(some)) ** 2));
  expect(jackknife(DARWIN, variance).mean).toBeCloseTo((variance(DARWIN) * 15) / 14, 8);
  expect(jackknife(DARWIN.slice(0, 5), mean).high).toBe(Number.POSITIVE_INFINITY);
});

describe('interaction', () => {
  const rng = createRng(9);

  test('with two settings it is the sign-flip test of the difference of their effects', () => {
    const effects = DARWIN.map((d, i) => [d, i % 3]);
    const apart = effects.map(([a, b]) => (a as number) - (b as number));
    expect(interactionTest(effects, { rng })).toEqual(signFlipTest(apart, { rng }));
  });

  test('effects that are alike in all settings claim an interaction in about 5 %, a crossover nearly always', () => {
    const experiments = repetitions(1000);
    const claims = (shift: number) => {
      let count = 0;
      for (let k = 0; k < experiments; k++) {
        const effects = Array.from({ length: 12 }, () => {
          const scenario = rng.normal(0.1, 0.2);
          return [shift, -shift, 0].map((own) => scenario + own + rng.normal(0, 0.1));
        });
        count += Number((interactionTest(effects, { rng, flips: 199 })?.p as number) <= 0.05);
      }
      return count;
    };
    expect(claims(0)).toBeLessThanOrEqual(mostSuccesses(experiments, 0.064));
    expect(claims(0.2)).toBeGreaterThan(0.95 * experiments);
  });

  test('one setting, or too few scenarios, cannot be asked', () => {
    expect(
      interactionTest(
        DARWIN.map((d) => [d]),
        { rng },
      ),
    ).toBeUndefined();
    expect(
      interactionTest(
        [
          [1, 2],
          [3, 1],
        ],
        { rng },
      ),
    ).toBeUndefined();
  });
});

describe('equivalence', () => {
  test('the worked example of Lakens 2017: t(182) = -2.69, p = .004', () => {
    // Means 5.25 and 5.22, deviations .95 and .83, 95 and 89 people, bounds of d = .43 (TOSTER's first example).
    // Unpaired, so the errors add in squares; the degrees of freedom are Welch's, as printed there.
    const difference = { mean: 0.03, error: Math.sqrt(0.95 ** 2 / 95 + 0.83 ** 2 / 89), freedom: 182 };
    const margin = 0.43 * Math.sqrt((0.95 ** 2 + 0.83 ** 2) / 2);
    expect((difference.mean - margin) / difference.error).toBeCloseTo(-2.69, 2);
    const { p, equivalent } = equivalenceTest(difference, { margin });
    expect(p).toBeCloseTo(0.004, 3);
    expect(equivalent).toBe(true);
  });

  test('p <= alpha exactly when the 90 % interval lies inside the margin', () => {
    for (const mean of [0, 0.02, 0.04, 0.06]) {
      const { equivalent, low, high } = equivalenceTest({ mean, error: 0.02, freedom: 29 }, { margin: 0.08 });
      expect(equivalent).toBe(low > -0.08 && high < 0.08);
    }
  });

  test('nothing is declared equal on an error of zero', () => {
    expect(equivalenceTest({ mean: 0, error: 0, freedom: 2 }, { margin: 0.1 }).equivalent).toBe(false);
  });
});

describe('power', () => {
  test('199, 34 and 15 pairs for a small, medium and large effect', () => {
    // Cohen 1988's effects at .05 two-sided and .80; the exact noncentral t, as in G*Power (Faul et al. 2007), says the same.
    expect([0.2, 0.5, 0.8].map((effect) => scenariosNeeded({ deviation: 1, effect }))).toEqual([199, 34, 15]);
  });

  test('how many more games would decide it', () => {
    // Deviation 1.017 (+-1 around .2, n - 1), at most 1.017 sqrt(29 / 17.71) = 1.302; (2.80159 x 1.302 / .2)^2 + 1.92 = 334.3.
    const differences = Array.from({ length: 30 }, (_, i) => 0.2 + (i % 2 === 0 ? 1 : -1));
    const needed = { scenarios: 335, moreScenarios: 305, moreGames: 1220 };
    expect(gamesToDecide(differences, { gamesPerScenario: 4, effect: 0.2 })).toEqual({ ...needed, effect: 0.2 });
    expect(gamesToDecide(differences, { gamesPerScenario: 4 })).toMatchObject(needed); // the observed one is the same
    expect(gamesToDecide(new Array(6).fill(0), { gamesPerScenario: 4 })).toBeUndefined();
  });

  test('two scenarios are never enough, and a table of many rows needs more', () => {
    const close = [0.5, 0.51, 0.5, 0.51, 0.5, 0.51];
    expect(gamesToDecide(close.slice(0, 5), { gamesPerScenario: 4 })).toBeUndefined();
    // Six can reach .05 alone (2 / 2^6), and not where Holm may ask for .05 / 10: there it takes nine (2 / 2^9 = .0039).
    expect(gamesToDecide(close, { gamesPerScenario: 4 })?.moreGames).toBe(0);
    expect(gamesToDecide(close, { gamesPerScenario: 4, family: 10 })?.moreScenarios).toBe(3);
    expect([0.05, 0.005, 0.0001].map(fewestScenarios)).toEqual([6, 9, 15]);
  });
});

describe('sequential stopping', () => {
  test('bounds of Lan and DeMets for five even looks: 4.877, 3.357, 2.680, 2.290, 2.031', () => {
    // Two-sided .05, O'Brien-Fleming-like spending: the standard example of gsDesign (sfLDOF, alpha = .025 a side).
    const bounds = spendingBounds([0.2, 0.4, 0.6, 0.8, 1]);
    for (const [i, bound] of [4.877, 3.357, 2.68, 2.29, 2.031].entries()) expect(bounds[i]).toBeCloseTo(bound, 3);
  });

  test('one look is the plain test, and all error is spent at the end', () => {
    expect(spendingBounds([1])[0]).toBeCloseTo(1.959964, 6);
    expect(alphaSpent(1, 0.05)).toBeCloseTo(0.05, 12);
    expect(alphaSpent(0, 0.05)).toBe(0);
    expect(() => spendingBounds([0.5, 0.4])).toThrow(/rising fractions/);
  });

  const looksAt = [10, 15, 20, 25, 30];
  const stops = (values: readonly number[]) =>
    looksAt.findIndex((count, i) => {
      const looks = looksAt.slice(0, i + 1);
      return sequentialLook(values.slice(0, count), { planned: 30, looks }).decision === 'different';
    });

  test('five looks at nothing: a false claim in at most 6.4 % of the experiments', () => {
    const experiments = repetitions(1000);
    const rng = createRng(11);
    let claims = 0;
    for (let k = 0; k < experiments; k++) {
      if (stops(Array.from({ length: 30 }, () => rng.normal(0, 1))) >= 0) claims++;
    }
    expect(claims).toBeLessThanOrEqual(mostSuccesses(experiments, 0.064));
  });

  test('a large difference stops early, and the plan ends undecided without one', () => {
    const rng = createRng(12);
    const large = Array.from({ length: 30 }, () => rng.normal(1.5, 1));
    expect(stops(large)).toBeLessThan(2);
    const none = Array.from({ length: 30 }, (_, i) => (i % 2 === 0 ? 1 : -1));
    expect(sequentialLook(none, { planned: 30, looks: looksAt }).decision).toBe('undecided');
    expect(sequentialLook(large.slice(0, 2), { planned: 30, looks: [2] }).decision).toBe('continue');
    expect(() => sequentialLook(large, { planned: 20, looks: [30] })).toThrow(/30 of 20 planned/);
  });
});
