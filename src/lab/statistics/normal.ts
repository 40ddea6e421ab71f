/**
 * The standard normal distribution: density, distribution function, quantile.
 *
 * The distribution function is the series of Marsaglia 2004 (Phi(x) = 1/2 + phi(x) (x + x^3/3 + x^5/15 + ...)) near the middle
 * and Laplace's continued fraction in the tails, so a p-value of 1e-12 keeps its digits. The quantile is Newton's method on it.
 */
import { exp, ln } from '../../core/index.ts';

const LN_ROOT_TWO_PI = 0.9189385332046727;

export function normalDensity(x: number): number {
  return exp(-0.5 * x * x - LN_ROOT_TWO_PI);
}

/** P(Z <= x). */
export function normalCdf(x: number): number {
  return x > 0 ? 1 - upperTail(x) : upperTail(-x);
}

/** P(Z > x), precise far out in the tail. */
export function normalTail(x: number): number {
  return x > 0 ? upperTail(x) : 1 - upperTail(-x);
}

/** P(Z > x) for x >= 0. */
function upperTail(x: number): number {
  if (x < 3) {
    let term = x;
    let sum = x;
    for (let n = 3; term > sum * 1e-17; n += 2) {
      term *= (x * x) / n;
      sum += term;
    }
    return 0.5 - normalDensity(x) * sum;
  }
  let fraction = x;
  for (let n = x < 6 ? 120 : 30; n >= 1; n--) fraction = x + n / fraction;
  return normalDensity(x) / fraction;
}

/** The x with P(Z <= x) = p. */
export function normalQuantile(p: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError(`a quantile needs a probability between 0 and 1, got ${p}`);
  if (p > 0.5) return -lowerQuantile(1 - p);
  return lowerQuantile(p);
}

function lowerQuantile(p: number): number {
  // From the tail's leading term down; the tail is log-concave, so Newton on its logarithm cannot overshoot for long.
  let x = -Math.sqrt(Math.max(0, -2 * ln(2 * p)));
  for (let step = 0; step < 60; step++) {
    const tail = normalCdf(x);
    const change = ((ln(tail) - ln(p)) * tail) / normalDensity(x);
    x -= change;
    if (Math.abs(change) < 1e-14 * (1 + Math.abs(x))) break;
  }
  return x;
}
