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
  // Column by column, since whole columns are summed with the signs of the moment.
  const columns = Array.from({ length: width }, (_, j) => Float64Array.from(rows, (row) => row[j] as number));
  const signs = new Float64Array(size).fill(1);
  const far = (): number => {
    let squares = 0;
    for (const column of columns) {
      let sum = 0;
      for (let i = 0; i < size; i++) sum += (signs[i] as number) * (column[i] as number);
      squares += sum * sum;
    }
    return Math.sqrt(squares);
  };
  // Sums in another order differ in their last bits; a pattern that ties with the observed one must count as a tie.
  const scale = rows.reduce((total, row) => total + row.reduce((sum, d) => sum + Math.abs(d), 0), 0);
  const bar = far() - 1e-12 * scale;
  let extreme = 0;
  if (size <= EXACT_UP_TO) {
    for (let pattern = 0; pattern < 1 << size; pattern++) {
      for (let i = 0; i < size; i++) signs[i] = (pattern >> i) & 1 ? 1 : -1;
      if (far() >= bar) extreme++;
    }
    return { p: extreme / (1 << size), exact: true };
  }
  for (let k = 0; k < flips; k++) {
    let bits = 0;
    for (let i = 0; i < size; i++) {
      bits = i % 32 === 0 ? rng.uint32() : bits >>> 1;
      signs[i] = bits & 1 ? 1 : -1;
    }
    if (far() >= bar) extreme++;
  }
  return { p: (extreme + 1) / (flips + 1), exact: false };
}
