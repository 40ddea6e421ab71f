/**
 * Prices copied from the prompt: a side opens with the same amount whatever is for sale.
 *
 * AgreeMate's prompts show examples with absolute prices, and small models repeat them: a $5 opening for a $14,500 car. A first
 * price is taken for copied when it lies below a quarter of the list price and either is one of the amounts in those prompts or
 * opens, below a quarter too, on another listing with another price. So unseen prompts are found out as well. Only prices that
 * their parser recorded are looked at.
 */
import type { Run, Side } from './runs.ts';
import { FAR_BELOW } from './summary.ts';

/** The amounts in their prompts: plain and chain-of-thought examples, then those of the fine-tuned agents. */
const EXAMPLE_PRICES: ReadonlySet<number> = new Set([5, 6, 7, 8, 10, 12, 15, 150, 180, 200]);

export interface CopiedPrice {
  readonly side: Side;
  readonly price: number;
  /** Runs this side opens with this price, and how many it opens with any. */
  readonly openings: number;
  readonly of: number;
  /** Of those openings, the runs in which it is below a quarter of the list price. */
  readonly runs: readonly Run[];
  readonly isExample: boolean;
  /** The cheapest and the dearest listing it was said about. */
  readonly listPrices: readonly [low: number, high: number];
}

/** The most frequent first. */
export function copiedPrices(runs: readonly Run[]): CopiedPrice[] {
  return (['buyer', 'seller'] as const)
    .flatMap((side) => copiedBy(side, runs))
    .sort((a, b) => b.runs.length - a.runs.length || a.price - b.price);
}

function copiedBy(side: Side, runs: readonly Run[]): CopiedPrice[] {
  const openings = runs.flatMap((run) => {
    const price = firstPrice(run, side);
    return price === undefined ? [] : [{ run, price }];
  });
  return [...new Set(openings.map(({ price }) => price))].flatMap((price) => {
    const same = openings.filter((opening) => opening.price === price).map(({ run }) => run);
    const absurd = same.filter(({ listPrice }) => price < FAR_BELOW * listPrice);
    const isExample = EXAMPLE_PRICES.has(price);
    const lists = new Set(absurd.map(({ listPrice }) => listPrice));
    if (absurd.length === 0 || (!isExample && lists.size < 2)) return [];
    const all = same.map(({ listPrice }) => listPrice);
    const listPrices = [Math.min(...all), Math.max(...all)] as const;
    return [{ side, price, openings: same.length, of: openings.length, runs: absurd, isExample, listPrices }];
  });
}

function firstPrice({ prices, transcript }: Run, side: Side): number | undefined {
  return prices?.find((price, turn) => price !== undefined && sideAt(transcript, turn) === side);
}

/** The buyer speaks first in their runner; the transcript decides where there is one. */
function sideAt(transcript: Run['transcript'], turn: number): Side {
  return transcript?.[turn]?.side ?? (turn % 2 === 0 ? 'buyer' : 'seller');
}
