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

export function signFlipTest(differences: readonly number[], options: { rng: Rng; flips?: number }): PermutationTest {
  return flipTest(
    differences.map((d) => Float64Array.of(d)),
    options,
  );
}

/** For several differences a scenario, flipped together: how far their sums lie from zero, in squares. */
export function flipTest(
  rows: readonly Float64Array[],
  { rng, flips = 10_000 }: { rng: Rng; flips?: number },
): PermutationTest {
  const size = rows.length;
  const width = rows[0]?.length ?? 0;
  const sums = new Float64Array(width);
  const far = (sign: (i: number) => boolean): number => {
    sums.fill(0);
    for (let i = 0; i < size; i++) {
      const row = rows[i] as Float64Array;
      if (sign(i)) for (let j = 0; j < width; j++) sums[j] = (sums[j] as number) + (row[j] as number);
      else for (let j = 0; j < width; j++) sums[j] = (sums[j] as number) - (row[j] as number);
    }
    let squares = 0;
    for (let j = 0; j < width; j++) squares += (sums[j] as number) * (sums[j] as number);
    return Math.sqrt(squares);
  };
  // Sums in another order differ in their last bits; a pattern that ties with the observed one must count as a tie.
  const scale = rows.reduce((total, row) => total + row.reduce((sum, d) => sum + Math.abs(d), 0), 0);
  const bar = far(() => true) - 1e-12 * scale;
  if (size <= EXACT_UP_TO) {
    let extreme = 0;
    for (let pattern = 0; pattern < 1 << size; pattern++) {
      if (far((i) => ((pattern >> i) & 1) === 1) >= bar) extreme++;
    }
    return { p: extreme / (1 << size), exact: true };
  }
  let extreme = 0;
  let bits = 0;
  const toss = (i: number): boolean => {
    bits = i % 32 === 0 ? rng.uint32() : bits >>> 1;
    return (bits & 1) === 1;
  };
  for (let k = 0; k < flips; k++) if (far(toss) >= bar) extreme++;
  return { p: (extreme + 1) / (flips + 1), exact: false };
}
