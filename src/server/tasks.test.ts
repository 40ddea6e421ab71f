/** Every task of the list: its scenarios are legal, its splits apart, and no play of any seat leaves its declared range. */
import { expect, test } from 'vitest';
import {
  type MindgamesScenario,
  type Outcome,
  type PriceScenario,
  type Scenario,
  houseTasks as tasks,
} from '../core/index.ts';
import { countEntries, entryAt, opponentsOf, seedOf, splits } from './tasks.ts';

const SEEDS = 400;

for (const task of tasks) {
  test(`${task.name}: scenarios are legal and utilities stay in the declared range`, () => {
    const { low, high } = task.reward!;
    for (let seed = 0; seed < SEEDS; seed++) {
      const { scenario } = task.scenario(seed, {});
      expect(task.domain.problem(scenario)).toBeUndefined();
      for (const seat of task.domain.seats(scenario)) {
        for (const outcome of endsOf(scenario, seat)) {
          const utility = task.domain.utility(scenario, seat, outcome);
          expect(utility, `${seat} at ${JSON.stringify(outcome)}, seed ${seed}`).toBeGreaterThanOrEqual(low);
          expect(utility, `${seat} at ${JSON.stringify(outcome)}, seed ${seed}`).toBeLessThanOrEqual(high);
        }
      }
    }
  });
}

/** The conclusions that a game without a deal can come to. */
const conclusions: Readonly<Record<string, (scenario: Scenario) => readonly unknown[]>> = {
  ptom: () => (['A', 'B', 'none'] as const).map((chosen) => ({ chosen, recommended: 'A' })),
  mindgames: (scenario) => (scenario as MindgamesScenario).public.proposals.map((choice) => ({ choice })),
  trace: () => [0, 100].flatMap((belief) => [0, 100].map((held) => ({ belief, held }))),
};

function endsOf(scenario: Scenario, seat: string): Outcome[] {
  const concluded = conclusions[scenario.domain]?.(scenario);
  if (concluded) return concluded.map((conclusion) => ({ kind: 'concluded', turn: 1, conclusion }));
  return extremes(scenario).map((deal) => ({ kind: 'agreement', turn: 1, by: seat, deal }));
}

/** A price's utility is a straight line, so the ends of the public range are the worst and the best; of items, all and nothing. */
function extremes(scenario: Scenario): object[] {
  if (scenario.domain === 'price') {
    const { low, high } = (scenario as PriceScenario).public.range;
    return [{ price: low }, { price: high }];
  }
  if (scenario.domain === 'arena') {
    const { range, buyers } = scenario.public as { range: { low: number; high: number }; buyers: string[] };
    return buyers.flatMap((buyer) => [
      { price: range.low, buyer },
      { price: range.high, buyer },
    ]);
  }
  const counts = (scenario.public as { items: { count: number }[] }).items.map(({ count }) => count);
  const none = counts.map(() => 0);
  return [{ split: { a: counts, b: none } }, { split: { a: none, b: counts } }];
}

test('no seed is in two splits, and an index counts through the tasks first', () => {
  const ranges = Object.values(splits).map(({ from, count }) => [from, from + count] as const);
  for (const [i, [from, to]] of ranges.entries())
    for (const [other, end] of ranges.slice(i + 1)) expect(to <= other || end <= from).toBe(true);
  expect(entryAt('test', 0)).toEqual({ task: tasks[0]!.name, split: 'test', index: 0 });
  expect(entryAt('test', tasks.length)).toEqual({ task: tasks[0]!.name, split: 'test', index: 1 });
  expect(entryAt('test', countEntries('test') - 1)).toEqual({
    task: tasks.at(-1)!.name,
    split: 'test',
    index: splits.test.count - 1,
  });
  expect(seedOf('test', 3)).toBe(3_000_003);
});

test('a list of tasks names nobody where rules of one\u2019s own throw, and goes on', () => {
  const broken = {
    ...tasks[0]!,
    scenario() {
      throw new Error('a sampler of one\u2019s own');
    },
  };
  expect(opponentsOf(broken)).toEqual({});
});
