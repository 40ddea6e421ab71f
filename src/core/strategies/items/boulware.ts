/**
 * boulware: concedes by the clock from a high share of its own maximum to a middling one (the Janus lab's multi-item script).
 *
 * theta(t) = floor + (ceiling - floor) * (1 - (t / T)^exponent); floor 0.5, ceiling 0.85, exponent 3. Accepts what is worth at
 * least the lowest tier at or above theta, else offers the first split of that tier. Tiers are rounded and what is offered is not,
 * so it may refuse a split of its own tier, as the original does. It does not look at the other side: among splits of one tier the
 * order of enumeration decides, so it may keep what it has no use for. An exponent below 1 is the conceder of the registry.
 */
import type { ItemsAct, ItemsView } from '../../domains/items/items.ts';
import { defineStrategy } from '../../strategy.ts';
import { curveOptions, lowestTier, ownShare, ownUtility, reservationOf, threshold } from './moves.ts';

export const boulware = defineStrategy({
  name: 'boulware',
  domain: 'items',
  version: 2,
  about: 'concedes by the clock from a high share of its own maximum to a middling one',
  options: curveOptions,
  make:
    (options) =>
    (view: ItemsView): ItemsAct => {
      const { split, tier } = lowestTier(view, threshold(view, options));
      const theirs = view.theirs;
      if (
        theirs &&
        ownShare(view)(theirs.offer.split) >= tier &&
        ownUtility(view)(theirs.offer.split) >= reservationOf(view)
      )
        return { type: 'accept', offer: theirs.turn };
      return { type: 'offer', split };
    },
});
