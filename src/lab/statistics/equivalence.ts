/**
 * Two one-sided tests (Schuirmann 1987): is the difference surely smaller than a margin that matters?
 *
 * "Not significant" is no evidence of sameness; this is. The null hypothesis is a difference of the margin or more, either
 * way; p is the larger of the two one-sided p-values, and p <= alpha is the same as the 1 - 2 alpha interval of Student lying
 * inside the margin. The margin is a choice made before looking.
 */
import { studentQuantile, studentTail } from './student.ts';

/** A difference with its standard error and degrees of freedom (paired: scenarios - 1). */
export interface Difference {
  readonly mean: number;
  readonly error: number;
  readonly freedom: number;
}

export interface EquivalenceTest {
  readonly p: number;
  readonly equivalent: boolean;
  /** The 1 - 2 alpha interval. */
  readonly low: number;
  readonly high: number;
}

export function equivalenceTest(
  { mean, error, freedom }: Difference,
  { margin, alpha = 0.05 }: { margin: number; alpha?: number },
): EquivalenceTest {
  if (!(margin > 0)) throw new RangeError(`an equivalence margin is a number above 0, got ${margin}`);
  if (!(error >= 0)) throw new RangeError(`a standard error is a number of 0 or more, got ${error}`);
  // Without any spread the data cannot say how sure they are: nothing is declared equal on an error of zero.
  if (error === 0) return { p: 1, equivalent: false, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  const p = Math.max(studentTail((mean + margin) / error, freedom), studentTail((margin - mean) / error, freedom));
  const reach = studentQuantile(1 - alpha, freedom) * error;
  return { p, equivalent: p <= alpha, low: mean - reach, high: mean + reach };
}
