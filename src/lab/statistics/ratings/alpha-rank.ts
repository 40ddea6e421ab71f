/**
 * alpha-rank (Omidshafiei et al. 2019): how long a population spends with each agent, when rare mutants of every other kind
 * invade it and spread by what they earn. Defined for any payoffs, with or without cycles, and unique.
 *
 * One population, general payoffs: a mutant r takes over a population of m agents s with chance
 * 1 / (1 + sum_l prod_{k<=l} e^(-alpha (f_r(k) - f_s(k)))), f the mean payoff when k are r (equation 7 there). The stationary
 * distribution is found by the elimination of Grassmann, Taksar and Heyman 1985, which never subtracts and so keeps its digits
 * when some invasions are all but impossible. alpha is the strength of selection: the ranking is read at a large one.
 */
import { exp, ln } from '../../../core/index.ts';
import { checkSquare, type Payoffs } from './matrix.ts';

export interface AlphaRankOptions {
  readonly alpha: number;
  /** Default 50. */
  readonly population?: number;
}

/** Below this all invasions are alike: it keeps the chain connected, and products of two stay above zero. */
const RAREST = 1e-150;

/** The stationary share of each agent. */
export function alphaRank(payoffs: Payoffs, { alpha, population = 50 }: AlphaRankOptions): number[] {
  checkSquare(payoffs);
  const size = payoffs.length;
  const moves = payoffs.map((_, s) =>
    payoffs.map((_, r) => (r === s ? 0 : Math.max(RAREST, fixation(payoffs, r, s, alpha, population)) / (size - 1))),
  );
  return stationary(moves);
}

/** The chance that one r takes over a population of s. */
export function fixation(payoffs: Payoffs, r: number, s: number, alpha: number, population: number): number {
  const pay = (i: number, j: number) => (payoffs[i] as readonly number[])[j] as number;
  const others = population - 1;
  // Summed relative to the largest term, since selection may be strong enough to overflow.
  let exponent = 0;
  let highest = 0;
  let sum = 1;
  for (let k = 1; k < population; k++) {
    const mutant = ((k - 1) * pay(r, r) + (population - k) * pay(r, s)) / others;
    const resident = (k * pay(s, r) + (population - k - 1) * pay(s, s)) / others;
    exponent -= alpha * (mutant - resident);
    if (exponent > highest) {
      sum = sum * exp(highest - exponent) + 1;
      highest = exponent;
    } else sum += exp(exponent - highest);
  }
  return exp(-highest - ln(sum));
}

/** The stationary distribution of a chain, given its moves off the diagonal. */
function stationary(moves: readonly (readonly number[])[]): number[] {
  const size = moves.length;
  const chain = moves.map((row) => Float64Array.from(row));
  const row = (i: number) => chain[i] as Float64Array;
  const leaving = new Float64Array(size);
  for (let n = size - 1; n > 0; n--) {
    for (let j = 0; j < n; j++) leaving[n] = (leaving[n] as number) + (row(n)[j] as number);
    for (let i = 0; i < n; i++) {
      const through = (row(i)[n] as number) / (leaving[n] as number);
      for (let j = 0; j < n; j++) if (i !== j) row(i)[j] = (row(i)[j] as number) + through * (row(n)[j] as number);
    }
  }
  const shares = [1];
  for (let n = 1; n < size; n++) {
    let into = 0;
    for (let i = 0; i < n; i++) into += (shares[i] as number) * (row(i)[n] as number);
    shares.push(into / (leaving[n] as number));
  }
  const total = shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share) => share / total);
}

export interface AlphaSweep {
  readonly steps: readonly { readonly alpha: number; readonly shares: readonly number[] }[];
  /** The shares where they no longer moved, or at the last step. */
  readonly shares: readonly number[];
  readonly settled: boolean;
}

/** Raises alpha until the shares settle, as the authors advise. Begins where the whole range of payoffs is weak selection. */
export function alphaSweep(payoffs: Payoffs, { population = 50 }: { population?: number } = {}): AlphaSweep {
  checkSquare(payoffs);
  const all = payoffs.flat();
  const range = Math.max(...all) - Math.min(...all) || 1;
  const steps: { alpha: number; shares: number[] }[] = [];
  let still = 0;
  for (let alpha = 0.01 / range; steps.length < 24 && still < 3; alpha *= 2) {
    const shares = alphaRank(payoffs, { alpha, population });
    const moved = Math.max(...shares.map((share, i) => Math.abs(share - (steps.at(-1)?.shares[i] ?? 0))));
    still = moved < 1e-4 && alpha * range > 1 ? still + 1 : 0;
    steps.push({ alpha, shares });
  }
  return { steps, shares: (steps.at(-1) as { shares: number[] }).shares, settled: still >= 3 };
}
