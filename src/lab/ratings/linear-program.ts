/**
 * max c x with A x <= b, x >= 0 and b >= 0: the simplex method on a dense table, with Bland's rule (1977), which never cycles.
 * For the small, degenerate programs of games; not for thousands of variables.
 */

const TOLERANCE = 1e-11;

/** The best x; throws when the objective has no bound. */
export function maximise(
  objective: readonly number[],
  constraints: readonly (readonly number[])[],
  bounds: readonly number[],
): number[] {
  const [variables, rows] = [objective.length, constraints.length];
  // Columns: the variables, one slack a row, the right side. The last row holds the objective.
  const width = variables + rows + 1;
  const table = constraints.map((row, i) => {
    const line = new Float64Array(width);
    line.set(row);
    line[variables + i] = 1;
    line[width - 1] = bounds[i] as number;
    return line;
  });
  const goal = new Float64Array(width);
  goal.set(objective.map((value) => -value));
  const basis = constraints.map((_, i) => variables + i);
  for (;;) {
    const enter = goal.findIndex((value, j) => j < width - 1 && value < -TOLERANCE);
    if (enter < 0) break;
    let leave = -1;
    for (const [i, line] of table.entries()) {
      if ((line[enter] as number) <= TOLERANCE) continue;
      if (leave < 0) leave = i;
      else {
        const best = table[leave] as Float64Array;
        const gap =
          (line[width - 1] as number) / (line[enter] as number) - (best[width - 1] as number) / (best[enter] as number);
        if (gap < -TOLERANCE || (gap <= TOLERANCE && (basis[i] as number) < (basis[leave] as number))) leave = i;
      }
    }
    if (leave < 0) throw new RangeError('the linear program has no bound');
    pivot([...table, goal], leave, enter);
    basis[leave] = enter;
  }
  const x = new Array<number>(variables).fill(0);
  for (const [i, column] of basis.entries())
    if (column < variables) x[column] = (table[i] as Float64Array)[width - 1] as number;
  return x;
}

function pivot(lines: readonly Float64Array[], at: number, column: number): void {
  const line = lines[at] as Float64Array;
  const head = line[column] as number;
  for (let j = 0; j < line.length; j++) line[j] = (line[j] as number) / head;
  for (const [i, other] of lines.entries()) {
    const factor = other[column] as number;
    if (i === at || factor === 0) continue;
    for (let j = 0; j < line.length; j++) other[j] = (other[j] as number) - factor * (line[j] as number);
  }
}
