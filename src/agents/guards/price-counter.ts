/**
 * What the guards of price and arena compare with, and what they play in place of an act they stop: one counter that keeps
 * every rule.
 *
 * The counter stands at the aspiration, from the target to the reservation along t^2 (the house curve, theory/concession.ts),
 * but never short of what this seat has already offered or agreed to: `max(invariant, ...)`, the invariant outermost. A
 * standing offer of the other side at least as good as that is accepted instead, and in this seat's last act any that keeps to the
 * reservation: an offer then would leave everything to the other side, or to nobody. Time runs to the last turn in which this seat
 * can close, which is its own deadline where that ends the game.
 */
import {
  type ArenaView,
  acceptable,
  cents,
  clamp,
  findDomain,
  lastTurn,
  type PriceAct,
  type PriceOffer,
  type PriceView,
  polynomial,
  type Seat,
} from '../../core/index.ts';
import { type Meeting, meeting } from './agreement.ts';

/** Above 1 is tough: half of the way to the reservation is left for the last three tenths of the game. */
const EXPONENT = 2;

/** Whether price a is at least as good as price b for this seat. */
export function asGood(view: PriceView, a: number, b: number): boolean {
  return view.seat === 'seller' ? a >= b : a <= b;
}

/** Whether a price keeps to this seat's own reservation. */
export function inside(view: PriceView, amount: number): boolean {
  return asGood(view, amount, view.own.reservation);
}

/** The price that the other side likes best. */
function furthest(view: PriceView, a: number, b: number | undefined): number {
  return b === undefined || asGood(view, b, a) ? a : b;
}

/** The offer of this seat so far that the other side likes best. */
export function ownBest(view: PriceView): number | undefined {
  let best: number | undefined;
  for (const { seat, act } of view.history) {
    if (seat === view.seat && act.type === 'offer') best = furthest(view, act.price, best);
  }
  return best;
}

/** Who is across: one seat, but in an arena all the buyers who have not left are across from the seller. */
export function across(view: PriceView | ArenaView): readonly Seat[] {
  if (view.seat !== 'seller') return ['seller'];
  if (!('others' in view)) return ['buyer'];
  return view.others.filter(({ status }) => status !== 'left').map(({ seat }) => seat);
}

/**
 * Where this seat and another have last met, if it can keep to that. Of several buyers met at once the best price counts, since
 * that is what the seller's accept takes. In an arena the seller agrees to the best bid, and a bidder cannot know whose that is.
 */
export function agreed(view: PriceView | ArenaView): Meeting<PriceOffer> | undefined {
  const speaksToMe = !('others' in view) || view.seat === 'seller';
  const prefers = (a: PriceOffer, b: PriceOffer) => asGood(view, b.price, a.price);
  let last: Meeting<PriceOffer> | undefined;
  for (const seat of across(view)) {
    const met = meeting(view, { seat, prefers, speaksToMe });
    if (!met || !inside(view, met.offer.price)) continue;
    const later = !last || met.turn > last.turn;
    if (later || (met.turn === last?.turn && asGood(view, met.offer.price, last.offer.price))) last = met;
  }
  return last;
}

/** What this seat hopes for at this turn. */
function aspiration(view: PriceView): number {
  const { reservation, target } = view.own;
  // A target past the reservation hopes for nothing.
  const opening = inside(view, target) ? target : reservation;
  const conceded = polynomial(view.turn / lastTurn(view), { exponent: EXPONENT });
  return opening + conceded * (reservation - opening);
}

/** The price of the counter. */
export function counterPrice(view: PriceView): number {
  return furthest(view, furthest(view, toLegal(view, aspiration(view)), agreed(view)?.offer.price), ownBest(view));
}

/** Whether this offer ends the game at what stands, as an accept of it would. An arena knows no crossing. */
export function closes(view: PriceView | ArenaView, amount: number): boolean {
  const { theirs } = view;
  return (
    !('others' in view) &&
    view.public.crossing === 'close' &&
    theirs !== undefined &&
    asGood(view, theirs.offer.price, amount)
  );
}

/** Whether this seat will not act again: the game may end with the other side's answer. */
export function isLastAct(view: PriceView): boolean {
  return view.turn + 2 > lastTurn(view);
}

/** Accepts what stands where it is as good as the counter, or the last chance; else makes the counter. */
export function counter(view: PriceView): PriceAct {
  const amount = counterPrice(view);
  const { theirs } = view;
  const takes = theirs && acceptable(view) && inside(view, theirs.offer.price);
  if (takes && (isLastAct(view) || asGood(view, theirs.offer.price, amount))) {
    return { type: 'accept', offer: theirs.turn };
  }
  return offerOf(view, amount);
}

/** An offer of the nearest price that is legal and not past the own reservation. */
export function offerInside(view: PriceView, x: number): PriceAct {
  return offerOf(view, toLegal(view, x));
}

function offerOf(view: PriceView, amount: number): PriceAct {
  const offer = { type: 'offer', price: amount } as const;
  // Between bounds less than a cent apart there may be no price to offer.
  return findDomain(view.domain)?.check(view, offer) === undefined
    ? offer
    : { type: 'say', words: 'Let me think.', intent: 'vague' };
}

/** In the range, inside the reservation, in whole cents; a reservation with a fraction of a cent is not rounded past. */
function toLegal(view: PriceView, x: number): number {
  const { low, high } = view.public.range;
  const { reservation } = view.own;
  const isSeller = view.seat === 'seller';
  const amount = cents(isSeller ? clamp(x, reservation, high) : clamp(x, low, reservation));
  return inside(view, amount) ? amount : cents(amount + (isSeller ? 0.01 : -0.01));
}
