/**
 * What a Bayesian buyer believes a bazaar seller may be: a hypothesis, and how one would answer a bid.
 *
 * A hypothesis fixes the seller's type, whether its ask falls by the clock or in answer to bids, its cost, its pace and its
 * patience in rounds. The answer is a distribution: it walks, takes the bid, or asks one of a few prices. These are the rules of
 * the bazaar sellers (BazaarBATNA's and the hardened ones beside them) as a buyer can know them: what the seller draws is a
 * probability here, and how often it has bluffed so far is not tracked. Nobody's private numbers are read.
 */
import { clamp, type Personality } from '../../../core/index.ts';

export interface Hypothesis {
  readonly type: Personality;
  readonly concedes: 'clock' | 'answer';
  readonly cost: number;
  /** The least it sells for. */
  readonly reserve: number;
  readonly opening: number;
  /** Share of the opening given up each round. */
  readonly rate: number;
  /** The last round in which it answers. */
  readonly patience: number;
}

/** Where a game stands before the seller answers in `round`. */
export interface SellerTurn {
  readonly round: number;
  readonly ask: number;
  readonly bid: number;
  /** The best bid before this one; 0 without one. */
  readonly bestBefore: number;
}

/** The mean over the nine tasks of the chance to leave over a lowball in the last round. */
const WALK = 0.07;
const NEAR = { default: 0.98, impatient: 0.98, collaborative: 0.95, deceptive: 1 } as const;
const LEAVES = { default: 1, impatient: 1.5, collaborative: 0.3, deceptive: 1 } as const;
const TAKES = { default: 1, impatient: 1.3, collaborative: 1, deceptive: 0.6 } as const;
const BLUFF = { chance: 0.3, to: 0.92 } as const;
/** A quarter of the rounds after a bluff, and about half of all rounds are. */
const TAKE_BACK = { chance: 0.12, to: 1.03 } as const;

/** What it may ask next. The chances fall short of 1 by the chance that it would ask the bid or less, which is a deal at the bid. */
export function asksOf(seller: Hypothesis, turn: SellerTurn): readonly { chance: number; price: number }[] {
  const { round, ask, bid } = turn;
  const plain = counter(seller, turn, 1);
  if (seller.type !== 'deceptive') return plain <= bid ? [] : [{ chance: 1, price: plain }];
  const back = round > 1 ? TAKE_BACK.chance : 0;
  return [
    { chance: (1 - BLUFF.chance) * (1 - back), price: plain },
    { chance: BLUFF.chance * (1 - back), price: counter(seller, turn, BLUFF.to) },
    { chance: back, price: Math.min(seller.opening, Math.max(plain, TAKE_BACK.to * ask)) },
  ].filter(({ chance, price }) => chance > 0 && price > bid);
}

/** How a plan sees an answer: the chance that it walks, that else it takes the bid, and the mean of what else it asks. */
export interface Answer {
  readonly walks: number;
  readonly takes: number;
  readonly ask: number;
}

export function answerOf(seller: Hypothesis, turn: SellerTurn): Answer {
  const walks = walking(seller, turn);
  const takes = taking(seller, turn);
  if (takes === 1) return { walks, takes, ask: 0 };
  if (seller.type !== 'deceptive') {
    const ask = counter(seller, turn, 1);
    return { walks, takes: ask <= turn.bid ? 1 : takes, ask };
  }
  let open = 0;
  let sum = 0;
  for (const { chance, price } of asksOf(seller, turn)) {
    open += chance;
    sum += chance * price;
  }
  return { walks, takes: 1 - (1 - takes) * open, ask: open > 0 ? sum / open : 0 };
}

export function walking({ type, reserve, patience }: Hypothesis, { round, bid }: SellerTurn): number {
  return bid < 0.9 * reserve ? WALK * Math.min(1, round / patience) * LEAVES[type] : 0;
}

/** The chance that it takes the bid as it stands. */
export function taking(
  { type, cost, reserve, opening, patience }: Hypothesis,
  { round, ask, bid }: SellerTurn,
): number {
  if (bid >= ask * NEAR[type] && bid >= cost) return 1;
  const progress = Math.min(1, round / patience);
  if (bid < reserve || progress <= 0.75 || opening <= reserve) return 0;
  return clamp(((bid - reserve) / (opening - reserve)) * progress * TAKES[type], 0, 1);
}

function counter(seller: Hypothesis, { round, ask, bid, bestBefore }: SellerTurn, dip: number): number {
  const { type, concedes, cost, reserve, opening, rate } = seller;
  let price: number;
  if (concedes === 'clock') {
    price = opening * (1 - rate * round);
    if (type === 'impatient' && round <= 2) price *= 1 - 0.08 * round;
  } else {
    // Only what a bid has above nine tenths of the reserve counts.
    const rise = Math.max(bid, bestBefore, 0.9 * reserve) - Math.max(bestBefore, 0.9 * reserve);
    if (bestBefore === 0 || rise === 0) return ask;
    price = Math.min(ask, ask - (rate / 0.1) * rise);
  }
  price *= dip;
  if (type === 'collaborative' && round > 1) price = 0.7 * price + 0.15 * (1.1 * cost + ask);
  price = Math.max(price, reserve);
  return round > 1 ? Math.max(price, (0.95 * (price + bid)) / 2, reserve) : price;
}
