/**
 * The act of highest expected gain for a buyer, given what it believes of the seller.
 *
 * It weighs plans: bids that rise evenly from a first to a last over some rounds, and then taking what is asked. A plan is worth
 * the mean over the beliefs of what it gains: budget - price where the seller takes a bid or the ask is taken in time, nothing
 * where the seller walks or time is up. Only the first act of the best plan is played, and the next turn plans afresh. The
 * search is over these plans and not over all of play, so it is a lower bound on what the beliefs allow.
 */
import { cents } from '../../../core/index.ts';
import type { Posterior } from './posterior.ts';
import { answerOf, type Hypothesis } from './seller-model.ts';

export interface Position {
  /** The buyer's round now, and its last. */
  readonly round: number;
  readonly lastRound: number;
  readonly ask: number;
  /** Whether the ask on the table may be taken now. */
  readonly acceptable: boolean;
  readonly budget: number;
  /** Its best bid so far; 0 without one. Bids never fall. */
  readonly best: number;
  /** The lowest price that may be named. */
  readonly low: number;
}

export interface Choice {
  readonly type: 'accept' | 'offer' | 'walk';
  readonly price: number;
  /** Expected gain in money. */
  readonly value: number;
}

/** How many beliefs a plan is tried on: the posterior in this many equal slices. */
const SLICES = 32;
/** First bids, as shares of the ask. */
const FIRST = [0.25, 0.32, 0.39, 0.46, 0.52, 0.58, 0.64, 0.7, 0.76, 0.83, 0.91];
/** How much higher the last bid of a plan lies, as shares of the ask. */
const RISES = [0, 0.02, 0.06, 0.13, 0.25];
/** How many bids a plan has. */
const LENGTHS = [1, 2, 3, 4, 6, 9];

export function choose(beliefs: Posterior, position: Position): Choice {
  const sellers = slices(beliefs);
  const { ask, budget } = position;
  let best: Choice = { type: 'walk', price: 0, value: 0 };
  if (position.acceptable && ask <= budget) best = { type: 'accept', price: ask, value: budget - ask };
  for (const first of firstBids(position)) {
    const value = bestFrom(sellers, position, first);
    if (value > best.value + 1e-9) best = { type: 'offer', price: first, value };
  }
  // Where nothing is worth anything, a bid at the lowest is at least not a walk: the seller may still come down.
  if (best.type === 'walk' && position.round < position.lastRound) {
    return { type: 'offer', price: firstBids(position)[0] ?? cents(Math.min(ask, budget)), value: 0 };
  }
  return best;
}

/** The expected gain of a bid, with the best plan that begins with it. */
export function expectedGain(beliefs: Posterior, position: Position, bid: number): number {
  return bestFrom(slices(beliefs), position, bid);
}

function firstBids({ ask, budget, best, low, round }: Position): number[] {
  const bids = FIRST.map((share) => cents(share * ask)).filter((bid) => bid > best);
  const small = best > 0 ? [best, cents(best + 0.01 * ask), cents(best + 0.02 * ask)] : [];
  return [...small, ...bids].filter((bid) => bid <= budget && bid >= low && bid < ask && (round > 0 || bid > 0));
}

function bestFrom(sellers: readonly Hypothesis[], position: Position, first: number): number {
  const { round, lastRound, ask, budget } = position;
  let value = 0;
  for (const bids of LENGTHS) {
    if (bids > lastRound - round + 1) break;
    for (const rise of RISES) {
      const last = Math.min(budget, first + rise * ask);
      let sum = 0;
      for (const seller of sellers) sum += gain(seller, position, first, last, bids);
      value = Math.max(value, sum / sellers.length);
      if (bids === 1) break;
    }
  }
  return value;
}

/** What a plan gains from one seller: `bids` bids from `first` to `last`, then the ask. */
function gain(seller: Hypothesis, position: Position, first: number, last: number, bids: number): number {
  const { round, budget } = position;
  const end = Math.min(position.lastRound, seller.patience);
  let { ask, best } = position;
  let alive = 1;
  let sum = 0;
  for (let i = 0; i < bids; i++) {
    const bid = bids === 1 ? first : first + ((last - first) * i) / (bids - 1);
    if (round + i > end) return sum;
    const answer = answerOf(seller, { round: round + i, ask, bid, bestBefore: best });
    const { walks, takes } = answer;
    sum += alive * (1 - walks) * takes * (budget - bid);
    alive *= (1 - walks) * (1 - takes);
    if (alive === 0) return sum;
    ask = answer.ask;
    best = Math.max(best, bid);
  }
  if (round + bids <= end) sum += alive * Math.max(0, budget - ask);
  return sum;
}

/** The posterior in equal slices, each stood for by the belief in its middle. */
function slices(beliefs: Posterior): Hypothesis[] {
  const chosen: Hypothesis[] = [];
  let reached = 0;
  let next = 0.5 / SLICES;
  for (const { seller, weight } of beliefs) {
    reached += weight;
    while (reached >= next && chosen.length < SLICES) {
      chosen.push(seller);
      next += 1 / SLICES;
    }
  }
  return chosen;
}
