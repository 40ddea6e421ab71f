/** A price game as the rail needs it. */
import { formatPrice, toCoins } from '../../../src/core/domains/price/money.ts';
import {
  openRange,
  type PriceAct,
  type PricePrivate,
  type PricePublic,
  type PriceView,
  zoneOf,
} from '../../../src/core/domains/price/price.ts';
import { type Cards, type Game, viewOf } from '../../game/game.ts';
import type { Mark } from '../../rail/rail.tsx';
import type { BonusBrief } from './bonus.ts';

export function priceFacts(game: Game): PricePublic {
  return game.facts as PricePublic;
}

export function ownOf({ you }: Game): PricePrivate | undefined {
  return you?.own as PricePrivate | undefined;
}

export function marksOf({ history }: Game): Mark[] {
  return history.flatMap(({ seat, turn, act }) =>
    act.type === 'offer'
      ? [{ side: seat as Mark['side'], turn, price: (act as PriceAct & { price: number }).price }]
      : [],
  );
}

export function writer(game: Game): (price: number) => string {
  const { currency } = priceFacts(game).item;
  // "CHF 1,200" stays on one line.
  return (price) => formatPrice(toCoins(price, currency), currency).replace(' ', '\u00a0');
}

export function dealOf({ result }: Game): number | undefined {
  return (result?.deal as { price?: number } | null | undefined)?.price;
}

/** Of the public range as much as the game needs: around the list price, and whatever was offered or may be seen. */
export function extentOf(game: Game, cards: Cards | undefined): { low: number; high: number } {
  const { range, item } = priceFacts(game);
  const own = ownOf(game);
  const seen = [
    item.listPrice * 0.6,
    item.listPrice * 1.03,
    ...marksOf(game).map(({ price }) => price),
    ...(own ? [own.reservation, own.target] : []),
    ...(cards ? zoneEnds(cards) : []),
  ];
  const width = range.high - range.low;
  return {
    low: Math.max(range.low, Math.min(...seen) - width * 0.03),
    high: Math.min(range.high, Math.max(...seen) + width * 0.03),
  };
}

export function zoneEnds({ scenario }: Cards): [low: number, high: number] {
  const { low, high } = zoneOf(scenario as Parameters<typeof zoneOf>[0]);
  return [low, high];
}

/** What the rules let the seat at this screen offer now. */
export function legalRange(game: Game): { readonly low: number; readonly high: number } {
  const view = viewOf(game);
  return view ? openRange(view as PriceView) : priceFacts(game).range;
}

/** Whether a deal at this price would be worse than none for the seat at this screen. */
export function pastLimit(game: Game, price: number): boolean {
  const own = ownOf(game);
  if (!own) return false;
  return game.you?.seat === 'seller' ? price < own.reservation : price > own.reservation;
}

export function bonusBrief(game: Game): BonusBrief | undefined {
  const own = ownOf(game);
  if (!own || !game.you) return undefined;
  const { reservation, target } = own;
  const seat = game.you.seat === 'seller' ? 'seller' : 'buyer';
  return { seat, reservation, target, listPrice: priceFacts(game).item.listPrice };
}

/** Their offer that one may take now. */
export function standing({ you }: Game): number | undefined {
  return (you?.theirs as { offer?: { price?: number } } | null | undefined)?.offer?.price;
}

/** Whether an offer of this price meets theirs, which closes the deal at theirs. */
export function meets(game: Game, price: number): boolean {
  const theirs = standing(game);
  if (theirs === undefined || priceFacts(game).crossing !== 'close') return false;
  return game.you?.seat === 'seller' ? price <= theirs : price >= theirs;
}

/** The offer that met another and so closed the deal; undefined where somebody accepted, or nobody did. */
export function metBy({ history, result }: Game): { readonly seat: string; readonly price: number } | undefined {
  const last = history.at(-1);
  if (result?.kind !== 'agreement' || last?.act.type !== 'offer') return undefined;
  return { seat: last.seat, price: (last.act as PriceAct & { price: number }).price };
}
