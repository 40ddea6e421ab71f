import { expect, test } from 'vitest';
import { type PairRating, ratersTable } from './raters.ts';

const all = (value: number) => ({ realism: value, skill: value, satisfaction: value });
const rating = (pair: number, rater: string, people: number, agent: number, agents = 'scripts'): PairRating => ({
  pair: `p${pair}`,
  rater,
  agents,
  matched: agents === 'scripts' ? 'item' : 'none',
  ofPeople: all(people),
  ofAgents: all(agent),
});

test('a pair counts once, however many have rated it', () => {
  // Pair 1: people 5, 4, 3 (mean 4), agents 2. Pair 2: people 2, agents 4. So people (4 + 2) / 2, agents (2 + 4) / 2.
  const table = ratersTable([
    rating(1, 'x', 5, 2),
    rating(1, 'y', 4, 2),
    rating(1, 'z', 3, 2),
    rating(2, 'x', 2, 4, 'models'),
  ]);
  expect(table).toMatchObject({ pairs: 2, raters: 3, ratings: 4, matched: { item: 1, category: 0, none: 1 } });
  expect(table.qualities[0]).toMatchObject({
    quality: 'realism',
    people: { mean: 3, low: null, high: null },
    agents: { mean: 3 },
    difference: { mean: 0 },
    agreement: { dialogues: 2 },
  });
  expect(table.agents).toMatchObject([
    { agents: 'scripts', pairs: 1, ratings: 3, difference: { skill: { mean: -2 } } },
    { agents: 'models', pairs: 1, ratings: 1, difference: { skill: { mean: 2 } } },
  ]);
});

test('six pairs have an interval, and raters who say the same agree', () => {
  const ratings = [1, 2, 3, 4, 5, 5].flatMap((value, i) =>
    ['x', 'y'].map((rater) => rating(i, rater, value, 6 - value)),
  );
  const [realism] = ratersTable(ratings).qualities;
  expect(realism?.people.mean).toBeCloseTo(20 / 6);
  expect(realism?.people.low).toBeLessThan(20 / 6);
  expect(realism?.people.high).toBeLessThanOrEqual(5);
  expect(realism?.agreement).toMatchObject({ mean: 1, dialogues: 12 });
});

test('nobody has rated anything', () => {
  expect(ratersTable([])).toMatchObject({ pairs: 0, raters: 0, ratings: 0, agents: [] });
  expect(ratersTable([]).qualities[0]?.people).toEqual({ mean: null, low: null, high: null });
});
