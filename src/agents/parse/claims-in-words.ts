/**
 * Splits in words: "I take 2 books and the hat, you get the rest", "the ball for me, everything else for you".
 *
 * Counts are digits or words, "all", "both", "no", or "the books" in the plural; some, half and "the book" of three are unclear.
 * Clauses with a denial are left out.
 */
import type { ItemsView, ItemType } from '../../core/index.ts';
import { readNumbers } from '../../core/words/numbers.ts';
import { type Token, tokensOf } from '../../core/words/tokens.ts';
import { type Claims, claim, isEmpty, noClaims, type Side, typeNamed } from './claims.ts';
import { breaksClause, denies } from './clauses.ts';
import { keyOf } from './json.ts';
import { ownersOf } from './owners.ts';

const REST_WORDS = new Set('rest remainder leftovers leftover'.split(' '));
const SHARING = new Set('evenly equally half halves each'.split(' '));
const TAKING = new Set(
  'get gets take takes keep keeps want have has receive receives need give gives me you all'.split(' '),
);
const SKIPPED = new Set(
  'of the those these your my packages package packs units unit pieces piece boxes box x × remaining'.split(' '),
);
const SOME = new Set('some half few several part most more fewer evenly equally extra'.split(' '));

/** Claims in words. With a side given, all of the text is about that side. */
export function claimsInWords(text: string, view: ItemsView, fixed?: Side): Claims {
  const claims = noClaims(view);
  const tokens = tokensOf(text);
  const readings = readNumbers(tokens);
  const numbers: Numbers = {
    endingAt: new Map(readings.map(({ last, value }) => [last, value])),
    beginningAt: new Map(readings.map(({ first, value }) => [first, value])),
  };
  const owners = fixed ? undefined : ownersOf(tokens, view.seat, (at) => itemAt(tokens, at, view) !== undefined);
  let denied = false;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    if (breaksClause(token) || /^[.!?]$/.test(token.text)) denied = false;
    if (denies(token) && !/^(?:no|none|nothing)$/.test(token.text)) denied = true;
    const side = fixed ?? owners?.sides[at];
    if (SHARING.has(token.text)) claims.problem ??= 'it is not clear how many each side gets; give numbers';
    if (side === undefined || denied || token.kind !== 'word') continue;
    const found = itemAt(tokens, at, view);
    if (found) {
      const units = unitsOf(tokens, at, found, numbers, view);
      const item = view.public.items[found.type] as ItemType;
      if (units === undefined)
        claims.problem ??= `it is not clear how many of ${item.name} are meant; there are ${item.count}`;
      else if (units !== 'unsaid') claim(claims, side, found.type, units, item);
      at += found.length - 1;
    } else if (REST_WORDS.has(token.text) && tokens[at - 1]?.text === 'the' && !continues(tokens, at)) {
      takeRest(claims, side);
    } else if (/^(?:everything|nothing)$/.test(token.text) && (fixed || TAKING.has(tokens[at - 1]?.text ?? ''))) {
      if (tokens[at + 1]?.text === 'else') takeRest(claims, side);
      else if (!continues(tokens, at)) takeAll(claims, side, token.text === 'everything', view);
    } else if (fixed && (token.text === 'all' || token.text === 'none') && tokens.length === 1) {
      takeAll(claims, side, token.text === 'all', view);
    }
  }
  // "Give me the ball and keep the hats for yourself": two orders in one reply, and either could be misread.
  if (owners?.mixed && !isEmpty(claims))
    claims.problem ??= 'it is not clear who gets what; say "I get ..., you get ..."';
  return claims;
}

function takeRest(claims: Claims, side: Side): void {
  if (claims.rest !== undefined && claims.rest !== side) claims.problem ??= 'the split gives the rest to both sides';
  claims.rest = side;
}

function takeAll(claims: Claims, side: Side, all: boolean, view: ItemsView): void {
  view.public.items.forEach((item, type) => {
    claim(claims, side, type, all ? item.count : 0, item);
  });
}

/** "The rest of the day", "everything you said": more is said about it. */
function continues(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1];
  if (next?.text === 'for') return !/^(?:me|you|myself|yourself)$/.test(tokens[at + 2]?.text ?? '');
  return next?.kind === 'word' && !/^(?:and|you|i|but|while|then|or|so)$/.test(next.text);
}

/** The numbers of the text by the tokens they begin and end at. */
interface Numbers {
  readonly beginningAt: ReadonlyMap<number, number>;
  readonly endingAt: ReadonlyMap<number, number>;
}

interface ItemAt {
  readonly type: number;
  /** How many tokens its name takes. */
  readonly length: number;
  readonly plural: boolean;
}

/** How many tokens an item's name takes here; 0 where none stands. */
export function namesItem(tokens: readonly Token[], at: number, view: ItemsView): number {
  return itemAt(tokens, at, view)?.length ?? 0;
}

function itemAt(tokens: readonly Token[], at: number, view: ItemsView): ItemAt | undefined {
  let joined = '';
  for (let length = 1; length <= 3; length++) {
    const token = tokens[at + length - 1];
    if (token === undefined || token.kind === 'line' || (token.kind === 'mark' && token.text !== '-')) return undefined;
    joined += keyOf(token.text);
    const type = typeNamed(joined, view);
    if (type !== undefined)
      return { type, length, plural: joined !== keyOf((view.public.items[type] as ItemType).name) };
  }
  return undefined;
}

/** The units said with an item; undefined where something is said that is no number, 'unsaid' where nothing is. */
function unitsOf(
  tokens: readonly Token[],
  at: number,
  { type, length, plural }: ItemAt,
  numbers: Numbers,
  view: ItemsView,
): number | 'unsaid' | undefined {
  const { count } = view.public.items[type] as ItemType;
  const next = tokens[at + length]?.text ?? '';
  if (/^[:=(x×]$/.test(next)) {
    const units = numbers.beginningAt.get(at + length + 1);
    if (units !== undefined) return units;
  }
  let definite = false;
  for (let back = at - 1; back >= 0 && at - back <= 5; back--) {
    const units = numbers.endingAt.get(back);
    if (units !== undefined) return units;
    const { text, kind } = tokens[back] as Token;
    if (text === 'all' || text === 'every') return count;
    if (text === 'both') return count === 2 ? 2 : undefined;
    if (text === 'no' || text === 'zero' || text === 'none') return 0;
    if (text === 'one' || text === 'a' || text === 'an' || text === 'single') return 1;
    if (SOME.has(text)) return undefined;
    if (!SKIPPED.has(text) || kind === 'line') break;
    definite ||= text === 'the' || text === 'those' || text === 'these';
  }
  if (count === 1) return 1;
  // "The books" are all of them; of "the book" it is anybody's guess.
  return definite ? (plural ? count : undefined) : 'unsaid';
}
