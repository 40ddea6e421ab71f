/**
 * The sentences and clauses of a text, and each clause as plain words that a pattern can be held against.
 *
 * Contractions are written out, the standing price becomes `#`, another amount `@`, a small bare number that may be an hour
 * `@h`, a time `t`, any other number `n`. Quotation marks, unknown signs and faces that mock make a clause strange: it stays as it
 * is and no pattern knows it. A question mark belongs to the clause before it. "The bookcase" is `it` where a bookcase is for sale.
 */
import type { Reading } from '../../core/words/numbers.ts';
import { fold, type Token } from '../../core/words/tokens.ts';
import { writtenOut } from './spellings.ts';

export interface Sentence {
  readonly from: number;
  /** One past its last token. */
  readonly to: number;
  readonly question: boolean;
}

/** What a reply is about. */
export interface About {
  /** The price on the table. */
  readonly standing?: number | undefined;
  /** The words of the item's title. */
  readonly title?: ReadonlySet<string>;
  /** The one of them that stands for the item without an article. */
  readonly noun?: string | undefined;
}

export interface Clause extends Sentence {
  /** Words with one space behind each; what is strange is in it as `§`. */
  readonly text: string;
  /** The mark that ends it. */
  readonly end: string;
}

const set = (words: string) => new Set(words.split(' ').map(fold));
const NEGATIONS = set(
  'not no never none cannot cant dont wont wouldnt couldnt isnt doesnt nahi nahin nai na mat nicht kein keine pas nao non niet unable refuse refusing hardly neither nor नहीं न मत without',
);
const CLAUSE_WORDS = set('but however though although lekin magar aber mais pero mas yet');
const CLAUSE_MARKS = new Set(',;():—–"“”'.split(''));
const PARTING = new Set([',', '.', '!', '?', ';', ':', '…', '—', '–', '-', '(', ')', '\n', '।']);
/** Faces and signs that mean no more than the words beside them; they part clauses. Mocking and doubting ones are not here. */
const FRIENDLY = new Set(
  '🤝 👍 🙏 🙂 😊 😀 😃 😄 🎉 ✅ ❤ 👌 💯 ☺ 😁 🥳 😅 😇 🤗 😌 🤩 😍 🥰 🙌 👏 👋 ✌ 💪 ✔ ☑ ✨ 🎊 🔥 🌟 ⭐ 💰 💵 💶 💸 💳 🚗 🚙 🚚 🚛 🛻 🚐 📦 🪑 🛋 🏠 🏡 🌸 🌷 🌹 💐 💚 💙 💛 🧡 💜 😢 😔 😞 🙁 ☹ 😕 🫡'.split(
    ' ',
  ),
);
const SKIN = /^(?:🏻|🏼|🏽|🏾|🏿|♂|♀)$/u;
const ARTICLES = /^(?:the|your|this|that|a|an|yeh|aapka|tumhara)$/;
const MAX_WORDS = 30;

export function sentencesOf(tokens: readonly Token[]): Sentence[] {
  const sentences: Sentence[] = [];
  let from = 0;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    const ends =
      token.kind === 'line' || (token.kind === 'mark' && '.!?…;'.includes(token.text) && !isAbbreviation(tokens, at));
    if (!ends && at < tokens.length - 1) continue;
    const question = token.text === '?' || (token.text === '!' && tokens[at - 1]?.text === '?');
    if (at > from || !ends) sentences.push({ from, to: ends ? at : at + 1, question });
    else if (question && sentences.length > 0) sentences.push({ ...(sentences.pop() as Sentence), question });
    from = at + 1;
  }
  return sentences;
}

export function clausesOf(tokens: readonly Token[], readings: readonly Reading[], about: About): Clause[] {
  const clauses: Clause[] = [];
  let words: string[] = [];
  let from = 0;
  let nextReading = 0;
  const close = (to: number, end: string) => {
    const question = end === '?';
    if (words.length > 0) {
      const text = words.length > MAX_WORDS ? '§ ' : `${withoutTitle(words, about).join(' ')} `;
      clauses.push({ from, to, question, text, end });
    } else if (question && clauses.length > 0) clauses.push({ ...(clauses.pop() as Clause), question });
    words = [];
    from = to + 1;
  };
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    while ((readings[nextReading]?.last ?? at) < at) nextReading++;
    const reading = readings[nextReading];
    if (reading && at >= reading.first && at <= reading.last) {
      const said = numberAs(reading, about.standing);
      if (!(said === 't' && words.at(-1) === 't')) words.push(said);
      at = reading.last;
    } else if (token.kind === 'word') {
      for (const word of wordsAt(tokens, at)) if (word !== words.at(-1)) words.push(word); // ok ok, done done
    } else if (token.kind === 'line') close(at, '\n');
    else if (token.kind === 'number') words.push('n');
    else if (token.text === '&') words.push('and');
    else if (SKIN.test(token.text) || isAbbreviation(tokens, at) || joinsWords(tokens, at)) continue;
    else if (FRIENDLY.has(token.text)) close(at, '');
    else if (isFace(tokens, at)) {
      if (token.text !== ':' || tokens[at + 1]?.text !== ')') words.push('§');
      at++;
    } else if (PARTING.has(token.text)) close(at, token.text);
    else words.push('§');
  }
  close(tokens.length, '');
  return clauses;
}

function wordsAt(tokens: readonly Token[], at: number): string[] {
  const { text } = tokens[at] as Token;
  // The 3rd
  if (tokens[at - 1]?.kind === 'number' && /^(?:st|nd|rd|th)$/.test(text)) return [];
  return writtenOut(text, tokens[at + 1]?.text);
}

/** "The walnut bookcase" is what all is about, and so is "bookcase" in Hinglish or in haste. */
function withoutTitle(words: readonly string[], { title, noun }: About): string[] {
  const isThing = (word: string | undefined) =>
    word !== undefined && (title?.has(word) || /^(?:item|piece)$/.test(word));
  const kept: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    const named = word === noun || (ARTICLES.test(word) && isThing(words[at + 1]));
    if (named) while (isThing(words[at + 1])) at++;
    kept.push(named ? 'it' : word);
  }
  return kept;
}

function numberAs({ kind, value, alternative, currency }: Reading, standing: number | undefined): string {
  if (kind === 'time' || kind === 'ordinal') return 't';
  if (kind !== 'money' && kind !== 'plain') return 'n';
  if (standing !== undefined && (value === standing || alternative === standing)) return '#';
  return currency === undefined && Number.isInteger(value) && value >= 1 && value <= 24 ? '@h' : '@';
}

/** "Rs.", and the full stop within 10.30. */
function isAbbreviation(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at] as Token;
  return token.text === '.' && token.gap === 'none' && /^(?:rs|fr|approx)$/.test(tokens[at - 1]?.text ?? '');
}

/** The hyphen of "pick-up" and the colon of 10:30. */
function joinsWords(tokens: readonly Token[], at: number): boolean {
  const [before, token, after] = [tokens[at - 1], tokens[at] as Token, tokens[at + 1]];
  if (token.gap !== 'none' || after?.gap !== 'none' || before === undefined) return false;
  if (token.text === ':') return before.kind === 'number' && after.kind === 'number';
  if (/^['’]$/.test(token.text)) return before.kind === 'number' && after.text === 's'; // 400's fine
  return token.text === '-' && before.kind !== 'mark' && after.kind !== 'mark';
}

function isFace(tokens: readonly Token[], at: number): boolean {
  const [eyes, mouth] = [tokens[at] as Token, tokens[at + 1]];
  return (
    (eyes.text === ':' || eyes.text === ';') && mouth?.gap === 'none' && (mouth.text === ')' || mouth.text === '(')
  );
}

export function breaksClause({ kind, text }: Token): boolean {
  return kind === 'line' || (kind === 'mark' ? CLAUSE_MARKS.has(text) : CLAUSE_WORDS.has(text));
}

export function denies({ text }: Token): boolean {
  return NEGATIONS.has(text) || text.endsWith("n't");
}
