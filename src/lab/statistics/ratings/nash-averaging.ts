/**
 * Nash averaging (Balduzzi et al. 2018): of the game "be ahead of your opponent", A = (M - M^T) / 2, the maximum-entropy Nash equilibrium p,
 * and each agent's rating A p: how far it is ahead of that mixture. Nobody is, so ratings are zero for who is in the mixture
 * and for who draws with it, and below zero for all others. Adding copies of an agent, or easy victims, moves nobody's rating.
 *
 * It rates who comes out ahead, not who earns most together. The equilibria are a polytope; a linear program finds which agents
 * any of them uses (strict complementarity, Goldman and Tucker 1956), and Newton's method on the dual finds the one of highest
 * entropy, p_i proportional to e^((A lambda)_i).
 */
import { exp, ln } from '../../../core/index.ts';
import { maximise } from './linear-program.ts';
import { against, checkSquare, dot, type Payoffs, solve } from './matrix.ts';

export interface NashAverage {
  /** The maximum-entropy equilibrium: shares that add up to 1. */
  readonly mixture: readonly number[];
  /** How far each agent is ahead of it, in the units of the matrix: A p, at most 0. */
  readonly ratings: readonly number[];
}

export function nashAverage(payoffs: Payoffs): NashAverage {
  checkSquare(payoffs);
  const gaps = payoffs.map((row, i) =>
    row.map((value, j) => (value - ((payoffs[j] as readonly number[])[i] as number)) / 2),
  );
  const scale = Math.max(...gaps.flat().map(Math.abs)) || 1;
  const mixture = maximumEntropyNash(gaps.map((row) => row.map((value) => value / scale)));
  return { mixture, ratings: against(gaps, mixture) };
}

/** Nobody is further ahead of an equilibrium than this. */
const SLACK = 1e-9;

/** Of an antisymmetric matrix whose largest entry is 1. */
function maximumEntropyNash(game: Payoffs): number[] {
  const inner = equilibrium(game);
  const used = against(game, inner).map((payoff, i) => (inner[i] as number) > -payoff);
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
  // Where shares differ by many orders of ten Newton's method may stop short: the program's own equilibrium has no less meaning.
  return Math.max(...against(game, mixture)) <= SLACK ? mixture : inner;
}

/**
 * An equilibrium that uses every agent that any does: maximise t with p - A p >= t, A p <= 0, sum p <= 1. At the best t, which is
 * above zero, each agent either has a share or loses to the mixture, and never both.
 */
function equilibrium(game: Payoffs): number[] {
  const size = game.length;
  const unit = (i: number) => game.map((_, j) => Number(i === j));
  const constraints = [
    ...game.map((row) => [...row, 0]),
    ...game.map((row, i) => [...row.map((value, j) => value - (unit(i)[j] as number)), 1]),
    [...game.map(() => 1), 0],
  ];
  const bounds = [...new Array<number>(2 * size).fill(0), 1];
  const shares = maximise([...game.map(() => 0), 1], constraints, bounds).slice(0, size);
  const total = shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share) => share / total);
}
