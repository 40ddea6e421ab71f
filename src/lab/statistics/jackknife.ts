/**
 * The jackknife (Quenouille 1956, Tukey 1958) over scenarios: a smooth statistic that is no mean, such as kappa, with the bias that
 * comes of few scenarios taken out, and Student's interval on the spread of the values without one scenario each. The percentile
 * bootstrap has that bias twice: the interval of a judge at chance held 0 in 358 of 400 experiments instead of 380.
 */
import { mean } from '../../core/index.ts';
import { FEWEST_CLUSTERS } from './cluster-bootstrap.ts';
import { studentQuantile } from './student.ts';

export interface JackknifeEstimate {
  readonly mean: number | undefined;
  /** Infinite ends: too few scenarios, or a statistic that has no value without one of them. */
  readonly low: number;
  readonly high: number;
}

export function jackknife<Cluster>(
  clusters: readonly Cluster[],
  statistic: (some: readonly Cluster[]) => number | undefined,
  {
    confidence = 0.95,
    without: leftOut = (i) => statistic(clusters.filter((_, j) => j !== i)),
  }: {
    confidence?: number;
    /** The statistic without one cluster, where that takes less than all the others. */
    without?: (index: number) => number | undefined;
  } = {},
): JackknifeEstimate {
  const size = clusters.length;
  const seen = statistic(clusters);
  const unbounded = { mean: seen, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  if (seen === undefined || size < FEWEST_CLUSTERS) return unbounded;
  const without = clusters.flatMap((_, i) => leftOut(i) ?? []);
  if (without.length < size) return unbounded;
  const middle = mean(without);
  const squares = without.reduce((sum, value) => sum + (value - middle) * (value - middle), 0);
  const unbiased = size * seen - (size - 1) * middle;
  const reach = studentQuantile((1 + confidence) / 2, size - 1) * Math.sqrt((squares * (size - 1)) / size);
  return { mean: unbiased, low: unbiased - reach, high: unbiased + reach };
}
