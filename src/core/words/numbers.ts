/**
 * The numbers in a text: what each is worth, where it stands, which currency it carries, and what kind of number it is.
 *
 * Reads digits with Western, Indian, German, French and Swiss separators, k, lakh and crore, English and Hindi number words,
 * currency signs and words on either side, and the digits of other scripts. A kind other than money or plain is given only
 * where the words around the number make it clear ("2 chairs", "in 2013", "10 %", "5 pm", "iPhone 13", "$20 off"); in doubt a
 * number is plain. Linear in the length of the text.
 */
import { type Amount, amountAt } from './amounts.ts';
import { currencyAfter, currencyBefore, isHundredth, narrower } from './currencies.ts';
import { isSpacedScript, type Source, type Token, tokensOf } from './tokens.ts';

/**
 * money       carries a currency           plain     could be a price
 * difference  "$20 off", "by 5"            percent   "10 %"
 * quantity    "2 chairs", "140 x 70"       time      "5 pm", "2 years", "10:30"
 * year        "in 2013", "a 2006 Toyota"   ordinal   "turn 3", "#2", "2nd", the 1. of a list
 * model       "iPhone 13", "200GB"         unclear   nobody can say what it is: "1,2500", "a few hundred"
 */
export type NumberKind =
  | 'money'
  | 'plain'
  | 'difference'
  | 'percent'
  | 'quantity'
  | 'time'
  | 'year'
  | 'ordinal'
  | 'model'
  | 'unclear';

export interface NumberInText {
  readonly value: number;
  /** The other way to read it: "1.250" is 1250 or 1.25, "four fifty" is 450 or 4.50. */
  readonly alternative?: number;
  /** Its place in the text, currency included. */
  readonly start: number;
  readonly end: number;
  /** The currency as written, folded: "$", "rs", "euros". */
  readonly currency?: string;
  readonly kind: NumberKind;
}

/** A number with its place among the tokens, currency included. */
export interface Reading extends NumberInText {
  readonly first: number;
  readonly last: number;
}

export function numbersIn(text: Source): NumberInText[] {
  return readNumbers(tokensOf(text)).map(({ first: _first, last: _last, ...number }) => number);
}

export function readNumbers(tokens: readonly Token[]): Reading[] {
  const readings: Reading[] = [];
  let listed = 0; // the last marker of a numbered list
  for (let at = 0; at < tokens.length; ) {
    const amount = amountAt(tokens, at);
    if (!amount) {
      at++;
      continue;
    }
    const reading = readingOf(tokens, at, amount, readings.at(-1));
    const marksList = reading.kind === 'plain' && reading.value === listed + 1 && isListMarker(tokens, reading);
    if (marksList) listed++;
    readings.push(marksList ? { ...reading, kind: 'ordinal' } : reading);
    at = reading.last + 1;
  }
  return readings;
}

function readingOf(tokens: readonly Token[], at: number, amount: Amount, previous: Reading | undefined): Reading {
  const floor = previous ? previous.last + 1 : 0;
  const before = currencyAhead(tokens, at, floor);
  let { value } = amount;
  let first = before?.first ?? at;
  let last = amount.last;
  let currency = before?.currency;
  const next = tokens[last + 1];
  if (next && next.kind !== 'line') {
    const touches = next.gap === 'none';
    const name = currencyAfter(next.text, touches);
    if (isHundredth(next.text, touches)) {
      value /= 100;
      currency = next.text;
      last++;
    } else if (name !== undefined && !belongsToNext(tokens, last + 1, before !== undefined)) {
      currency = currency === undefined ? name : narrower(currency, name);
      last++;
      const cents = centsAfter(tokens, last, value);
      if (cents) {
        value += cents.value / 100;
        last = cents.last;
      }
    } else if (next.text === '/' && touches && /^[-–—]$/.test(tokens[last + 2]?.text ?? '')) {
      currency ??= 'rs'; // 450/-
      last += 2;
    }
  }
  if (isMinus(tokens, first, floor)) {
    value = -value;
    first--;
  }
  const span = { first, last, start: (tokens[first] as Token).start, end: (tokens[last] as Token).end };
  const kind = kindOf(tokens, span, { ...amount, value }, currency, previous);
  return {
    value,
    ...(amount.alternative === undefined ? {} : { alternative: amount.alternative }),
    ...(currency === undefined ? {} : { currency }),
    kind,
    ...span,
  };
}

function currencyAhead(
  tokens: readonly Token[],
  at: number,
  floor: number,
): { currency: string; first: number } | undefined {
  let ahead = at - 1;
  // Rs. 450, Fr. 12.50
  if (
    tokens[ahead]?.text === '.' &&
    /^(?:rs|fr|kr)$/.test(tokens[ahead - 1]?.text ?? '') &&
    tokens[ahead]?.gap === 'none'
  ) {
    ahead--;
    return ahead >= floor ? { currency: (tokens[ahead] as Token).text, first: ahead } : undefined;
  }
  if (ahead < floor) return undefined;
  const { text, gap } = tokens[ahead] as Token;
  const prefix = tokens[ahead - 1];
  if (
    text === '$' &&
    gap === 'none' &&
    ahead > floor &&
    prefix?.kind === 'word' &&
    currencyAfter(`${prefix.text}$`, true)
  ) {
    return { currency: `${prefix.text}$`, first: ahead - 1 };
  }
  const currency = currencyBefore(text);
  return currency === undefined ? undefined : { currency, first: ahead };
}

/** In "45 $50" and "$45 Rs 450" the second currency is of the second number. */
function belongsToNext(tokens: readonly Token[], at: number, hasOne: boolean): boolean {
  const [sign, next] = [tokens[at] as Token, tokens[at + 1]];
  const number = next?.text === '.' ? tokens[at + 2] : next;
  if (hasOne) return number?.kind === 'number';
  return sign.kind === 'mark' && sign.gap !== 'none' && next?.kind === 'number' && next.gap === 'none';
}

/** "7 dollars and 50 cents", "7€50"; `at` is the currency. */
function centsAfter(tokens: readonly Token[], at: number, whole: number): { value: number; last: number } | undefined {
  if (!Number.isInteger(whole)) return undefined;
  const next = tokens[at + 1];
  if (tokens[at]?.kind === 'mark' && next?.kind === 'number' && next.gap === 'none' && tokens[at]?.gap === 'none') {
    return /^\d\d$/.test(next.text) ? { value: Number(next.text), last: at + 1 } : undefined;
  }
  const head = next?.text === 'and' ? at + 2 : at + 1;
  const cents = tokens[head] && amountAt(tokens, head);
  const unit = cents && tokens[cents.last + 1];
  if (!unit || cents.value >= 100 || !Number.isInteger(cents.value)) return undefined;
  return isHundredth(unit.text, unit.gap === 'none') ? { value: cents.value, last: cents.last + 1 } : undefined;
}

/** -45, but not the second of 45-50, nor the bullet of "- 45". */
function isMinus(tokens: readonly Token[], first: number, floor: number): boolean {
  const minus = tokens[first - 1];
  if (first - 1 < floor || minus?.text !== '-' || tokens[first]?.gap !== 'none') return false;
  return first === 1 || minus.gap !== 'none' || tokens[first - 2]?.kind === 'mark';
}

interface Span {
  readonly first: number;
  readonly last: number;
}

function kindOf(
  tokens: readonly Token[],
  { first, last }: Span,
  amount: Amount,
  currency: string | undefined,
  previous: Reading | undefined,
): NumberKind {
  const wordAt = (at: number): string => {
    const token = tokens[at];
    return token === undefined || token.kind === 'line' ? '' : token.text;
  };
  const [before, after] = [wordAt(first - 1), wordAt(last + 1)];
  const [before2, after2] = [wordAt(first - 2), wordAt(last + 2)];
  const next = tokens[last + 1];
  const touching = next?.gap === 'none';
  if (after === '%' || PERCENT.has(after) || (PERCENT_HEADS.has(after) && PERCENT_TAILS.has(after2))) return 'percent';
  if (DIFFERENCE_AFTER.has(after) || (after === 'kam' && after2.startsWith('kar'))) return 'difference';
  if (DIFFERENCE_BEFORE.has(before) || (before === 'of' && DIFFERENCE_NOUNS.has(before2))) return 'difference';
  if (amount.unclear) return isDate(tokens, first, last) ? 'time' : 'unclear';
  if (currency !== undefined) return 'money';
  if (tokens[first]?.kind === 'number' && touchesName(tokens, first, last)) {
    if (touching && ORDINAL_ENDINGS.has(after)) return 'ordinal';
    if (touching && TIME_AFTER.has(after)) return 'time';
    return touching && /^(?:ish|x)$/.test(after) ? (after === 'x' ? 'quantity' : 'plain') : 'model';
  }
  if (touching && after === '-' && tokens[last + 2]?.kind === 'word' && tokens[last + 2]?.gap === 'none') {
    return after2 === 'ish' ? 'plain' : 'quantity'; // 13-inch, two-bedroom
  }
  const neighbour = (sign: string) =>
    (touching && after === sign && tokens[last + 2]?.kind === 'number' && tokens[last + 2]?.gap === 'none') ||
    (tokens[first]?.gap === 'none' && before === sign && tokens[first - 2]?.kind === 'number');
  if (neighbour(':')) return 'time';
  if (neighbour('/')) return 'quantity';
  if (TIME_AFTER.has(after) || MONTHS.has(after) || MONTHS.has(before)) return 'time';
  if (isYear(tokens, first, last, amount.value, before, after)) return 'year';
  if (before === '#' || ORDINAL_BEFORE.has(before)) return 'ordinal';
  if (before === 'of' && previous?.kind === 'ordinal' && previous.last === first - 2) return 'ordinal';
  if (MODEL_BEFORE.has(before)) return 'model';
  if (QUANTITY_AFTER.has(after) || QUANTITY_BEFORE.has(before)) return 'quantity';
  if (after === 'of' && OF_WHAT.has(after2)) return 'quantity';
  if ((after === 'x' || after === '×') && tokens[last + 2]?.kind === 'number') return 'quantity';
  if ((before === 'x' || before === '×') && tokens[first - 2]?.kind === 'number') return 'quantity';
  // "Two kids": few of something in the plural. Verbs in -s are the danger.
  const counts = Number.isInteger(amount.value) && amount.value >= 2 && amount.value <= 12;
  if (counts && after.length > 3 && after.endsWith('s') && !after.endsWith('ss') && !NOT_PLURAL.has(after))
    return 'quantity';
  return 'plain';
}

function touchesName(tokens: readonly Token[], first: number, last: number): boolean {
  const [before, number, after] = [tokens[first - 1], tokens[first] as Token, tokens[last + 1]];
  const isName = (token: Token | undefined) =>
    token?.kind === 'number' || (token?.kind === 'word' && isSpacedScript(token.text));
  if (number.gap === 'none' && isName(before)) return true;
  if (after?.gap === 'none' && isName(after)) return true;
  // F-150
  return number.gap === 'none' && before?.text === '-' && before.gap === 'none' && tokens[first - 2]?.kind === 'word';
}

function isDate(tokens: readonly Token[], first: number, last: number): boolean {
  return first === last && /^\d{1,2}\.\d{1,2}\.(?:\d\d|\d{4})$/.test(tokens[first]?.text ?? '');
}

function isYear(
  tokens: readonly Token[],
  first: number,
  last: number,
  value: number,
  before: string,
  after: string,
): boolean {
  if (first !== last || !/^(?:19|20)\d\d$/.test(tokens[first]?.text ?? '') || value > 2099) return false;
  if (YEAR_BEFORE.has(before) || YEAR_AFTER.has(after)) return true;
  // "A 2006 Toyota": a name follows.
  return ARTICLES.has(before) && tokens[last + 1]?.kind === 'word' && tokens[last + 1]?.capital === true;
}

/** "1." or "2)" at the head of a line, with more on it. */
function isListMarker(tokens: readonly Token[], { first, last, currency }: Reading): boolean {
  const head = first === 0 || tokens[first - 1]?.kind === 'line';
  const sign = tokens[last + 1];
  const rest = tokens[last + 2];
  const closes = sign?.gap === 'none' && (sign.text === '.' || sign.text === ')');
  return head && currency === undefined && closes && rest !== undefined && rest.kind !== 'line' && rest.gap !== 'none';
}

const set = (words: string) => new Set(words.split(' '));
const PERCENT = set('percent percents pct prozent percentage procent pratishat fisadi');
const PERCENT_HEADS = set('per por pour');
const PERCENT_TAILS = set('cent ciento cento');
const DIFFERENCE_AFTER = set('off less more extra cheaper lower higher discount reduction');
const DIFFERENCE_BEFORE = set('by knock shave save minus another additional extra');
const DIFFERENCE_NOUNS = set('difference discount gap reduction increase savings');
const ORDINAL_ENDINGS = set('st nd rd th');
const TIME_AFTER = set(
  "am pm o'clock oclock uhr year years yr yrs yo month months week weeks day days hour hours hr hrs minute minutes mins second seconds saal sal mahine mahina din ghante ghanta minat hafte jahre jahren monate tage tagen stunden anos meses dias horas ans mois jours heures",
);
const MONTHS = set(
  'january february march april june july august september october november december jan feb mar apr jun jul aug sept sep oct nov dec',
);
const YEAR_BEFORE = set('in since year circa dated');
const YEAR_AFTER = set('model edition make build');
const ARTICLES = set('a an the my this your our');
const ORDINAL_BEFORE = set('turn round step option point page part chapter message number level rank');
const MODEL_BEFORE = set(
  'iphone ipad galaxy pixel playstation ps xbox windows ios android version ver model series gen generation mark mk size type thinkpad',
);
const QUANTITY_BEFORE = set('aged age weighs seats top');
const QUANTITY_AFTER = set(
  'gb tb mb mah inch inches cm mm km kms kilometers kilometres miles mile mph kg kilos lbs lb oz litres liters ml watts watt volts hp cc people persons person kids children owners owner chairs pieces piece pcs units unit items item sets pairs pair times rooms bedrooms bedroom bed beds bath baths bathrooms floors seats seater door doors speed speeds gears turns rounds photos pics stars megapixels mp fps hz ghz cores ram log logon baar dozen roommates tenants tv',
);
const OF_WHAT = set('them us the these those my your our you each it');
const NOT_PLURAL = set(
  'sounds works seems makes does gets feels looks plus perhaps always yes this tops thanks bucks because unless takes gives goes helps means suits leaves needs remains stands stays lets puts pays closes wins sells fits rupees dollars euros pounds plis das dress mas pues',
);
