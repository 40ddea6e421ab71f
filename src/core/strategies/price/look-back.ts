/**
 * What both sides have offered so far, in counts: how many own offers, how many different ones of each side, the worst own one.
 *
 * `lookBack` needs one pass and no list: MiCRO asks every turn, and with lists games of all scripts take 5 % longer. It looks for
 * a price among all before it, so histories of many turns are left to `lookBackWithSets`, the obvious implementation.
 */
import type { PriceAct, PriceView } from '../../domains/price/price.ts';
import type { Taken } from '../../types.ts';
import { asGood, pricesOf } from './moves.ts';

export interface LookBack {
  readonly ownOffers: number;
  readonly ownDistinct: number;
  readonly theirDistinct: number;
  readonly worstOwn: number | undefined;
}

/** The longest history without sets. */
export const SHORT = 80;

export function lookBack(view: PriceView): LookBack {
  const { history } = view;
  if (history.length > SHORT) return lookBackWithSets(view);
  let ownOffers = 0;
  let ownDistinct = 0;
  let ownLowest = Infinity;
  let ownHighest = -Infinity;
  let theirDistinct = 0;
  let theirLowest = Infinity;
  let theirHighest = -Infinity;
  for (let i = 0; i < history.length; i++) {
    const { seat, act } = history[i] as Taken<PriceAct>;
    if (act.type !== 'offer') continue;
    const { price } = act;
    // One that is past all before it is new without a look at them, as most are.
    if (seat === view.seat) {
      ownOffers++;
      if (price < ownLowest || price > ownHighest) ownDistinct++;
      else if (price !== ownLowest && price !== ownHighest && isFirst(history, i, price)) ownDistinct++;
      if (price < ownLowest) ownLowest = price;
      if (price > ownHighest) ownHighest = price;
    } else {
      if (price < theirLowest || price > theirHighest) theirDistinct++;
      else if (price !== theirLowest && price !== theirHighest && isFirst(history, i, price)) theirDistinct++;
      if (price < theirLowest) theirLowest = price;
      if (price > theirHighest) theirHighest = price;
    }
  }
  const worstOwn = ownOffers === 0 ? undefined : view.seat === 'seller' ? ownLowest : ownHighest;
  return { ownOffers, ownDistinct, theirDistinct, worstOwn };
}

export function lookBackWithSets(view: PriceView): LookBack {
  const own = pricesOf(view, 'own');
  let worstOwn = own[0];
  for (const price of own) if (asGood(view, worstOwn as number, price)) worstOwn = price;
  return {
    ownOffers: own.length,
    ownDistinct: new Set(own).size,
    theirDistinct: new Set(pricesOf(view, 'their')).size,
    worstOwn,
  };
}

/** Whether whoever offers this price in history[at] had not offered it before. */
function isFirst(history: PriceView['history'], at: number, price: number): boolean {
  const { seat } = history[at] as Taken<PriceAct>;
  for (let i = 0; i < at; i++) {
    const before = history[i] as Taken<PriceAct>;
    if (before.seat === seat && before.act.type === 'offer' && before.act.price === price) return false;
  }
  return true;
}
