/**
 * Student's t distribution, for intervals and tests that rest on few clusters.
 *
 * The distribution function is the regularised incomplete beta function by its continued fraction (Abramowitz and Stegun
 * 1964, 26.5.8 and 26.7.1); the degrees of freedom need not be whole (Welch). The quantile is bisection on it.
 */
import { exp, ln } from '../../core/index.ts';

/** P(T > t) with the given degrees of freedom. */
export function studentTail(t: number, freedom: number): number {
  if (!(freedom > 0)) throw new RangeError(`Student's t needs more than 0 degrees of freedom, got ${freedom}`);
  const half = incompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5) / 2;
  return t >= 0 ? half : 1 - half;
}

/** The t with P(T <= t) = p. */
export function studentQuantile(p: number, freedom: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError(`a quantile needs a probability between 0 and 1, got ${p}`);
  return p < 0.5 ? -studentCritical(p, freedom) : studentCritical(1 - p, freedom);
}

/** The t with P(T > t) = tail, for a tail of at most a half, however small. */
export function studentCritical(tail: number, freedom: number): number {
  let [low, high] = [0, 1];
  while (studentTail(high, freedom) > tail) high *= 2;
  for (let step = 0; step < 200 && high - low > 1e-13 * high; step++) {
    const middle = (low + high) / 2;
    if (studentTail(middle, freedom) > tail) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** I_x(a, b), the regularised incomplete beta function. */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  // The fraction converges fast below the mean of the beta distribution; above it, use the mirror image.
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const front = exp(a * ln(x) + b * ln(1 - x) + lnGamma(a + b) - lnGamma(a) - lnGamma(b)) / a;
  let fraction = 1;
  for (let m = 300; m >= 1; m--) {
    const odd = (-(a + m - 1) * (a + b + m - 1) * x) / ((a + 2 * m - 2) * (a + 2 * m - 1));
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    fraction = 1 + odd / (1 + even / fraction);
  }
  return front / fraction;
}

/** ln Gamma(x) for x > 0: Stirling's series, after raising x above 10 by the recurrence. */
function lnGamma(x: number): number {
  let shift = 0;
  let y = x;
  while (y < 10) {
    shift += ln(y);
    y += 1;
  }
  const z = 1 / (y * y);
  const series = 1 / 12 - z * (1 / 360 - z * (1 / 1260 - z * (1 / 1680 - z * (1 / 1188 - (z * 691) / 360360))));
  return (y - 0.5) * ln(y) - y + 0.9189385332046727 + series / y - shift;
}
