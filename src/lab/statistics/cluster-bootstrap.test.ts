import { describe, expect, test } from 'vitest';
import { repetitions } from '../../../test/repetitions.ts';
import { createRng, type Rng } from '../../core/index.ts';
import { binomialQuantile } from './binomial.fixture.ts';
import { bootstrapDifference, bootstrapMean, bootstrapTest } from './cluster-bootstrap.ts';
import type { Observation } from './observations.ts';
import { clusterSums, ratioMean } from './observations.ts';
import { studentQuantile } from './student.ts';

const single = (values: readonly (number | undefined)[]): Observation[] =>
  values.map((value, i) => ({ cluster: `scenario-${i}`, value }));

test('mean and error of a linearised ratio, by hand', () => {
  // Clusters (1, 3), (2), (6): mean 12/4 = 3; residuals 4 - 6, 2 - 3, 6 - 3; error sqrt((4 + 1 + 9) 3/2) / 4 = sqrt(21) / 4.
  const observations = [1, 3, 2, 6].map((value, i) => ({ cluster: ['a', 'a', 'b', 'c'][i] as string, value }));
  const { sums, counts } = clusterSums(observations);
  const { mean, error } = ratioMean(sums, counts);
  expect(mean).toBe(3);
  expect(error).toBeCloseTo(Math.sqrt(21) / 4, 14);
});

test('a normal sample gets nearly the interval of Student', () => {
  const rng = createRng(1).split('sample');
  const observations = single(Array.from({ length: 40 }, () => rng.normal(10, 2)));
  const { mean, low, high, error } = bootstrapMean(observations);
  const student = studentQuantile(0.975, 39) * (error as number);
  expect((high - low) / 2 / student).toBeGreaterThan(0.95);
  expect((high - low) / 2 / student).toBeLessThan(1.05);
  expect(high - (mean as number)).toBeCloseTo((mean as number) - low, 12);
});

test('"does not apply" is counted and never averaged', () => {
  const estimate = bootstrapMean(single([0.2, undefined, 0.4, undefined, undefined, 0.6]));
  expect(estimate).toMatchObject({ games: 3, clusters: 3, doesNotApply: 3 });
  expect(estimate.mean).toBeCloseTo(0.4, 14);
});

test('the order of the games changes nothing', () => {
  const observations = single([3, 1, 4, 1, 5, 9, 2, 6]);
  const there = bootstrapMean(observations, { resamples: 500 });
  expect(bootstrapMean(observations.toReversed(), { resamples: 500 })).toEqual(there);
});

test('the p of an interval is at most .05 just where the 95 % interval leaves out 0', () => {
  const rng = createRng(9);
  let [out, held] = [0, 0];
  for (let k = 0; k < 400; k++) {
    // Student's interval, the bootstrap's for what is skewed, and that of a rate for two values.
    const draw = [() => rng.normal(0.6, 1), () => -Math.log(1 - rng.float()) - 0.4, () => (rng.float() < 0.8 ? 1 : -1)][
      k % 3
    ] as () => number;
    const values = Array.from({ length: 12 }, draw);
    const observations = values.map((value, i) => ({ cluster: `${k}-${i}`, value }));
    const { estimate, p } = bootstrapTest(observations, { resamples: 199 });
    if (estimate.verdict === 'alike') continue;
    const leavesOut = estimate.low > 0 || estimate.high < 0;
    expect((p as number) <= 0.05, `${p} and [${estimate.low}, ${estimate.high}]`).toBe(leavesOut);
    leavesOut ? out++ : held++;
  }
  expect(Math.min(out, held)).toBeGreaterThan(50);
});

test('30 deals in 30 scenarios leave room for an agreement rate of .884', () => {
  // Clopper and Pearson 1934 for 30 of 30: .025^(1/30) = .8843.
  const all = single(new Array(30).fill(1));
  const { mean, low, high } = bootstrapMean(all, { within: [0, 1] });
  expect([mean, high]).toEqual([1, 1]);
  expect(low).toBeCloseTo(0.8843, 4);
});

test('scenarios all alike bound nothing in a metric without bounds, and too few bound nothing at all', () => {
  const endless = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  const of = (values: readonly (number | undefined)[], within?: [number, number]) =>
    bootstrapMean(single(values), { within });
  expect(of(new Array(6).fill(7))).toMatchObject({ mean: 7, verdict: 'alike', ...endless });
  expect(of([undefined])).toMatchObject({ mean: undefined, verdict: 'no values', ...endless });
  // Two scenarios that happen to lie close to each other: .626 [.626, .627] would be no interval.
  expect(of([0.626, 0.627], [0, 1])).toMatchObject({ verdict: 'too few', clusters: 2, ...endless });
  expect(of([0.1, 0.5, 0.2, 0.9, 0.4])).toMatchObject({ verdict: 'too few', ...endless });
  expect(of([0.1, 0.5, 0.2, 0.9, 0.4, 0.7])).toMatchObject({ verdict: 'interval' });
});

test('28 of 30: the exact interval of a rate, .779 to .992', () => {
  // Clopper and Pearson 1934; R's binom.test(28, 30).
  const { low, high } = bootstrapMean(single([...new Array(28).fill(1), 0, 0]), { within: [0, 1] });
  expect(low).toBeCloseTo(0.7793, 4);
  expect(high).toBeCloseTo(0.9918, 4);
});

test('a value that is no number is refused', () => {
  expect(() => bootstrapMean(single([1, Number.NaN]))).toThrow(/NaN in scenario scenario-1/);
});

/**
 * Coverage from 6 to 60 scenarios, on what the lab meets: shares with failures as zero, games that resemble each other within a
 * scenario, unequal numbers of games, deals only, rates, turns, paired differences and a long tail. `discrete`: many scenarios share one value, so that the mean has few values and no interval covers just 95 %; these alone may cover more than 97.
 */
const worlds: Record<
  string,
  { truth: number; discrete?: true; within?: [number, number]; cluster: (rng: Rng) => number[] }
> = {
  'normal, four alike games': {
    truth: 0,
    cluster: (rng) => {
      const effect = rng.normal(0, 1);
      return Array.from({ length: 4 }, () => effect + rng.normal(0, 1));
    },
  },
  'shares, a quarter without a deal': {
    truth: 0.375,
    cluster: (rng) => {
      const effect = rng.uniform(0.2, 0.8);
      return Array.from({ length: 2 }, () => (rng.float() < 0.75 ? effect + rng.uniform(-0.2, 0.2) : 0));
    },
  },
  'deals only, half the games': {
    truth: 0.5,
    cluster: (rng) => {
      const effect = rng.float();
      return Array.from({ length: 4 }, () => effect + rng.uniform(-0.2, 0.2)).filter(() => rng.float() < 0.5);
    },
  },
  'one to eight games a scenario': {
    truth: 0.5,
    cluster: (rng) => {
      const effect = rng.normal(0.5, 0.2);
      return Array.from({ length: 1 + rng.integer(8) }, () => effect + rng.normal(0, 0.2));
    },
  },
  'differences around .05': {
    truth: 0.05,
    cluster: (rng) => [0.05 + rng.uniform(-0.3, 0.3) + rng.uniform(-0.3, 0.3)],
  },
  'a long tail': { truth: 1, cluster: (rng) => [-Math.log(1 - rng.float())] },
  'counts of turns': {
    truth: 6,
    cluster: (rng) => [2 + Array.from({ length: 8 }, () => Number(rng.float() < 0.5)).reduce((a, b) => a + b, 0)],
  },
  'agreement rate, four games': {
    truth: 0.7,
    discrete: true,
    cluster: (rng) => {
      const chance = rng.uniform(0.4, 1);
      return Array.from({ length: 4 }, () => Number(rng.float() < chance));
    },
  },
  'yes or no, once a scenario': {
    truth: 0.8,
    discrete: true,
    within: [0, 1],
    cluster: (rng) => [Number(rng.float() < 0.8)],
  },
  'yes or no, bounds not given': { truth: 0.8, discrete: true, cluster: (rng) => [Number(rng.float() < 0.8)] },
  'a share, two in five without a deal': {
    truth: 0.3,
    discrete: true,
    cluster: (rng) => [rng.float() < 0.6 ? rng.uniform(0.2, 0.8) : 0],
  },
  'differences, zero in 7 of 10 scenarios': {
    truth: 0.09,
    discrete: true,
    cluster: (rng) => [rng.float() < 0.3 ? rng.normal(0.3, 0.2) : 0],
  },
};

/** Full: a share from .93 to .97. A tenth: a count that a true coverage of .93 or of .97 may well give. */
function expectCoverage(covered: number, samples: number, discrete = false): void {
  const [low, high] = process.env.PARLEY_FULL
    ? [0.93 * samples - 2 * Math.sqrt(0.93 * 0.07 * samples), 0.97 * samples + 2 * Math.sqrt(0.03 * 0.97 * samples)]
    : [binomialQuantile(0.001, samples, 0.93), binomialQuantile(0.999, samples, 0.97)];
  expect(covered, `${covered} of ${samples}`).toBeGreaterThanOrEqual(low);
  expect(covered, `${covered} of ${samples}`).toBeLessThanOrEqual(discrete ? samples : high);
}

const sample = (cluster: (rng: Rng) => number[], size: number, rng: Rng, name: string) =>
  Array.from({ length: size }, (_, i) => cluster(rng).map((value) => ({ cluster: `${name}-${i}`, value }))).flat();

describe.each([6, 10, 20, 60])('intervals cover the truth in 93 to 97 % with %d scenarios', (size) => {
  const samples = repetitions(2000);
  test.each(Object.entries(worlds))('%s', (name, { truth, cluster, discrete, within }) => {
    const rng = createRng(30).split(name).split(size);
    let covered = 0;
    for (let k = 0; k < samples; k++) {
      const { low, high } = bootstrapMean(sample(cluster, size, rng, `s${k}`), { resamples: 399, within });
      covered += Number(low <= truth && truth <= high);
    }
    expectCoverage(covered, samples, discrete);
  });

  test('the difference of two unpaired samples', () => {
    const rng = createRng(31).split(size);
    const { cluster, truth } = worlds['shares, a quarter without a deal'] as (typeof worlds)[string];
    const other = worlds['one to eight games a scenario'] as (typeof worlds)[string];
    let covered = 0;
    for (let k = 0; k < samples; k++) {
      const [a, b] = [sample(cluster, size, rng, `a${k}`), sample(other.cluster, size, rng, `b${k}`)];
      const { low, high } = bootstrapDifference(a, b, { resamples: 399 });
      covered += Number(low <= truth - other.truth && truth - other.truth <= high);
    }
    expectCoverage(covered, samples);
  });
});

test('beyond 95 % an interval of few skewed scenarios widens by the ratio of Student, not by the floor of its resamples', () => {
  const values = [0.02, 0.03, 0.05, 0.05, 0.06, 0.08, 0.1, 0.9];
  const observed = values.map((value, i) => ({ cluster: `s${i}`, value }));
  const width = (confidence: number) => {
    const { low, high } = bootstrapMean(observed, { confidence });
    return high - low;
  };
  const best = 1 - 0.05 / 3;
  const ratio = studentQuantile((1 + best) / 2, 7) / studentQuantile(0.975, 7);
  expect(width(best) / width(0.95)).toBeCloseTo(ratio, 6);
});
