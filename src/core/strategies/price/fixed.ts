/**
 * fixed: one price for the whole game, a margin inside its reservation (price_fixed_strict and _loose of the Janus lab).
 * Accepts what is at least as good. Take it or leave it.
 */
import type { PriceAct, PriceView } from '../../domains/price/price.ts';
import { defineStrategy } from '../../strategy.ts';
import { acceptOr, openingMargin, openingOptions, sign } from './moves.ts';

export const fixed = defineStrategy({
  name: 'fixed',
  domain: 'price',
  version: 2,
  about: 'offers one price throughout',
  options: openingOptions(20),
  memory: () => 'clock',
  make:
    (options) =>
    (view: PriceView): PriceAct =>
      acceptOr(view, view.own.reservation + sign(view) * openingMargin(view, options)),
});
