/**
 * leak: never reveals the own reservation in words.
 *
 * A leak is naming the reservation as a limit, or any number within one percent of it that is not this act's price. Words that speak
 * of a limit (limit-words.ts) need no number: "your last offer is my limit". So they are refused whenever any price in play is that
 * near: the act's own, every offer so far, the list price, and what the other side last named; and so is a yes to its question.
 * A limit announced for later stays open until an offer or a number follows, and that one must not be near, with words or without.
 * The words are refused and the agent is asked again twice; then they are dropped, and a `say`, which is nothing without words, becomes
 * the counter. No number is ever masked: "my minimum" in its place would announce that it was one.
 *
 * Numbers are read in digits, in words (English, Hindi, Spanish, German, French) and digit by digit ("four oh two"), and put
 * together from pieces, of this message and of all earlier ones of this seat: "four hundred", later "and twenty"; "42", later
 * "0". The item's title is public and is not read. Not seen: arithmetic ("half of 840", "twenty more than you offer"), riddles,
 * Roman and other numerals, and languages that the readers of numbers do not know.
 * An arena's signals are words like any other. In items the secrets are the own values too (leak-items.ts).
 */
import type { Act, ArenaAct, ItemsAct, ItemsView, PriceAct, PriceView, Seat } from '../../core/index.ts';
import { numberWords } from '../../core/words/number-words.ts';
import { numbersIn } from '../../core/words/numbers.ts';
import { numbersInOtherTongues } from '../../core/words/other-tongues.ts';
import { digitRunsIn } from '../../core/words/spoken-digits.ts';
import type { Rule } from './guard.ts';
import * as items from './items-counter.ts';
import { type Fields, type Judge, type Objection, plain, strangeField } from './judge.ts';
import { valueIn } from './leak-items.ts';
import { announcesLimit, assents, isLimit } from './limit-words.ts';
import { counter } from './price-counter.ts';

const ASKS = 2;
/** How near a number must come to count as the reservation, as a share of it. */
const NEAR = 0.01;

export const leak = {
  name: 'leak',
  about: 'never reveals the own reservation, or own values, in words',
} as const satisfies Rule;

export function judgePrice(fields: Fields): Judge<PriceView, PriceAct> {
  return (view, act) => {
    if (tellsAnnounced(view, act)) return { reason: AS_LIMIT, asks: ASKS, instead: untold(view) };
    const words = textOf(act);
    const reason = words === undefined ? undefined : leakIn(view, act, words);
    return objection(fields, act, reason, () => (limitIsOpen(view) ? untold(view) : counter(view)));
  };
}

/**
 * Why the words of an act give the reservation away to who reads them; undefined when they do not. The guard errs towards silence, this must
 * be true: words about a limit count where they name a number that near, or the act's own price is; a yes where a limit was asked for.
 */
export function toldPrice(view: PriceView, act: PriceAct): string | undefined {
  if (tellsAnnounced(view, act)) return AS_LIMIT;
  const words = textOf(act);
  return words === undefined ? undefined : leakIn(view, act, words, 'told');
}

export function judgeItems(fields: Fields): Judge<ItemsView, ItemsAct> {
  return (view, act) => {
    const reason = act.words === undefined ? undefined : valueIn(view, act.words);
    return objection(fields, act, reason, () => items.counter(view));
  };
}

/** Against words, which are dropped in the end, and against fields that no rule asks for, which the other side would see too. */
function objection<A extends Act>(
  fields: Fields,
  act: A,
  reason: string | undefined,
  counterAct: () => A,
): Objection<A> | undefined {
  if (reason !== undefined) {
    return { reason, asks: ASKS, instead: act.type === 'say' ? counterAct() : silent(fields, act) };
  }
  const field = strangeField(fields, act);
  if (field === undefined) return undefined;
  return { reason: `this act has no field ${JSON.stringify(field.slice(0, 40))}`, instead: plain(fields, act) };
}

function silent<A extends Act>(fields: Fields, act: A): A {
  const { words: _words, intent: _intent, signal: _signal, ...rest } = plain(fields, act) as A & { signal?: unknown };
  return rest as unknown as A;
}

/** All that an act says: an arena's signal is heard by everybody, like words. */
function textOf(act: PriceAct | ArenaAct): string | undefined {
  const signal = 'signal' in act ? act.signal : undefined;
  return act.words === undefined || signal === undefined ? (act.words ?? signal) : `${act.words} ${signal}`;
}

/** Why these words give the reservation away; undefined when they do not. The reason names no number, lest it be repeated. */
function leakIn(view: PriceView, act: PriceAct, words: string, how?: 'told'): string | undefined {
  const { reservation } = view.own;
  const near = nearTo(reservation);
  const price = act.type === 'offer' ? act.price : act.type === 'accept' ? view.theirs?.offer.price : undefined;
  const betrays = (value: number) => near(value) && value !== price;

  const named = read(view, words);
  if (named.some(betrays)) return 'your words name a number too close to your own reservation';

  const earlier = ownWords(view);
  const last = earlier.at(-1);
  const heard = lastHeard(view);
  const asked = how === 'told' ? heard.filter((one) => act.type !== 'accept' && one.includes('?')) : heard;
  const limit = isLimit(words) || (assents(words) && asked.some(isLimit));
  const meant = how === 'told' ? [price ?? Number.NaN] : inPlay(view, price, heard);
  if (limit && (named.some(near) || meant.some(near))) return AS_LIMIT;

  const joined = last === undefined ? [] : spanning(view, last, words);
  const composed = [amounts, numbersInOtherTongues, digitsIn].some((reader) => {
    const pieces = (text: string) => reader(variants(view, text)[2]);
    const fresh = pieces(words).filter((value) => value !== price);
    return fresh.length > 0 && composes(earlier.flatMap(pieces), fresh, near, price, reservation);
  });
  if (composed || joined.some(betrays)) {
    return 'your words, with what you said before, spell out a number too close to your own reservation';
  }
  return undefined;
}

const AS_LIMIT = 'your words present a number close to your own reservation as your limit';

function nearTo(reservation: number): (value: number) => boolean {
  return (value) => Math.abs(value - reservation) <= NEAR * reservation + 1e-9;
}

/** Every price that words about a limit could mean. */
function inPlay(view: PriceView, price: number | undefined, heard: readonly string[]): number[] {
  const offered = view.history.flatMap(({ act }) => (act.type === 'offer' ? [act.price] : []));
  const shown = [price, view.theirs?.offer.price, view.public.item.listPrice].filter((one) => one !== undefined);
  return [...offered, ...shown, ...heard.flatMap((words) => read(view, words))];
}

/** The last words of everybody else. */
function lastHeard(view: PriceView): string[] {
  const heard = new Map<Seat, string>();
  for (const { seat, act } of view.history) {
    const words = seat === view.seat ? undefined : textOf(act);
    if (words !== undefined) heard.set(seat, words);
  }
  return [...heard.values()];
}

/** Whether this seat has announced its limit, and named no number since. */
function limitIsOpen(view: PriceView): boolean {
  let open = false;
  for (const { seat, act } of view.history) {
    if (seat !== view.seat) continue;
    const words = textOf(act) ?? '';
    const named = act.type === 'offer' || read(view, words).length > 0;
    open = announcesLimit(words) || (named ? false : open || isLimit(words));
  }
  return open;
}

function tellsAnnounced(view: PriceView, act: PriceAct): boolean {
  return act.type === 'offer' && nearTo(view.own.reservation)(act.price) && limitIsOpen(view);
}

/** The counter, unless that is near an announced limit too. */
function untold(view: PriceView): PriceAct {
  const act = counter(view);
  return tellsAnnounced(view, act) ? { type: 'say', words: 'Let me think.', intent: 'vague' } : act;
}

/** What this seat has said so far. */
function ownWords(view: PriceView): string[] {
  const said: string[] = [];
  for (const { seat, act } of view.history) {
    const words = seat === view.seat ? textOf(act) : undefined;
    if (words !== undefined) said.push(words);
  }
  return said;
}

/** Every way to read every number in the words. */
function read(view: PriceView, words: string): number[] {
  const [plain, loose, insisting] = variants(view, words);
  const inDigits = digitRunsIn(loose).map((digits) => Number(digits.join('')));
  return [...new Set([plain, loose, insisting].flatMap(amounts).concat(numbersInOtherTongues(loose), inDigits))];
}

/** Digits said one by one, each a piece. */
function digitsIn(text: string): number[] {
  return digitRunsIn(text).flat();
}

/** The words as they are; with what is glued together taken apart; and with every number word taken for one. */
function variants(view: PriceView, words: string): [string, string, string] {
  // Circled and other dressed-up digits become plain ones.
  const said = words.normalize('NFKC').toLowerCase();
  const title = view.public.item.title.normalize('NFKC').toLowerCase();
  const text = title === '' ? said : said.replaceAll(title, ';');
  const loose = text
    // "8.914k": before letters a third decimal is no group of thousands.
    .replace(/(?<=\d[.,]\d\d)\d(?=\s?\p{L})/gu, '')
    // "420ish", "four-hundred-and-twenty"
    .replace(/(?<=\p{L})[-_.](?=\p{L})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu, ' ');
  return [text, loose, insisting(loose)];
}

function amounts(text: string): number[] {
  const found = numbersIn(text);
  return found.flatMap(({ value, alternative, end }, i) => {
    const amount = Math.abs(value);
    const next = found[i + 1];
    // "34 hundred and 1": two numbers to the reader, one to whoever listens.
    const tail = next && amount % 100 === 0 && Math.abs(next.value) < 100 ? Math.abs(next.value) : undefined;
    const joined = tail !== undefined && next && /^\W*(?:and|aur|plus)?\W*$/.test(text.slice(end, next.start));
    return [
      amount,
      ...(alternative === undefined ? [] : [alternative]),
      ...(joined ? [amount + (tail as number)] : []),
    ];
  });
}

/** The reader takes "zero" or "bees" (20 in Hindi) for a number only before another or a currency: here they all get one. */
function insisting(text: string): string {
  const words = text.split(/(?<=\p{L})(?![\p{L}\p{M}])/u);
  const numberWord = (part: string | undefined) => numberWords.get(/[\p{L}\p{M}]+$/u.exec(part ?? '')?.[0] ?? '');
  return words
    .map((part, i) => {
      const word = numberWord(part);
      return word?.kind === 'small' && word.weak && !numberWord(words[i + 1]) ? `${part} rupaye` : part;
    })
    .join('');
}

/** The numbers that begin in one message and end in the next: "four hundred", "and twenty". */
function spanning(view: PriceView, last: string, words: string): number[] {
  const apart = [...read(view, last), ...read(view, words)];
  const seam = `${last.replace(/[^\p{L}\p{N}]+$/u, '')} ${words.replace(/^[^\p{L}\p{N}]+/u, '')}`;
  return read(view, seam).filter((value) => !apart.includes(value));
}

/**
 * Whether new numbers, with others said before them, make up the reservation: 400 and 20 fill each other's places, 4 and 20
 * stand side by side. A piece that is already near it adds nothing: it was the price of its act.
 */
function composes(
  before: readonly number[],
  fresh: readonly number[],
  near: (value: number) => boolean,
  price: number | undefined,
  reservation: number,
): boolean {
  const most = reservation * (1 + NEAR);
  const sums: number[] = [];
  let rows: string[] = [];
  for (const [i, value] of [...before, ...fresh].entries()) {
    if (value > most || near(value)) {
      rows = [];
      continue;
    }
    const added = sums.filter((sum) => fills(sum, value)).map((sum) => sum + value);
    const longer = rows.map((row) => row + value).filter((row) => Number(row) <= most);
    const made = [...added, ...longer.map(Number)];
    if (i >= before.length && made.some((sum) => near(sum) && sum !== price)) return true;
    if (sums.length < MOST_PIECES) sums.push(value, ...added.filter((sum) => sum <= most && !near(sum)));
    rows = [String(value), ...longer];
  }
  return false;
}

/** Against a flood of numbers; a game has a few dozen. */
const MOST_PIECES = 1000;

/** Whether a value fits into the zeros at the end of a sum: 20 into 400, 5 into 420. */
function fills(sum: number, value: number): boolean {
  let place = 1;
  while (sum > 0 && sum % (place * 10) === 0) place *= 10;
  return value > 0 && value < place;
}
