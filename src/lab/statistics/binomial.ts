/** The exact interval of a rate (Clopper and Pearson 1934): all rates that this many successes would not surprise. */
import { incompleteBeta } from './student.ts';

/** Above 0 and below n successes; the ends are shares from 0 to 1. */
export function binomialInterval(successes: number, trials: number, confidence = 0.95): [number, number] {
  const tail = (1 - confidence) / 2;
  // P(X >= k) at the rate p is I_p(k, n - k + 1).
  const low = rateWhere((p) => incompleteBeta(p, successes, trials - successes + 1) < tail);
  const high = rateWhere((p) => incompleteBeta(p, successes + 1, trials - successes) < 1 - tail);
  return [low, high];
}

/** Two-sided, of the same test: at most 1 - confidence just where the interval leaves out this rate. */
export function binomialP(successes: number, trials: number, rate: number): number {
  const orMore = incompleteBeta(rate, successes, trials - successes + 1);
  const orFewer = 1 - incompleteBeta(rate, successes + 1, trials - successes);
  return Math.min(1, 2 * Math.min(orMore, orFewer));
}

/** Where a condition that holds for small rates ends. */
function rateWhere(holds: (rate: number) => boolean): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
