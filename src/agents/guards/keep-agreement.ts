/**
 * keepAgreement: once both sides have met on a price (agreement.ts), this seat does not go back on it.
 *
 * If the other side's standing offer is at least as good as what they met on, it is accepted, whatever the agent meant to do:
 * agents without a memory agree at 32, forget, and come back with 27 (BazaarBATNA). Where it is not (the other side asks
 * for more again, or agreed in words only), an offer must still grant what was agreed, and a walk is stopped unless
 * the other side has gone back on its word. A meeting past the own reservation binds nobody. In an arena the seller meets each
 * buyer for itself, and one who leaves frees it; whoever bids as much as was agreed may have it.
 */
import { acceptable, type ItemsAct, type ItemsView, type PriceAct, type PriceView } from '../../core/index.ts';
import type { Rule } from './guard.ts';
import * as items from './items-counter.ts';
import type { Judge } from './judge.ts';
import { agreed, asGood, counter } from './price-counter.ts';

export const keepAgreement = {
  name: 'keepAgreement',
  about: 'keeps to terms that both sides have named',
} as const satisfies Rule;

export const judgePrice: Judge<PriceView, PriceAct> = (view, act) => {
  const met = act.type === 'accept' ? undefined : agreed(view);
  if (!met) return undefined;
  const { theirs } = view;
  if (theirs && acceptable(view) && asGood(view, theirs.offer.price, met.offer.price)) return close(theirs);
  const goesBack =
    act.type === 'offer' ? !asGood(view, met.offer.price, act.price) : act.type === 'walk' && !met.wentBack;
  return goesBack ? { reason: HOLD, instead: counter(view) } : undefined;
};

export const judgeItems: Judge<ItemsView, ItemsAct> = (view, act) => {
  const met = act.type === 'accept' ? undefined : items.agreed(view);
  if (!met) return undefined;
  const { theirs } = view;
  const worth = items.worthToMe(view, met.offer.split);
  if (theirs && acceptable(view) && items.worthToMe(view, theirs.offer.split) >= worth) return close(theirs);
  const goesBack =
    act.type === 'offer'
      ? !items.asGoodForThem(view, act.split, met.offer.split)
      : act.type === 'walk' && !met.wentBack;
  return goesBack ? { reason: HOLD, instead: items.counter(view) } : undefined;
};

function close({ turn }: { readonly turn: number }) {
  return {
    reason: 'both sides have already named these terms: accept them',
    instead: { type: 'accept', offer: turn },
  } as const;
}

const HOLD = 'this goes back on terms that both sides have already named';
