/** A payoff matrix and the little algebra that ratings need: a row for each agent, a column for each opponent. */

/** payoffs[i][j]: what agent i gets against agent j, over both roles. */
export type Payoffs = readonly (readonly number[])[];

export function checkSquare(payoffs: Payoffs): void {
  const size = payoffs.length;
  if (size === 0) throw new RangeError('got a payoff matrix without agents, expected at least one');
  for (const [i, row] of payoffs.entries()) {
    if (row.length !== size) {
      throw new RangeError(`got ${row.length} payoffs in row ${i} of ${size} agents, expected a square matrix`);
    }
    const hole = row.findIndex((value) => !Number.isFinite(value));
    if (hole >= 0) {
      throw new RangeError(
        `got the payoff ${row[hole]} of agent ${i} against ${hole}, expected a number: play that pair first`,
      );
    }
  }
}

export function checkMixture(mixture: readonly number[], size: number): void {
  const total = mixture.reduce((sum, share) => sum + share, 0);
  if (mixture.length !== size || mixture.some((share) => !(share >= 0)) || Math.abs(total - 1) > 1e-6) {
    throw new RangeError(`a mixture has ${size} shares of 0 or more that add up to 1, got ${mixture.join(', ')}`);
  }
}

/** The payoff of each row against a mixture of columns. */
export function against(payoffs: Payoffs, mixture: readonly number[]): number[] {
  return payoffs.map((row) => dot(row, mixture));
}

export function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] as number), 0);
}

/** x with matrix x = right, by elimination with pivoting; undefined when the matrix is singular. */
export function solve(matrix: Payoffs, right: readonly number[]): number[] | undefined {
  const size = right.length;
  const rows: Float64Array[] = matrix.map((row, i) => Float64Array.of(...row, right[i] as number));
  const at = (i: number) => rows[i] as Float64Array;
  for (let k = 0; k < size; k++) {
    let pivot = k;
    for (let i = k + 1; i < size; i++) if (Math.abs(at(i)[k] as number) > Math.abs(at(pivot)[k] as number)) pivot = i;
    if (Math.abs(at(pivot)[k] as number) < 1e-300) return undefined;
    [rows[k], rows[pivot]] = [at(pivot), at(k)];
    for (let i = 0; i < size; i++) {
      if (i === k) continue;
      const factor = (at(i)[k] as number) / (at(k)[k] as number);
      if (factor === 0) continue;
      for (let j = k; j <= size; j++) at(i)[j] = (at(i)[j] as number) - factor * (at(k)[j] as number);
    }
  }
  return rows.map((row, i) => (row[size] as number) / (row[i] as number));
}
