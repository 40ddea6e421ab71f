/**
 * How many more games would decide a comparison: the sample size of a paired two-sided t test.
 *
 * Guenther 1981: scenarios = ((z_alpha/2 + z_power) sd / effect)^2 + z_alpha/2^2 / 2, which gives the 199, 34 and 15 of the
 * exact noncentral t for Cohen's small, medium and large effect. The effect is the smallest one worth knowing of. Without it
 * the observed difference stands in, which says "if it is really this large" and no more: it may be larger in truth.
 */
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

/** From the differences so far; undefined where nothing can be said (fewer than two scenarios, or no effect to find). */
export function gamesToDecide(
  differences: readonly number[],
  options: { gamesPerScenario: number; effect?: number; alpha?: number; power?: number },
): GamesToDecide | undefined {
  const { gamesPerScenario, alpha, power } = options;
  const count = differences.length;
  if (count < 2) return undefined;
  const mean = differences.reduce((sum, d) => sum + d, 0) / count;
  const deviation = Math.sqrt(differences.reduce((sum, d) => sum + (d - mean) * (d - mean), 0) / (count - 1));
  const effect = Math.abs(options.effect ?? mean);
  if (effect === 0) return undefined;
  const scenarios = scenariosNeeded({ deviation, effect, alpha, power });
  const moreScenarios = Math.max(0, scenarios - count);
  const moreGames = moreScenarios * gamesPerScenario;
  return { scenarios, moreScenarios, moreGames, effect };
}
