/**
 * nice_tit_for_tat: concedes as large a share of the way to the Nash point as the other side has (Baarslag et al. 2013).
 *
 * In own utility, 1 at the opening and 0 at the reservation, received offers held to that scale. gap = 1 - first received;
 * N = max(.5, nash (1.4 - .6 gap)); f = (best received - first) / (N - first), from 0 to 1; target = 1 - f (1 - N), and
 * then a bonus B = max(.1, min(1, 20 (t - .91))) of the rest of the way to N; .1 is the original's .5 - .4 discount, with no
 * discounting here. `nash` is the own utility of the Nash point, which the original reads off its opponent model: that of
 * the midpoint of the two opening offers, or its .7 for want of a model (two of which just miss each other on the Janus zone).
 * A received offer at least as good as the plan is accepted where it stands and sent back where it no longer does. Never asks
 * for less than half of its utility.
 */
import type { PriceAct, PriceView } from '../../domains/price/price.ts';
import { clamp } from '../../math.ts';
import { choice, defineStrategy } from '../../strategy.ts';
import { concededPrice, openingPrice, ownUtility } from './interval.ts';
import { acceptOr, asGood, elapsed, openingOptions, pricesOf } from './moves.ts';

const UNKNOWN_NASH = 0.7;

export const niceTitForTat = defineStrategy({
  name: 'nice_tit_for_tat',
  domain: 'price',
  version: 2,
  about: 'concedes toward the Nash point as far as the other side does',
  options: {
    nash: choice(['openings', 'assumed'], 'own utility of the Nash point: that of the middle of both openings, or .7'),
    ...openingOptions(400),
  },
  make:
    (options) =>
    (view: PriceView): PriceAct => {
      const opening = openingPrice(view, options);
      const received = pricesOf(view, 'their');
      const [firstPrice] = received;
      if (firstPrice === undefined) return acceptOr(view, opening);
      const utility = (price: number) => clamp(ownUtility(view, opening, price), 0, 1);
      const middle = ((pricesOf(view, 'own')[0] ?? opening) + firstPrice) / 2;
      const bestPrice = received.reduce((a, b) => (asGood(view, a, b) ? a : b));
      const target = niceTarget({
        first: utility(firstPrice),
        best: utility(bestPrice),
        nash: options.nash === 'assumed' ? UNKNOWN_NASH : utility(middle),
        t: elapsed(view),
      });
      const planned = concededPrice(view, opening, 1 - target);
      return acceptOr(view, planned, asGood(view, bestPrice, planned) ? bestPrice : planned);
    },
});

export interface Progress {
  /** Own utility of the first offer received, of the best one, and of the estimated Nash point. */
  readonly first: number;
  readonly best: number;
  readonly nash: number;
  readonly t: number;
}

/** The own utility to ask for now. */
export function niceTarget({ first, best, nash, t }: Progress): number {
  const goal = Math.max(0.5, nash * (1.4 - 0.6 * (1 - first)));
  // A first offer at the goal has come all the way.
  const reciprocated = goal > first ? clamp((best - first) / (goal - first), 0, 1) : 1;
  const target = 1 - reciprocated * (1 - goal);
  const bonus = Math.max(0.1, Math.min(1, 20 * (t - 0.91)));
  return clamp(target - bonus * (target - goal), 0, 1);
}
