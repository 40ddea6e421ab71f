/**
 * What the items guards compare with, and what they play in place of an act they stop: a split that keeps all of their rules.
 *
 * The counter is the split agreed on, else the own last offer, else the one of least own worth at or above an aspiration that
 * falls from everything to the reservation along t^2; and in place of any of these an own offer that gives the other side as
 * much of everything and more of something, so that it never takes a concession back. A standing offer of the other side worth
 * at least as much as that is accepted instead, and in this seat's last act any that keeps to the reservation.
 */
import {
  acceptable,
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

/** To nine decimals, like the reservation: 1.2 of 3 is two fifths, and a little less to a computer. */
export function worthToMe(view: ItemsView, split: Split): number {
  return rounded(utilityFunction(view.public.items, view.own.values)(split[view.seat as ItemsSeat]));
}

/** What a split is worth to this seat over its reservation. */
export function gain(view: ItemsView, split: Split): number {
  return worthToMe(view, split) - reservationOf(view);
}

/** Whether a split keeps to this seat's own reservation. */
export function inside(view: ItemsView, split: Split): boolean {
  return gain(view, split) >= 0;
}

function reservationOf(view: ItemsView): number {
  return rounded(view.own.reservation ?? 0);
}

function rounded(share: number): number {
  return Math.round(share * 1e9) / 1e9;
}

/** Whether split a gives the other side at least as many of every type as b: its values are not known here. */
export function asGoodForThem(view: ItemsView, a: Split, b: Split): boolean {
  const other = otherSeat(view.seat);
  return b[other].every((units, i) => (a[other][i] as number) >= units);
}

/** Where both sides have met, if this seat can keep to it. */
export function agreed(view: ItemsView): Meeting<ItemsOffer> | undefined {
  const prefers = (a: ItemsOffer, b: ItemsOffer) => asGoodForThem(view, a.split, b.split);
  const met = meeting<ItemsOffer>(view, { seat: otherSeat(view.seat), prefers, speaksToMe: true });
  return met && inside(view, met.offer.split) ? met : undefined;
}

/**
 * The split itself, or an own offer so far that gives the other side more for certain. Each one taken gives more than the one
 * before, so no own offer gives more than the last.
 */
export function kindestFrom(view: ItemsView, split: Split, among: (own: Split) => boolean = () => true): Split {
  let kindest = split;
  for (const own of ownOffers(view)) {
    if (among(own) && asGoodForThem(view, own, kindest) && !asGoodForThem(view, kindest, own)) kindest = own;
  }
  return kindest;
}

/** Whether this offer ends the game at what stands, as an accept of it would. */
export function closes(view: ItemsView, split: Split): boolean {
  const { theirs } = view;
  return view.public.crossing === 'close' && theirs !== undefined && asGoodForThem(view, split, theirs.offer.split);
}

/** Whether this seat will not act again. */
export function isLastAct(view: ItemsView): boolean {
  return view.turn + 2 > view.turnLimit;
}

/** Accepts what stands where it is worth as much as the counter, or the last chance; else makes the counter. */
export function counter(view: ItemsView): ItemsAct {
  const split = counterSplit(view, () => true);
  const { theirs } = view;
  const takes = theirs && acceptable(view) && inside(view, theirs.offer.split);
  if (takes && (isLastAct(view) || worthToMe(view, theirs.offer.split) >= worthToMe(view, split))) {
    return { type: 'accept', offer: theirs.turn };
  }
  return { type: 'offer', split };
}

/** The counter as an offer, whatever was offered before past the own reservation. */
export function counterInside(view: ItemsView): ItemsAct {
  return { type: 'offer', split: counterSplit(view, (own) => inside(view, own)) };
}

/** The offer nearest to the reservation, or the split agreed on. */
export function offerInside(view: ItemsView): ItemsAct {
  const nearest = agreed(view)?.offer.split ?? leastWorth(view, reservationOf(view));
  const split = kindestFrom(view, nearest, (own) => inside(view, own));
  // Where crossing closes it could end the game far below what may be accepted.
  return closes(view, split) && !isLastAct(view) ? counterInside(view) : { type: 'offer', split };
}

/** The least own worth that may be accepted now: this turn's aspiration, or what this seat has offered or agreed to. */
export function leastToTake(view: ItemsView): number {
  const met = agreed(view);
  const named = [...ownOffers(view), ...(met ? [met.offer.split] : [])];
  return Math.min(aspiration(view), ...named.map((split) => worthToMe(view, split)));
}

function aspiration(view: ItemsView): number {
  const conceded = polynomial(view.turn / view.turnLimit, { exponent: EXPONENT });
  return 1 - conceded * (1 - reservationOf(view));
}

function counterSplit(view: ItemsView, among: (own: Split) => boolean): Split {
  const start = agreed(view)?.offer.split ?? ownOffers(view).filter(among).at(-1) ?? leastWorth(view, aspiration(view));
  return kindestFrom(view, start, among);
}

function ownOffers(view: ItemsView): Split[] {
  return view.history.flatMap(({ seat, act }) => (seat === view.seat && act.type === 'offer' ? [act.split] : []));
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
