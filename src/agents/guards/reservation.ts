/**
 * reservation: never accepts or offers past the own reservation.
 *
 * An offer past it is clamped to it. An accept past it is asked again once, then becomes the counter. In the items domain the
 * reservation is a share of the own maximum, and the clamp is the split of least own worth that still keeps to it.
 */
import type { ItemsAct, ItemsView, PriceAct, PriceView } from '../../core/index.ts';
import type { Rule } from './guard.ts';
import * as items from './items-counter.ts';
import type { Judge } from './judge.ts';
import { counterPrice, inside, offerInside } from './price-counter.ts';

export const reservation = {
  name: 'reservation',
  about: 'never accepts or offers past the own reservation',
} as const satisfies Rule;

export const judgePrice: Judge<PriceView, PriceAct> = (view, act) => {
  if (act.type === 'offer' && !inside(view, act.price)) {
    return { reason: OFFERED, instead: offerInside(view, view.own.reservation) };
  }
  if (act.type === 'accept' && view.theirs && !inside(view, view.theirs.offer.price)) {
    return { reason: ACCEPTED, asks: 1, instead: offerInside(view, counterPrice(view)) };
  }
  return undefined;
};

export const judgeItems: Judge<ItemsView, ItemsAct> = (view, act) => {
  if (act.type === 'offer' && !items.inside(view, act.split)) {
    return { reason: OFFERED, instead: items.offerInside(view) };
  }
  if (act.type === 'accept' && view.theirs && !items.inside(view, view.theirs.offer.split)) {
    return { reason: ACCEPTED, asks: 1, instead: items.counterInside(view) };
  }
  return undefined;
};

const OFFERED = 'this offer goes past your own reservation';
const ACCEPTED = 'this would accept an offer past your own reservation: make an offer instead, or refuse';
