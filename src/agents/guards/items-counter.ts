/**
 * What the items guards compare with, and what they play in place of an act they stop: a split that keeps both of their rules.
 *
 * The counter is the split agreed on, else the own last offer that keeps to the reservation, else the one of least own worth
 * at or above an aspiration that falls from everything to the reservation along t^2.
 */
import {
  type ItemsAct,
  type ItemsOffer,
  type ItemsSeat,
  type ItemsView,
  otherSeat,
  outcomesOf,
  polynomial,
  type Split,
  utilityFunction,
} from '../../core/index.ts';
import { type Meeting, meeting } from './agreement.ts';

const EXPONENT = 2;
/** With more splits than this the search is not worth its time, and the counter keeps everything. */
const MOST_SPLITS = 50_000;

export function worthToMe(view: ItemsView, split: Split): number {
  return utilityFunction(view.public.items, view.own.values)(split[view.seat as ItemsSeat]);
}

export function reservationOf(view: ItemsView): number {
  return view.own.reservation ?? 0;
}

/** Whether split a gives the other side at least as many of every type as b: its values are not known here. */
export function asGoodForThem(view: ItemsView, a: Split, b: Split): boolean {
  const other = otherSeat(view.seat);
  return b[other].every((units, i) => (a[other][i] as number) >= units);
}

/** Where both sides have met, if this seat can keep to it. */
export function agreed(view: ItemsView): Meeting<ItemsOffer> | undefined {
  const met = meeting(view, (a, b) => asGoodForThem(view, a.split, b.split));
  return met && worthToMe(view, met.offer.split) >= reservationOf(view) ? met : undefined;
}

export function counter(view: ItemsView): ItemsAct {
  const conceded = polynomial(view.turn / view.turnLimit, { exponent: EXPONENT });
  const hope = 1 - conceded * (1 - reservationOf(view));
  return { type: 'offer', split: agreed(view)?.offer.split ?? lastInside(view) ?? leastWorth(view, hope) };
}

/** The offer nearest to the reservation, or the split agreed on. */
export function offerInside(view: ItemsView): ItemsAct {
  return { type: 'offer', split: agreed(view)?.offer.split ?? leastWorth(view, reservationOf(view)) };
}

function lastInside(view: ItemsView): Split | undefined {
  for (const { seat, act } of view.history.toReversed()) {
    if (seat === view.seat && act.type === 'offer' && worthToMe(view, act.split) >= reservationOf(view)) {
      return act.split;
    }
  }
  return undefined;
}

/** The first split of the least own worth that is at least `floor`. */
function leastWorth(view: ItemsView, floor: number): Split {
  const counts = view.public.items.map(({ count }) => count);
  const nothing = counts.map(() => 0);
  let chosen: Split = view.seat === 'a' ? { a: counts, b: nothing } : { a: nothing, b: counts };
  if (counts.reduce((ways, count) => ways * (count + 1), 1) > MOST_SPLITS) return chosen;
  let least = 1;
  for (const split of outcomesOf(view)) {
    const worth = worthToMe(view, split);
    if (worth < floor || worth >= least) continue;
    chosen = split;
    least = worth;
  }
  return chosen;
}
