/**
 * The plain percentile bootstrap (Efron 1979): the 2.5 % and 97.5 % quantiles of a statistic over resamples.
 *
 * For a mean over 30 scenarios it covers about 91 to 94 % where 95 is promised, so means use `bootstrapMean`. It gives the intervals
 * of published tables that used it (BazaarBATNA's scoring: 1,000 resamples, one game a cluster).
 */
import type { Rng } from '../../core/index.ts';

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * For any statistics of the scenarios, all of them taken on the same resamples: also for what is no mean, such as a rank
 * correlation. Resamples in which a statistic has no value are left out of it. Undefined with fewer than two scenarios.
 */
export function percentileIntervals<Cluster, Name extends string>(
  clusters: readonly Cluster[],
  statistics: (drawn: readonly Cluster[]) => Readonly<Record<Name, number | undefined>>,
  { rng, resamples = 1000, confidence = 0.95 }: { rng: Rng; resamples?: number; confidence?: number },
): Partial<Record<Name, Interval>> {
  const found = new Map<Name, number[]>();
  for (let k = 0; k < resamples && clusters.length > 1; k++) {
    const drawn = clusters.map(() => clusters[rng.integer(clusters.length)] as Cluster);
    for (const [name, value] of Object.entries(statistics(drawn)) as [Name, number | undefined][]) {
      if (value === undefined) continue;
      const values = found.get(name);
      if (values) values.push(value);
      else found.set(name, [value]);
    }
  }
  const intervals: Partial<Record<Name, Interval>> = {};
  const tail = (1 - confidence) / 2;
  for (const [name, values] of found) {
    const sorted = Float64Array.from(values).sort();
    intervals[name] = { low: quantile(sorted, tail), high: quantile(sorted, 1 - tail) };
  }
  return intervals;
}

/** Between the two nearest ranks (Hyndman and Fan 1996, type 7). */
function quantile(sorted: Float64Array, p: number): number {
  const at = (sorted.length - 1) * p;
  const below = Math.floor(at);
  const value = sorted[below] as number;
  return value + (at - below) * ((sorted[below + 1] ?? value) - value);
}
