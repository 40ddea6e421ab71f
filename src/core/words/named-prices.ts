/**
 * The prices that a line of chat names, for whoever compares words with acts: every amount with a currency, and every other one
 * that lies in the price range of the game and is not clearly something else. "Two chairs from 2013" names none.
 */
import { numberWords } from './number-words.ts';
import { type NumberInText, numbersIn } from './numbers.ts';
import { tokensOf } from './tokens.ts';

export interface NamedPrice {
  readonly amount: number;
  /** The other way to read it: "four fifty" is 450 or 4.50. */
  readonly alternative?: number;
  /** Half a unit of the last place said: 0.5 for "850", 0.005 for "849.50", 50 for "1.2k" and "twelve hundred". */
  readonly rounding: number;
}

export function pricesNamed(words: string, range: { readonly low: number; readonly high: number }): NamedPrice[] {
  const inRange = (value: number | undefined) => value !== undefined && value >= range.low && value <= range.high;
  return numbersIn(words).flatMap((number) => {
    const { kind, value, alternative } = number;
    const price = kind === 'money' || (kind === 'plain' && (inRange(value) || inRange(alternative)));
    if (!price) return [];
    const rounding = placeOf(words.slice(number.start, number.end), number) / 2;
    return [{ amount: value, ...(alternative === undefined ? {} : { alternative }), rounding }];
  });
}

/** The unit of the last place said. With number words, k and lakh among them, it is the largest power of ten in the number. */
function placeOf(written: string, { value }: NumberInText): number {
  const inWords = tokensOf(written).some(({ kind, text }) => kind === 'word' && numberWords.has(text));
  if (!inWords) {
    const decimals = /[.,](\d{1,2})(?!\d)/.exec(written)?.[1]?.length ?? 0;
    return [1, 0.1, 0.01][decimals] as number;
  }
  const hundredths = Math.round(Math.abs(value) * 100);
  let place = 1;
  while (hundredths > 0 && hundredths % (place * 10) === 0) place *= 10;
  return place / 100;
}
