/**
 * max c x with A x <= b, x >= 0 and b >= 0: the simplex method on a dense table (Dantzig 1951).
 *
 * The programs of games are degenerate: nearly all bounds are zero, and a table worked through with ties loses its digits, or cycles.
 * So the bounds are moved apart by a little (Charnes 1952), the entering column is the steepest, and the answer is solved again from
 * the last basis with the bounds as given. Not for thousands of variables.
 */
import { solve } from './matrix.ts';

const TOLERANCE = 1e-10;
/** How far bounds are moved apart: above rounding, below anything a payoff can mean. */
const APART = 1e-7;
const MOST_PIVOTS = 5000;

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
    line[width - 1] = (bounds[i] as number) + APART * (1 + ((i * 0.6180339887498949) % 1));
    return line;
  });
  const goal = new Float64Array(width);
  goal.set(objective.map((value) => -value));
  const basis = constraints.map((_, i) => variables + i);
  for (let step = 0; step < MOST_PIVOTS; step++) {
    const enter = steepest(goal);
    if (enter < 0) break;
    const leave = tightest(table, enter);
    if (leave < 0) throw new RangeError('the linear program has no bound');
    pivot([...table, goal], leave, enter);
    basis[leave] = enter;
  }
  return answerOf(basis, variables, constraints, bounds);
}

function steepest(goal: Float64Array): number {
  let enter = -1;
  for (let j = 0; j < goal.length - 1; j++) {
    if ((goal[j] as number) < (enter < 0 ? -TOLERANCE : (goal[enter] as number))) enter = j;
  }
  return enter;
}

/** Of rows that bind at the same place, the one with the largest pivot. */
function tightest(table: readonly Float64Array[], enter: number): number {
  let [leave, least] = [-1, Number.POSITIVE_INFINITY];
  for (const [i, line] of table.entries()) {
    const slope = line[enter] as number;
    if (slope <= TOLERANCE) continue;
    const ratio = (line[line.length - 1] as number) / slope;
    const tied = Math.abs(ratio - least) <= 1e-14 && slope > ((table[leave]?.[enter] as number) ?? 0);
    if (ratio < least - 1e-14 || tied) [leave, least] = [i, ratio];
  }
  return leave;
}

/** x at a basis: the basic columns of [A I] solved for the bounds as they were given. */
function answerOf(
  basis: readonly number[],
  variables: number,
  constraints: readonly (readonly number[])[],
  bounds: readonly number[],
): number[] {
  const columns = constraints.map((row, i) =>
    basis.map((column) => (column < variables ? (row[column] as number) : Number(column - variables === i))),
  );
  const values = solve(columns, bounds) ?? [];
  const x = new Array<number>(variables).fill(0);
  for (const [i, column] of basis.entries()) if (column < variables) x[column] = Math.max(0, values[i] as number);
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
