import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDominated, paretoDistance, paretoFrontier, type UtilityVector } from './pareto.ts';

/** '1 0 | 0 1' to [[1, 0], [0, 1]]. */
function points(text: string): UtilityVector[] {
  return text.split(' | ').map((point) => point.split(' ').map(Number));
}

function naiveFrontier(all: readonly UtilityVector[]): number[] {
  return [...all.keys()].filter((index) => !all.some((by) => isDominated(all[index] as UtilityVector, by)));
}

describe('isDominated', () => {
  it('needs one seat better and none worse', () => {
    expect(isDominated([1, 1], [1, 2])).toBe(true);
    expect(isDominated([1, 1], [1, 1])).toBe(false);
    expect(isDominated([1, 1], [0, 9])).toBe(false);
  });

  it('refuses points of different games', () => {
    expect(() => isDominated([1], [1, 2])).toThrow('got points of 1 and 2 seats');
  });
});

describe('paretoFrontier', () => {
  it('finds the trades of Bill and Jack that leave nothing on the table', () => {
    // Gains (Bill, Jack) of the nine barters in the table made from the example of Nash, "The Bargaining Problem",
    // Econometrica 18 (1950); (14, 3) and (16, 1) lose to their neighbours.
    const barters = points('0 8 | 6 7 | 8 6 | 12 5 | 14 4 | 14 3 | 16 2 | 16 1 | 18 0');
    expect(paretoFrontier(barters)).toEqual([0, 1, 2, 3, 4, 6, 8]);
  });

  it('keeps every copy of a non-dominated point and no copy of a dominated one', () => {
    expect(paretoFrontier(points('1 0 | 0 1 | 1 0 | 0 0 | 0 0 | 0 1'))).toEqual([0, 1, 2, 5]);
    expect(paretoFrontier(points('1 0 0 | 0 1 0 | 1 0 0 | 0 0 0'))).toEqual([0, 1, 2]);
  });

  it('drops a point that ties on one seat and loses on the other', () => {
    expect(paretoFrontier(points('1 1 | 1 2 | 2 1 | 2 0'))).toEqual([1, 2]);
  });

  it('takes any number of seats and points', () => {
    expect(paretoFrontier([])).toEqual([]);
    expect(paretoFrontier([[3], [5], [5], [4]])).toEqual([1, 2]);
    // Every split of a pie among three is efficient: 10 units make C(12, 2) = 66 splits.
    const splits = [];
    for (let a = 0; a <= 10; a++) for (let b = 0; a + b <= 10; b++) splits.push([a, b, 10 - a - b]);
    expect(paretoFrontier(splits)).toHaveLength(66);
  });

  it('agrees with the definition on small numbers, where ties abound', () => {
    const games = fc
      .integer({ min: 1, max: 5 })
      .chain((seats) =>
        fc.array(fc.array(fc.integer({ min: 0, max: 4 }), { minLength: seats, maxLength: seats }), { maxLength: 120 }),
      );
    fc.assert(
      fc.property(games, (game) => {
        expect(paretoFrontier(game)).toEqual(naiveFrontier(game));
      }),
    );
  });

  it('agrees with the definition where almost nothing is dominated', () => {
    // Nearly constant sums defeat the shortcuts and send three and four seats through every branch of the recursion.
    const point = (seats: number) =>
      fc
        .array(fc.integer({ min: 0, max: 30 }), { minLength: seats - 1, maxLength: seats - 1 })
        .chain((others) =>
          fc.integer({ min: 0, max: 1 }).map((slack) => [...others, 100 - slack - others.reduce((a, b) => a + b, 0)]),
        );
    const games = fc
      .integer({ min: 2, max: 4 })
      .chain((seats) => fc.array(point(seats), { minLength: 80, maxLength: 200 }));
    fc.assert(
      fc.property(games, (game) => {
        expect(paretoFrontier(game)).toEqual(naiveFrontier(game));
      }),
      { numRuns: 60 },
    );
  });

  it('refuses NaN and ragged lists', () => {
    expect(() =>
      paretoFrontier([
        [1, 1],
        [Number.NaN, 2],
      ]),
    ).toThrow('got (NaN, 2) at index 1');
    expect(() => paretoFrontier([[1, 1], [1]])).toThrow('got a point of 1 seats at index 1, expected 2');
  });
});

describe('paretoDistance', () => {
  it('is the Euclidean distance to the nearest point', () => {
    // By hand: 3-4-5 triangle to (4, 6), farther to (20, 1).
    expect(paretoDistance([1, 2], points('20 1 | 4 6'))).toBe(5);
    expect(paretoDistance([4, 6], points('20 1 | 4 6'))).toBe(0);
  });

  it('refuses an empty frontier', () => {
    expect(() => paretoDistance([1, 2], [])).toThrow('got an empty frontier');
  });
});
