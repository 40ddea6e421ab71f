/**
 * boulware: concedes by the clock, from its opening to its reservation (Faratin, Sierra and Jennings 1998).
 *
 * target(t) = opening + (reservation - opening) * tau^exponent, tau = min(0.95, turn / limit). An exponent above 1 is tough
 * (Boulware), below 1 conceding, 1 linear: the house convention, see theory/concession.ts. Accepts what is at least as good
 * as its target. `noise` adds U(-noise, noise) to the offer after the acceptance test (the noisy_boulware of Janus B).
 * In Janus B the margin equals the width of every zone, so the opening is the other side's reservation: an oracle by
 * construction. Faithful there; `opening=target` is the clean version. The same rule with exponent 1 is linear_standard,
 * and with margin 200 time_dependent.
 */
import type { PriceAct, PriceView } from '../../domains/price/price.ts';
import { pow } from '../../math.ts';
import { defineStrategy, number } from '../../strategy.ts';
import {
  acceptOr,
  elapsedCapped,
  janusCents,
  offer,
  openingMargin,
  openingOptions,
  scaled,
  sign,
  within,
} from './moves.ts';

export const boulware = defineStrategy({
  name: 'boulware',
  domain: 'price',
  version: 3,
  about: 'concedes by the clock from its opening to its reservation',
  options: {
    exponent: number(2, 'above 1 tough, below 1 conceding', { min: 0.01, max: 100 }),
    ...openingOptions(400),
    noise: number(0, 'half-width of the noise on each offer, on a price range 1300 wide'),
  },
  memory: () => 'clock',
  make:
    (options) =>
    (view: PriceView, context): PriceAct => {
      const { reservation } = view.own;
      // Within the range before the curve, as in Janus B: a margin that the range cuts off is not conceded either.
      const opening = within(view, reservation + sign(view) * openingMargin(view, options));
      const target = opening + (reservation - opening) * pow(elapsedCapped(view), options.exponent);
      const act = acceptOr(view, target, janusCents(view, target));
      if (options.noise === 0 || act.type !== 'offer') return act;
      const noise = scaled(view, options.noise);
      return offer(view, act.price + context.rng.uniform(-noise, noise));
    },
});
