/**
 * aspiration: accepts by aspiration rather than at the floor.
 *
 * Before this seat's last turn, an accept of less than the counter (price-counter.ts: the aspiration of this turn, or what
 * this seat has itself offered or agreed to) becomes that counter. Saying `agree` counts as accepting: an agreement in words
 * would have to be kept. At the last turn anything may be accepted; whether it keeps to the reservation is not asked here.
 */
import type { Rule } from './guard.ts';
import { asGood, counter, counterPrice } from './price-counter.ts';

export const aspiration: Rule = {
  name: 'aspiration',
  about: 'accepts nothing below the aspiration of the turn, before the end',
  price(view, act) {
    const accepts = act.type === 'accept' || (act.type === 'say' && act.intent === 'agree');
    if (!accepts || !view.theirs || view.turn + 2 > view.turnLimit) return undefined;
    if (asGood(view, view.theirs.offer.price, counterPrice(view))) return undefined;
    return { reason: 'there is time left to ask for more than this', instead: counter(view) };
  },
};
