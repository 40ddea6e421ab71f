/**
 * keepAgreement: once both sides have met on a price (agreement.ts), this seat does not go back on it.
 *
 * If the other side's standing offer is at least as good as what they met on, it is accepted, whatever the agent meant to do:
 * agents without a memory agree at 32, forget, and come back with 27 (BazaarBATNA). Where it is not (the other side asks
 * for more again, or agreed in words only), an offer must still grant what was agreed, and a walk is stopped unless
 * the other side has gone back on its word. A meeting past the own reservation binds nobody.
 */
import { acceptable, type Split } from '../../core/index.ts';
import type { Rule } from './guard.ts';
import * as items from './items-counter.ts';
import { agreed, asGood, counter } from './price-counter.ts';

export const keepAgreement: Rule = {
  name: 'keepAgreement',
  about: 'keeps to a price that both sides have named',

  price(view, act) {
    const met = act.type === 'accept' ? undefined : agreed(view);
    if (!met) return undefined;
    const { theirs } = view;
    if (theirs && acceptable(view) && asGood(view, theirs.offer.price, met.offer.price)) return close(theirs);
    const goesBack =
      act.type === 'offer' ? !asGood(view, met.offer.price, act.price) : act.type === 'walk' && !wentBack(theirs, met);
    return goesBack ? { reason: HOLD, instead: counter(view) } : undefined;
  },

  items(view, act) {
    const met = act.type === 'accept' ? undefined : items.agreed(view);
    if (!met) return undefined;
    const { theirs } = view;
    const worth = (split: Split) => items.worthToMe(view, split);
    if (theirs && worth(theirs.offer.split) >= worth(met.offer.split)) return close(theirs);
    const goesBack =
      act.type === 'offer'
        ? !items.asGoodForThem(view, act.split, met.offer.split)
        : act.type === 'walk' && !wentBack(theirs, met);
    return goesBack ? { reason: HOLD, instead: items.counter(view) } : undefined;
  },
};

function close({ turn }: { readonly turn: number }) {
  return {
    reason: 'both sides have already named these terms: accept them',
    instead: { type: 'accept', offer: turn },
  } as const;
}

/** Whether the other side asked for more after they had met. */
function wentBack(theirs: { readonly turn: number } | undefined, met: { readonly turn: number }): boolean {
  return theirs !== undefined && theirs.turn > met.turn;
}

const HOLD = 'this goes back on terms that both sides have already named';
