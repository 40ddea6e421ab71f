/**
 * split_difference: each offer is the midpoint of its own last offer and the other side's.
 *
 * Opens at its margin. When it moves second and has no own offer yet, Janus A takes the own reservation as its end of the
 * midpoint, which gives the reservation away to anyone who can double a number; Janus B takes the opening instead.
 * `anchor` chooses: reservation (faithful to A) or opening (clean).
 */
import type { PriceAct, PriceView } from '../../domains/price/price.ts';
import { choice, defineStrategy } from '../../strategy.ts';
import {
  acceptOr,
  janusCents,
  offer,
  openingMargin,
  openingOptions,
  pricesOf,
  sign,
  theirPrice,
  within,
} from './moves.ts';

export const splitDifference = defineStrategy({
  name: 'split_difference',
  domain: 'price',
  version: 2,
  about: 'meets the other side half-way, again and again',
  options: {
    ...openingOptions(400),
    anchor: choice(['opening', 'reservation'], 'what stands for the own last offer when there is none yet'),
  },
  memory: () => 'last',
  make:
    (options) =>
    (view: PriceView): PriceAct => {
      const opening = within(view, view.own.reservation + sign(view) * openingMargin(view, options));
      const theirs = theirPrice(view);
      if (theirs === undefined) return offer(view, opening);
      const first = options.anchor === 'reservation' ? view.own.reservation : opening;
      const mine = pricesOf(view, 'own').at(-1) ?? first;
      const middle = (mine + theirs) / 2;
      return acceptOr(view, middle, janusCents(view, middle));
    },
});
