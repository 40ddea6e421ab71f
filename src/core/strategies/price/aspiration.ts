/**
 * aspiration: offers by the clock, and accepts by a condition of its own (acceptance.ts): bidding and accepting taken apart,
 * as in the BOA architecture (Baarslag et al. 2014).
 *
 * Offer: opening + t^exponent (reservation - opening), t = turn / limit. Accepts the standing offer by the chosen condition
 * in own utility (1 at the opening, 0 at the reservation), never past its reservation; without an own offer to compare with,
 * `prev` and `gap` wait.
 */
import { lastTurn, type PriceAct, type PriceView } from '../../domains/price/price.ts';
import { choice, defineStrategy, number } from '../../strategy.ts';
import { polynomial } from '../../theory/concession.ts';
import {
  acceptCombined,
  acceptConstant,
  acceptGap,
  acceptNext,
  acceptPrevious,
  acceptTime,
  type Received,
} from './acceptance.ts';
import { concededPrice, openingPrice, ownUtility } from './interval.ts';
import { accept, elapsed, inside, offer, openingOptions, pricesOf, theirPrice } from './moves.ts';

export const aspiration = defineStrategy({
  name: 'aspiration',
  domain: 'price',
  version: 2,
  about: 'offers by the clock and accepts by a chosen condition',
  options: {
    accept: choice(
      ['next', 'combi_max', 'combi_avg', 'prev', 'gap', 'const', 'time'],
      'the acceptance condition, AC_next and so on',
    ),
    exponent: number(2, 'above 1 tough, below 1 conceding', { min: 0.01, max: 100 }),
    constant: number(0.8, 'least utility of AC_const', { max: 1 }),
    gap: number(0.1, 'utility given up by AC_gap', { max: 1 }),
    time: number(0.9, 'when AC_time and AC_combi begin', { max: 1 }),
    ...openingOptions(400),
  },
  memory: ({ accept }) => (accept.startsWith('combi') ? 'history' : 'clock'),
  make:
    (options) =>
    (view: PriceView): PriceAct => {
      const opening = openingPrice(view, options);
      const time = elapsed(view);
      const planned = concededPrice(view, opening, polynomial(time, { exponent: options.exponent }));
      const theirs = theirPrice(view);
      if (theirs === undefined || !inside(view, theirs)) return offer(view, planned);

      const utility = (price: number) => ownUtility(view, opening, price);
      const offered = utility(theirs);
      const lastPrice = pricesOf(view, 'own').at(-1);
      const previous = lastPrice === undefined ? undefined : utility(lastPrice);
      const combined = (alpha: 'max' | 'avg') =>
        acceptCombined(received(view, utility), utility(planned), { time, from: options.time, alpha });
      const accepts = (): boolean => {
        switch (options.accept) {
          case 'next':
            return acceptNext(offered, utility(planned));
          case 'combi_max':
            return combined('max');
          case 'combi_avg':
            return combined('avg');
          case 'prev':
            return acceptPrevious(offered, previous);
          case 'gap':
            return acceptGap(offered, previous, options.gap);
          case 'const':
            return acceptConstant(offered, options.constant);
          case 'time':
            return acceptTime(time, options.time);
          default:
            return options.accept satisfies never;
        }
      };
      return accepts() ? accept(view) : offer(view, planned);
    },
});

function received(view: PriceView, utility: (price: number) => number): Received[] {
  const offers: Received[] = [];
  const end = lastTurn(view);
  for (const { seat, turn, act } of view.history) {
    if (act.type === 'offer' && seat !== view.seat) {
      offers.push({ time: turn / end, utility: utility(act.price) });
    }
  }
  return offers;
}
