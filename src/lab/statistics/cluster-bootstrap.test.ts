import { describe, expect, test } from 'vitest';
import { repetitions } from '../../../test/repetitions.ts';
import { createRng, type Rng } from '../../core/index.ts';
import { binomialQuantile } from './binomial.fixture.ts';
import { bootstrapDifference, bootstrapMean } from './cluster-bootstrap.ts';
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
  const { mean, low, high, error } = bootstrapMean(observations, { rng: createRng(2) });
  const student = studentQuantile(0.975, 39) * (error as number);
  expect((high - low) / 2 / student).toBeGreaterThan(0.95);
  expect((high - low) / 2 / student).toBeLessThan(1.05);
  expect(high - (mean as number)).toBeCloseTo((mean as number) - low, 12);
});

test('"does not apply" is counted and never averaged', () => {
  const estimate = bootstrapMean(single([0.2, undefined, 0.4, undefined, undefined, 0.6]), { rng: createRng(3) });
  expect(estimate).toMatchObject({ games: 3, clusters: 3, doesNotApply: 3 });
  expect(estimate.mean).toBeCloseTo(0.4, 14);
});

test('the order of the games changes nothing', () => {
  const observations = single([3, 1, 4, 1, 5, 9, 2, 6]);
  const there = bootstrapMean(observations, { rng: createRng(4), resamples: 500 });
  expect(bootstrapMean(observations.toReversed(), { rng: createRng(4), resamples: 500 })).toEqual(there);
});

test('30 deals in 30 scenarios leave room for an agreement rate of .884', () => {
  // Clopper and Pearson 1934 for 30 of 30: .025^(1/30) = .8843.
  const all = single(new Array(30).fill(1));
  const { mean, low, high } = bootstrapMean(all, { rng: createRng(5), within: [0, 1] });
  expect([mean, high]).toEqual([1, 1]);
  expect(low).toBeCloseTo(0.8843, 4);
});

test('scenarios all alike, or one alone, bound nothing in a metric without bounds', () => {
  const endless = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  expect(bootstrapMean(single([7, 7, 7]), { rng: createRng(6) })).toMatchObject({ mean: 7, ...endless });
  expect(bootstrapMean(single([7]), { rng: createRng(6) })).toMatchObject({ mean: 7, ...endless });
  expect(bootstrapMean(single([undefined]), { rng: createRng(6) })).toMatchObject({ mean: undefined, ...endless });
});

test('a yes/no metric near its end gets an interval of finite width, cut at its bounds', () => {
  const rare = single([...new Array(28).fill(1), 0, 0]);
  const { low, high } = bootstrapMean(rare, { rng: createRng(7), within: [0, 1] });
  expect(high).toBe(1);
  expect(low).toBeGreaterThan(0.75);
  expect(low).toBeLessThan(0.87);
});

test('a value that is no number is refused', () => {
  expect(() => bootstrapMean(single([1, Number.NaN]), { rng: createRng(8) })).toThrow(/NaN in scenario scenario-1/);
});

/**
 * Coverage with 30 scenarios, on what the lab meets: shares with failures as zero, games that resemble each other within a
 * scenario, unequal numbers of games, deals only, yes/no rates, and a long right tail.
 */
const worlds: Record<string, { truth: number; cluster: (rng: Rng) => number[] }> = {
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
  'agreement rate, four games': {
    truth: 0.7,
    cluster: (rng) => {
      const chance = rng.uniform(0.4, 1);
      return Array.from({ length: 4 }, () => Number(rng.float() < chance));
    },
  },
  'counts of turns': {
    truth: 6,
    cluster: (rng) => [2 + Array.from({ length: 8 }, () => Number(rng.float() < 0.5)).reduce((a, b) => a + b, 0)],
  },
};

/** Full: 2,000 samples and a share from .93 to .97. A tenth: a count that a true coverage of .93 or of .97 may well give. */
function expectCoverage(covered: number, samples: number): void {
  const [low, high] = process.env.PARLEY_FULL
    ? [0.93 * samples, 0.97 * samples]
    : [binomialQuantile(0.001, samples, 0.93), binomialQuantile(0.999, samples, 0.97)];
  expect(covered, `${covered} of ${samples}`).toBeGreaterThanOrEqual(low);
  expect(covered, `${covered} of ${samples}`).toBeLessThanOrEqual(high);
}

const sample = (cluster: (rng: Rng) => number[], rng: Rng, name: string) =>
  Array.from({ length: 30 }, (_, i) => cluster(rng).map((value) => ({ cluster: `${name}-${i}`, value }))).flat();

describe('intervals cover the truth in 93 to 97 % with 30 scenarios', () => {
  const samples = repetitions(2000);
  test.each(Object.entries(worlds))('%s', (name, { truth, cluster }) => {
    const rng = createRng(30).split(name);
    let covered = 0;
    for (let k = 0; k < samples; k++) {
      const { low, high } = bootstrapMean(sample(cluster, rng, 's'), { rng, resamples: 999 });
      covered += Number(low <= truth && truth <= high);
    }
    expectCoverage(covered, samples);
  });

  test('the difference of two unpaired samples', () => {
    const rng = createRng(31);
    const { cluster, truth } = worlds['shares, a quarter without a deal'] as (typeof worlds)[string];
    const other = worlds['one to eight games a scenario'] as (typeof worlds)[string];
    let covered = 0;
    for (let k = 0; k < samples; k++) {
      const [a, b] = [sample(cluster, rng, 'a'), sample(other.cluster, rng, 'b')];
      const { low, high } = bootstrapDifference(a, b, { rng, resamples: 999 });
      covered += Number(low <= truth - other.truth && truth - other.truth <= high);
    }
    expectCoverage(covered, samples);
  });
});
