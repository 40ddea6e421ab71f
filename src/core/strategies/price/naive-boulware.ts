/**
 * naive_boulware: moves the wrong way (Janus B). Starts at its reservation and retreats to its opening by tau^exponent,
 * tau = min(0.95, turn / limit); accepts anything inside its reservation.
 */
import type { PriceAct, PriceView } from '../../domains/price/price.ts';
import { pow } from '../../math.ts';
import { defineStrategy, number } from '../../strategy.ts';
import { acceptOr, elapsedCapped, janusCents, openingMargin, openingOptions, sign } from './moves.ts';

export const naiveBoulware = defineStrategy({
  name: 'naive_boulware',
  domain: 'price',
  version: 3,
  about: 'starts at its reservation and retreats',
  options: {
    exponent: number(3, 'how late it retreats', { min: 0.01, max: 100 }),
    ...openingOptions(500),
  },
  memory: () => 'clock',
  make:
    (options) =>
    (view: PriceView): PriceAct => {
      const retreat = openingMargin(view, options) * pow(elapsedCapped(view), options.exponent);
      const target = view.own.reservation + sign(view) * retreat;
      return acceptOr(view, view.own.reservation, janusCents(view, target));
    },
});
