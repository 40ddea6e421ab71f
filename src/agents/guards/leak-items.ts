/**
 * What gives a seat away in items: its values and its reservation, which the prompt asks it to keep to itself.
 *
 * Most numbers said here are counts, and small ones: "two hats" is an offer even where a hat is worth two. So a number within
 * one percent of a secret counts where it can be no count (not whole, or more than there is of anything), and where the words
 * speak of worth at all (worth-words.ts). Where they only may ("a ball gives me 3"), or where this seat spoke of worth before and has
 * named no number since ("My value for a ball is:", "Three!"), a number counts unless an item follows it. Secrets are the value of
 * one unit of each type, and the reservation as a share, in percent and in points. Numbers are read in digits, as fractions, and in
 * words of English, Hindi, Spanish, German and French. Not seen: which type is wanted most, which is how both sides find trades;
 * sums, ratios, and bare lists of small numbers, which read like a split.
 */
import { type ItemsView, worth } from '../../core/index.ts';
import { numberWords } from '../../core/words/number-words.ts';
import { numbersIn } from '../../core/words/numbers.ts';
import { numbersInOtherTongues } from '../../core/words/other-tongues.ts';
import { foldedWords, maySpeakOfWorth, speaksOfWorth } from './worth-words.ts';

const NEAR = 0.01;

/** Why these words give a secret away; undefined when they do not. The reason names no number, lest it be repeated. */
export function valueIn(view: ItemsView, words: string): string | undefined {
  const counts = view.public.items.map(({ count }) => count);
  const most = Math.max(...counts);
  const secrets = secretsOf(view, counts);
  const isSecret = (value: number) => secrets.some((secret) => Math.abs(value - secret) <= NEAR * secret + 1e-9);
  const named = numbersNamed(words).filter(isSecret);
  const noCount = named.some((value) => !Number.isInteger(value) || value > most);
  const told =
    noCount ||
    (speaksOfWorth(words)
      ? named.length > 0 || bareShares(words).some(isSecret)
      : (maySpeakOfWorth(words) || worthIsOpen(view)) && numbersNamed(withoutCounts(view, words)).some(isSecret));
  return told ? 'your words name a number that is yours to keep: say no values' : undefined;
}

function secretsOf({ own: { values, reservation = 0 } }: ItemsView, counts: readonly number[]): number[] {
  if (reservation === 0) return [...values];
  return [...values, reservation, 100 * reservation, reservation * worth(values, counts)];
}

/** Whether this seat has spoken of worth, and named no number since. */
function worthIsOpen(view: ItemsView): boolean {
  let open = false;
  for (const { seat, act } of view.history) {
    if (seat !== view.seat || act.words === undefined) continue;
    const silent = numbersNamed(withoutCounts(view, act.words)).length === 0;
    open = silent && (open || speaksOfWorth(act.words) || maySpeakOfWorth(act.words));
  }
  return open;
}

/** The words without what stands right before an item: "three books". */
function withoutCounts(view: ItemsView, words: string): string {
  const names = view.public.items.map(({ name }) => foldedWords(name).replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
  return foldedWords(words).replace(new RegExp(`[\\p{L}\\p{M}\\p{N}]+ (?=(?:${names.join('|')}))`, 'gu'), '; ');
}

/** Every number, in digits (all of them) and in words; a number word by itself counts, also where it has another meaning. */
function numbersNamed(words: string): number[] {
  const text = words.toLowerCase().replace(/(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu, ' ');
  const read = numbersIn(text).flatMap(({ value, alternative }) =>
    alternative === undefined ? [value] : [value, alternative],
  );
  const alone = (text.match(/[\p{L}\p{M}]+/gu) ?? []).flatMap((word) => {
    const value = numberWord(word);
    return value === undefined ? [] : [value];
  });
  // "1.3299999999999998" is no price, and the reader of prices leaves it alone.
  const digits = (text.match(/\d+(?:\.\d+)?|\.\d+/g) ?? []).map(Number);
  return [...read, ...alone, ...digits, ...fractions(text), ...numbersInOtherTongues(text)].map(Math.abs);
}

function numberWord(word: string): number | undefined {
  const number = numberWords.get(word);
  return number?.kind === 'small' ? number.value : undefined;
}

const PARTS = new Map(
  [
    ['half', 'halves'],
    ['third', 'thirds'],
    ['quarter', 'quarters', 'fourth', 'fourths'],
    ...['fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'].map((part) => [part, `${part}s`]),
  ].flatMap((names, i) => names.map((name) => [name, i + 2] as const)),
);

/** "2/5", "two fifths", "a third". */
function fractions(text: string): number[] {
  const strokes = [...text.matchAll(/(\d+) ?[/⁄] ?(\d+)/g)].map(([, above, below]) => Number(above) / Number(below));
  const said = [...text.matchAll(/([a-z]+|\d+)[ -]([a-z]+)/g), ...text.matchAll(/(?<=[ -])([a-z]+|\d+)[ -]([a-z]+)/g)];
  const spoken = said.flatMap(([, above = '', part = '']) => {
    const below = PARTS.get(part);
    const count = above === 'a' ? 1 : /^\d/.test(above) ? Number(above) : numberWord(above);
    return below === undefined || count === undefined ? [] : [count / below];
  });
  return [...strokes.filter(Number.isFinite), ...spoken];
}

/** "At least half": a share without a number before it, which is one only where worth is spoken of. */
function bareShares(words: string): number[] {
  return (foldedWords(words).match(/[a-z]+/g) ?? []).flatMap((word) => (word === 'half' ? [1 / 2] : []));
}
