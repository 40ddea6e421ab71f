/**
 * The few moves that every items script is made of.
 *
 * Utilities here are this seat's own, normalised: own value / own maximum. Time counts the turn at hand, turn / limit, as in
 * the price scripts and the Janus lab: the first turn is 1 / limit, the last is 1.
 */
import {
  countsOf,
  type ItemsAct,
  type ItemsSeat,
  type ItemsView,
  outcomesOf,
  type Split,
  utilityFunction,
} from '../../domains/items/items.ts';
import { pow, pythonCents } from '../../math.ts';
import { number } from '../../strategy.ts';

/** What a split is worth to this seat, item by item and never rounded: the Janus lab's sums, whose last bits order its equals. */
export function sumOf({ own, seat }: ItemsView, split: Split): number {
  let sum = 0;
  split[seat as ItemsSeat].forEach((count, i) => {
    sum += count * (own.values[i] as number);
  });
  return sum;
}

/** This seat's utility of a split. */
export function ownUtility(view: ItemsView): (split: Split) => number {
  const utility = utilityFunction(view.public.items, view.own.values);
  const seat = view.seat as ItemsSeat;
  return (split) => utility(split[seat]);
}

/** The same by the Janus lab's sums. */
export function ownShare(view: ItemsView): (split: Split) => number {
  const all = countsOf(view.public.items);
  const most = sumOf(view, { a: all, b: all });
  return (split) => sumOf(view, split) / most;
}

export function reservationOf(view: ItemsView): number {
  return view.own.reservation ?? 0;
}

export const curveOptions = {
  floor: number(0.5, 'threshold at the turn limit, as a share of the own maximum', { max: 1 }),
  ceiling: number(0.85, 'threshold at the start, as a share of the own maximum', { max: 1 }),
  exponent: number(3, 'above 1 tough, below 1 conceding', { min: 0.01, max: 100 }),
};
export type Curve = { readonly floor: number; readonly ceiling: number; readonly exponent: number };

/** theta(t) = floor + (ceiling - floor) * (1 - (t / T)^exponent), but never below the own reservation. */
export function threshold(view: ItemsView, { floor, ceiling, exponent }: Curve): number {
  const theta = floor + (ceiling - floor) * (1 - pow(view.turn / view.turnLimit, exponent));
  return Math.max(reservationOf(view), theta);
}

/**
 * The first split in the lowest tier at or above the threshold, and that tier; tiers are own utilities rounded to two decimals,
 * halves as Python rounds them. The split that keeps everything is in tier 1, so there is always one.
 */
export function lowestTier(view: ItemsView, theta: number): { readonly split: Split; readonly tier: number } {
  const utilityOf = ownUtility(view);
  const shareOf = ownShare(view);
  const reservation = reservationOf(view);
  let chosen: Split | undefined;
  let lowest = Number.POSITIVE_INFINITY;
  for (const split of outcomesOf(view)) {
    const tier = pythonCents(shareOf(split));
    // Rounding may lift a split over the threshold, which is the Janus rule; over the reservation it may not.
    if (tier < theta || tier >= lowest || utilityOf(split) < reservation) continue;
    chosen = split;
    lowest = tier;
  }
  return { split: chosen as Split, tier: lowest };
}

/** Accepts a standing offer worth at least `theta`, else makes the offer that `plan` gives. */
export function acceptOr(view: ItemsView, theta: number, plan: () => Split): ItemsAct {
  if (view.theirs && ownUtility(view)(view.theirs.offer.split) >= theta) {
    return { type: 'accept', offer: view.theirs.turn };
  }
  return { type: 'offer', split: plan() };
}
