/**
 * A small notation for what a clause may say, and a matcher for it.
 *
 * A pattern is a row of elements: `i|we will|can? gladly* accept OBJECT? PRICE?`. Alternatives are parted by a bar, words within
 * one by an underscore; `?` makes an element optional, `*` lets it stand any number of times; capitals name a fragment, itself
 * one or more such rows. A clause is matched from end to end or not at all. The matcher carries the set of places it may have
 * come to, so that no clause makes it try the ways of getting there one by one, as a regular expression would.
 */
import { fold } from '../../core/words/tokens.ts';
import { spelt } from './spellings.ts';

export type Fragments = Readonly<Record<string, string>>;
export type Pattern = (words: readonly string[]) => boolean;

interface Element {
  readonly words: ReadonlySet<string>;
  /** Alternatives of several words. */
  readonly phrases: readonly (readonly string[])[];
  readonly fragments: readonly Rows[];
  readonly optional: boolean;
  readonly repeated: boolean;
}
type Rows = readonly (readonly Element[])[];
/** Places between the words of a clause, from 0 to its length, each once: a few, for which a list is quicker than a set. */
type Places = readonly number[];

/** Fragments that have been read. */
export type Grammar = ReadonlyMap<string, Rows>;

/** Each fragment may use those before it, and those that are known. */
export function grammarOf(fragments: Fragments, known: Grammar = new Map()): Grammar {
  const all = new Map(known);
  for (const [name, rows] of Object.entries(fragments)) all.set(name, rowsOf(rows, all));
  return all;
}

/** One pattern for several rows, one a line. */
export function patternOf(lines: string, fragments: Fragments, known?: Grammar): Pattern {
  const rows = rowsOf(lines, grammarOf(fragments, known));
  const vocabulary = vocabularyOf(rows);
  return (words) => words.every((word) => vocabulary.has(word)) && after(rows, words, [0]).includes(words.length);
}

/** Every word that some row knows: most clauses have another, and need no matching. */
function vocabularyOf(rows: Rows, into = new Set<string>(), seen = new Set<Rows>()): Set<string> {
  seen.add(rows);
  for (const { words, phrases, fragments } of rows.flat()) {
    for (const word of [...words, ...phrases.flat()]) into.add(word);
    for (const fragment of fragments) if (!seen.has(fragment)) vocabularyOf(fragment, into, seen);
  }
  return into;
}

function rowsOf(lines: string, known: ReadonlyMap<string, Rows>): Rows {
  const rows = lines.split('\n').filter((line) => line.trim() !== '');
  return rows.map((row) =>
    row
      .trim()
      .split(/\s+/)
      .map((element) => elementOf(element, known)),
  );
}

function elementOf(element: string, known: ReadonlyMap<string, Rows>): Element {
  const times = /[?*]$/.exec(element)?.[0] ?? '';
  const alternatives = element.slice(0, element.length - times.length).split('|');
  const names = alternatives.filter((alternative) => /^[A-Z]+$/.test(alternative));
  const phrases = alternatives
    .filter((alternative) => !names.includes(alternative))
    .map((one) => fold(one).split('_').map(spelt));
  return {
    words: new Set(phrases.flatMap((phrase) => (phrase.length === 1 ? phrase : []))),
    phrases: phrases.filter(({ length }) => length > 1),
    fragments: names.map((name) => {
      const rows = known.get(name);
      if (rows === undefined) throw new RangeError(`got the fragment ${name}, which is not defined before`);
      return rows;
    }),
    optional: times !== '',
    repeated: times === '*',
  };
}

/** The places that rows lead to from any of the given ones. */
function after(rows: Rows, words: readonly string[], from: Places): Places {
  const reached: number[] = [];
  for (const row of rows) {
    let places = from;
    for (const element of row) {
      places = afterElement(element, words, places);
      if (places.length === 0) break;
    }
    for (const place of places) add(place, reached);
  }
  return reached;
}

function afterElement(element: Element, words: readonly string[], from: Places): Places {
  const reached = element.optional ? [...from] : [];
  let edge = from;
  do edge = once(element, words, edge).filter((place) => add(place, reached));
  while (element.repeated && edge.length > 0);
  return reached;
}

function once({ words: single, phrases, fragments }: Element, words: readonly string[], from: Places): Places {
  const reached: number[] = [];
  for (const place of from) {
    if (single.has(words[place] as string)) add(place + 1, reached);
    for (const phrase of phrases) {
      if (phrase[0] === words[place] && phrase.every((word, i) => words[place + i] === word))
        add(place + phrase.length, reached);
    }
  }
  for (const rows of fragments) for (const place of after(rows, words, from)) add(place, reached);
  return reached;
}

/** Whether it was not there yet. */
function add(place: number, to: number[]): boolean {
  if (to.includes(place)) return false;
  to.push(place);
  return true;
}
