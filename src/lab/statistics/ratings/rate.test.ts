import { describe, expect, test } from 'vitest';
import { repetitions } from '../../../../test/repetitions.ts';
import { createRng, type Rng } from '../../../core/index.ts';
import { binomialQuantile } from '../binomial.fixture.ts';
import { alphaSweep } from './alpha-rank.ts';
import type { Match } from './match.ts';
import { scoreOf } from './match.ts';
import { type RatingFigure, rate, type ScenarioGrid } from './rate.ts';

/** Agents with set skills: the better one gets more of a zone that is shared out, with luck by scenario and by game. */
function played(skills: readonly number[], count: number, rng: Rng): ScenarioGrid[] {
  return Array.from({ length: count }, () => {
    const luck = skills.map(() => rng.normal(0, 0.05));
    const matches: Match[] = [];
    const [sums, counts] = [0, 1].map(() => skills.map(() => skills.map(() => 0))) as [number[][], number[][]];
    for (const [i, own] of skills.entries()) {
      for (const [j, other] of skills.entries()) {
        const share = 0.5 + (own + luck[i]! - other - luck[j]!) / 2 + rng.normal(0, 0.1);
        sums[i]![j]! += share;
        sums[j]![i]! += 1 - share;
        counts[i]![j]! += 1;
        counts[j]![i]! += 1;
        if (i !== j) matches.push({ first: `${i}`, second: `${j}`, score: scoreOf(share, 1 - share) });
      }
    }
    return { sums, counts, matches };
  });
}
const namesOf = (skills: readonly number[]) => skills.map((_, i) => `${i}`);
const covers = ({ low, high }: RatingFigure, truth: number) => low <= truth && truth <= high;

test('of two equals neither has all of alpha-rank, and their intervals say so', () => {
  const skills = [0.2, 0.2, 0];
  const scenarios = played(skills, 12, createRng(2));
  const total = (read: 'sums' | 'counts', i: number, j: number) =>
    scenarios.reduce((sum, scenario) => sum + scenario[read][i]![j]!, 0);
  const payoffs = skills.map((_, i) => skills.map((_, j) => total('sums', i, j) / total('counts', i, j)));
  // Selection alone decides for the one that was lucky.
  expect(Math.max(...alphaSweep(payoffs).shares)).toBeGreaterThan(0.999);
  const ratings = rate(namesOf(skills), scenarios, { rng: createRng(1) });
  for (const { alphaRank, nashShare } of ratings.slice(0, 2)) {
    expect(alphaRank.mean).toBeLessThan(0.95);
    expect(covers(alphaRank, 0.5)).toBe(true);
    expect(covers(nashShare, 0.5)).toBe(true);
  }
  const sum = (key: 'alphaRank' | 'nashShare') =>
    ratings.reduce((all, rating) => all + (rating[key].mean as number), 0);
  expect(sum('alphaRank')).toBeCloseTo(1, 9);
  expect(sum('nashShare')).toBeCloseTo(1, 9);
});

test('too few scenarios: a rating, and no interval', () => {
  const [rating] = rate(['0', '1', '2'], played([0.2, 0.1, 0], 5, createRng(3)), { rng: createRng(1) });
  expect(rating?.elo.mean).toBeGreaterThan(1500);
  expect(rating?.elo.low).toBe(Number.NEGATIVE_INFINITY);
  expect(rating?.alphaRank.mean).toBeUndefined();
});

describe('intervals of equal agents cover what is true of equals', () => {
  test.each([6, 20])('%d scenarios', (count) => {
    const samples = repetitions(300);
    const rng = createRng(7).split(count);
    const covered = { elo: 0, nash: 0, alphaRank: 0 };
    for (let k = 0; k < samples; k++) {
      const [rating] = rate(['0', '1', '2'], played([0, 0, 0], count, rng), { rng, resamples: 100 });
      covered.elo += Number(covers(rating!.elo, 1500));
      covered.nash += Number(covers(rating!.nash, 0));
      covered.alphaRank += Number(covers(rating!.alphaRank, 1 / 3));
    }
    for (const count of Object.values(covered))
      expect(count, JSON.stringify(covered)).toBeGreaterThanOrEqual(binomialQuantile(0.001, samples, 0.93));
  });
});
