/**
 * Does an effect depend on the setting? A paired test of the interaction, to be asked before a main effect is spoken of: an option
 * that helps in one setting and harms in another has no effect of its own (Nelder 1977, marginality).
 *
 * Each scenario gives one effect for each setting. If the effect is the same in all of them, what is left after taking out the
 * scenario's mean lies evenly around zero; the test flips its signs, whole scenarios at a time, as the test of a difference does.
 */
import { mean, type Rng } from '../../core/index.ts';
import { FEWEST_CLUSTERS } from './cluster-bootstrap.ts';
import { flipTest, type PermutationTest } from './permutation.ts';

/** `effects`: a row for each scenario, a column for each setting. Undefined with one setting, or too few scenarios. */
export function interactionTest(
  effects: readonly (readonly number[])[],
  options: { rng: Rng; flips?: number },
): PermutationTest | undefined {
  const settings = effects[0]?.length ?? 0;
  if (settings < 2 || effects.length < FEWEST_CLUSTERS) return undefined;
  const residuals = effects.map((row) => {
    const average = mean(row);
    return Float64Array.from(row, (effect) => effect - average);
  });
  return flipTest(residuals, options);
}
