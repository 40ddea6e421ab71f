/** What came out of a run, in counts: they add up over blocks and go into the manifest. */
export interface Tally {
  rows: number;
  trajectories: number;
  agreements: number;
  /** Episodes without a deal that became rows, and those that were left out. */
  failures: number;
  dropped: number;
  /** Agreements by rho in tenths; the two ends hold what lies past a reservation. Deals in an empty zone have no rho. */
  rho: number[];
  withoutZone: number;
  /** Trajectories by buyer's and by seller's script. */
  buyers: Record<string, number>;
  sellers: Record<string, number>;
}

export function emptyTally(): Tally {
  return {
    rows: 0,
    trajectories: 0,
    agreements: 0,
    failures: 0,
    dropped: 0,
    rho: new Array<number>(10).fill(0),
    withoutZone: 0,
    buyers: {},
    sellers: {},
  };
}

export function addTally(sum: Tally, one: Tally): void {
  sum.rows += one.rows;
  sum.trajectories += one.trajectories;
  sum.agreements += one.agreements;
  sum.failures += one.failures;
  sum.dropped += one.dropped;
  sum.withoutZone += one.withoutZone;
  sum.rho = sum.rho.map((count, decile) => count + (one.rho[decile] ?? 0));
  for (const side of ['buyers', 'sellers'] as const) {
    for (const [name, count] of Object.entries(one[side])) sum[side][name] = (sum[side][name] ?? 0) + count;
  }
}
