/**
 * The private interval of the classic price agents, from the own opening to the own reservation (Faratin's [min, max]):
 * offers stay in it, concessions are shares of it, and the own utility runs over it from 1 to 0.
 */
import type { PriceView } from '../../domains/price/price.ts';
import { clamp } from '../../math.ts';
import { openingMargin, sign, within } from './moves.ts';

export type Opening = Parameters<typeof openingMargin>[1];

export function openingPrice(view: PriceView, options: Opening): number {
  return within(view, view.own.reservation + sign(view) * openingMargin(view, options));
}

/** The price a share of the way from the opening to the reservation. */
export function concededPrice(view: PriceView, opening: number, share: number): number {
  return opening + share * (view.own.reservation - opening);
}

/** The nearest price to x in the interval. */
export function inInterval(view: PriceView, opening: number, x: number): number {
  const { reservation } = view.own;
  return clamp(x, Math.min(opening, reservation), Math.max(opening, reservation));
}

/** 1 at the opening, 0 at the reservation, negative past it. An interval of no width is worth 0 at its only price. */
export function ownUtility(view: PriceView, opening: number, price: number): number {
  const gain = sign(view) * (price - view.own.reservation);
  return gain / (Math.abs(opening - view.own.reservation) || 1);
}
