/**
 * The few moves that every price script is made of.
 *
 * `sign` turns one formula into both roles: a seller's better price is higher (+1), a buyer's is lower (-1). Margins are
 * written on the scale of the Janus lab, whose price range is 1300 wide, and stretch with the range of the game at hand.
 */
import { acceptable } from '../../alternating-offers.ts';
import {
  counted,
  lastTurn,
  openRange,
  type PriceAct,
  type PriceOffer,
  type PriceView,
} from '../../domains/price/price.ts';
import { clamp, pythonCents } from '../../math.ts';
import { choice, number } from '../../strategy.ts';

const JANUS_RANGE = 1300;

export function sign(view: PriceView): 1 | -1 {
  return view.seat === 'seller' ? 1 : -1;
}

/** A margin of the Janus scale in this game's money. */
export function scaled(view: PriceView, margin: number): number {
  const { low, high } = view.public.range;
  return margin * ((high - low) / JANUS_RANGE);
}

/** Share of this seat's time gone by, counting this turn: turn / limit, or / its own deadline where that ends the game. */
export function elapsed(view: PriceView): number {
  return view.turn / lastTurn(view);
}

/** `elapsed`, but never past 0.95: the Janus scripts keep a twentieth of their margin to the end. */
export function elapsedCapped(view: PriceView): number {
  return Math.min(0.95, elapsed(view));
}

/** Whether price a is at least as good as price b for this seat. */
export function asGood(view: PriceView, a: number, b: number): boolean {
  return view.seat === 'seller' ? a >= b : a <= b;
}

/** Whether a price keeps to this seat's own reservation. */
export function inside(view: PriceView, price: number): boolean {
  return asGood(view, price, view.own.reservation);
}

/** The nearest price to x that is in the range and not past the own reservation. */
export function within(view: PriceView, x: number): number {
  const { low, high } = view.public.range;
  const { reservation } = view.own;
  return view.seat === 'seller' ? clamp(x, reservation, high) : clamp(x, low, reservation);
}

export function offer(view: PriceView, x: number): PriceOffer {
  return { type: 'offer', price: ahead(view, counted(view.public, within(view, x))) };
}

/** A price in cents as the Janus lab counts them: half-way between two cents, which of them it is decides who accepts whom. */
export function janusCents(view: PriceView, x: number): number {
  const price = within(view, x);
  return view.public.precision === 'none' ? price : pythonCents(price);
}

/** The nearest price that does not take back an own offer, where the rules forbid that. */
function ahead(view: PriceView, x: number): number {
  if (view.public.ownOffers !== 'monotone') return x;
  const { low, high } = openRange(view);
  return clamp(x, low, high);
}

/** The other side's standing price. */
export function theirPrice(view: PriceView): number | undefined {
  return view.theirs?.offer.price;
}

/** Takes the standing offer; where that is an invitation, which nobody can accept, by offering its very price. */
export function accept(view: PriceView): PriceAct {
  if (!view.theirs) throw new Error('a script tried to accept where no offer stands');
  if (!acceptable(view)) return { type: 'offer', price: view.theirs.offer.price };
  return { type: 'accept', offer: view.theirs.turn };
}

/**
 * Accepts a standing offer at least as good as `threshold`, else offers `target` (by default the same number). Both are kept
 * within the range and the own reservation: a script that asks for more than the range has would refuse its own price.
 */
export function acceptOr(view: PriceView, threshold: number, target = threshold): PriceAct {
  const theirs = theirPrice(view);
  return theirs !== undefined && asGood(view, theirs, within(view, threshold)) ? accept(view) : offer(view, target);
}

/** Every price one side has offered so far, in order. */
export function pricesOf(view: PriceView, whose: 'own' | 'their'): number[] {
  const prices: number[] = [];
  for (const { seat, act } of view.history) {
    if (act.type === 'offer' && (seat === view.seat) === (whose === 'own')) prices.push(act.price);
  }
  return prices;
}

/** Options for where a script opens: at its own private target, or at a margin from its reservation. A margin asks for the latter. */
export const openingOptions = (margin: number) => ({
  margin: number(margin, 'distance of the opening from the own reservation, on a price range 1300 wide', {
    implies: { opening: 'margin' },
  }),
  opening: choice(['target', 'margin'], 'open at the own target, or at the margin'),
});

/** Distance from the own reservation to the opening, in this game's money. */
export function openingMargin(view: PriceView, options: { margin: number; opening: 'margin' | 'target' }): number {
  if (options.opening === 'margin') return scaled(view, options.margin);
  return Math.max(0, sign(view) * (view.own.target - view.own.reservation));
}
