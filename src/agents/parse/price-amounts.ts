/**
 * The amounts in a reply that could be the price of this game, and how each is mentioned.
 *
 * Left out are numbers that are clearly something else, the item's own ("the 2006 Toyota"), and bare ones outside the public
 * range where another number is clearly the price. Where an amount can be read in two ways, the range decides if it can. A
 * foreign currency and a number nobody can read are problems.
 */
import type { PriceView } from '../../core/index.ts';
import { canMean } from '../../core/words/currencies.ts';
import { type Reading, readNumbers } from '../../core/words/numbers.ts';
import { type Token, tokensOf } from '../../core/words/tokens.ts';
import { type Sentence, sentencesOf } from './clauses.ts';
import { type Mention, mentionOf } from './mentions.ts';
import type { Problem } from './structure.ts';

/** Ends what a title calls the item; an advertisement goes on with its terms. */
const NO_TITLE = /^(?:with|without|for|in|from|of|and|by|on|or|free|must|like|very|great|good|excellent|new|used)$/;

export interface Amounts {
  /** Different amounts that could be the price, in the order of the text. */
  readonly prices: readonly number[];
  readonly mentions: ReadonlyMap<number, readonly Mention[]>;
  readonly readings: readonly Reading[];
  readonly sentences: readonly Sentence[];
  readonly problem?: Problem;
}

export function amountsIn(text: string, view: PriceView, tokens = tokensOf(text)): Amounts {
  const { range, item } = view.public;
  const readings = readNumbers(tokens);
  const sentences = sentencesOf(tokens);
  const candidates: { price: number; mention: Mention; currency: boolean }[] = [];
  let problem: Problem | undefined;
  const isTitle = titleNumbers(`${item.title}\n${item.description}`);
  const itemWords = wordsOf(`${item.title}\n${item.description}`);
  let current = 0;
  for (const reading of readings) {
    const { kind, currency, value, alternative } = reading;
    const written = clip(text.slice(reading.start, reading.end));
    if (kind === 'unclear')
      problem ??= { problem: `"${written}" cannot be read as one number; write the price in plain digits` };
    if (kind !== 'money' && kind !== 'plain') continue;
    if (kind === 'plain' && isTitle(tokens, reading)) continue;
    if (currency !== undefined && !canMean(currency, item.currency)) {
      problem ??= { problem: `prices here are in ${item.currency}, got "${written}"` };
      continue;
    }
    const readable = [value, alternative].filter(
      (price) => price !== undefined && price >= range.low && price <= range.high,
    );
    if (readable.length > 1)
      problem ??= { problem: `"${written}" is ${value} or ${alternative}; write the price in plain digits` };
    while (current < sentences.length - 1 && reading.first >= (sentences[current] as Sentence).to) current++;
    const sentence = sentences[current] as Sentence;
    const mention = mentionOf(tokens, reading, sentence, itemWords);
    candidates.push({ price: readable[0] ?? value, mention, currency: currency !== undefined });
  }
  const inRange = ({ price }: { price: number }) => price >= range.low && price <= range.high;
  const clear = candidates.some((one) => inRange(one) && (one.currency || one.mention === 'offered'));
  const mentions = new Map<number, Mention[]>();
  for (const one of candidates) {
    // "I have 2 boys, so how about $45": a bare number that can be no price here is none when another one is.
    if (clear && !one.currency && !inRange(one) && one.mention !== 'offered') continue;
    const same = mentions.get(one.price);
    if (same) same.push(one.mention);
    else mentions.set(one.price, [one.mention]);
  }
  return { prices: [...mentions.keys()], mentions, readings, sentences, ...(problem ? { problem } : {}) };
}

/** Whether a number is one of the item's own, "the 2006 Toyota" or "140 x 70": same value beside the same word. */
function titleNumbers(about: string): (tokens: readonly Token[], reading: Reading) => boolean {
  let known: Set<string> | undefined;
  const keys = (tokens: readonly Token[], { value, first, last }: Reading) =>
    [tokens[first - 1], tokens[last + 1]].flatMap((token, i) =>
      token?.kind === 'word' ? [`${value} ${i} ${token.text}`] : [],
    );
  return (tokens, reading) => {
    if (!known) {
      const own = tokensOf(about);
      known = new Set(readNumbers(own).flatMap((one) => keys(own, one)));
    }
    return keys(tokens, reading).some((key) => known?.has(key));
  };
}

export function wordsOf(text: string): Set<string> {
  return new Set(tokensOf(text).flatMap((token) => (token.kind === 'word' ? [token.text] : [])));
}

/** The last word of what a title calls the item: of "Oak dining table, seats six" the table. */
export function nounOf(title: string): string | undefined {
  const words: string[] = [];
  for (const { kind, text } of tokensOf(title)) {
    if (kind !== 'word' || (words.length > 0 && NO_TITLE.test(text))) break;
    words.push(text);
  }
  return words.at(-1);
}

/** Text as it may appear in a problem. */
export function clip(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}...` : text;
}
