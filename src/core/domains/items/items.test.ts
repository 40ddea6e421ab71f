import { describe, expect, it } from 'vitest';
import { runEpisode } from '../../episode.ts';
import { createRng } from '../../rng.ts';
import { paretoFrontier } from '../../theory/pareto.ts';
import type { Script } from '../../types.ts';
import { type ItemsScenario, type ItemsView, items, itemsReport, outcomesOf, utilityVectors, worth } from './items.ts';

/** A line of the Deal or No Deal corpus: books 2, hats 3, ball 1; a values them 2 2 0, b 0 1 7 (10 in all for each). */
const corpusLine: ItemsScenario = {
  domain: 'items',
  version: 1,
  id: 'line',
  public: {
    items: [
      { name: 'book', count: 2 },
      { name: 'hat', count: 3 },
      { name: 'ball', count: 1 },
    ],
    turnLimit: 20,
    opens: 'a',
    crossing: 'continue',
  },
  private: { a: { values: [2, 2, 0] }, b: { values: [0, 1, 7], reservation: 0.2 } },
};

const viewOf = (scenario: ItemsScenario, seat = 'a'): ItemsView => items.view(items.start(scenario), seat);
const offer = (a: readonly number[], b: readonly number[]) => ({ type: 'offer', split: { a, b } }) as const;

describe('scenarios', () => {
  it('are taken as they are, also after a trip through JSON', () => {
    expect(items.problem(corpusLine)).toBeUndefined();
    expect(items.problem(JSON.parse(JSON.stringify(corpusLine)))).toBeUndefined();
  });

  it('with a key that no rule knows are refused, wherever it stands', () => {
    const { public: facts, private: secrets } = corpusLine;
    for (const [what, scenario] of [
      ['a scenario', { ...corpusLine, note: 'x' }],
      ['the private part', { ...corpusLine, private: { ...secrets, c: {} } }],
      ['the public part', { ...corpusLine, public: { ...facts, secret: 1 } }],
      [
        'item type book',
        { ...corpusLine, public: { ...facts, items: facts.items.map((one) => ({ ...one, worth: 1 })) } },
      ],
      ['seat b', { ...corpusLine, private: { ...secrets, b: { ...secrets.b, plan: 'x' } } }],
    ] as const)
      expect(items.problem(scenario as never), what).toMatch(new RegExp(`^${what} .*nothing else, got`));
  });

  const [book, hat, ball] = corpusLine.public.items;
  it.each<[string, { items?: unknown; a?: unknown; b?: unknown }]>([
    ['needs a list of at least one item type', { items: [] }],
    ['needs a list of at least one item type', { items: 'books' }],
    ['an item type needs a name, got null', { items: [null, hat, ball] }],
    ['the count of hat must be a whole number from 1 to 100000, got 0', { items: [book, { ...hat, count: 0 }, ball] }],
    ['the count of hat must be a whole number from 1 to 100000, got 1.5', { items: [book, { ...hat, count: 1.5 }] }],
    ['every item type needs a name of its own', { items: [book, hat, book] }],
    ['seat a needs one value for each of the 3 item types, got a list of 2', { a: { values: [2, 2] } }],
    ['seat b needs one value for each of the 3 item types, got undefined', { b: {} }],
    ["seat b's values must be numbers of 0 or more, got -1", { b: { values: [-1, 1, 7] } }],
    ["seat b's values must be numbers of 0 or more, got NaN", { b: { values: [0, Number.NaN, 7] } }],
    ['everything together must be worth something to seat a, got a total of 0', { a: { values: [0, 0, 0] } }],
    ["seat b's reservation must be a share from 0 to 1, got 1.5", { b: { values: [0, 1, 7], reservation: 1.5 } }],
  ])('are refused: %s', (reason, { items: types = corpusLine.public.items, ...secrets }) => {
    const scenario = {
      ...corpusLine,
      public: { ...corpusLine.public, items: types },
      private: { ...corpusLine.private, ...secrets },
    };
    expect(items.problem(scenario)).toContain(reason);
  });
});

describe('offers', () => {
  it('are legal exactly when both sides together hold every item once', () => {
    const view = viewOf(corpusLine);
    const legal: string[] = [];
    // Every pair of bundles of 0 to 4 units of each type: 125 x 125 offers, of which 3 x 4 x 2 are splits.
    const bundles = Array.from({ length: 125 }, (_, n) => [n % 5, Math.floor(n / 5) % 5, Math.floor(n / 25)]);
    for (const a of bundles) {
      for (const b of bundles) {
        const reason = items.check(view, offer(a, b));
        const whole = [2, 3, 1].every((count, i) => a[i]! + b[i]! === count);
        expect(reason === undefined).toBe(whole);
        if (whole) legal.push(String([a, b]));
        else expect(reason).toMatch(/^a split shares out all of (book|hat|ball), \d in number, got \d$/);
      }
    }
    expect(legal.sort()).toEqual(
      outcomesOf(corpusLine)
        .map(({ a, b }) => String([a, b]))
        .sort(),
    );
    expect(legal).toHaveLength(24);
  });

  it.each<[string, unknown]>([
    ['an offer needs a split with a and b, got undefined', { type: 'offer' }],
    ['an offer needs a split with a and b, got "all"', { type: 'offer', split: 'all' }],
    ['seats a and b only, got "c"', { type: 'offer', split: { a: [2, 3, 1], b: [0, 0, 0], c: [] } }],
    ['gives seat b one number for each of the 3 item types, got undefined', { type: 'offer', split: { a: [2, 3, 1] } }],
    ['gives seat a one number for each of the 3 item types, got a list of 2', offer([2, 3], [0, 0, 1])],
    ["seat a's number of hat must be a whole number of 0 or more, got 1.5", offer([2, 1.5, 1], [0, 1.5, 0])],
    ["seat b's number of hat must be a whole number of 0 or more, got -1", offer([2, 4, 1], [0, -1, 0])],
    ['seat a\'s number of book must be a whole number of 0 or more, got "2"', offer(['2', 3, 1] as never, [0, 0, 0])],
  ])('are refused: %s', (reason, act) => {
    expect(items.check(viewOf(corpusLine), act)).toContain(reason);
  });

  it('cross when they give the other side at least what it asks of every type', () => {
    const closing = { ...corpusLine, public: { ...corpusLine.public, crossing: 'close' as const } };
    const play = (scenario: ItemsScenario, reply: ReturnType<typeof offer>) => {
      let state = items.start(scenario);
      state = items.apply(state, [{ turn: 1, seat: 'a', act: offer([2, 1, 0], [0, 2, 1]) }]);
      return items.outcome(items.apply(state, [{ turn: 2, seat: 'b', act: reply }]));
    };
    // b gives a one hat more than a asked for: closed at the offer that stood first.
    expect(play(closing, offer([2, 2, 0], [0, 1, 1]))).toEqual({
      kind: 'agreement',
      turn: 2,
      by: 'b',
      deal: { split: { a: [2, 1, 0], b: [0, 2, 1] } },
    });
    // Three hats do not make up for a missing book: nobody but a knows that they would.
    expect(play(closing, offer([1, 3, 0], [1, 0, 1]))).toBeUndefined();
    expect(play(corpusLine, offer([2, 2, 0], [0, 1, 1]))).toBeUndefined();
  });
});

describe('worth and utility', () => {
  it('is own value / own maximum, and 0 without a deal whatever the reservation', () => {
    const deal = { split: { a: [2, 1, 0], b: [0, 2, 1] } };
    const agreed = { kind: 'agreement', turn: 2, by: 'b', deal } as const;
    expect(items.utility(corpusLine, 'a', agreed)).toBe(0.6);
    expect(items.utility(corpusLine, 'b', agreed)).toBe(0.9);
    expect(items.utility(corpusLine, 'b', { kind: 'no-deal', turn: 20 })).toBe(0);
    expect(items.utility(corpusLine, 'b', { kind: 'walked', turn: 3, by: 'a' })).toBe(0);
  });

  it('gives bundles of the same worth the same number', () => {
    expect(0.1 + 0.2).not.toBe(0.3);
    expect(worth([0.1, 0.2, 0.3], [1, 1, 0])).toBe(worth([0.1, 0.2, 0.3], [0, 0, 1]));
  });
});

describe('outcomesOf', () => {
  it('lists the splits by the number of units that a gets, earlier types first', () => {
    const types = ['A', 'B', 'C'].map((name) => ({ name, count: 1 }));
    // The order of the Janus lab (combinations of 0, 1, 2, 3 items for agent 1): none, A, B, C, AB, AC, BC, ABC.
    expect(outcomesOf({ public: { items: types } }).map(({ a }) => a.join(''))).toEqual([
      '000',
      '100',
      '010',
      '001',
      '110',
      '101',
      '011',
      '111',
    ]);
  });

  it('refuses to list more than a million splits', () => {
    const types = Array.from({ length: 20 }, (_, i) => ({ name: `item ${i}`, count: 1 }));
    expect(() => outcomesOf({ public: { items: types } })).toThrow(
      'got items that can be split in 1048576 ways, expected at most 1000000',
    );
  });
});

describe('the Pareto set of the corpus line', () => {
  // By hand: books are worth nothing to b and the ball nothing to a, so books go to a and the ball to b. Hats are worth
  // 2 to a and 1 to b: with k hats a has 4 + 2k and b 10 - k, so k = 0 to 3 are all optimal: (4, 10) (6, 9) (8, 8) (10, 7).
  it('is found from the utility vectors', () => {
    const outcomes = outcomesOf(corpusLine);
    const vectors = utilityVectors(corpusLine);
    const frontier = paretoFrontier(vectors);
    expect(frontier.map((i) => outcomes[i]!.a)).toEqual([
      [2, 0, 0],
      [2, 1, 0],
      [2, 2, 0],
      [2, 3, 0],
    ]);
    expect(frontier.map((i) => vectors[i])).toEqual([
      [0.4, 1],
      [0.6, 0.9],
      [0.8, 0.8],
      [1, 0.7],
    ]);
  });

  it('is what the report measures a deal against', () => {
    // (6, 8): (6, 9) and (8, 8) dominate it. Most welfare: 4 + 6 + 7 = 17. b's bundle is worth 2 + 2 = 4 to a, and a's
    // bundle 2 to b: nobody would swap.
    expect(itemsReport(corpusLine, { split: { a: [1, 2, 0], b: [1, 1, 1] } })).toEqual({
      values: { a: 6, b: 8 },
      welfare: 14,
      welfareEfficiency: 14 / 17,
      paretoOptimal: false,
      paretoAllocations: 4,
      uniqueParetoAllocations: 4,
      improvements: [
        { split: { a: [2, 1, 0], b: [0, 2, 1] }, values: { a: 6, b: 9 } },
        { split: { a: [2, 2, 0], b: [0, 1, 1] }, values: { a: 8, b: 8 } },
      ],
      envy: { a: -2, b: -6 },
    });
    const best = itemsReport(corpusLine, { split: { a: [2, 3, 0], b: [0, 0, 1] } });
    expect(best).toMatchObject({
      welfareEfficiency: 1,
      paretoOptimal: true,
      improvements: [],
      envy: { a: -10, b: -4 },
    });
  });

  it('counts allocations of the same values once among the unique ones, and shows envy', () => {
    // Two items worth 0.1 + 0.2 and 0.3 to both, so nothing can be gained: all 8 splits are optimal. a's values are
    // 0, .1, .2, .3 (twice), .4, .5, .6, and b has the rest: 7 pairs.
    const same = { values: [0.1, 0.2, 0.3] };
    const scenario: ItemsScenario = {
      ...corpusLine,
      public: { ...corpusLine.public, items: ['A', 'B', 'C'].map((name) => ({ name, count: 1 })) },
      private: { a: same, b: same },
    };
    const report = itemsReport(scenario, { split: { a: [1, 0, 0], b: [0, 1, 1] } });
    expect(report.paretoAllocations).toBe(8);
    expect(report.uniqueParetoAllocations).toBe(7);
    expect(report.welfareEfficiency).toBe(1);
    expect(report.envy).toEqual({ a: 0.4, b: -0.4 });
  });
});

describe('random play', () => {
  it('is legal, ends, pays 0 to 1 and survives JSON', () => {
    const random: Script = { name: 'random', act: (view, { rng }) => items.randomAct(view as ItemsView, rng) };
    const kinds = new Set<string>();
    for (let seed = 0; seed < 300; seed++) {
      const play = runEpisode({
        domain: items,
        scenario: corpusLine,
        agents: { a: random, b: random },
        rng: createRng(seed),
      });
      expect(play.events.every(({ type }) => type === 'action-taken')).toBe(true);
      expect(play.events.length).toBeLessThanOrEqual(20);
      expect(JSON.parse(JSON.stringify(play))).toEqual(play);
      const { result } = play;
      kinds.add(result.kind);
      if (result.kind === 'failed') throw new Error(result.reason);
      for (const utility of Object.values(result.utility)) {
        expect(utility).toBeGreaterThanOrEqual(0);
        expect(utility).toBeLessThanOrEqual(1);
      }
    }
    expect([...kinds].sort()).toEqual(['agreement', 'no-deal', 'walked']);
  });
});
