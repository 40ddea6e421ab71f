/**
 * relative_tit_for_tat: repeats in percent what the other side conceded delta rounds ago (Faratin et al. 1998).
 *
 * next = own last * y[n - delta] / y[n - delta + 1], where y[n] is the other side's last offer; clamped to the own interval
 * from opening to reservation, so a retreat is repeated too, but never past the opening. Accepts what is at least as good.
 * The paper leaves the first offers open: this one opens at its opening and follows the straight line to its reservation
 * until the other side has made delta + 1 offers; two sides that waited for each other would never move.
 */
import type { PriceAct, PriceView } from '../../domains/price/price.ts';
import { defineStrategy, number } from '../../strategy.ts';
import { concededPrice, inInterval, type Opening, openingPrice } from './interval.ts';
import { acceptOr, elapsed, openingOptions, pricesOf } from './moves.ts';

export const relativeTitForTat = defineStrategy({
  name: 'relative_tit_for_tat',
  domain: 'price',
  version: 2,
  about: "repeats in percent the other side's concession",
  options: {
    delta: number(1, 'how many rounds ago the imitated concession was made', { min: 1, max: 1000 }),
    ...openingOptions(400),
  },
  make: (options) => {
    const delta = wholeRounds('delta', options.delta);
    return (view: PriceView): PriceAct =>
      imitate(view, options, delta + 1, (mine, theirs) => mine * ratio(theirs.at(-1 - delta), theirs.at(-delta)));
  },
});

/** What the imitative tactics share: the first offers, the interval and the acceptance. */
export function imitate(
  view: PriceView,
  options: Opening,
  enough: number,
  next: (mine: number, theirs: readonly number[]) => number,
): PriceAct {
  const opening = openingPrice(view, options);
  const mine = pricesOf(view, 'own').at(-1);
  if (mine === undefined) return acceptOr(view, opening);
  const theirs = pricesOf(view, 'their');
  const x = theirs.length < enough ? concededPrice(view, opening, elapsed(view)) : next(mine, theirs);
  return acceptOr(view, inInterval(view, opening, x));
}

/** before / after; a price of 0 has no percentage and counts as no move. */
export function ratio(before: number | undefined, after: number | undefined): number {
  return before === undefined || after === undefined || after === 0 ? 1 : before / after;
}

export function wholeRounds(name: string, value: number): number {
  if (!Number.isInteger(value)) throw new RangeError(`${name} must be a whole number of rounds, got ${value}`);
  return value;
}
