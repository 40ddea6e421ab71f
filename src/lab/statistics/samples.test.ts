/** Pairing, role swap, both ways of counting a gain, mixed fingerprints, and the bazaar's own intervals. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createRng } from '../../core/index.ts';
import { comparePaired, decide } from './compare.ts';
import { refuseMixedFingerprints } from './fingerprints.ts';
import { gains } from './gains.ts';
import { bothMeasured, pairByCluster } from './paired.ts';
import { percentileIntervals } from './percentile-bootstrap.ts';
import { signFlipTest } from './permutation.ts';

const at = (cluster: string, value: number | undefined) => ({ cluster, value });

test('pairs by scenario, and counts the scenarios only one side has', () => {
  const a = [at('x', 0.4), at('x', 0.6), at('y', 0.3), at('z', undefined)];
  const b = [at('x', 0.1), at('y', 0.5), at('z', 0.9), at('w', 0.2)];
  const { differences, unpaired } = pairByCluster(a, b);
  // x: (.4 + .6)/2 - .1; y: .3 - .5; z and w have a value on one side only.
  expect(differences.map(({ cluster }) => cluster)).toEqual(['x', 'y']);
  expect(differences[0]?.value).toBeCloseTo(0.4, 14);
  expect(differences[1]?.value).toBeCloseTo(-0.2, 14);
  expect(unpaired).toBe(2);
});

test('a gain told both ways: no deal as zero, deals only, failures apart', () => {
  const games = [
    { cluster: 'a', kind: 'agreement', utility: 0.8 },
    { cluster: 'b', kind: 'no-deal', utility: 0 },
    { cluster: 'c', kind: 'walked', utility: 0 },
    { cluster: 'd', kind: 'agreement', utility: 0.4 },
    { cluster: 'e', kind: 'failed', utility: undefined },
  ] as const;
  // (.8 + 0 + 0 + .4)/4 = .3 and (.8 + .4)/2 = .6.
  const told = gains(games, { resamples: 200 });
  expect(told).toMatchObject({ games: 5, deals: 2, failed: 1 });
  expect(told.noDealAsZero.mean).toBeCloseTo(0.3, 14);
  expect(told.noDealAsZero).toMatchObject({ games: 4, doesNotApply: 1 });
  expect(told.agreementOnly.mean).toBeCloseTo(0.6, 14);
  expect(told.agreementOnly).toMatchObject({ games: 2, doesNotApply: 3 });
});

test('two fingerprints under one name are refused, one fingerprint under two names is not', () => {
  const row = (name: string, fingerprint: string) => ({ name, fingerprint });
  expect(() => refuseMixedFingerprints([row('fair', 'a1'), row('fair', 'a1'), row('fair again', 'a1')])).not.toThrow();
  expect(() => refuseMixedFingerprints([row('fair', 'a1'), row('tough', 'b2'), row('fair', 'c3')])).toThrow(
    'got two fingerprints of fair in one table (a1 and c3), expected one: give the two versions different names, or play the older games again',
  );
});

test('a comparison says difference, p, equivalence and what would decide it', () => {
  const rng = createRng(2);
  const a = Array.from({ length: 30 }, (_, i) => at(`s${i}`, 0.5 + rng.normal(0, 0.1)));
  const b = a.map(({ cluster, value }) => at(cluster, (value as number) + rng.normal(0, 0.02)));
  const same = comparePaired(a, b, { margin: 0.05 });
  expect(same.p).toBeGreaterThan(0.05);
  expect(same.equivalence?.equivalent).toBe(true);
  expect(decide([same])[0]).toMatchObject({ verdict: 'same', toDecide: undefined });
  const lower = b.map(({ cluster, value }) => at(cluster, (value as number) - 0.2));
  const apart = comparePaired(a, lower, { margin: 0.05 });
  expect(apart.difference.mean).toBeCloseTo((same.difference.mean as number) + 0.2, 12);
  expect(apart.difference.low).toBeGreaterThan(0.15);
  expect(apart.p).toBeLessThan(0.001);
  expect(apart.equivalence?.equivalent).toBe(false);
});

test('no difference is claimed beside an interval that holds 0', () => {
  // A long tail: every scenario is on one side or near zero, so the signs alone would be sure (p .03), and the mean is not.
  const values = [8, 0.1, 0.1, 0.1, 0.1, 0.1];
  const zero = values.map((_, i) => at(`s${i}`, 0));
  const tail = comparePaired(
    values.map((value, i) => at(`s${i}`, value)),
    zero,
  );
  expect(signFlipTest(values, { rng: createRng(4) }).p).toBeLessThan(0.05);
  expect(tail.difference.low).toBeLessThan(0);
  expect(tail.p).toBeGreaterThan(0.05);
  expect(decide([tail])[0]?.verdict).toBe('undecided');
  // The same lead in every scenario has no interval, and the signs decide.
  const steady = comparePaired(
    zero.map(({ cluster }) => at(cluster, 0.5)),
    zero,
  );
  expect(decide([steady])[0]?.verdict).toBe('first');
});

/** The published scoring: mean share [low, high] of the deals, 1,000 resamples; BazaarBATNA's ladder. */
const published = {
  'results_baseline_llama3.2_3b.jsonl': {
    all: [0.4706, 0.4168, 0.5255],
    amazon_realistic: [0.2341, 0.2061, 0.2628],
    read_the_tells: [0.4736, 0.4462, 0.5088],
    career_10: [0.705, 0.695, 0.715],
  },
  'results_ollama_bestdealbot.jsonl': {
    all: [0.7675, 0.7034, 0.8289],
    amazon_realistic: [0.9132, 0.8843, 0.9397],
    read_the_tells: [0.4176, 0.4053, 0.4341],
    career_10: [0.9717, 0.958, 0.9786],
  },
  'results_rule_based.jsonl': {
    all: [0.6207, 0.5581, 0.6874],
    amazon_realistic: [0.4165, 0.3756, 0.4637],
    career_10: [0.8045, 0.7922, 0.8167],
  },
} as const;
const folder = join(import.meta.dirname, '../../../../shared/data/bazaar');

describe.skipIf(!existsSync(folder))("the bazaar's intervals (skipped without ../shared/data/bazaar)", () => {
  for (const [file, tasks] of Object.entries(published)) {
    test.each(Object.entries(tasks))(`${file} %s`, (task, [mean, low, high]) => {
      const rows = readFileSync(join(folder, file), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      const shares = rows
        .filter((row) => (task === 'all' || row.task === task) && row.deal_outcome === 'deal')
        .map((row): number => (row.buyer_budget - row.agreed_price) / (row.buyer_budget - row.seller_cost));
      const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
      const found = percentileIntervals(shares, (drawn) => ({ share: meanOf(drawn) }), {
        rng: createRng(42),
        plain: true,
      }).share;
      expect(meanOf(shares)).toBeCloseTo(mean, 4);
      expect(Math.abs((found?.low as number) - low)).toBeLessThan(0.01);
      expect(Math.abs((found?.high as number) - high)).toBeLessThan(0.01);
    });
  }
});

test('a pair counts where both halves have a value, whatever the measure', () => {
  const side = (values: (number | undefined)[]) => values.map((value, i) => ({ cluster: `s${i >> 1}`, value }));
  const [a, b] = [side([1, 0.2, undefined, 0.2]), side([1, undefined, 1, 0.2])];
  const both = bothMeasured(a, b);
  expect(both).toEqual({ a: [a[0], a[3]], b: [b[0], b[3]], leftOut: 2 });
  expect(pairByCluster(both.a, both.b).differences.map(({ value }) => value)).toEqual([0, 0]);
});
