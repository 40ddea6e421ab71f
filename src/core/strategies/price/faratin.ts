/**
 * faratin: the time-dependent and resource-dependent tactics of Faratin, Sierra and Jennings (1998).
 *
 * price = opening + alpha (reservation - opening), t = turn / limit. polynomial: alpha = kappa + (1 - kappa) t^(1 / beta);
 * exponential: alpha = kappa^((1 - t)^beta). beta is Faratin's own: below 1 Boulware, above 1 conceder (theory/concession.ts
 * converts). resource: alpha = kappa + (1 - kappa) e^-r, where the resource r is the number of own turns left after this
 * one, over beta: with beta 1 the last offers concede kappa + (1 - kappa) times .135, .368 and 1. Accepts what is at least as
 * good as its next offer. Unlike boulware, no cap at 0.95: at the limit it stands at its reservation.
 */
import { lastTurn, type PriceAct, type PriceView } from '../../domains/price/price.ts';
import { choice, defineStrategy, number } from '../../strategy.ts';
import { exponential, fromFaratin, polynomial, resourceDependent } from '../../theory/concession.ts';
import { concededPrice, openingPrice } from './interval.ts';
import { acceptOr, elapsed, openingOptions } from './moves.ts';

export const faratin = defineStrategy({
  name: 'faratin',
  domain: 'price',
  version: 2,
  about: 'concedes by the clock or by the turns left, after Faratin',
  options: {
    family: choice(['polynomial', 'exponential', 'resource'], 'the shape of the concession curve'),
    beta: number(1, "Faratin's beta: below 1 tough, above 1 conceding", { min: 0.01, max: 100 }),
    kappa: number(0.1, 'share conceded by an offer at time 0', { max: 1 }),
    ...openingOptions(400),
  },
  memory: () => 'clock',
  make: (options) => {
    const { family, beta, kappa } = options;
    if (family === 'exponential' && kappa === 0) {
      throw new RangeError('faratin: kappa must be above 0 for the exponential family, got 0');
    }
    return (view: PriceView): PriceAct => {
      const share =
        family === 'polynomial'
          ? polynomial(elapsed(view), { exponent: fromFaratin(beta), kappa })
          : family === 'exponential'
            ? exponential(elapsed(view), { beta, kappa })
            : resourceDependent(ownTurnsLeft(view) / beta, { kappa });
      return acceptOr(view, concededPrice(view, openingPrice(view, options), share));
    };
  },
});

/** The seats alternate, so every second turn that is left. */
function ownTurnsLeft(view: PriceView): number {
  return Math.floor((lastTurn(view) - view.turn) / 2);
}
