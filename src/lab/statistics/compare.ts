/**
 * Two agents on the same scenarios, compared in full: difference, interval, permutation p, equivalence, what would decide it.
 *
 * p is not corrected: a table with several comparisons passes them through `holm` or `benjaminiHochberg`.
 */

import type { BootstrapOptions } from './cluster-bootstrap.ts';
import { bootstrapMean, type Estimate } from './cluster-bootstrap.ts';
import { type EquivalenceTest, equivalenceTest } from './equivalence.ts';
import type { Observation } from './observations.ts';
import { pairByCluster } from './paired.ts';
import { signFlipTest } from './permutation.ts';
import { type GamesToDecide, gamesToDecide } from './power.ts';

export interface CompareOptions extends BootstrapOptions {
  /** The largest difference that would not matter, chosen before looking: also the effect that the power estimate aims at. */
  readonly margin?: number;
  readonly alpha?: number;
}

export interface Comparison {
  /** Mean of `a` minus mean of `b` over the scenarios that both played. */
  readonly difference: Estimate;
  readonly p: number;
  readonly equivalence: EquivalenceTest | undefined;
  readonly toDecide: GamesToDecide | undefined;
  /** Scenarios that only one side has a value for: left out. */
  readonly unpaired: number;
}

export function comparePaired(
  a: readonly Observation[],
  b: readonly Observation[],
  options: CompareOptions,
): Comparison {
  const { rng, margin, alpha } = options;
  const { differences, unpaired } = pairByCluster(a, b);
  const values = differences.map(({ value }) => value);
  const difference = bootstrapMean(differences, { ...options, rng: rng.split('interval') });
  const { mean, error, clusters } = difference;
  const known = margin !== undefined && mean !== undefined && error !== undefined;
  const gamesPerScenario = (a.length + b.length) / Math.max(1, clusters + unpaired);
  return {
    difference,
    p: signFlipTest(values, { rng: rng.split('permutation') }).p,
    equivalence: known ? equivalenceTest({ mean, error, freedom: clusters - 1 }, { margin, alpha }) : undefined,
    toDecide: gamesToDecide(values, { gamesPerScenario: Math.ceil(gamesPerScenario), effect: margin, alpha }),
    unpaired,
  };
}
