/**
 * fixed_share: one threshold for the whole game, 0.85 of the own maximum (house rule; the Janus lab's fixed_price, which counts
 * splits instead of worth, is `fixed`). Accepts what is worth that, and offers as boulware does. Take it or leave it.
 */
import type { ItemsAct, ItemsView } from '../../domains/items/items.ts';
import { defineStrategy, number } from '../../strategy.ts';
import { acceptOr, lowestTier, reservationOf } from './moves.ts';

export const fixedShare = defineStrategy({
  name: 'fixed_share',
  domain: 'items',
  version: 1,
  about: 'asks for one share of its own maximum throughout',
  options: { share: number(0.85, 'share of the own maximum', { max: 1 }) },
  make:
    ({ share }) =>
    (view: ItemsView): ItemsAct => {
      const theta = Math.max(reservationOf(view), share);
      return acceptOr(view, theta, () => lowestTier(view, theta).split);
    },
});
