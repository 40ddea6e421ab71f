/**
 * The prices that a line of chat names: a small tolerant reader of digits, in English and Hinglish.
 *
 * Reads 850, 1,250, 1,20,000, 1.200, 849.50, 849,50, 1.2k, 12 thousand and 1.5 lakh. Numbers glued to letters (200GB, 5S) and
 * percentages are no prices. A number is taken for a price when it carries a currency, or when it lies in the price range
 * of the game: "two chairs from 2013" is not. Numbers spelled out in words are not read.
 */
export interface NamedPrice {
  readonly amount: number;
  /** Half a unit of the last place written: 0.5 for "850", 0.005 for "849.50", 50 for "1.2k". */
  readonly rounding: number;
}

const NUMBER = /(?<![\p{L}\d]|\d[.,])(\d+(?:[.,]\d+)*)(?:\s?(k|thousand|lakh))?(?![\p{L}\d]|[.,]\d|\s?%| percent)/giu;
const MULTIPLES: Readonly<Record<string, number>> = { k: 1000, thousand: 1000, lakh: 100_000 };
const CURRENCY_BEFORE = /(?:[$€£₹¥]|\b(?:rs\.?|usd|eur|gbp|inr|jpy|brl|chf))\s?$/i;
const CURRENCY_AFTER = /^\s?(?:[$€£₹¥]|(?:dollars?|bucks|euros?|pounds?|rupees?|rs|usd|eur|gbp|inr|jpy|brl|chf)\b)/i;

export function pricesInWords(words: string, range: { readonly low: number; readonly high: number }): NamedPrice[] {
  const named: NamedPrice[] = [];
  for (const match of words.matchAll(NUMBER)) {
    const [all, digits = '', multiple] = match;
    const { value, decimals } = read(digits);
    const factor = MULTIPLES[multiple?.toLowerCase() ?? ''] ?? 1;
    const amount = value * factor;
    const before = words.slice(0, match.index);
    const after = words.slice(match.index + all.length);
    const hasCurrency = CURRENCY_BEFORE.test(before) || CURRENCY_AFTER.test(after);
    if (!hasCurrency && (amount < range.low || amount > range.high)) continue;
    named.push({ amount, rounding: ([0.5, 0.05][decimals] ?? 0.005) * factor });
  }
  return named;
}

/** A last group of three digits is a group of thousands, whatever sign is before it: no price has three decimals. */
function read(digits: string): { value: number; decimals: number } {
  const groups = digits.split(/[.,]/);
  const last = groups.at(-1) as string;
  if (groups.length === 1 || last.length === 3) return { value: Number(groups.join('')), decimals: 0 };
  return { value: Number(`${groups.slice(0, -1).join('')}.${last}`), decimals: last.length };
}
