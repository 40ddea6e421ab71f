/**
 * hardliner: holds its opening until the turn before the last, then caves in to just inside its reservation.
 * Hold while turn < limit - 1; then reservation + cave. Accepts what is at least as good as its current price.
 */
import { lastTurn, type PriceAct, type PriceView } from '../../domains/price/price.ts';
import { defineStrategy, number } from '../../strategy.ts';
import { acceptOr, openingMargin, openingOptions, scaled, sign } from './moves.ts';

export const hardliner = defineStrategy({
  name: 'hardliner',
  domain: 'price',
  version: 2,
  about: 'holds its opening to the end, then caves in',
  options: {
    ...openingOptions(400),
    cave: number(5, 'distance from the reservation in the last two turns, on a price range 1300 wide'),
  },
  memory: () => 'clock',
  make:
    (options) =>
    (view: PriceView): PriceAct => {
      const margin = view.turn >= lastTurn(view) - 1 ? scaled(view, options.cave) : openingMargin(view, options);
      return acceptOr(view, view.own.reservation + sign(view) * margin);
    },
});
