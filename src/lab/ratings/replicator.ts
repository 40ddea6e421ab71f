/**
 * Replicator dynamics (Taylor and Jonker 1978): agents that earn more than the average grow, x_i' = x_i ((Mx)_i - x Mx).
 *
 * Integrated in logarithms by the classical Runge-Kutta method, so no share ever leaves the simplex. It shows which agents a
 * population drifts to; a share that is zero stays zero.
 */
import { exp, ln } from '../../core/index.ts';
import { against, checkMixture, checkSquare, type Payoffs } from './matrix.ts';

export interface ReplicatorOptions {
  readonly start?: readonly number[];
  /** How long to run; one unit is the time in which an advantage of 1 grows by e. */
  readonly time: number;
  readonly steps?: number;
}

/** The shares at each step, the start first. */
export function replicator(payoffs: Payoffs, { start, time, steps = 1000 }: ReplicatorOptions): number[][] {
  checkSquare(payoffs);
  const size = payoffs.length;
  const from = start ?? new Array<number>(size).fill(1 / size);
  checkMixture(from, size);
  const h = time / steps;
  let logs = from.map(ln);
  const path = [[...from]];
  for (let step = 0; step < steps; step++) {
    const slope = (offset?: readonly number[], share = 0) =>
      against(payoffs, shares(offset ? logs.map((x, i) => x + share * (offset[i] as number)) : logs));
    const a = slope();
    const b = slope(a, h / 2);
    const c = slope(b, h / 2);
    const d = slope(c, h);
    logs = logs.map(
      (x, i) => x + (h / 6) * ((a[i] as number) + 2 * (b[i] as number) + 2 * (c[i] as number) + (d[i] as number)),
    );
    const now = shares(logs);
    logs = now.map(ln);
    path.push(now);
  }
  return path;
}

/** The average payoff shifts all logarithms alike, so leaving it out and normalising is the same flow. */
function shares(logs: readonly number[]): number[] {
  const highest = Math.max(...logs);
  const weights = logs.map((x) => exp(x - highest));
  const total = weights.reduce((sum, w) => sum + w, 0);
  return weights.map((w) => w / total);
}
