/**
 * The few moves that every items script is made of.
 *
 * Utilities here are this seat's own, normalised: own value / own maximum. Time counts the turn at hand, turn / limit, as in
 * the price scripts and the Janus lab: the first turn is 1 / limit, the last is 1.
 */
import {
  type ItemsAct,
  type ItemsSeat,
  type ItemsView,
  outcomesOf,
  type Split,
  utilityFunction,
} from '../../domains/items/items.ts';
import { cents, pow } from '../../math.ts';
import { number } from '../../strategy.ts';

/** This seat's utility of a split. */
export function ownUtility(view: ItemsView): (split: Split) => number {
  const utility = utilityFunction(view.public.items, view.own.values);
  const seat = view.seat as ItemsSeat;
  return (split) => utility(split[seat]);
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
 * The first split in the lowest tier at or above the threshold; tiers are own utilities rounded to two decimals. The split
 * that keeps everything is in tier 1, so there is always one.
 */
export function lowestTier(view: ItemsView, theta: number): Split {
  const utilityOf = ownUtility(view);
  const reservation = reservationOf(view);
  let chosen: Split | undefined;
  let lowest = Number.POSITIVE_INFINITY;
  for (const split of outcomesOf(view)) {
    const utility = utilityOf(split);
    const tier = cents(utility);
    // Rounding may lift a split over the threshold, which is the Janus rule; over the reservation it may not.
    if (tier < theta || utility < reservation || tier >= lowest) continue;
    chosen = split;
    lowest = tier;
  }
  return chosen as Split;
}

/** Accepts a standing offer worth at least `theta`, else makes the offer that `plan` gives. */
export function acceptOr(view: ItemsView, theta: number, plan: () => Split): ItemsAct {
  if (view.theirs && ownUtility(view)(view.theirs.offer.split) >= theta) {
    return { type: 'accept', offer: view.theirs.turn };
  }
  return { type: 'offer', split: plan() };
}
