/**
 * monotone: offers only ever move toward the other side.
 *
 * An offer that the other side likes less than the best this seat has made so far becomes that best one: the first version of
 * such a guard at BazaarBATNA computed a step and capped it afterwards, and offers slid back from 140 to 139. Here the
 * invariant is the outermost term. An accept is no offer, and may take whatever stands.
 */
import type { Rule } from './guard.ts';
import { asGood, ownBest } from './price-counter.ts';

export const monotone: Rule = {
  name: 'monotone',
  about: 'never takes back a concession',
  price(view, act) {
    if (act.type !== 'offer') return undefined;
    const best = ownBest(view);
    if (best === undefined || asGood(view, best, act.price)) return undefined;
    return { reason: 'this offer is a step back from your own best offer', instead: { type: 'offer', price: best } };
  },
};
