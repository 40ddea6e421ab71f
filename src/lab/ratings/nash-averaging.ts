/**
 * Nash averaging (Balduzzi et al. 2018): each agent is rated by its payoff against the maximum-entropy Nash equilibrium of the
 * game "be ahead of your opponent". Adding copies of an agent, or easy victims, moves nobody's rating.
 *
 * The game is antisymmetric, A = M - M^T: it rates who comes out ahead, not who earns most together. The equilibria are a
 * polytope; a linear program finds which agents any of them uses (strict complementarity, Goldman and Tucker 1956), and
 * Newton's method on the dual finds the one of highest entropy, p_i proportional to e^((A lambda)_i).
 */
import { exp, ln } from '../../core/index.ts';
import { maximise } from './linear-program.ts';
import { against, checkSquare, dot, type Payoffs, solve } from './matrix.ts';

export interface NashAverage {
  /** The maximum-entropy equilibrium. */
  readonly mixture: readonly number[];
  /** Payoff of each agent against it, in the units of the matrix. */
  readonly ratings: readonly number[];
}

export function nashAverage(payoffs: Payoffs): NashAverage {
  checkSquare(payoffs);
  const gaps = payoffs.map((row, i) => row.map((value, j) => value - ((payoffs[j] as readonly number[])[i] as number)));
  const scale = Math.max(...gaps.flat().map(Math.abs)) || 1;
  const mixture = maximumEntropyNash(gaps.map((row) => row.map((value) => value / scale)));
  return { mixture, ratings: against(payoffs, mixture) };
}

/** Of an antisymmetric matrix whose largest entry is 1. */
function maximumEntropyNash(game: Payoffs): number[] {
  const used = support(game);
  const members = used.flatMap((inside, i) => (inside ? [i] : []));
  const entry = (i: number, j: number) => (game[i] as readonly number[])[j] as number;
  let prices = game.map(() => 0);
  const at = (lambda: readonly number[]) => {
    const exponents = members.map((i) => dot(game[i] as readonly number[], lambda));
    const highest = Math.max(...exponents);
    const weights = exponents.map((x) => exp(x - highest));
    const total = weights.reduce((sum, w) => sum + w, 0);
    return { value: highest + ln(total), shares: weights.map((w) => w / total) };
  };
  let now = at(prices);
  for (let step = 0; step < 200; step++) {
    // The slope along price j is sum_i p_i A_ij: zero for agents in use, and not below zero for the others, whose price is >= 0.
    const slope = game.map((_, j) => members.reduce((sum, i, k) => sum + (now.shares[k] as number) * entry(i, j), 0));
    const free = game.flatMap((_, j) => (used[j] || (prices[j] as number) > 0 || (slope[j] as number) < 0 ? [j] : []));
    if (free.every((j) => Math.abs(slope[j] as number) < 1e-13)) break;
    // A little on the diagonal: prices that change no share (constants, copies) would make the matrix singular.
    const curvature = free.map((a) =>
      free.map((b) => {
        const product = members.reduce((sum, i, k) => sum + (now.shares[k] as number) * entry(i, a) * entry(i, b), 0);
        return product - (slope[a] as number) * (slope[b] as number) + (a === b ? 1e-10 : 0);
      }),
    );
    const change = solve(
      curvature,
      free.map((j) => -(slope[j] as number)),
    );
    if (change === undefined) break;
    let improved = false;
    for (let share = 1; share > 1e-9 && !improved; share /= 2) {
      const moved = [...prices];
      for (const [k, j] of free.entries()) {
        const price = (prices[j] as number) + share * (change[k] as number);
        moved[j] = used[j] ? price : Math.max(0, price);
      }
      const next = at(moved);
      improved = next.value <= now.value;
      if (improved) [prices, now] = [moved, next];
    }
    if (!improved) break;
  }
  const mixture = game.map(() => 0);
  for (const [k, i] of members.entries()) mixture[i] = now.shares[k] as number;
  return mixture;
}

/**
 * Which agents some equilibrium uses: maximise t with p - A p >= t, A p <= 0, sum p <= 1. At the best t, which is above zero,
 * each agent either has a share or loses to the mixture, and never both.
 */
function support(game: Payoffs): boolean[] {
  const size = game.length;
  const unit = (i: number) => game.map((_, j) => Number(i === j));
  const constraints = [
    ...game.map((row) => [...row, 0]),
    ...game.map((row, i) => [...row.map((value, j) => value - (unit(i)[j] as number)), 1]),
    [...game.map(() => 1), 0],
  ];
  const bounds = [...new Array<number>(2 * size).fill(0), 1];
  const mixture = maximise([...game.map(() => 0), 1], constraints, bounds).slice(0, size);
  return against(game, mixture).map((payoff, i) => (mixture[i] as number) > -payoff);
}
