/**
 * tit_for_tat: gives what it is given (the Janus lab's version of Axelrod's rule).
 *
 * Opens at its margin and holds until the other side has made two offers; then moves toward its reservation by the absolute
 * size of the other side's last step. Faithful to the original in that a step backwards counts as a concession too.
 * Accepts what is inside its reservation and at least as good as its next offer.
 */
import type { PriceAct, PriceView } from '../../domains/price/price.ts';
import { defineStrategy } from '../../strategy.ts';
import { acceptOr, openingMargin, openingOptions, pricesOf, sign } from './moves.ts';

export const titForTat = defineStrategy({
  name: 'tit_for_tat',
  domain: 'price',
  version: 1,
  about: "concedes by the size of the other side's last step",
  options: openingOptions(100),
  memory: () => 'last-two',
  make:
    (options) =>
    (view: PriceView): PriceAct => {
      const last = pricesOf(view, 'own').at(-1);
      if (last === undefined) {
        return acceptOr(view, view.own.reservation + sign(view) * openingMargin(view, options));
      }
      const [before, now] = pricesOf(view, 'their').slice(-2);
      const step = before !== undefined && now !== undefined ? Math.abs(now - before) : 0;
      return acceptOr(view, last - sign(view) * step);
    },
});
