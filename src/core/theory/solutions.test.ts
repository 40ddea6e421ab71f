import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paretoFrontier, type UtilityVector } from './pareto.ts';
import {
  egalitarianSolution,
  kalaiSmorodinskySolution,
  nashProduct,
  nashSolution,
  utilitarianSolution,
} from './solutions.ts';

const concepts = {
  nashSolution,
  kalaiSmorodinskySolution,
  egalitarianSolution,
  utilitarianSolution,
};

/** '1 0 | 0 1' to [[1, 0], [0, 1]]. */
function points(text: string): UtilityVector[] {
  return text.split(' | ').map((point) => point.split(' ').map(Number));
}

/** A pie of 1 cut at every thousandth x: the first seat gets the utility first(x), the second seat second(x). */
function grid(first: (x: number) => number, second: (x: number) => number): UtilityVector[] {
  return Array.from({ length: 1001 }, (_, index) => [first(index / 1000), second(index / 1000)]);
}

describe("Nash's own example", () => {
  // Nash, "The Bargaining Problem", Econometrica 18 (1950), the trade of Bill and Jack: [worth to Bill, worth to Jack].
  const billsGoods = { book: [2, 4], whip: [2, 2], ball: [2, 1], bat: [2, 2], box: [4, 1] };
  const jacksGoods = { pen: [10, 1], toy: [4, 1], knife: [6, 2], hat: [2, 2] };
  const worths = [...Object.values(billsGoods), ...Object.values(jacksGoods)] as [number, number][];
  const disagreement = [12, 6]; // each keeps what he has
  const outcomes = Array.from({ length: 512 }, (_, mask) => {
    let bill = 0;
    let jack = 0;
    worths.forEach(([toBill, toJack], good) => {
      if ((mask >> good) % 2 === 1) bill += toBill;
      else jack += toJack;
    });
    return [bill, jack];
  });
  const gains = (index: number | undefined) => {
    const [bill, jack] = outcomes[index as number] as [number, number];
    return [bill - 12, jack - 6];
  };

  it('is solved as in the paper', () => {
    // "Bill gives Jack: book, whip, ball, bat. Jack gives Bill: pen, toy, knife": bits of box, pen, toy and knife.
    const solution = nashSolution(outcomes, disagreement);
    expect(solution).toBe(0b011110000);
    expect(gains(solution)).toEqual([12, 5]);
    expect(nashProduct([24, 11], disagreement)).toBe(60);
  });

  it('is solved by the other concepts as by hand', () => {
    // Rational frontier of gains: (0,8) (6,7) (8,6) (12,5) (14,4) (16,2) (18,0), ideal (18, 8).
    // Egalitarian: minimum 6 at (6,7) and (8,6), leximin takes (8,6). Kalai-Smorodinsky: minima of the shares are
    // 0 .333 .444 .625 .5 .25 0. Utilitarian: 18 at (14,4) (16,2) (18,0), leximin takes (14,4).
    expect(gains(egalitarianSolution(outcomes, disagreement))).toEqual([8, 6]);
    expect(gains(kalaiSmorodinskySolution(outcomes, disagreement))).toEqual([12, 5]);
    expect(gains(utilitarianSolution(outcomes, disagreement))).toEqual([14, 4]);
  });
});

describe('splitting a pie', () => {
  it('all agree on the midpoint of a price with linear utilities', () => {
    // By symmetry Nash = Kalai-Smorodinsky = egalitarian = midpoint. All sums tie: leximin decides them.
    const outcomes = grid(
      (x) => x,
      (x) => 1 - x,
    );
    for (const solve of Object.values(concepts)) expect(solve(outcomes, [0, 0])).toBe(500);
  });

  it('moves the midpoint with the disagreement point', () => {
    // By hand: of 1000 coins 200 and 100 are safe, the other 700 are halved, so the first seat gets 200 + 350.
    const outcomes = Array.from({ length: 1001 }, (_, coins) => [coins, 1000 - coins]);
    for (const solve of Object.values(concepts)) expect(solve(outcomes, [200, 100])).toBe(550);
  });

  it('favours the seat that fears risk less', () => {
    // By hand, seat 1 has utility sqrt: x sqrt(1 - x) peaks at 2/3; x = sqrt(1 - x) at (sqrt 5 - 1) / 2 = .6180;
    // x + sqrt(1 - x) peaks where sqrt(1 - x) = 1/2, at 3/4.
    const outcomes = grid(
      (x) => x,
      (x) => Math.sqrt(1 - x),
    );
    expect(nashSolution(outcomes, [0, 0])).toBe(667);
    expect(kalaiSmorodinskySolution(outcomes, [0, 0])).toBe(618);
    expect(egalitarianSolution(outcomes, [0, 0])).toBe(618);
    expect(utilitarianSolution(outcomes, [0, 0])).toBe(750);
  });

  it('tells apart who cares about units', () => {
    // By hand, seat 1 counts double: x = 2 (1 - x) at 2/3, where (.666, .668) beats (.667, .666) by leximin; the sum
    // 2 - x peaks at 0; in shares of the best gain the game is linear and the midpoint fair.
    const outcomes = grid(
      (x) => x,
      (x) => 2 * (1 - x),
    );
    expect(nashSolution(outcomes, [0, 0])).toBe(500);
    expect(kalaiSmorodinskySolution(outcomes, [0, 0])).toBe(500);
    expect(egalitarianSolution(outcomes, [0, 0])).toBe(666);
    expect(utilitarianSolution(outcomes, [0, 0])).toBe(0);
  });

  it('gives a seat its power as its share', () => {
    // By hand: x^w (1 - x)^(1 - w) peaks at x = w.
    const outcomes = grid(
      (x) => x,
      (x) => 1 - x,
    );
    expect(nashSolution(outcomes, [0, 0], [0.3, 0.7])).toBe(300);
    expect(nashSolution(outcomes, [0, 0], [3, 7])).toBe(300);
    expect(nashProduct([0.25, 0.5], [0, 0], [0.5, 2])).toBe(0.125); // sqrt(.25) * .5^2
  });
});

describe('ties and edges', () => {
  it('is undefined when nothing is individually rational', () => {
    for (const solve of Object.values(concepts)) {
      expect(solve(points('0 1 | 1 0'), [0.5, 0.5])).toBeUndefined();
      expect(solve([], [0, 0])).toBeUndefined();
    }
  });

  it('takes the disagreement point itself when there is nothing better', () => {
    for (const solve of Object.values(concepts)) expect(solve(points('9 0 | 1 1'), [1, 1])).toBe(1);
  });

  it('breaks a tied Nash product by the higher sum, then by the lower index', () => {
    expect(nashSolution(points('2 6 | 3 4 | 12 1 | 1 12'), [0, 0])).toBe(2); // all products are 12
    expect(nashSolution(points('0 1 | 0 3 | 2 0'), [0, 0])).toBe(1); // all products are 0
  });

  it('looks past the worst-off seat', () => {
    expect(egalitarianSolution(points('1 2 2 | 1 3 2 | 2 1 2'), [0, 0, 0])).toBe(1);
    expect(kalaiSmorodinskySolution(points('1 2 2 | 1 2 3 | 3 1 1'), [0, 0, 0])).toBe(1); // of the ideal (3,2,3)
    expect(egalitarianSolution(points('3 1 | 1 3'), [0, 0])).toBe(0);
  });

  it('ignores a seat that cannot gain', () => {
    expect(kalaiSmorodinskySolution(points('0 4 0 | 0 2 2 | 0 0 4'), [0, 0, 0])).toBe(1);
  });

  it('does not let two losses look like a gain', () => {
    expect(nashProduct([-1, -1], [0, 0])).toBe(0);
  });

  it('climbs to the better of two points that differ by less than the tie', () => {
    const outcomes = [1 - Number.EPSILON, 1].map((second) => [1, second]);
    for (const solve of Object.values(concepts)) expect(solve(outcomes, [0, 0])).toBe(1);
  });

  it('always lands on the frontier of the rational points', () => {
    const utility = fc.double({ min: -1, max: 1, noNaN: true });
    const games = fc
      .integer({ min: 1, max: 4 })
      .chain((seats) =>
        fc.array(fc.array(utility, { minLength: seats, maxLength: seats }), { minLength: 1, maxLength: 40 }),
      );
    fc.assert(
      fc.property(games, (outcomes) => {
        const disagreement = (outcomes[0] as UtilityVector).map((u) => u - 0.25);
        const rational = outcomes
          .map((point, index) => ({ point, index }))
          .filter(({ point }) => point.every((u, seat) => u >= (disagreement[seat] as number)));
        const frontier = paretoFrontier(rational.map(({ point }) => point)).map((row) => rational[row]?.index);
        for (const solve of Object.values(concepts)) expect(frontier).toContain(solve(outcomes, disagreement));
      }),
    );
  });

  it('refuses what is no bargaining problem', () => {
    expect(() => nashSolution([[1, 2, 3]], [0, 0])).toThrow('got a point of 3 seats, expected 2');
    expect(() => nashSolution([[1, Number.NaN]], [0, 0])).toThrow('got the utility NaN at index 0');
    expect(() => nashSolution([[1, 1]], [0, Number.NEGATIVE_INFINITY])).toThrow('got the disagreement point');
    expect(() => nashSolution([[1, 1]], [0, 0], [1, 0])).toThrow('got the weights (1, 0), expected positive');
    expect(() => nashSolution([[1, 1]], [0, 0], [1])).toThrow('got a weight list of 1 seats');
  });
});
