/**
 * Confidence intervals of a mean, or of the difference of two, by a symmetric studentised bootstrap over scenarios.
 *
 * Each resample draws whole scenarios; what is resampled is |mean* - mean| / error*, and its quantile takes the place of
 * Student's (Hall 1988, "On symmetric bootstrap confidence intervals"; Cameron, Gelbach and Miller 2008 for clusters).
 * Why this one: with 30 scenarios the percentile interval covers 91 to 94 %, and equal-tailed bootstrap-t and BCa fall to
 * 87 % on differences that are zero in most scenarios; this one stays between 93 and 97 % on all but long tails (docs/LOG.md).
 * It is not range-preserving: give `within` for a metric with bounds.
 */
import { pow, type Rng } from '../../core/index.ts';
import { type ClusterSums, clusterSums, type Observation, ratioMean } from './observations.ts';

export interface BootstrapOptions {
  readonly rng: Rng;
  readonly resamples?: number;
  /** Default 0.95. */
  readonly confidence?: number;
  /** The least and the most the metric can be: the interval is cut there. */
  readonly within?: readonly [number, number];
}

export interface Estimate {
  /** Undefined when no game had a value. */
  readonly mean: number | undefined;
  /** Infinite ends: these games cannot bound it (one scenario, or scenarios all alike in a metric without bounds). */
  readonly low: number;
  readonly high: number;
  /** Standard error with scenarios as units. */
  readonly error: number | undefined;
  readonly clusters: number;
  readonly games: number;
  readonly doesNotApply: number;
}

/** A resample whose own error is tiny says nothing about t; without a floor, yes/no metrics get endless intervals. */
const ERROR_FLOOR = 0.5;

/** The mean over games, with its interval. */
export function bootstrapMean(observations: readonly Observation[], options: BootstrapOptions): Estimate {
  const groups = [clusterSums(observations)];
  return estimate(groups, options);
}

/** Mean of `a` minus mean of `b`, scenarios drawn apart: for samples that share no scenarios. Pair them where they do. */
export function bootstrapDifference(
  a: readonly Observation[],
  b: readonly Observation[],
  options: BootstrapOptions,
): Estimate {
  return estimate([clusterSums(a), clusterSums(b)], options);
}

function estimate(groups: readonly ClusterSums[], options: BootstrapOptions): Estimate {
  const { rng, resamples = 10_000, confidence = 0.95, within } = options;
  if (!(confidence > 0 && confidence < 1)) {
    throw new RangeError(`a confidence lies between 0 and 1, got ${confidence}`);
  }
  const total = (read: (group: ClusterSums) => number) => groups.reduce((sum, group) => sum + read(group), 0);
  const clusters = Math.min(...groups.map((group) => group.clusters.length));
  const counts = { clusters, games: total((g) => g.games), doesNotApply: total((g) => g.doesNotApply) };
  const [least, most] = within ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  if (clusters === 0) return { mean: undefined, low: least, high: most, error: undefined, ...counts };
  const seen = difference(groups.map(({ sums, counts }) => ratioMean(sums, counts)));
  if (clusters === 1) return { mean: seen.mean, low: least, high: most, error: undefined, ...counts };
  if (seen.error <= 1e-12 * largest(groups)) {
    return { mean: seen.mean, ...allAlike(seen.mean, clusters, confidence, least, most), error: 0, ...counts };
  }
  const drawn = groups.map(({ sums }) => ({
    sums: new Float64Array(sums.length),
    counts: new Float64Array(sums.length),
  }));
  const ratios = new Float64Array(resamples);
  for (let k = 0; k < resamples; k++) {
    const again = difference(
      drawn.map((scratch, g) => {
        draw(groups[g] as ClusterSums, scratch, rng);
        return ratioMean(scratch.sums, scratch.counts);
      }),
    );
    ratios[k] = Math.abs(again.mean - seen.mean) / Math.max(again.error, ERROR_FLOOR * seen.error);
  }
  ratios.sort();
  // The smallest rank whose share of (resamples + 1) reaches the confidence: exact for an exchangeable t (Davison and Hinkley 1997, 5.2).
  const rank = Math.min(resamples, Math.ceil((resamples + 1) * confidence));
  const reach = (ratios[rank - 1] as number) * seen.error;
  return {
    mean: seen.mean,
    low: Math.max(least, seen.mean - reach),
    high: Math.min(most, seen.mean + reach),
    error: seen.error,
    ...counts,
  };
}

/** One group: itself. Two: the first minus the second, errors added in squares. */
function difference(parts: readonly { mean: number; error: number }[]): { mean: number; error: number } {
  const [a, b] = parts as [{ mean: number; error: number }, { mean: number; error: number } | undefined];
  if (b === undefined) return a;
  return { mean: a.mean - b.mean, error: Math.sqrt(a.error * a.error + b.error * b.error) };
}

function draw(from: ClusterSums, into: { sums: Float64Array; counts: Float64Array }, rng: Rng): void {
  const size = from.sums.length;
  for (let i = 0; i < size; i++) {
    // Without the rejection step of rng.integer: the bias is below size / 2^32, and 10,000 resamples of 300 scenarios take
    // 66 ms instead of 172.
    const pick = Math.floor((rng.uint32() * size) / 4294967296);
    into.sums[i] = from.sums[pick] as number;
    into.counts[i] = from.counts[pick] as number;
  }
}

/**
 * Every scenario gave the same value. The chance q of that value is, with this confidence, at least tail^(1/clusters) (Clopper
 * and Pearson 1934, n of n), and whatever else may happen lies within the metric's bounds.
 */
function allAlike(mean: number, clusters: number, confidence: number, least: number, most: number) {
  const other = 1 - pow((1 - confidence) / 2, 1 / clusters);
  return { low: mean - other * (mean - least), high: mean + other * (most - mean) };
}

function largest(groups: readonly ClusterSums[]): number {
  let most = 0;
  for (const { sums, counts } of groups) {
    for (let i = 0; i < sums.length; i++) most = Math.max(most, Math.abs((sums[i] as number) / (counts[i] as number)));
  }
  return most;
}
