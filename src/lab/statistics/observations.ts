/**
 * What the statistics of an experiment are made from: one number a game, tied to the scenario it was played on.
 *
 * Games on one scenario resemble each other, so the scenario is the unit that is resampled, flipped and counted (the
 * "cluster"). A value of `undefined` means "does not apply": it is counted and never averaged.
 */

export interface Observation {
  /** The scenario's id. */
  readonly cluster: string;
  readonly value: number | undefined;
  /** The id of the game, where several values may be of one. */
  readonly game?: string;
}

/** The sum and the count of each cluster's values, clusters in the order of their names. */
export interface ClusterSums {
  readonly clusters: readonly string[];
  readonly sums: Float64Array;
  readonly counts: Float64Array;
  /** Games whose value applies. */
  readonly games: number;
  /** Games whose value does not. */
  readonly doesNotApply: number;
}

export function clusterSums(observations: readonly Observation[]): ClusterSums {
  const found = new Map<string, { sum: number; count: number }>();
  let games = 0;
  for (const { cluster, value } of observations) {
    if (value === undefined) continue;
    if (!Number.isFinite(value)) {
      throw new RangeError(
        `got the value ${value} in scenario ${cluster}, expected a finite number, or undefined where the metric does not apply`,
      );
    }
    games++;
    const held = found.get(cluster);
    if (held === undefined) found.set(cluster, { sum: value, count: 1 });
    else {
      held.sum += value;
      held.count++;
    }
  }
  // Names in order, so that a resumed run whose games came back in another order draws the same resamples.
  const entries = [...found].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    clusters: entries.map(([name]) => name),
    sums: Float64Array.from(entries, ([, { sum }]) => sum),
    counts: Float64Array.from(entries, ([, { count }]) => count),
    games,
    doesNotApply: observations.length - games,
  };
}

/** The mean over the games, and its standard error with the clusters as units (linearised ratio, Cochran 1977, 6.4). */
export function ratioMean(sums: Float64Array, counts: Float64Array): { mean: number; error: number } {
  const size = sums.length;
  let sum = 0;
  let count = 0;
  for (let i = 0; i < size; i++) {
    sum += sums[i] as number;
    count += counts[i] as number;
  }
  const mean = sum / count;
  let squares = 0;
  for (let i = 0; i < size; i++) {
    const residual = (sums[i] as number) - mean * (counts[i] as number);
    squares += residual * residual;
  }
  return { mean, error: Math.sqrt((squares * size) / (size - 1)) / count };
}
