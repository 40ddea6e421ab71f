/**
 * monotone: offers only ever move toward the other side.
 *
 * An offer that the other side likes less than the best this seat has made so far becomes that best one: the first version of
 * such a guard at BazaarBATNA computed a step and capped it afterwards, and offers slid back from 140 to 139. Here the
 * invariant is the outermost term. An accept is no offer, and may take whatever stands.
 *
 * In items the other side's values are its secret, so a step back is one for certain: nothing more of any type for the other
 * side than in an earlier offer, and less of some. More hats for fewer balls is a trade, which it may like or not, and passes.
 */
import type { ItemsAct, ItemsView, PriceAct, PriceView } from '../../core/index.ts';
import type { Rule } from './guard.ts';
import * as items from './items-counter.ts';
import type { Judge } from './judge.ts';
import { asGood, ownBest } from './price-counter.ts';

export const monotone = {
  name: 'monotone',
  about: 'never takes back a concession',
} as const satisfies Rule;

export const judgePrice: Judge<PriceView, PriceAct> = (view, act) => {
  if (act.type !== 'offer') return undefined;
  const best = ownBest(view);
  if (best === undefined || asGood(view, best, act.price)) return undefined;
  return { reason: STEP_BACK, instead: { type: 'offer', price: best } };
};

export const judgeItems: Judge<ItemsView, ItemsAct> = (view, act) => {
  if (act.type !== 'offer') return undefined;
  const kindest = items.kindestFrom(view, act.split);
  return kindest === act.split ? undefined : { reason: STEP_BACK, instead: { type: 'offer', split: kindest } };
};

const STEP_BACK = 'this offer is a step back from your own best offer';
