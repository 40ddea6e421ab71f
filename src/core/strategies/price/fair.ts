/**
 * fair: moves from its opening to the fair price and stays there (Janus B).
 *
 * blend = min(1, pace + (turn / limit) (1 - pace)); target = opening + blend (fair - opening). Accepts what is at least as
 * good as the fair price or as its target. With `middle=zone` the fair price lies half the margin from the reservation,
 * which is the true middle of every Janus B zone (an oracle by construction, faithful). `middle=openings` is clean: the
 * midpoint of the two opening offers, the best simple forecast of a deal (Raiffa 1982); until the other side has offered,
 * it opens at its own target.
 */
import type { PriceAct, PriceView } from '../../domains/price/price.ts';
import { choice, defineStrategy, number } from '../../strategy.ts';
import {
  accept,
  asGood,
  elapsed,
  janusCents,
  offer,
  openingMargin,
  openingOptions,
  pricesOf,
  sign,
  theirPrice,
  within,
} from './moves.ts';

export const fair = defineStrategy({
  name: 'fair',
  domain: 'price',
  version: 3,
  about: 'moves to the middle and stays there',
  options: {
    ...openingOptions(500),
    pace: number(0.8, 'share of the way to the fair price covered at once', { max: 1 }),
    middle: choice(
      ['openings', 'zone'],
      'the midpoint of the two opening offers, or half the margin from the reservation',
    ),
  },
  memory: ({ middle }) => (middle === 'zone' ? 'clock' : 'first'),
  make:
    (options) =>
    (view: PriceView): PriceAct => {
      const margin = openingMargin(view, options);
      const opening = within(view, view.own.reservation + sign(view) * margin);
      const middle =
        options.middle === 'zone' ? view.own.reservation + (sign(view) * margin) / 2 : midpoint(view, opening);
      const fairPrice = within(view, middle);
      const blend = Math.min(1, options.pace + elapsed(view) * (1 - options.pace));
      const target = within(view, opening + blend * (fairPrice - opening));
      const theirs = theirPrice(view);
      if (theirs !== undefined && (asGood(view, theirs, fairPrice) || asGood(view, theirs, target)))
        return accept(view);
      return offer(view, janusCents(view, target));
    },
});

function midpoint(view: PriceView, opening: number): number {
  const theirFirst = pricesOf(view, 'their')[0];
  return theirFirst === undefined ? opening : ((pricesOf(view, 'own')[0] ?? opening) + theirFirst) / 2;
}
