/** One seller and several buyers, as the lanes need them. Bids are sealed: who looks may know all, its own, or none. */
import {
  type ArenaAct,
  type ArenaDeal,
  type ArenaPublic,
  formatPrice,
  type PricePrivate,
  type Rival,
  stepsOf,
  type Taken,
  toCoins,
} from '../../../src/core/index.ts';
import type { Cards, Game } from '../../game/game.ts';

export const SELLER = 'seller';

export interface Bid {
  readonly turn: number;
  readonly price: number;
}

export interface Lane {
  readonly seat: string;
  /** Those that are known here. */
  readonly bids: readonly Bid[];
  /** Whether it bids where nobody here can see it. */
  readonly sealed: boolean;
  readonly left: boolean;
  readonly leads: boolean;
  readonly won: number | undefined;
  readonly signal: string | undefined;
  /** The most it can pay, where that is known here. */
  readonly budget: number | undefined;
}

export function arenaFacts(game: Game): ArenaPublic {
  return game.facts as ArenaPublic;
}

export function writer(game: Game): (price: number) => string {
  const { currency } = arenaFacts(game).item;
  // "CHF 1,200" stays on one line.
  return (price) => formatPrice(toCoins(price, currency), currency).replace(' ', '\u00a0');
}

export function dealOf({ result }: Game): ArenaDeal | undefined {
  return (result?.deal ?? undefined) as ArenaDeal | undefined;
}

export function limitOf(game: Game, cards: Cards | undefined, seat: string): number | undefined {
  const own = game.you?.seat === seat ? game.you.own : cards?.scenario.private[seat];
  return (own as PricePrivate | undefined)?.reservation;
}

/** What the other side offers this seat now: the ask, or the best bid. */
export function theirsOf({ you }: Game): number | undefined {
  return (you?.theirs as { offer?: { price?: number } } | null | undefined)?.offer?.price;
}

export function asksOf(game: Game, cards?: Cards): Bid[] {
  return offersOf(actsOf(game, cards), SELLER);
}

export function lanesOf(game: Game, cards?: Cards): Lane[] {
  const acts = actsOf(game, cards);
  const { buyers, leavers } = arenaFacts(game);
  const deal = dealOf(game);
  const more = game.you?.more as { others?: readonly Rival[]; attention?: string; signals?: Record<string, string> };
  const out = new Set(
    cards?.events.flatMap((event) => (event.type === 'seat-forfeited' && event.seat ? [event.seat] : [])),
  );
  const seesAll = cards !== undefined || game.you?.seat === SELLER || (!game.you && acts.some(isBuyers));
  const lanes = buyers.map((seat): Lane => {
    const rival = more?.others?.find((one) => one.seat === seat);
    const own = acts.filter((taken) => taken.seat === seat);
    const left = out.has(seat) || own.some(({ act }) => act.type === 'walk') || rival?.status === 'left';
    const bids = offersOf(acts, seat);
    return {
      seat,
      bids,
      sealed: bids.length === 0 && rival?.status === 'negotiating',
      left,
      leads: seesAll ? false : more?.attention === seat,
      won: deal?.buyer === seat ? deal.price : undefined,
      signal: seesAll ? (own.at(-1)?.act as ArenaAct | undefined)?.signal : more?.signals?.[seat],
      budget: limitOf(game, cards, seat),
    };
  });
  if (!seesAll || deal) return lanes;
  // The highest bid leads: of what stands, or where a bidder who left can still win, of all.
  const counted = ({ bids, left, seat }: Lane) => {
    const prices = bids.map(({ price }) => price);
    if (leavers === 'may-win') return out.has(seat) ? -1 : Math.max(-1, ...prices);
    return left ? -1 : (prices.at(-1) ?? -1);
  };
  const most = Math.max(...lanes.map(counted));
  const leader = most < 0 ? undefined : lanes.find((lane) => counted(lane) === most)?.seat;
  return lanes.map((lane) => ({ ...lane, leads: lane.seat === leader }));
}

/** Of the public range as much as the game needs. */
export function extentOf(game: Game, cards?: Cards): { low: number; high: number } {
  const { range, item } = arenaFacts(game);
  const seen = [
    item.listPrice * 0.5,
    item.listPrice * 1.03,
    ...asksOf(game, cards).map(({ price }) => price),
    ...lanesOf(game, cards).flatMap(({ bids, budget }) => [
      ...bids.map(({ price }) => price),
      ...(budget === undefined ? [] : [budget]),
    ]),
    ...[limitOf(game, cards, SELLER)].filter((limit) => limit !== undefined),
  ];
  const width = range.high - range.low;
  return {
    low: Math.max(range.low, Math.min(...seen) - width * 0.03),
    high: Math.min(range.high, Math.max(...seen) + width * 0.03),
  };
}

function actsOf(game: Game, cards: Cards | undefined): readonly Taken[] {
  return cards ? stepsOf(cards).filter((step) => 'act' in step) : game.history;
}

function isBuyers({ seat }: Taken): boolean {
  return seat !== SELLER;
}

function offersOf(acts: readonly Taken[], seat: string): Bid[] {
  return acts.flatMap(({ turn, act, ...by }) =>
    by.seat === seat && act.type === 'offer' ? [{ turn, price: (act as ArenaAct & { price: number }).price }] : [],
  );
}
