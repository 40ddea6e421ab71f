/**
 * fixed: one split for the whole game, by its rank among all of them (fixed_price of the Janus lab's multi-item game).
 *
 * All splits in order of what they are worth to this seat, the worst first, equals in the order in which they are listed; it
 * offers the one at floor(rank * (count - 1)) and accepts whatever is worth at least as much. With rank 0.85 a seat may ask for
 * far less than 0.85 of its maximum, or for far more: that depends on how many splits lie below, and `fixed_share` is the rule
 * that does not. Sums are taken as the original takes them, item by item and never rounded, so that its equals are equal here.
 */
import { type ItemsAct, type ItemsView, outcomesOf, type Split } from '../../domains/items/items.ts';
import { defineStrategy, number } from '../../strategy.ts';
import { ownUtility, reservationOf, sumOf } from './moves.ts';

export const fixed = defineStrategy({
  name: 'fixed',
  domain: 'items',
  version: 2,
  about: 'asks for one split throughout, by its rank among all splits',
  options: { rank: number(0.85, 'share of the other splits that are ranked below it', { max: 1 }) },
  make:
    ({ rank }) =>
    (view: ItemsView): ItemsAct => {
      const { wanted, least } = asked(view, rank);
      if (view.theirs && sumOf(view, view.theirs.offer.split) >= least)
        return { type: 'accept', offer: view.theirs.turn };
      return { type: 'offer', split: wanted };
    },
});

/** The split of that rank, or the next better one that keeps to the reservation, and what it is worth. */
function asked(view: ItemsView, rank: number): { wanted: Split; least: number } {
  const ranked = outcomesOf(view)
    .map((split) => ({ split, sum: sumOf(view, split) }))
    .sort((one, other) => one.sum - other.sum);
  const utilityOf = ownUtility(view);
  const at = ranked.slice(Math.floor(rank * (ranked.length - 1)));
  const { split, sum } = (at.find(({ split: one }) => utilityOf(one) >= reservationOf(view)) ?? at.at(-1)) as {
    split: Split;
    sum: number;
  };
  return { wanted: split, least: sum };
}
