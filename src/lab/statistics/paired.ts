/**
 * Two agents on the same scenarios: one difference a scenario.
 *
 * What the scenario gives to both drops out, which is why paired experiments need fewer games. A scenario where either side
 * has no value that applies is left out and counted. Each scenario weighs the same, whatever its number of games.
 */
import { mean } from '../../core/index.ts';
import { clusterSums, type Observation } from './observations.ts';

export interface Paired {
  /** Mean of `a` minus mean of `b`, scenario by scenario. */
  readonly differences: readonly { readonly cluster: string; readonly value: number }[];
  /** Scenarios that only one side has a value for. */
  readonly unpaired: number;
}

/**
 * Pairs of games, in the same place on both sides, of which both have a value. A half without one (a failed game, a metric that does not
 * apply) takes its other half with it: whoever fails in hard games would seem better than a twin that plays them.
 */
export function bothMeasured(
  a: readonly Observation[],
  b: readonly Observation[],
): { readonly a: Observation[]; readonly b: Observation[]; readonly leftOut: number } {
  const isMeasured = (_: Observation, i: number) => a[i]?.value !== undefined && b[i]?.value !== undefined;
  const kept = a.filter(isMeasured);
  return { a: kept, b: b.filter(isMeasured), leftOut: a.length - kept.length };
}

export function pairByCluster(a: readonly Observation[], b: readonly Observation[]): Paired {
  const [first, second] = [clusterMeans(a), clusterMeans(b)];
  const differences = [...first].flatMap(([cluster, mean]) => {
    const other = second.get(cluster);
    return other === undefined ? [] : [{ cluster, value: mean - other }];
  });
  return { differences, unpaired: first.size + second.size - 2 * differences.length };
}

/** The mean over scenarios, each weighing the same: of two sides of pairs they differ by exactly the paired difference. */
export function meanOverClusters(observations: readonly Observation[]): number | undefined {
  const means = [...clusterMeans(observations).values()];
  return means.length > 0 ? mean(means) : undefined;
}

function clusterMeans(observations: readonly Observation[]): Map<string, number> {
  const { clusters, sums, counts } = clusterSums(observations);
  return new Map(clusters.map((cluster, i) => [cluster, (sums[i] as number) / (counts[i] as number)]));
}
