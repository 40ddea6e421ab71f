/** What a story calls its proposals and attributes, and a sentence in which they are marked. */
import { literal, plainly } from '../marks.ts';

export interface Names {
  readonly proposals: readonly string[];
  readonly attributes: readonly {
    readonly name: string;
    readonly also: readonly string[];
    readonly praised?: boolean;
  }[];
  /** Who is asked, where a question names them: "the board". */
  readonly target?: string;
}

/** One proposal, attributes as a list, and several proposals, in a marked sentence. */
export const P = '(?:(?:the )?(?:proposals?|plans?|options?) )?§\\d';
export const PS = `(?:both )?${P}(?:(?:, ${P})*,? and ${P})?(?: both| all)?`;
export const N = '(?:the )?(?:(?:number|amount|level) of )?¤\\d';

/** Ends of sentences are marks, lines and points, but for the point of a number. */
export function sentencesIn(words: string): string[] {
  return words
    .replace(/\.{2,}/g, '…')
    .split(/(?<=[.!?;])(?!\d)|\n/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

interface Patterns {
  readonly proposals: readonly RegExp[];
  readonly attributes: readonly (readonly [RegExp, number])[];
  readonly target: RegExp;
}
const known = new WeakMap<Names, Patterns>();

/** Proposals as they are written, so that "a" is none; attributes in small letters, the longest first, since one may stand in another. */
function patternsOf(names: Names): Patterns {
  const whole = (word: string) => new RegExp(`(?<![\\p{L}\\p{N}'])${literal(word)}(?![\\p{L}\\p{N}'])`, 'gu');
  const made = known.get(names) ?? {
    proposals: names.proposals.map(whole),
    attributes: names.attributes
      // What is "quieter" is no amount.
      .flatMap(({ name, also }, i) =>
        [name, ...also.filter((word) => !/^how |er$/.test(word))].map((word) => ({ word, i })),
      )
      .toSorted((a, b) => b.word.length - a.word.length)
      .map(({ word, i }) => [whole(word.toLowerCase()), i] as const),
    target: names.target === undefined ? /(?!)/ : whole(names.target.toLowerCase()),
  };
  known.set(names, made);
  return made;
}

/**
 * In small letters, without its last point, with proposals as §0, attributes as ¤0, all proposals as a list of them, and whom it is put to as
 * "you". A mark that no sentence needs stays and is not understood.
 */
export function marked(sentence: string, names: Names): string {
  const { proposals, attributes, target } = patternsOf(names);
  const raw = sentence.replaceAll('’', "'");
  let text = plainly(proposals.reduce((all, pattern, i) => all.replace(pattern, `§${i}`), raw));
  for (const [pattern, i] of attributes) text = text.replace(pattern, `¤${i}`);
  const list = (left: readonly string[]) => left.map((_, i) => `§${i}`);
  const all = list(names.proposals);
  const joined = (some: readonly string[]) =>
    some.length < 2 ? (some[0] ?? '') : `${some.slice(0, -1).join(', ')} and ${some.at(-1)}`;
  return text
    .replace(target, 'you')
    .replace(/[.!;]$/, '')
    .replace(
      new RegExp(`\\b(?:${ALL}|all),? (?:but|except(?: for)?) (?:(?:proposal|plan|option) )?(§\\d)`),
      (_hit, one: string) => joined(all.filter((name) => name !== one)),
    )
    .replace(new RegExp(`\\b${ALL}(?![\\p{L}§])`, 'u'), joined(all))
    .replace(/\s+/g, ' ')
    .trim();
}
const ALL =
  '(?:all(?: of)?(?: the)?(?: three)? (?:proposals|plans|options)|all (?:of the )?three|(?:each|every one) of the (?:three )?(?:proposals|plans|options)|(?:each|every) (?:proposal|plan|option))';

export const proposalsIn = (text: string, { proposals }: Names): string[] =>
  indexes(text, /§(\d)/g).map((i) => proposals[i] as string);
export const attributesIn = (text: string, { attributes }: Names): string[] =>
  indexes(text, /¤(\d)/g).map((i) => attributes[i]?.name as string);

function indexes(text: string, pattern: RegExp): number[] {
  return [...new Set([...text.matchAll(pattern)].map((hit) => Number(hit[1])))];
}
