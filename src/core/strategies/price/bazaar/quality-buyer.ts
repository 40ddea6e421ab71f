/**
 * The buyer that BazaarBATNA tests its sellers with: 55 % of the list price first, then 30 to 70 % of the way toward
 * just below the seller's last ask, a step of at least 2 % of the list price, never more than 95 % of it.
 *
 * Rounds are its own offers. House: it takes an ask that its next bid would meet, and never bids above its own limit.
 */
import type { PriceAct, PriceView } from '../../../domains/price/price.ts';
import { cents, clamp } from '../../../math.ts';
import { defineStrategy } from '../../../strategy.ts';
import { accept, pricesOf } from '../moves.ts';
import { forEitherSeat } from './either-seat.ts';

export const bazaarQuality = defineStrategy({
  name: 'bazaar_quality',
  domain: 'price',
  version: 1,
  about: 'the test buyer for sellers: 55 % of the list price first, then on a clock toward the ask',
  options: {},
  make: () => forEitherSeat('buyer', act),
});

function act(view: PriceView): PriceAct {
  const { low, high } = view.public.range;
  const { reservation } = view.own;
  const price = cents(clamp(nextBid(view), low, Math.min(high, reservation)));
  const ask = view.theirs?.offer.price;
  return ask !== undefined && ask <= Math.min(price, reservation) ? accept(view) : { type: 'offer', price };
}

function nextBid(view: PriceView): number {
  const asking = view.public.item.listPrice;
  const bids = pricesOf(view, 'own');
  const last = bids.at(-1);
  if (last === undefined) return 0.55 * asking;
  const progress = Math.min(1, (bids.length + 1) / Math.max(1, Math.floor(view.turnLimit / 2)));
  const ask = pricesOf(view, 'their').at(-1) ?? asking;
  const target = Math.min(0.95 * asking, ask * (0.97 + 0.02 * progress));
  return Math.max(last + Math.max(1, 0.02 * asking), last + (target - last) * (0.3 + 0.4 * progress));
}
