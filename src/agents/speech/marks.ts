/**
 * Prose by an allow-list: phrases that mean something are marked, and every other word must be one that is known to mean nothing.
 * Who writes a word too many, a denial, a hedge, somebody else's name, is not understood, and has not said anything false.
 */
export type Phrases = readonly (readonly [phrase: RegExp, mark: string])[];

/** In small letters, with straight quotes, and with what is drawn together, denials above all, as words of their own. */
export function plainly(words: string): string {
  return words
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/\b(?:can't|cannot)\b/g, 'can not')
    .replace(/\bwon't\b/g, 'will not')
    .replace(/n't\b/g, ' not')
    .replace(/\bi'm\b/g, 'i am')
    .replace(/\bi'd\b/g, 'i would')
    .replace(/\bi'll\b/g, 'i will')
    .replace(/(\d)\s*%/g, '$1 percent');
}

/** Ends of sentences are points, marks and lines; the point of a number is none. */
export function sentencesOf(words: string): string[] {
  return words
    .split(/(?<=[.!?;])(?=\s|$)|\n/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** What a plain sentence is about, in order; undefined where a word is left that nobody knows. */
export function marksIn(sentence: string, phrases: Phrases, beside: ReadonlySet<string>): string[] | undefined {
  const found: string[] = [];
  let text = sentence;
  // Marked places are written as {n}, which no phrase reads again.
  for (const [phrase, mark] of phrases)
    text = text.replace(new RegExp(phrase.source, `${phrase.flags.replace('g', '')}g`), () => {
      found.push(mark);
      return ` {${found.length - 1}} `;
    });
  const order: string[] = [];
  for (const token of text.split(/[^\p{L}\p{N}'{}]+/u)) {
    if (token === '') continue;
    const place = /^\{(\d+)\}$/.exec(token)?.[1];
    if (place !== undefined) order.push(found[Number(place)] as string);
    else if (!beside.has(token)) return undefined;
  }
  return order;
}

/** A name as a pattern for just that name, whole words, whatever stands between them. */
export function naming(name: string): string {
  const words = plainly(name).match(/[\p{L}\p{N}']+/gu) ?? [];
  return words.length === 0
    ? '(?!)'
    : `(?<![\\p{L}\\p{N}'])${words.map(literal).join("[^\\p{L}\\p{N}']+")}(?![\\p{L}\\p{N}'])`;
}

export function literal(name: string): string {
  return name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

export const wordsOf = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));
