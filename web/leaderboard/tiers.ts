/**
 * Tiers instead of ranks. Intervals that overlap do not say who is better, and overlap is no equivalence (a overlaps b, b overlaps c,
 * and a lies above c), so a tier is told by its first row: the one with the highest low end of those that are left. Everybody whose
 * interval reaches up to that end is in its tier; whoever lies wholly below it begins the next. Rows without an interval are in none.
 */
export interface Bounded {
  readonly mean: number;
  readonly low: number | null;
  readonly high: number | null;
}

export interface Tiers<Row> {
  /** From the top; in each by mean. */
  readonly tiers: readonly (readonly Row[])[];
  /** Those with too few matches for an interval. */
  readonly unbounded: readonly Row[];
}

export function tiersOf<Row extends Bounded>(rows: readonly Row[]): Tiers<Row> {
  const tiers: Row[][] = [];
  let left = rows.filter(({ low, high }) => low !== null && high !== null);
  while (left.length > 0) {
    const end = Math.max(...left.map(({ low }) => low as number));
    const within = left.filter(({ high }) => (high as number) >= end);
    tiers.push(within.toSorted(byMean));
    left = left.filter((row) => !within.includes(row));
  }
  return { tiers, unbounded: rows.filter(({ low, high }) => low === null || high === null).toSorted(byMean) };
}

function byMean(a: Bounded, b: Bounded): number {
  return b.mean - a.mean;
}
