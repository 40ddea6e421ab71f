/**
 * Whom one may learn against: scripts by the clock, scripts that give as they are given, and the bazaar's sellers, with parameters
 * drawn anew for every game. None of them is an opponent to choose a checkpoint by or one of the verdict (trainer/parley_trainer/
 * opponents.py): neither by name nor by parameters.
 */
import type { Rng } from '../../../core/index.ts';

type Family = (rng: Rng) => string;

const rounded = (x: number) => Math.round(x * 100) / 100;
const logUniform = (rng: Rng, low: number, high: number) => rounded(low * (high / low) ** rng.float());
/** Two in three open at their target, the others at a margin from their limit. */
const opening = (rng: Rng) => (rng.float() < 2 / 3 ? '' : `&margin=${Math.round(rng.uniform(150, 650))}`);
const query = (spec: string) => spec.replace('?&', '?').replace(/\?$/, '');

/** With how often each is drawn. */
const families: readonly (readonly [share: number, family: Family])[] = [
  [8, (rng) => `boulware?exponent=${logUniform(rng, 0.2, 6)}${opening(rng)}`],
  [2, (rng) => `boulware?exponent=${logUniform(rng, 0.4, 4)}&noise=${Math.round(rng.uniform(5, 40))}${opening(rng)}`],
  [2, (rng) => query(`hardliner?cave=${Math.round(rng.uniform(2, 80))}${opening(rng)}`)],
  [2, (rng) => query(`tit_for_tat?${opening(rng)}`)],
  [2, (rng) => query(`relative_tit_for_tat?delta=${rng.pick([1, 2])}${opening(rng)}`)],
  [2, (rng) => query(`average_tit_for_tat?gamma=${rng.pick([2, 3])}${opening(rng)}`)],
  [1, (rng) => query(`random_tit_for_tat?extra=${Math.round(rng.uniform(5, 40))}${opening(rng)}`)],
  [2, (rng) => query(`split_difference?${opening(rng)}`)],
  // Never of 40, which is an opponent to choose by.
  [3, (rng) => `micro?step=${rng.uniform(8, 39).toFixed(1)}`],
  [1, (rng) => `micro?step=${rng.uniform(41, 90).toFixed(1)}`],
  [1, (rng) => `clean:random_own?accept=${rounded(rng.uniform(0.1, 0.5))}`],
  [4, (rng) => `bazaar:${rng.pick(['default', 'deceptive', 'impatient', 'collaborative'])}${rng.pick(['', '+hard'])}`],
];

export function drawOpponent(rng: Rng): string {
  let left = rng.float() * families.reduce((sum, [share]) => sum + share, 0);
  for (const [share, family] of families) {
    left -= share;
    if (left < 0) return family(rng);
  }
  return (families[0] as (typeof families)[number])[1](rng);
}

/** As it sits at a table: the bazaar's sellers have words of their own, templates speak for the others. */
export function speaking(spec: string): string {
  return spec.startsWith('bazaar:') ? spec : `worded:${spec}@templates`;
}
