/**
 * random_tit_for_tat: repeats in money what the other side conceded delta rounds ago, and a random bit more (Faratin et al.
 * 1998, "random absolute tit-for-tat").
 *
 * next = own last + (y[n - delta] - y[n - delta + 1]) + (-1)^s U(0, M), s = 0 for a buyer and 1 for a seller, so the random
 * part always concedes: it lets two imitators out of a deadlock. The first offers, the interval and the acceptance are those
 * of relative_tit_for_tat.
 */
import type { PriceAct, PriceView } from '../../domains/price/price.ts';
import { defineStrategy, number } from '../../strategy.ts';
import { openingOptions, scaled, sign } from './moves.ts';
import { imitate, wholeRounds } from './relative-tit-for-tat.ts';

export const randomTitForTat = defineStrategy({
  name: 'random_tit_for_tat',
  domain: 'price',
  version: 2,
  about: "repeats in money the other side's concession, and a random bit more",
  options: {
    delta: number(1, 'how many rounds ago the imitated concession was made', { min: 1, max: 1000 }),
    extra: number(10, 'M, the most it concedes on top, on a price range 1300 wide'),
    ...openingOptions(400),
  },
  make: (options) => {
    const delta = wholeRounds('delta', options.delta);
    return (view: PriceView, { rng }): PriceAct =>
      imitate(view, options, delta + 1, (mine, theirs) => {
        const conceded = (theirs.at(-1 - delta) as number) - (theirs.at(-delta) as number);
        return mine + conceded - sign(view) * rng.uniform(0, scaled(view, options.extra));
      });
  },
});
