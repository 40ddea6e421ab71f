/**
 * aspiration: accepts by aspiration rather than at the floor.
 *
 * Before this seat's last turn, an accept of less than the counter (price-counter.ts, items-counter.ts: the aspiration of this
 * turn, or what this seat has itself offered or agreed to) becomes that counter. So does an offer that would close the game at what
 * stands, where crossing closes. Saying `agree` counts as accepting: an agreement in words would have to be kept. At the last turn, its own deadline where that ends the game, anything may be
 * accepted; whether it keeps to the reservation is not asked here.
 */
import type { Act, ItemsAct, ItemsView, PriceAct, PriceView } from '../../core/index.ts';
import type { Rule } from './guard.ts';
import * as items from './items-counter.ts';
import type { Judge } from './judge.ts';
import { asGood, closes, counter, counterPrice, isLastAct } from './price-counter.ts';

export const aspiration = {
  name: 'aspiration',
  about: 'accepts nothing below the aspiration of the turn, before the end',
} as const satisfies Rule;

export const judgePrice: Judge<PriceView, PriceAct> = (view, act) => {
  const taking = accepts(act) || (act.type === 'offer' && closes(view, act.price));
  if (!taking || !view.theirs || isLastAct(view)) return undefined;
  if (asGood(view, view.theirs.offer.price, counterPrice(view))) return undefined;
  return { reason: TIME_LEFT, instead: counter(view) };
};

export const judgeItems: Judge<ItemsView, ItemsAct> = (view, act) => {
  const taking = accepts(act) || (act.type === 'offer' && items.closes(view, act.split));
  if (!taking || !view.theirs || items.isLastAct(view)) return undefined;
  if (items.worthToMe(view, view.theirs.offer.split) >= items.leastToTake(view)) return undefined;
  return { reason: TIME_LEFT, instead: items.counter(view) };
};

function accepts({ type, intent }: Act): boolean {
  return type === 'accept' || (type === 'say' && intent === 'agree');
}

const TIME_LEFT = 'there is time left to ask for more than this';
