/**
 * naive_concession: a bad negotiator (Janus B). Always offers near its own reservation, buffer +- jitter inside it, and
 * accepts anything inside its reservation.
 */
import type { PriceAct, PriceView } from '../../domains/price/price.ts';
import { defineStrategy, number } from '../../strategy.ts';
import { acceptOr, scaled, sign } from './moves.ts';

export const naiveConcession = defineStrategy({
  name: 'naive_concession',
  domain: 'price',
  version: 1,
  about: 'offers near its own reservation and accepts anything inside it',
  options: {
    buffer: number(25, 'distance from the reservation, on a price range 1300 wide'),
    jitter: number(15, 'half-width of the noise, on a price range 1300 wide'),
  },
  memory: () => 'clock',
  make:
    (options) =>
    (view: PriceView, { rng }): PriceAct => {
      const distance = scaled(view, options.buffer + rng.uniform(-options.jitter, options.jitter));
      return acceptOr(view, view.own.reservation, view.own.reservation + sign(view) * distance);
    },
});
