/**
 * The paired permutation test: if two agents are the same, swapping their names in a scenario changes only the sign of its
 * difference (Fisher 1935, The Design of Experiments, section 21).
 *
 * Flips whole scenarios, so it stays right when games of one scenario resemble each other. All sign patterns are counted up
 * to 16 scenarios; beyond that random ones, with the observed pattern among them so that p is never zero and the test never
 * too bold (Phipson and Smyth 2010).
 */
import type { Rng } from '../../core/index.ts';

const EXACT_UP_TO = 16;

export interface PermutationTest {
  /** Two-sided. */
  readonly p: number;
  /** Whether every sign pattern was counted. */
  readonly exact: boolean;
}

export function signFlipTest(
  differences: readonly number[],
  { rng, flips = 10_000 }: { rng: Rng; flips?: number },
): PermutationTest {
  const size = differences.length;
  const sum = differences.reduce((total, d) => total + d, 0);
  // Sums in another order differ in their last bits; a pattern that ties with the observed one must count as a tie.
  const scale = differences.reduce((total, d) => total + Math.abs(d), 0);
  const bar = Math.abs(sum) - 1e-12 * scale;
  if (size <= EXACT_UP_TO) {
    let extreme = 0;
    for (let pattern = 0; pattern < 1 << size; pattern++) {
      let flipped = 0;
      for (let i = 0; i < size; i++)
        flipped += (pattern >> i) & 1 ? (differences[i] as number) : -(differences[i] as number);
      if (Math.abs(flipped) >= bar) extreme++;
    }
    return { p: extreme / (1 << size), exact: true };
  }
  const values = Float64Array.from(differences);
  let extreme = 0;
  for (let k = 0; k < flips; k++) {
    let flipped = 0;
    let bits = 0;
    for (let i = 0; i < size; i++) {
      if (i % 32 === 0) bits = rng.uint32();
      flipped += bits & 1 ? (values[i] as number) : -(values[i] as number);
      bits >>>= 1;
    }
    if (Math.abs(flipped) >= bar) extreme++;
  }
  return { p: (extreme + 1) / (flips + 1), exact: false };
}
