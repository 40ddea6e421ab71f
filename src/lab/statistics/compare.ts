/**
 * Two agents on the same scenarios, compared in full, and a table of such comparisons decided together.
 *
 * `comparePaired` gives the difference, its interval, p and the equivalence test, none of them corrected. p is the larger of the
 * permutation test's and the interval's own (intersection: never more false claims than either), so that no difference is claimed
 * beside an interval that holds 0.
 * `decide` corrects both kinds of claim by Holm over the table and gives each comparison one verdict: for no pair can both be
 * false, so together they are false in at most alpha of the tables.
 */
import { type BootstrapOptions, bootstrapTest, type Estimate, FEWEST_CLUSTERS } from './cluster-bootstrap.ts';
import { type EquivalenceTest, equivalenceTest } from './equivalence.ts';
import { holm } from './multiple-comparisons.ts';
import type { Observation } from './observations.ts';
import { pairByCluster } from './paired.ts';
import { signFlipTest } from './permutation.ts';
import { type GamesToDecide, gamesToDecide } from './power.ts';
import { streamOf } from './stream.ts';

export interface CompareOptions extends Omit<BootstrapOptions, 'within'> {
  /** The largest difference that would not matter, chosen before looking: also the effect that the power estimate aims at. */
  readonly margin?: number;
}

export interface Comparison {
  /** Mean of `a` minus mean of `b` over the scenarios that both played. */
  readonly difference: Estimate;
  /** The same, scenario by scenario. */
  readonly differences: readonly number[];
  /** Of no difference; at most .05 only where the 95 % interval leaves out 0. */
  readonly p: number;
  readonly equivalence: EquivalenceTest | undefined;
  readonly margin: number | undefined;
  readonly gamesPerScenario: number;
  /** Scenarios that only one side has a value for: left out. */
  readonly unpaired: number;
}

export function comparePaired(
  a: readonly Observation[],
  b: readonly Observation[],
  options: CompareOptions = {},
): Comparison {
  const { margin } = options;
  const { differences, unpaired } = pairByCluster(a, b);
  const values = differences.map(({ value }) => value);
  const { estimate: difference, p = 0 } = bootstrapTest(differences, options);
  const rng = streamOf(
    'permutation',
    differences.map(({ cluster }) => cluster),
  );
  const { mean, error, clusters } = difference;
  const known = margin !== undefined && mean !== undefined && error !== undefined;
  return {
    difference: { ...difference, games: gamesIn([...a, ...b]) },
    differences: values,
    p: Math.max(p, signFlipTest(values, { rng }).p),
    equivalence: known ? equivalent(differences, { mean, error, freedom: clusters - 1 }, margin) : undefined,
    margin,
    gamesPerScenario: Math.ceil((a.length + b.length) / Math.max(1, clusters + unpaired)),
    unpaired,
  };
}

/**
 * Two one-sided tests, by Student and by the interval itself, of which the larger p counts: where scenarios are skewed or take two values the
 * interval is wider than Student's, and "the same" must not be said beside one that runs past the margin.
 */
function equivalent(
  differences: readonly Observation[],
  found: { readonly mean: number; readonly error: number; readonly freedom: number },
  margin: number,
): EquivalenceTest {
  const student = equivalenceTest(found, { margin });
  // Only where it can matter: each is a bootstrap of its own.
  if (student.p > 0.05 || Math.abs(found.mean) >= margin || found.error === 0) return student;
  const shifted = (by: number) =>
    bootstrapTest(differences.map(({ cluster, value }) => ({ cluster, value: (value as number) + by }))).p ?? 1;
  return { ...student, p: Math.max(student.p, shifted(margin) / 2, shifted(-margin) / 2) };
}

/** Not how many scenarios: each is the mean of several games. */
function gamesIn(observations: readonly Observation[]): number {
  const known = observations.filter(({ value }) => value !== undefined);
  return new Set(known.map(({ game }, i) => game ?? i)).size;
}

/**
 * `first`, `second`: that one has more. `same`: closer than the margin. `alike`: not one scenario tells them apart, so there is no
 * spread, and no test can say how sure that is. `too few`: no claim can be made from so few scenarios.
 */
export type PairVerdict = 'first' | 'second' | 'same' | 'alike' | 'undecided' | 'too few';

export interface Decision {
  readonly verdict: PairVerdict;
  /** Corrected by Holm over the table. */
  readonly p: number;
  /** What would find a difference of the margin in a table of this size; for what is undecided, and where it can be said. */
  readonly toDecide: GamesToDecide | undefined;
}

export function decide(compared: readonly Comparison[], { alpha = 0.05 }: { alpha?: number } = {}): Decision[] {
  const different = holm(compared.map(({ p }) => p));
  const same = holm(compared.map(({ equivalence }) => equivalence?.p ?? 1));
  return compared.map((one, i) => {
    const p = different[i] as number;
    const verdict = verdictOf(one, p <= alpha, (same[i] as number) <= alpha);
    const { differences, gamesPerScenario, margin } = one;
    const toDecide =
      verdict === 'undecided'
        ? gamesToDecide(differences, { gamesPerScenario, effect: margin, alpha, family: compared.length })
        : undefined;
    return { verdict, p, toDecide };
  });
}

function verdictOf(
  { difference: { mean, error, clusters } }: Comparison,
  differs: boolean,
  same: boolean,
): PairVerdict {
  if (clusters < FEWEST_CLUSTERS || mean === undefined) return 'too few';
  if (mean === 0 && error === 0) return 'alike';
  if (differs) return mean > 0 ? 'first' : 'second';
  return same ? 'same' : 'undecided';
}
