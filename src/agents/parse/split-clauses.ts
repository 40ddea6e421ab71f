/**
 * Whether the clauses that speak of items only say who gets what: every word of them must be known from such clauses.
 *
 * "My friend said I take the books", "who gets the ball if I take the books?" and "last time I took all the books" have a word too
 * many. Clauses without an item are free.
 */
import type { ItemsView } from '../../core/index.ts';
import { readNumbers } from '../../core/words/numbers.ts';
import { fold, type Token } from '../../core/words/tokens.ts';
import { namesItem } from './claims-in-words.ts';
import { sentencesOf } from './clauses.ts';

const KNOWN = new Set(
  `i i'll i'd i'm i've we we'll me mine my myself you you'll you'd you're your yours yourself us u both each agent player seat party a b an the those these this that
  get gets take takes taking keep keeps keeping have has receive receives want need needs give gives giving let leave leaving offer offering hand
  ill id im alright really may must use using sorry hmm hmmm oh nope nah hey great good fine sounds works total any best go up too as well agree thats
  like would could can will should do does don't not to of for with and or so then also plus but while all every none no nothing everything else rest
  remainder leftover leftovers other remaining one two three four five six seven eight nine ten zero x packages package packs units unit pieces piece boxes box single
  how about what if propose proposal suggest split deal counter my-offer is it it's here here's fair please ok okay yes sure hi hello well only just now
  main mujhe mera meri mere aap aapko tum tumhe lunga lungi loonga lo le rakho rakhunga chahiye baaki sab aur`
    .split(/\s+/)
    .map(fold),
);
const CLAUSE_END = /^[,;:().!?—–]$/;

/** Whether no clause that names an item says anything but who gets it; in a question, no clause at all. */
export function onlySplits(tokens: readonly Token[], view: ItemsView): boolean {
  const asks = new Set(sentencesOf(tokens).flatMap(({ from, to, question }) => (question ? range(from, to) : [])));
  for (const [from, to] of clauseRanges(tokens)) {
    const matters = asks.has(from) || speaksOfItems(tokens, from, to, view);
    if (matters && !isKnown(tokens, from, to, view)) return false;
  }
  return !tokens.some(({ text }) => /^["“”«»]$/.test(text));
}

/** Whether a clause says who gets what, and nothing else. */
export function isSplitClause(tokens: readonly Token[], from: number, to: number, view: ItemsView): boolean {
  return isKnown(tokens, from, to, view) && speaksOfItems(tokens, from, to, view);
}

function isKnown(tokens: readonly Token[], from: number, to: number, view: ItemsView): boolean {
  const numbers = readNumbers(tokens.slice(from, to));
  const inNumbers = new Set(numbers.flatMap(({ first, last }) => range(first + from, last + from + 1)));
  for (let at = from; at < to; at++) {
    const { kind, text } = tokens[at] as Token;
    if (kind !== 'word' || KNOWN.has(text) || inNumbers.has(at)) continue;
    const length = namesItem(tokens, at, view);
    if (length === 0) return false;
    at += length - 1;
  }
  return true;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}

function speaksOfItems(tokens: readonly Token[], from: number, to: number, view: ItemsView): boolean {
  for (let at = from; at < to; at++) {
    if (/^(?:rest|everything|remainder)$/.test(tokens[at]?.text ?? '') || namesItem(tokens, at, view) > 0) return true;
  }
  return false;
}

function clauseRanges(tokens: readonly Token[]): [from: number, to: number][] {
  const ranges: [number, number][] = [];
  let from = 0;
  tokens.forEach(({ kind, text }, at) => {
    if (kind !== 'line' && !CLAUSE_END.test(text) && text !== 'because') return;
    ranges.push([from, at]);
    from = at + 1;
  });
  ranges.push([from, tokens.length]);
  return ranges;
}
