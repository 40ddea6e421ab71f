/**
 * The price that a deal was really made at, read from the words again.
 *
 * AgreeMate's own parser needs a dollar sign and takes its first match. Here: the prices in the accepting line from a quarter
 * of the list price to 1.6 times it; of several the last that the three lines before it name too, else the last; where the
 * line has none, the latest such price before it. A deal below a quarter of the list price is left unresolved on purpose:
 * those are example prices copied from the prompt.
 */
import { numbersIn } from '../../../core/words/numbers.ts';
import type { Run } from './runs.ts';

const LOWEST = 0.25;
const HIGHEST = 1.6;
const LINES_BEFORE = 3;

/** Undefined without a deal, without words, and where the words name no price that fits. */
export function reparsedPrice({ accepted, transcript, listPrice }: Run): number | undefined {
  const accepting = transcript?.at(-1);
  if (!accepted || !accepting) return undefined;
  const fitting = ({ words }: { words: string }) => pricesIn(words).filter((price) => isLikely(price, listPrice));
  const before = transcript?.slice(0, -1) ?? [];
  const named = fitting(accepting);
  const confirmed = before.slice(-LINES_BEFORE).flatMap(fitting);
  return named.findLast((price) => confirmed.includes(price)) ?? named.at(-1) ?? before.flatMap(fitting).at(-1);
}

/** Whatever may be a price in a line: years, sizes, percentages and differences are none. */
export function pricesIn(words: string): number[] {
  return numbersIn(words)
    .filter(({ kind }) => kind === 'money' || kind === 'plain')
    .map(({ value }) => value);
}

export function isLikely(price: number, listPrice: number): boolean {
  return price >= LOWEST * listPrice && price <= HIGHEST * listPrice;
}
