/**
 * Where patterns speak in a text, and where what they say is denied.
 *
 * A pattern is a regular expression over canonical words (canonical.ts) with one space between them: `#` is any number, `~` any
 * one word, round brackets group and never capture. A match that is denied is none: "no rush", "not brand new", "naya nahi
 * hai". A negation counts up to four words before it, or right behind it as Hindi puts it, inside the same clause; one that
 * another pattern has used up ("not lower") denies nothing else. A question ("is it brand new?") claims nothing. Irony and
 * hypotheticals ("if it were new") are not seen.
 */
import { canonical, type Word } from './canonical.ts';

export interface Phrase {
  readonly words: string;
  /** Says no by itself ("not lower"): the negation inside it is meant. */
  readonly negative?: true;
}

/** A place in the text where a phrase speaks. */
interface Match<P extends Phrase> {
  readonly phrase: P;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface Found<P extends Phrase> {
  readonly phrase: P;
  /** The first and the last of its words. */
  readonly first: number;
  readonly last: number;
}

export interface Matcher<P extends Phrase> {
  /** Every claim of a phrase that the text makes and does not deny. */
  claims(text: string): Match<P>[];
  /** Every match of a phrase as it is typed: no spelling, no negation. */
  literal(text: string): Match<P>[];
}

export function matcher<P extends Phrase>(phrases: readonly P[]): Matcher<P> {
  const compiled = phrases.map((phrase) => ({ phrase, expression: expressionOf(phrase.words) }));
  const vocabulary = new Set(phrases.flatMap(({ words }) => words.match(/[a-z]{2,}/g) ?? []));
  const find = (words: readonly Word[]): Found<P>[] => {
    const line = words.map(({ word }) => word).join(' ');
    // The word at each offset of the line.
    const at = new Map<number, number>();
    let offset = 0;
    for (const [i, { word }] of words.entries()) {
      at.set(offset, i);
      offset += word.length + 1;
    }
    return compiled.flatMap(({ phrase, expression }) =>
      [...line.matchAll(expression)].map((match) => {
        const first = at.get(match.index) as number;
        return { phrase, first, last: first + match[0].split(' ').length - 1 };
      }),
    );
  };
  return {
    claims(text) {
      const words = canonical(text, vocabulary);
      const found = find(words);
      const negative = found.filter(({ phrase }) => phrase.negative);
      const used = new Set<number>();
      for (const { first, last } of negative) for (let i = first; i <= last; i++) used.add(i);
      return found
        .filter(({ first }) => !isAsked(words, first))
        .filter((one) => one.phrase.negative || !(isInside(words, one, negative) || isDenied(words, one, used)))
        .map((one) => placed(one, words, text));
    },
    literal(text) {
      const words = canonical(text, new Set());
      return find(words).map((one) => placed(one, words, text));
    },
  };
}

function expressionOf(words: string): RegExp {
  const source = words.replace(/~/g, '[^ .?]+').replace(/\((?!\?)/g, '(?:');
  return new RegExp(`(?<![^ ])(?:${source})(?![^ ])`, 'g');
}

function placed<P extends Phrase>({ phrase, first, last }: Found<P>, words: readonly Word[], text: string): Match<P> {
  const { start } = words[first] as Word;
  const { end } = words[last] as Word;
  return { phrase, start, end, text: text.slice(start, end) };
}

const NEGATIONS = new Set(
  'not no never none dont doesnt didnt isnt arent wasnt werent aint wont cannot without nahi mat neither nor hardly bina hasnt havent shouldnt nothing'.split(
    ' ',
  ),
);
const NEGATIONS_BEHIND = new Set(['nahi', 'mat']);
/** What may stand between a match and a Hindi negation behind it. */
const FILLERS = new Set(
  'hain tha thi the hi bhi ka ki ke ko kar karo karna chahiye raha rahe rahi koi wala waala'.split(' '),
);
const CONJUNCTIONS = new Set('and but because so lekin magar par kyunki toh to phir'.split(' '));
const QUESTION_WORDS = new Set(
  'is are do does did was were has have any can could would will koi how what why'.split(' '),
);
/** These may stand anywhere in the sentence. */
const HINDI_QUESTIONS = new Set(['kya', 'kitna', 'kitne', 'kitni']);
const REACH_BEFORE = 4;
const REACH_BEHIND = 3;

const isMark = (word: string | undefined) => word === undefined || word === '.' || word === '?';

/** Whether a negative phrase says the whole of it: the scratches in "no scratches". */
function isInside(words: readonly Word[], { first, last }: Found<Phrase>, negative: readonly Found<Phrase>[]): boolean {
  const denies = (from: number, to: number) => words.slice(from, to).some(({ word }) => NEGATIONS.has(word));
  return negative.some(
    (other) =>
      other.first <= first && other.last >= last && (denies(other.first, first) || denies(last + 1, other.last + 1)),
  );
}

function isDenied(words: readonly Word[], { first, last }: Found<Phrase>, used: ReadonlySet<number>): boolean {
  for (let i = first - 1; i >= first - REACH_BEFORE; i--) {
    const word = words[i]?.word;
    if (isMark(word) || CONJUNCTIONS.has(word as string)) break;
    const only = words[i + 1]?.word;
    if (NEGATIONS.has(word as string) && !used.has(i) && only !== 'only' && only !== 'just') return true;
  }
  for (let i = last + 1; i <= last + REACH_BEHIND; i++) {
    const word = words[i]?.word;
    if (word !== undefined && NEGATIONS_BEHIND.has(word) && !used.has(i)) return true;
    if (word === undefined || !FILLERS.has(word)) break;
  }
  return false;
}

/** Whether the sentence around a word is a question that claims nothing. */
function isAsked(words: readonly Word[], at: number): boolean {
  let end = at;
  while (end < words.length && !isMark(words[end]?.word)) end++;
  if (words[end]?.word !== '?') return false;
  let start = at;
  while (start > 0 && !isMark(words[start - 1]?.word)) start--;
  const sentence = words.slice(start, end).map(({ word }) => word);
  return QUESTION_WORDS.has(sentence[0] ?? '') || sentence.some((word) => HINDI_QUESTIONS.has(word));
}
