/** How far a count of successes may lie from its expectation: bounds for tests that simulate. */

/** The least k with P(X <= k) >= q, for X successes in n trials of probability p. */
export function binomialQuantile(q: number, n: number, p: number): number {
  // In logarithms: .07 to the power of 400 is no number any more.
  let chance = n * Math.log(1 - p);
  let sum = Math.exp(chance);
  let k = 0;
  while (sum < q && k < n) {
    chance += Math.log(((n - k) / (k + 1)) * (p / (1 - p)));
    k++;
    sum += Math.exp(chance);
  }
  return k;
}

/**
 * The most successes that n trials may show if their true rate is at most `rate`: exactly that share in a full run, and in
 * a shorter one the count that a true rate this high passes in 999 of 1,000 cases.
 */
export function mostSuccesses(n: number, rate: number): number {
  return process.env.PARLEY_FULL ? Math.floor(n * rate) : binomialQuantile(0.999, n, rate);
}
