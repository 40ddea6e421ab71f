/**
 * Whether a seat keeps to a price on which both sides have already met. Buyers without a memory agree, forget and counter
 * lower: seller and buyer both at 32, then the buyer at 27 (reported by the authors of BazaarBATNA).
 *
 * Read off acts, not words. The sides meet when one of them offers what the standing offer of the other asks, or better; the
 * price that stood first is what they met on, as where crossing offers close. A seat also meets the other side when it
 * says something with the intent `agree` while an offer of the other side stands. From then on an own offer is kept if it is
 * no worse for the other side than the price they last met on. A reject by the other side frees the seat.
 * Where crossing offers close the deal, only the words can meet without ending the game.
 */
import type { PriceAct } from '../domains/price/price.ts';
import { defineMetric } from './metric.ts';

export const agreementKept = defineMetric({
  name: 'agreement-kept',
  about: 'share of own offers, after both sides met on a price, that are no worse than it for the other side',
  source: 'BazaarBATNA (the scarf at 32, then 27); defined here',
  domains: ['price'],
  per: 'seat',
  of({ events }, seat) {
    let own: number | undefined;
    let theirs: number | undefined;
    let met: number | undefined;
    let offers = 0;
    let kept = 0;
    /** Whether the other side likes price x at least as much as y. */
    const asGoodForThem = (x: number, y: number) => (seat === 'seller' ? x <= y : x >= y);
    for (const event of events) {
      if (event.type !== 'action-taken') continue;
      const act = event.act as PriceAct;
      const isOwn = event.seat === seat;
      if (act.type === 'offer' && isOwn) {
        if (met !== undefined) {
          offers += 1;
          if (asGoodForThem(act.price, met)) kept += 1;
        }
        own = act.price;
        if (theirs !== undefined && asGoodForThem(own, theirs)) met = theirs;
      } else if (act.type === 'offer') {
        theirs = act.price;
        if (own !== undefined && asGoodForThem(own, theirs)) met = own;
      } else if (act.type === 'reject') {
        if (isOwn) theirs = undefined;
        else {
          own = undefined;
          met = undefined;
        }
      } else if (act.type === 'say' && isOwn && act.intent === 'agree' && theirs !== undefined) {
        met = theirs;
      }
    }
    return offers === 0 ? undefined : kept / offers;
  },
});
