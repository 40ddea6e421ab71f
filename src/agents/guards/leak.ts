/**
 * leak: never reveals the own reservation in words.
 *
 * A leak is naming the reservation as a limit, or any number within one percent of it that is not this act's price. The words
 * are refused and the agent is asked again twice; then they are dropped, and a `say`, which is nothing without words, becomes
 * the counter. No number is ever masked: "my minimum" in its place would announce that it was one.
 *
 * Numbers are read in digits and in words, and put together from pieces, of this message and of all earlier ones of this seat:
 * "four hundred", later "and twenty"; "42", later "0". The item's title is public and is not read. Not seen: arithmetic
 * ("half of 840", "twenty more than you offer"), riddles, and scripts that the reader of numbers does not know.
 */
import type { PriceAct, PriceView } from '../../core/index.ts';
import { numberWords } from '../parse/number-words.ts';
import { numbersIn } from '../parse/numbers.ts';
import { plain, type Rule, strangeField } from './guard.ts';
import { counter } from './price-counter.ts';

const ASKS = 2;
/** How near a number must come to count as the reservation, as a share of it. */
const NEAR = 0.01;

export const leak: Rule = {
  name: 'leak',
  about: 'never reveals the own reservation in words',
  price(view, act) {
    const reason = act.words === undefined ? undefined : leakIn(view, act, act.words);
    if (reason !== undefined) return { reason, asks: ASKS, instead: silent(view, act) };
    const field = strangeField(view, act);
    if (field === undefined) return undefined;
    return { reason: `this act has no field ${JSON.stringify(field.slice(0, 40))}`, instead: plain(view, act) };
  },
};

function silent(view: PriceView, act: PriceAct): PriceAct {
  if (act.type === 'say') return counter(view);
  const { words: _words, intent: _intent, ...rest } = plain(view, act);
  return rest;
}

/** Why these words give the reservation away; undefined when they do not. The reason names no number, lest it be repeated. */
function leakIn(view: PriceView, act: PriceAct, words: string): string | undefined {
  const { reservation } = view.own;
  const near = (value: number) => Math.abs(value - reservation) <= NEAR * reservation + 1e-9;
  const price = act.type === 'offer' ? act.price : act.type === 'accept' ? view.theirs?.offer.price : undefined;
  const betrays = (value: number) => near(value) && value !== price;

  const named = read(view, words);
  if (named.some(betrays)) return 'your words name a number too close to your own reservation';

  const earlier = ownWords(view);
  const last = earlier.at(-1);
  // "I will tell you my limit next." leaves the limit to the number that follows.
  const announced = last !== undefined && isLimit(last) && read(view, last).length === 0;
  const shown = price ?? view.mine?.offer.price;
  if (isLimit(words) ? named.some(near) || (shown !== undefined && near(shown)) : announced && named.some(near)) {
    return 'your words present a number close to your own reservation as your limit';
  }

  const pieces = (text: string) => amounts(variants(view, text)[2]);
  const joined = last === undefined ? [] : spanning(view, last, words);
  const fresh = pieces(words).filter((value) => value !== price);
  const composed = fresh.length > 0 && composes(earlier.flatMap(pieces), fresh, near, price, reservation);
  if (composed || joined.some(betrays)) {
    return 'your words, with what you said before, spell out a number too close to your own reservation';
  }
  return undefined;
}

/** What this seat has said so far. */
function ownWords(view: PriceView): string[] {
  const said: string[] = [];
  for (const { seat, act } of view.history) if (seat === view.seat && act.words !== undefined) said.push(act.words);
  return said;
}

/** Every way to read every number in the words. */
function read(view: PriceView, words: string): number[] {
  return [...new Set(variants(view, words).flatMap(amounts))];
}

/** The words as they are; with what is glued together taken apart; and with every number word taken for one. */
function variants(view: PriceView, words: string): [string, string, string] {
  const title = view.public.item.title.toLowerCase();
  const text = title === '' ? words.toLowerCase() : words.toLowerCase().replaceAll(title, ';');
  const loose = text
    // "8.914k": before letters a third decimal is no group of thousands.
    .replace(/(?<=\d[.,]\d\d)\d(?=\s?\p{L})/gu, '')
    // "420ish", "four-hundred-and-twenty"
    .replace(/(?<=\p{L})[-_.](?=\p{L})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu, ' ');
  return [text, loose, insisting(loose)];
}

function amounts(text: string): number[] {
  return numbersIn(text).flatMap(({ value, alternative }) => {
    const amount = Math.abs(value);
    return alternative === undefined ? [amount] : [amount, alternative];
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

function isLimit(words: string): boolean {
  return LIMIT.test(words.normalize('NFKC').toLowerCase().replaceAll('’', "'"));
}

/** What people call the end of their road, in English and Hinglish. Too many here cost a second try, too few a secret. */
const LIMIT = new RegExp(
  [
    String.raw`\b(?:limit|max|maximum|min|minimum|lowest|highest|floor|ceiling|cap|threshold|cut-?\s?off|bottom|rock[- ]bottom)\b`,
    String.raw`\b(?:reserv(?:e|ation)|budget|afford|break[- ]?even|walk[- ]?away|final|ultimatum|take it or leave it)\b`,
    String.raw`\b(?:at (?:least|most|the very (?:least|most))|(?:no|not|never|nothing) (?:\w+ )?(?:more|less|lower|higher|below|above|under|over|beyond|past)\b)`,
    String.raw`\b(?:last (?:price|offer|word)|best (?:i|we) can|(?:all|most|least) (?:i|we) (?:can|could|have|would|will)|as (?:low|high|far) as)\b`,
    String.raw`\b(?:can(?:no|')?t|can not|won't|will not|couldn't|could not|wouldn't|would not|never|unable to) (?:\w+ ){0,2}(?:go|drop|stretch|move|budge|spend|pay|come (?:down|up)|do (?:any )?(?:better|less|more|lower|higher)|(?:accept|take|sell|offer) (?:\w+ ){0,2}(?:less|more|lower|higher|below|above|under|over))\b`,
    String.raw`\b(?:kam se kam|zyada se zyada|aa?khri|antim|[ai]sse (?:kam|zyada|upar|neeche|niche)|last rate)\b`,
  ].join('|'),
  'u',
);
