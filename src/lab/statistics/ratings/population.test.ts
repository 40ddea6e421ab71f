/** Ratings of a payoff matrix, each against a published or hand-calculated number. */
import { describe, expect, test } from 'vitest';
import { createRng } from '../../../core/index.ts';
import { alphaRank, alphaSweep, fixation } from './alpha-rank.ts';
import { exploitability } from './exploitability.ts';
import { maximise } from './linear-program.ts';
import { nashAverage } from './nash-averaging.ts';

const ROCK_PAPER_SCISSORS = [
  [0, -1, 1],
  [1, 0, -1],
  [-1, 1, 0],
];
const close = (found: readonly number[], expected: readonly number[], digits = 6) => {
  expect(found).toHaveLength(expected.length);
  for (const [i, value] of expected.entries()) expect(found[i]).toBeCloseTo(value, digits);
};

describe('linear program', () => {
  test('the textbook example: 36 at (2, 6)', () => {
    // Hillier and Lieberman, Wyndor Glass: max 3x + 5y, x <= 4, 2y <= 12, 3x + 2y <= 18.
    close(
      maximise(
        [3, 5],
        [
          [1, 0],
          [0, 2],
          [3, 2],
        ],
        [4, 12, 18],
      ),
      [2, 6],
    );
  });

  test("Beale's program, on which the plain rule cycles", () => {
    // Beale 1955: the optimum is x = (1/25, 0, 1, 0).
    const constraints = [
      [1 / 4, -60, -1 / 25, 9],
      [1 / 2, -90, -1 / 50, 3],
      [0, 0, 1, 0],
    ];
    close(maximise([3 / 4, -150, 1 / 50, -6], constraints, [0, 0, 1]), [1 / 25, 0, 1, 0]);
    expect(() => maximise([1], [[-1]], [1])).toThrow(/no bound/);
  });
});

describe('exploitability', () => {
  test('rock, paper, scissors by hand', () => {
    expect(exploitability(ROCK_PAPER_SCISSORS, [1, 0, 0])).toBe(1);
    expect(exploitability(ROCK_PAPER_SCISSORS, [1 / 3, 1 / 3, 1 / 3])).toBeCloseTo(0, 14);
    // Half rock, a quarter each: paper earns .5 - .25 = .25, the mixture itself 0.
    expect(exploitability(ROCK_PAPER_SCISSORS, [0.5, 0.25, 0.25])).toBeCloseTo(0.25, 14);
  });

  test('a mixture that is none, or a matrix with holes, is refused', () => {
    expect(() => exploitability(ROCK_PAPER_SCISSORS, [0.5, 0.5, 0.5])).toThrow(/add up to 1/);
    expect(() =>
      exploitability(
        [
          [0, Number.NaN],
          [0, 0],
        ],
        [1, 0],
      ),
    ).toThrow(/agent 0 against 1.*play that pair first/);
    expect(() => exploitability([[0, 1]], [1])).toThrow(/square/);
  });
});

describe('alpha-rank', () => {
  test('rock, paper, scissors: a third each, at any strength of selection', () => {
    for (const alpha of [0.01, 1, 100]) close(alphaRank(ROCK_PAPER_SCISSORS, { alpha }), [1 / 3, 1 / 3, 1 / 3]);
  });

  test('the commitment game of Han et al. 2013, as published with OpenSpiel', () => {
    const [r, t, p, s, delta, epsilon] = [1, 2, 0, -1, 4, 0.25];
    const payoffs = [
      [r - epsilon / 2, r - epsilon, 0, s + delta - epsilon, r - epsilon],
      [r, r, s, s, s],
      [0, t, p, p, p],
      [t - delta, t, p, p, p],
      [r, t, p, p, p],
    ];
    const shares = alphaRank(payoffs, { alpha: 0.1, population: 20 });
    close(shares, [0.40966787, 0.07959841, 0.20506998, 0.08505983, 0.2206039], 7);
  });

  test('the chance of taking over: neutral 1/m, and the closed form of a constant advantage', () => {
    expect(
      fixation(
        [
          [1, 1],
          [1, 1],
        ],
        0,
        1,
        5,
        20,
      ),
    ).toBeCloseTo(1 / 20, 12);
    // Rock against scissors, m = 20: f_r - f_s is 19/19 at every k up to the own kind, u = alpha m / (m - 1) M(r, s) (Omidshafiei et al. 2019).
    const u = (0.1 * 20) / 19;
    const closed = (1 - Math.exp(-u)) / (1 - Math.exp(-20 * u));
    expect(fixation(ROCK_PAPER_SCISSORS, 0, 2, 0.1, 20)).toBeCloseTo(closed, 12);
  });

  test('selection grows until the dominant agent has all: the prisoner defects', () => {
    const { shares, steps, settled } = alphaSweep([
      [3, 0],
      [5, 1],
    ]);
    expect(settled).toBe(true);
    close(shares, [0, 1]);
    expect(steps[0]?.shares[1]).toBeLessThan(0.6);
  });

  test('selection too strong for any invasion still gives shares', () => {
    const shares = alphaRank(
      [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
      { alpha: 1e6 },
    );
    close(shares, [1 / 3, 1 / 3, 1 / 3]);
  });
});

describe('Nash averaging', () => {
  test.each([0, 0.2, 0.4, 0.5])(
    'a cycle bent by a ladder, epsilon = %f (Balduzzi et al. 2018, section 3)',
    (epsilon) => {
      // C + epsilon T: ((1 + epsilon)/3, (1 - 2 epsilon)/3, (1 + epsilon)/3) up to a half, the first agent alone beyond.
      const { mixture, ratings } = nashAverage(bent(epsilon));
      close(mixture, [(1 + epsilon) / 3, (1 - 2 * epsilon) / 3, (1 + epsilon) / 3], 8);
      close(ratings, [0, 0, 0], 8);
    },
  );

  const bent = (e: number) => [
    [0, 1 + e, -1 + 2 * e],
    [-1 - e, 0, 1 + e],
    [1 - 2 * e, -1 - e, 0],
  ];

  test('beyond a half the first agent stands alone, and the others have lower ratings', () => {
    const { mixture, ratings } = nashAverage(bent(0.6));
    close(mixture, [1, 0, 0]);
    close(ratings, [0, -1.6, -0.2]);
  });

  test('a copy of an agent shares its weight and moves nobody (the same paper, the redundant agent C)', () => {
    const a = 4.6;
    const { mixture, ratings } = nashAverage([
      [0, a, -a, -a],
      [-a, 0, a, a],
      [a, -a, 0, 0],
      [a, -a, 0, 0],
    ]);
    close(mixture, [1 / 3, 1 / 3, 1 / 6, 1 / 6], 8);
    close(ratings, [0, 0, 0, 0], 8);
  });

  test('payoffs that do not add up to a constant are compared by who is ahead', () => {
    // A always earns .6 to B's .4, whatever both earn among themselves: A alone, and B is (.6 - .4) / 2 behind it.
    const { mixture, ratings } = nashAverage([
      [0.7, 0.6],
      [0.4, 0.2],
    ]);
    close(mixture, [1, 0]);
    close(ratings, [0, -0.1]);
  });

  test('payoffs as a tournament gives them, up to 24 agents: shares add up to 1, and nobody is ahead', () => {
    // Without ties, but with gaps of very different size: on some of these all shares used to come out as 0.
    const rng = createRng(3);
    for (let k = 0; k < 120; k++) {
      const skills = Array.from({ length: 3 + rng.integer(22) }, () => rng.float());
      const spread = [0.05, 0.001, 0.3][k % 3] as number;
      const { mixture, ratings } = nashAverage(
        skills.map((own) => skills.map((other) => 0.4 + 0.3 * (own - other) * (k % 3) + rng.normal(0, spread))),
      );
      expect(mixture.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
      expect(Math.max(...ratings)).toBeLessThan(1e-8);
    }
  });

  test('random games: nobody is ahead of the mixture, and no equilibrium has more entropy', () => {
    const rng = createRng(5);
    const entropy = (p: readonly number[]) => -p.reduce((sum, x) => sum + (x > 0 ? x * Math.log(x) : 0), 0);
    for (let k = 0; k < 40; k++) {
      const size = 2 + rng.integer(8);
      // Whole numbers make ties, and with them whole sets of equilibria.
      const half = Array.from({ length: size }, () => Array.from({ length: size }, () => rng.integer(3) - 1));
      const game = half.map((row, i) => row.map((_, j) => (i < j ? half[i]![j]! : i > j ? -half[j]![i]! : 0)));
      const { mixture, ratings } = nashAverage(game);
      expect(mixture.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 10);
      expect(Math.max(...ratings)).toBeLessThan(1e-7);
      // Any other equilibrium, found by a linear program with a random aim, has no more entropy.
      const aim = game.map(() => rng.float());
      const other = maximise(aim, [...game, game.map(() => 1)], [...game.map(() => 0), 1]);
      const total = other.reduce((sum, share) => sum + share, 0);
      expect(total).toBeCloseTo(1, 8);
      expect(entropy(other)).toBeLessThanOrEqual(entropy(mixture) + 1e-7);
      // And toward it the entropy falls at once: the sure sign of a maximum over a convex set.
      const toward = mixture.map((share, i) => 0.999 * share + 0.001 * other[i]!);
      expect(entropy(toward)).toBeLessThanOrEqual(entropy(mixture) + 1e-9);
    }
  });
});
