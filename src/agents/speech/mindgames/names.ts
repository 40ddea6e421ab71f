/** What a story calls its proposals and attributes, and which of them a text names. */
import { literal } from '../marks.ts';

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

export const THREE =
  /\b(?:all|each|every|none|any) (?:one )?(?:of )?(?:the )?(?:three )?(?:proposals?|plans?|options?)\b|\ball (?:of the )?three\b/i;

interface Patterns {
  readonly proposals: readonly (readonly [RegExp, string])[];
  readonly attributes: readonly { readonly pattern: RegExp; readonly name: string; readonly praised: boolean }[];
}
const known = new WeakMap<Names, Patterns>();

/**
 * For whole words: a proposal by itself, "A", not the A of "A's" or "AB"; attributes in small letters, the longest first, since one may stand
 * in another.
 */
export function patternsOf(names: Names): Patterns {
  const made = known.get(names) ?? {
    proposals: names.proposals.map(
      (name) => [new RegExp(`(?<![\\p{L}\\p{N}'])${literal(name)}(?![\\p{L}\\p{N}'])`, 'gu'), name] as const,
    ),
    attributes: names.attributes
      .flatMap(({ name, also, praised = false }) => [name, ...also].map((word) => ({ word, name, praised })))
      .toSorted((a, b) => b.word.length - a.word.length)
      .map(({ word, ...one }) => ({
        ...one,
        pattern: new RegExp(`(?<!\\p{L})${literal(word.toLowerCase())}(?!\\p{L})`, 'gu'),
      })),
  };
  known.set(names, made);
  return made;
}

export function proposalsIn(text: string, names: Names): readonly string[] {
  if (THREE.test(text)) return names.proposals;
  return patternsOf(names).proposals.flatMap(([pattern, name]) => (text.search(pattern) < 0 ? [] : [name]));
}

/** "All but A" names the others, and who is set apart from those that are spoken of, "unlike A" or "but not A", is not spoken of. */
export function withoutExceptions(sentence: string, { proposals }: Names): string {
  const names = proposals.map(literal).join('|');
  const but = new RegExp(
    `\\b(?:[Aa]ll|[Ee]ach|[Ee]very|[Aa]ny)(?: one)?(?: of)?(?: the)?(?: three)?(?: (?:proposals?|plans?|options?))?,? (?:but|except(?: for)?|save|apart from|other than) (?:(?:proposal|plan|option) )?(${names})(?![\\p{L}\\p{N}'])`,
    'gu',
  );
  const apart = new RegExp(
    `,? but not (?:(?:proposal|plan|option) )?(?:${names})(?![\\p{L}\\p{N}'])|,? ?\\b[Uu]nlike (?:(?:proposal|plan|option) )?(?:${names})(?![\\p{L}\\p{N}']),?`,
    'gu',
  );
  return sentence
    .replace(but, (_hit, one: string) => proposals.filter((name) => name !== one).join(' and '))
    .replace(apart, ' ');
}

export function attributesIn(text: string, names: Names): string[] {
  const found = new Set(
    patternsOf(names).attributes.flatMap(({ pattern, name }) => (text.search(pattern) < 0 ? [] : [name])),
  );
  return names.attributes.flatMap(({ name }) => (found.has(name) ? [name] : []));
}
