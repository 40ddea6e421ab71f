/**
 * One amount at a place in the tokens: digits, number words, or both ("2 lakh 50 thousand", "saadhe teen sau").
 *
 * Some can be read in two ways, and both are kept: "1.250" is 1250 or 1.25, "four fifty" is 450 or 4.50. What nobody can read
 * ("1,2500", "forty forty five", "a few hundred") is unclear. Look-ahead is bounded, so reading a text is linear in its tokens.
 */
import { currencyAfter, currencyBefore } from './currencies.ts';
import { type NumberWord, numberWords } from './number-words.ts';
import type { Token } from './tokens.ts';

export interface Amount {
  readonly value: number;
  /** The other way to read it. */
  readonly alternative?: number;
  readonly unclear: boolean;
  /** The index of its last token. */
  readonly last: number;
}

interface Part extends Amount {
  readonly digits: boolean;
}

type Tokens = readonly Token[];

export function amountAt(tokens: Tokens, first: number): Amount | undefined {
  const vague = /^(?:few|couple|several|many)$/.test(
    tokens[first - (tokens[first - 1]?.text === 'of' ? 2 : 1)]?.text ?? '',
  );
  let part = firstPart(tokens, first);
  if (!part) return undefined;
  let { unclear, alternative } = part;
  let total = 0;
  let ceiling = Number.POSITIVE_INFINITY;
  let last = part.last;
  while (part) {
    const large = largeAfter(tokens, part);
    if (!large) {
      total += part.value;
      last = part.last;
      break;
    }
    total += part.value * large.value;
    alternative = undefined;
    last = part.last + 1;
    ceiling = large.value;
    if (large.suffix) break;
    part = nextPart(tokens, last + 1, ceiling);
    if (part) unclear ||= part.unclear;
  }
  return { value: tidy(total), ...(alternative === undefined ? {} : { alternative }), unclear: unclear || vague, last };
}

/** 1.1 * 1000 is not 1100 to a computer. */
function tidy(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

function wordAt(tokens: Tokens, at: number): NumberWord | undefined {
  const token = tokens[at];
  return token?.kind === 'word' ? numberWords.get(token.text) : undefined;
}

function largeAfter(tokens: Tokens, { last, digits }: Part): (NumberWord & { kind: 'large' }) | undefined {
  const word = wordAt(tokens, last + 1);
  if (word?.kind === 'large') return word;
  // 1.5L is one and a half lakh after a rupee sign, and a volume elsewhere.
  const next = tokens[last + 1];
  if (digits && next?.text === 'l' && next.gap === 'none' && rupeeBefore(tokens, last)) {
    return { kind: 'large', value: 100_000, hindi: true, suffix: true };
  }
  return undefined;
}

function rupeeBefore(tokens: Tokens, number: number): boolean {
  const before = tokens[number - (tokens[number - 1]?.text === '.' ? 2 : 1)]?.text;
  return before === '₹' || before === 'rs' || before === 'inr';
}

function firstPart(tokens: Tokens, first: number): Part | undefined {
  const token = tokens[first] as Token;
  if (token.kind === 'number') return digitsAt(tokens, first);
  if (token.kind !== 'word') return undefined;
  if (token.text === 'half' && tokens[first + 1]?.text === 'a' && wordAt(tokens, first + 2)?.kind === 'large') {
    return { value: 0.5, unclear: false, last: first + 1, digits: false };
  }
  const article = token.text === 'a' || token.text === 'an';
  const head = article ? first + 1 : first;
  const word = wordAt(tokens, head);
  if (word?.kind === 'hundred') return withTail(tokens, 100, head, first);
  if (word?.kind === 'large') {
    // A suffix needs a number before it; but "a grand", though not "a grand piano".
    const grand = article && tokens[head]?.text === 'grand' && tokens[head + 1]?.kind !== 'word';
    return word.suffix && !grand ? undefined : { value: 1, unclear: false, last: head - 1, digits: false };
  }
  return article ? undefined : spelledAt(tokens, first);
}

/** What may follow a large word: "two thousand [and] five hundred", "2 lakh 50 thousand". */
function nextPart(tokens: Tokens, at: number, ceiling: number): Part | undefined {
  const joined = tokens[at]?.text === 'and' && tokens[at + 1]?.kind === 'word' ? at + 1 : at;
  const token = tokens[joined];
  if (token === undefined) return undefined;
  let part: Part | undefined;
  if (token.kind === 'number') part = /^\d+$/.test(token.text) ? digitsAt(tokens, joined) : undefined;
  else if (token.kind === 'word') part = spelledAt(tokens, joined);
  if (!part || part.alternative !== undefined) return undefined;
  const large = largeAfter(tokens, part);
  return part.value * (large?.value ?? 1) < ceiling && (large === undefined || part.value >= 1) ? part : undefined;
}

function digitsAt(tokens: Tokens, at: number): Part | undefined {
  const grouped = spacedDigits(tokens, at);
  const read = readDigits(grouped.text);
  if (!read) return undefined;
  const part = { ...read, last: grouped.last, digits: true };
  if (wordAt(tokens, part.last + 1)?.kind === 'hundred') return withTail(tokens, read.value * 100, part.last + 1, at);
  return withHalf(tokens, part);
}

/** 1 250 €: spaces group thousands where they do not break, or where a currency stands beside. */
function spacedDigits(tokens: Tokens, at: number): { text: string; last: number } {
  const alone = { text: (tokens[at] as Token).text, last: at };
  if (!/^\d{1,3}$/.test(alone.text)) return alone;
  let { text, last } = alone;
  let hard = true;
  while (last - at <= 4) {
    const next = tokens[last + 1];
    if (next?.kind !== 'number' || next.gap === 'none' || !/^\d{3}(?:[.,]\d{1,2})?$/.test(next.text)) break;
    hard &&= next.gap === 'hard';
    text += next.text.replace(',', '.');
    last++;
    if (next.text.length > 3) break;
  }
  if (last === at || last - at > 4) return alone;
  const before = tokens[at - 1];
  const after = tokens[last + 1];
  const priced = (before && currencyBefore(before.text)) ?? (after && currencyAfter(after.text, after.gap === 'none'));
  return hard || priced !== undefined ? { text, last } : alone;
}

function spelledAt(tokens: Tokens, at: number): Part | undefined {
  const word = wordAt(tokens, at);
  if (word?.kind === 'fraction') return timesHundred(tokens, word.value, at);
  if (word?.kind === 'more') {
    const small = smallAt(tokens, at + 1);
    if (small) return timesHundred(tokens, small.value + word.value, small.last);
    const next = wordAt(tokens, at + 1)?.kind;
    return next === 'hundred' || next === 'large' ? timesHundred(tokens, 1 + word.value, at) : undefined;
  }
  if (word?.kind !== 'small') return undefined;
  const small = smallAt(tokens, at) as { value: number; last: number };
  const after = wordAt(tokens, small.last + 1);
  if (after?.kind === 'hundred' && (after.hindi || !(word.hindi && word.weak))) {
    return withTail(tokens, small.value * 100, small.last + 1, at);
  }
  if (!word.hindi && small.value > 0 && after?.kind === 'small' && !after.hindi && after.value >= 10) {
    // "Four fifty". From ten on it may as well be a range ("ten fifteen").
    const second = smallAt(tokens, small.last + 1) as { value: number; last: number };
    const value = small.value * 100 + second.value;
    return {
      value,
      alternative: small.value + second.value / 100,
      unclear: small.value > 9,
      last: second.last,
      digits: false,
    };
  }
  if (word.weak && !standsAsNumber(tokens, small.last, word.hindi)) return undefined;
  return withHalf(tokens, { value: small.value, unclear: false, last: small.last, digits: false });
}

/** One to ninety-nine, "thirty-two" and "thirty two" included. */
function smallAt(tokens: Tokens, at: number): { value: number; last: number } | undefined {
  const word = wordAt(tokens, at);
  if (word?.kind !== 'small') return undefined;
  if (word.hindi || word.value < 20 || word.value % 10 !== 0) return { value: word.value, last: at };
  const hyphen = tokens[at + 1]?.text === '-' && tokens[at + 1]?.gap === 'none' && tokens[at + 2]?.gap === 'none';
  const next = wordAt(tokens, at + (hyphen ? 2 : 1));
  if (next?.kind !== 'small' || next.hindi || next.value < 1 || next.value > 9) return { value: word.value, last: at };
  return { value: word.value + next.value, last: at + (hyphen ? 2 : 1) };
}

/** "One" and "do" are mostly other words: they count before a larger number word or a currency. */
function standsAsNumber(tokens: Tokens, last: number, hindi: boolean): boolean {
  const next = tokens[last + 1];
  const word = wordAt(tokens, last + 1);
  if (word?.kind === 'large') return !hindi || word.hindi;
  if (next === undefined || next.kind === 'line') return false;
  return hindi
    ? /^(?:rupay|rupai|rupiy|रुप)/.test(next.text)
    : currencyAfter(next.text, next.gap === 'none') !== undefined;
}

function timesHundred(tokens: Tokens, value: number, last: number): Part {
  if (wordAt(tokens, last + 1)?.kind === 'hundred') return withTail(tokens, value * 100, last + 1, last);
  return { value, unclear: false, last, digits: false };
}

/** "A hundred [and] twenty"; the hundred is at `hundred`, the whole amount begins at `first`. */
function withTail(tokens: Tokens, value: number, hundred: number, first: number): Part {
  const plain = { value, unclear: false, last: hundred, digits: false };
  const and = tokens[hundred + 1]?.text === 'and';
  if (and && /^(?:between|from|either)$/.test(tokens[first - 1]?.text ?? '')) return plain;
  const small = smallAt(tokens, hundred + (and ? 2 : 1));
  if (!small || wordAt(tokens, small.last + 1)?.kind === 'hundred') return withHalf(tokens, plain);
  const word = wordAt(tokens, hundred + (and ? 2 : 1)) as NumberWord & { kind: 'small' };
  // "Sau do" is "give a hundred" as often as 102.
  if (word.weak && word.hindi && !standsAsNumber(tokens, small.last, true)) return plain;
  return { ...plain, value: value + small.value, last: small.last };
}

function withHalf(tokens: Tokens, part: Part): Part {
  const [and, a, half] = [1, 2, 3].map((n) => tokens[part.last + n]?.text);
  return and === 'and' && a === 'a' && half === 'half'
    ? { ...part, value: part.value + 0.5, last: part.last + 3 }
    : part;
}

/** Digits with their separators, in any of the world's ways; undefined for more digits than a price ever has. */
export function readDigits(text: string): Omit<Amount, 'last'> | undefined {
  if (text.length > 30) return undefined;
  const groups = text.split(/[.,']/);
  if (groups.join('').length > 15) return undefined;
  const separators = text.replace(/\d/g, '');
  const decimalSign = separators.at(-1);
  const [head = '', ...rest] = groups;
  const tail = rest.at(-1) ?? '';
  const joined = Number(groups.join(''));
  const asDecimal = Number(`${groups.slice(0, -1).join('')}.${tail}`);
  const unclear = { value: joined, unclear: true };
  if (rest.length === 0) return { value: Number(head), unclear: false };
  if (rest.length === 1) {
    if (decimalSign === "'") return tail.length === 3 && head.length <= 3 ? { value: joined, unclear: false } : unclear;
    if (tail.length === 3 && head.length <= 3 && !head.startsWith('0')) {
      // 1,250 is a thousand and more wherever people write so; 1.250 is that to some and 1.25 to others.
      return decimalSign === ','
        ? { value: joined, unclear: false }
        : { value: joined, alternative: asDecimal, unclear: false };
    }
    return decimalSign === ',' && tail.length > 3 ? unclear : { value: asDecimal, unclear: false };
  }
  const uniform = separators === (decimalSign as string).repeat(separators.length);
  if (uniform) return isGrouped(groups) ? { value: joined, unclear: false } : unclear;
  const grouping = separators.slice(0, -1);
  const oneKind = grouping === (grouping[0] as string).repeat(grouping.length) && grouping[0] !== decimalSign;
  return oneKind && decimalSign !== "'" && isGrouped(groups.slice(0, -1))
    ? { value: asDecimal, unclear: false }
    : unclear;
}

/** 1,234,567 or, in India, 12,34,567. */
function isGrouped([head = '', ...rest]: readonly string[]): boolean {
  if (head.length === 0 || head.length > 3 || rest.at(-1)?.length !== 3) return false;
  const middle = rest.slice(0, -1);
  return (
    middle.every((group) => group.length === 3) || (head.length <= 2 && middle.every((group) => group.length === 2))
  );
}
