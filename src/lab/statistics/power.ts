/**
 * How many more games would decide a comparison: the sample size of a paired two-sided t test.
 *
 * Guenther 1981: scenarios = ((z_alpha/2 + z_power) sd / effect)^2 + z_alpha/2^2 / 2, which gives the 199, 34 and 15 of the
 * exact noncentral t for Cohen's small, medium and large effect. The effect is the smallest one worth knowing of. Without it
 * the observed difference stands in, which says "if it is really this large" and no more: it may be larger in truth.
 */
import { mean } from '../../core/index.ts';
import { FEWEST_CLUSTERS } from './cluster-bootstrap.ts';
import { normalQuantile } from './normal.ts';

export interface Design {
  /** Standard deviation of the difference from scenario to scenario. */
  readonly deviation: number;
  readonly effect: number;
  /** Default 0.05, two-sided. */
  readonly alpha?: number;
  /** Default 0.8. */
  readonly power?: number;
}

/** Scenarios needed to find the effect with this power. */
export function scenariosNeeded({ deviation, effect, alpha = 0.05, power = 0.8 }: Design): number {
  if (!(Math.abs(effect) > 0)) throw new RangeError(`the effect to find must not be 0, got ${effect}`);
  if (!(deviation >= 0)) throw new RangeError(`a standard deviation is 0 or more, got ${deviation}`);
  const level = normalQuantile(1 - alpha / 2);
  const reach = ((level + normalQuantile(power)) * deviation) / effect;
  return Math.max(2, Math.ceil(reach * reach + (level * level) / 2));
}

export interface GamesToDecide {
  readonly scenarios: number;
  readonly moreScenarios: number;
  readonly moreGames: number;
  readonly effect: number;
}

/** The fewest scenarios with which a two-sided sign-flip test can reach a level: its least p is 2 / 2^n. */
export function fewestScenarios(level: number): number {
  let scenarios = 1;
  for (let least = 1; least > level; least /= 2) scenarios++;
  return scenarios;
}

/**
 * From the differences so far: with at most this many scenarios the effect is found with the given power, though the comparison
 * is one of `family` that Holm corrects together (held against alpha / family, the level that it may have to pass). The deviation
 * is not the one seen but its upper 95 % limit, by the chi-square distribution: the one seen is too small half of the time
 * (Browne 1995). Undefined where nothing can be said: too few scenarios, or no effect to find.
 */
export function gamesToDecide(
  differences: readonly number[],
  options: { gamesPerScenario: number; effect?: number; alpha?: number; power?: number; family?: number },
): GamesToDecide | undefined {
  const { gamesPerScenario, alpha = 0.05, power, family = 1 } = options;
  const count = differences.length;
  if (count < FEWEST_CLUSTERS) return undefined;
  const seen = mean(differences);
  const squares = differences.reduce((sum, d) => sum + (d - seen) * (d - seen), 0);
  const effect = Math.abs(options.effect ?? seen);
  if (effect === 0) return undefined;
  const deviation = Math.sqrt(squares / lowerChiSquare(count - 1));
  const level = alpha / family;
  const scenarios = Math.max(fewestScenarios(level), scenariosNeeded({ deviation, effect, alpha: level, power }));
  const moreScenarios = Math.max(0, scenarios - count);
  const moreGames = moreScenarios * gamesPerScenario;
  return { scenarios, moreScenarios, moreGames, effect };
}

/** The 5 % quantile of chi-square (Wilson and Hilferty 1931: within 2 % from five degrees of freedom on). */
function lowerChiSquare(freedom: number): number {
  const spread = 2 / (9 * freedom);
  const root = 1 - spread + normalQuantile(0.05) * Math.sqrt(spread);
  return freedom * root * root * root;
}
