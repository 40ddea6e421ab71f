/**
 * How good an opponent model or a forecast is: Spearman's rank correlation of estimates and truths, and of chances given to
 * events the Brier score and the expected calibration error. `undefined` where a measure does not apply (a correlation with a
 * constant); never 0 for that.
 */

/** Pearson's correlation of the ranks, tied values sharing their mean rank; undefined when one side is constant. */
export function spearman(a: readonly number[], b: readonly number[]): number | undefined {
  return pearson(ranks(a), ranks(b));
}

/** Mean squared difference of the chance given and what happened (Brier 1950): 0 is perfect, 0.25 is always saying 1/2. */
export function brierScore(chances: readonly number[], happened: readonly boolean[]): number {
  checkChances(chances, happened);
  return mean(chances.map((p, i) => square(p - Number(happened[i]))));
}

/**
 * Expected calibration error (Naeini et al. 2015): chances in equal bins, and the distance between the mean chance and the
 * share that happened in each, weighted by its size. A chance on an edge belongs to the bin above it.
 */
export function expectedCalibrationError(
  chances: readonly number[],
  happened: readonly boolean[],
  { bins = 10 }: { bins?: number } = {},
): number {
  checkChances(chances, happened);
  if (!Number.isInteger(bins) || bins < 1) throw new RangeError(`got ${bins} bins, expected a whole number from 1`);
  const excess = new Float64Array(bins);
  chances.forEach((p, i) => {
    const bin = Math.min(bins - 1, Math.floor(p * bins));
    excess[bin] = (excess[bin] as number) + p - Number(happened[i]);
  });
  return excess.reduce((total, e) => total + Math.abs(e), 0) / chances.length;
}

/** Pearson's correlation; undefined when one side is constant. */
function pearson(a: readonly number[], b: readonly number[]): number | undefined {
  checkPairs(a, b);
  // Asked of the numbers themselves: the mean of equal numbers may differ from them by rounding.
  if (isConstant(a) || isConstant(b)) return undefined;
  const meanA = mean(a);
  const meanB = mean(b);
  let ab = 0;
  let aa = 0;
  let bb = 0;
  for (let i = 0; i < a.length; i++) {
    const x = (a[i] as number) - meanA;
    const y = (b[i] as number) - meanB;
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  return ab / Math.sqrt(aa * bb);
}

function isConstant(values: readonly number[]): boolean {
  return values.every((value) => value === values[0]);
}

/** Ranks from 1, tied values sharing their mean rank. */
function ranks(values: readonly number[]): number[] {
  const sorted = Float64Array.from(values).sort();
  const shared = new Map<number, number>();
  for (let start = 0; start < sorted.length; ) {
    const value = sorted[start] as number;
    let end = start + 1;
    while (sorted[end] === value) end++;
    shared.set(value, (start + 1 + end) / 2);
    start = end;
  }
  return values.map((value) => shared.get(value) as number);
}

function checkPairs(a: readonly unknown[], b: readonly unknown[]): void {
  if (a.length !== b.length || a.length === 0) {
    throw new RangeError(`got lists of ${a.length} and ${b.length}, expected two of the same length, not empty`);
  }
}

function checkChances(chances: readonly number[], happened: readonly boolean[]): void {
  checkPairs(chances, happened);
  for (const p of chances) if (!(p >= 0 && p <= 1)) throw new RangeError(`got the chance ${p}, expected 0 to 1`);
}

function square(x: number): number {
  return x * x;
}

function mean(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length;
}
