/**
 * Who gets what, read from an object or from words, and made into a full split.
 *
 * An object gives bundles to seats ({"a": [2, 0], "b": [1, 1]}, {"me": {"book": 2}, "you": {...}}, lists of names) or owners to
 * items ({"ItemA": "me"}). Words go by the last person named before an item: "I take 2 books and the hat, you get the rest".
 * For every type one side must be said; the other follows from the count. Two sides that do not add up, a type nobody speaks
 * of, a half or "some" are problems, never filled in.
 */
import type { ItemsSeat, ItemsView, ItemType, Split } from '../../core/index.ts';
import { otherSeat } from '../../core/index.ts';
import { type Fields, keyOf, type Value } from './json.ts';
import { readNumbers } from './numbers.ts';
import { breaksClause, denies } from './stance.ts';
import type { Problem } from './structure.ts';
import { fold, type Token, tokensOf } from './tokens.ts';

/** What was said so far: units of each type for this seat and for the other, and who takes what is not spoken of. */
export interface Claims {
  readonly own: (number | undefined)[];
  readonly other: (number | undefined)[];
  rest: 'own' | 'other' | undefined;
  problem: string | undefined;
}
type Side = 'own' | 'other';

export function isEmpty({ own, other, rest, problem }: Claims): boolean {
  const said = [...own, ...other].some((units) => units !== undefined);
  return !said && rest === undefined && problem === undefined;
}

/** The full split that the claims come to. */
export function splitOf({ own, other, rest, problem }: Claims, view: ItemsView): { split: Split } | Problem {
  if (problem !== undefined) return { problem };
  const mine: number[] = [];
  const missing: string[] = [];
  for (const [i, { name, count }] of view.public.items.entries()) {
    const [forMe, forYou] = [own[i], other[i]];
    if (forMe !== undefined && forYou !== undefined && forMe + forYou !== count) {
      return { problem: `there are ${count} of ${name}, and the split gives out ${forMe} and ${forYou}` };
    }
    if (forMe !== undefined) mine.push(forMe);
    else if (forYou !== undefined) mine.push(count - forYou);
    else if (rest !== undefined) mine.push(rest === 'own' ? count : 0);
    else missing.push(name);
  }
  if (missing.length > 0)
    return { problem: `the split does not say who gets ${missing.join(' and ')}; say it for every item` };
  const yours = view.public.items.map(({ count }, i) => count - (mine[i] as number));
  const seat = view.seat as ItemsSeat;
  return { split: seat === 'a' ? { a: mine, b: yours } : { a: yours, b: mine } };
}

/** Whether the claims agree with a split, as far as they go. */
export function fits({ own, other, problem }: Claims, split: Split, view: ItemsView): boolean {
  const seat = view.seat as ItemsSeat;
  const same = (claimed: readonly (number | undefined)[], bundle: readonly number[]) =>
    claimed.every((units, i) => units === undefined || units === bundle[i]);
  return problem === undefined && same(own, split[seat]) && same(other, split[otherSeat(seat)]);
}

function noClaims(view: ItemsView): Claims {
  const nothing = () => view.public.items.map(() => undefined);
  return { own: nothing(), other: nothing(), rest: undefined, problem: undefined };
}

function claim(claims: Claims, side: Side, type: number, units: number, { name }: ItemType): void {
  const before = claims[side][type];
  if (before !== undefined && before !== units) {
    claims.problem ??= `the split says both ${before} and ${units} of ${name} for the same side; say one`;
  }
  claims[side][type] = units;
}

// Objects

const CONTAINERS = ['split', 'proposal', 'allocation', 'division', 'offer', 'items', 'deal', 'terms', 'distribution'];
const OWN_KEYS = 'me mine my i self own us we iget igets itake ikeep keep take mybundle myitems myshare iwant';
const OTHER_KEYS =
  'you your yours them their theirs other opponent partner youget youtake give yougive yourbundle youritems yourshare theyget';

/** The fields that can hold a split, besides the item names. */
export const splitKeys = new Set([...CONTAINERS, ...OWN_KEYS.split(' '), ...OTHER_KEYS.split(' '), 'a', 'b']);

export function claimsInFields(fields: Fields, view: ItemsView): Claims {
  const claims = noClaims(view);
  const container = CONTAINERS.map((key) => fields.get(key)).find(
    (value) => value instanceof Map || typeof value === 'string',
  );
  if (typeof container === 'string') return claimsInWords(container, view);
  for (const [key, value] of container instanceof Map ? container : fields) {
    const side = sideOf(key, view);
    const type = typeNamed(key, view);
    if (side) addBundle(claims, side, value, view);
    else if (type !== undefined) addOwner(claims, type, value, view);
  }
  return claims;
}

function sideOf(key: string, view: ItemsView): Side | undefined {
  if (OWN_KEYS.split(' ').includes(key)) return 'own';
  if (OTHER_KEYS.split(' ').includes(key)) return 'other';
  const seat = /^(?:agent|player|seat|party)?([ab])(?:gets?|takes?|keeps?)?$/.exec(key)?.[1];
  return seat === undefined ? undefined : seat === view.seat ? 'own' : 'other';
}

function addBundle(claims: Claims, side: Side, value: Value, view: ItemsView): void {
  const { items } = view.public;
  const add = (type: number, units: number) => claim(claims, side, type, units, items[type] as ItemType);
  const isList = Array.isArray(value);
  const empty = value === null || (isList && value.length === 0) || (value instanceof Map && value.size === 0);
  if (empty) {
    items.forEach((_, type) => {
      add(type, 0);
    });
  } else if (isList && value.every((units) => typeof units === 'number')) {
    if (value.length !== items.length)
      claims.problem ??= `a bundle has one number for each of the ${items.length} items, got ${value.length}`;
    else
      value.forEach((units, type) => {
        add(type, units as number);
      });
  } else if (isList) {
    const counted = new Map<number, number>();
    for (const one of value as readonly Value[]) {
      const name = typeof one === 'string' ? one : '';
      const type = typeNamed(keyOf(name), view);
      if (type !== undefined) counted.set(type, (counted.get(type) ?? 0) + 1);
      else merge(claims, side, claimsInWords(name, view, side));
    }
    for (const [type, units] of counted) add(type, units);
  } else if (value instanceof Map) {
    for (const [key, units] of value as Fields) {
      const type = typeNamed(key, view);
      const number = typeof units === 'string' && /^\d{1,6}$/.test(units.trim()) ? Number(units) : units;
      if (type === undefined) claims.problem ??= `there is no item "${key}"; there are ${names(view)}`;
      else if (typeof number !== 'number')
        claims.problem ??= `the number of ${(items[type] as ItemType).name} must be a number`;
      else add(type, number);
    }
  } else if (typeof value === 'string') merge(claims, side, claimsInWords(value, view, side));
}

/** {"ItemA": "me"} or {"book": {"a": 1, "b": 2}}. */
function addOwner(claims: Claims, type: number, value: Value, view: ItemsView): void {
  const item = view.public.items[type] as ItemType;
  if (typeof value === 'string') {
    const side = sideOf(keyOf(value), view);
    if (side) claim(claims, side, type, item.count, item);
    else claims.problem ??= `${item.name} goes to you or to the other side, got "${value.slice(0, 40)}"`;
  } else if (value instanceof Map) {
    for (const [key, units] of value as Fields) {
      const side = sideOf(key, view);
      if (side && typeof units === 'number') claim(claims, side, type, units, item);
    }
  } else claims.problem ??= `it is not clear whose the ${item.name} are; give each side its own list`;
}

function merge(claims: Claims, side: Side, more: Claims): void {
  if (isEmpty(more)) claims.problem ??= 'a bundle names an item that is not on the table';
  claims.problem ??= more.problem;
  if (more.rest) claims.rest = side;
  more[side].forEach((units, type) => {
    if (units !== undefined) claims[side][type] = units;
  });
}

// Words

const OWN_WORDS = new Set("i i'll i'd i'm i've me mine my myself main mujhe mera".split(' ').map(fold));
const OTHER_WORDS = new Set(
  "you you'll you'd you're you've your yours yourself u aap tum aapko tumhe".split(' ').map(fold),
);
/** "We split the books" says nothing of who gets them. */
const BOTH_WORDS = new Set("we we'll we'd us let's lets".split(' '));
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
  const owners = fixed ? undefined : ownersBehind(tokens, view);
  let side = fixed;
  let denied = false;
  let commands = false;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    if (breaksClause(token) || /^[.!?]$/.test(token.text)) denied = false;
    if (/^[.!?\n]$/.test(token.text)) commands = false;
    if (denies(token) && !/^(?:no|none|nothing)$/.test(token.text)) denied = true;
    if (owners) side = owners.sides[at];
    else side = fixed ?? speakerAt(tokens, at, view) ?? (BOTH_WORDS.has(token.text) ? undefined : side);
    // "Give me the ball and keep the hats": the one who gives keeps.
    commands ||= token.text === 'give' && !/^(?:i|i'll|will|can|could|to|would)$/.test(tokens[at - 1]?.text ?? '');
    if (commands && !owners && !fixed && /^(?:keep|take|have)$/.test(token.text)) side = 'other';
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

/** "2 books for me, the rest for you": the owner comes behind. Undefined where no owner does. */
function ownersBehind(
  tokens: readonly Token[],
  view: ItemsView,
): { sides: (Side | undefined)[]; mixed: boolean } | undefined {
  const sides: (Side | undefined)[] = tokens.map(() => undefined);
  let [from, found, mixed, item] = [0, false, false, false];
  for (let at = 0; at < tokens.length; at++) {
    const { text } = tokens[at] as Token;
    item ||= REST_WORDS.has(text) || itemAt(tokens, at, view) !== undefined;
    const side = speakerAt(tokens, at, view);
    if (side === undefined) continue;
    if (item && tokens[at - 1]?.text === 'for') {
      sides.fill(side, from, at);
      [from, found, item] = [at + 1, true, false];
    } else mixed ||= [-1, 1, 2, 3].some((n) => TAKING.has(tokens[at + n]?.text ?? ''));
  }
  return found ? { sides, mixed } : undefined;
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

/** Whose turn it is from this word on. The seats' letters count only where they cannot be an article. */
function speakerAt(tokens: readonly Token[], at: number, view: ItemsView): Side | undefined {
  const { text } = tokens[at] as Token;
  if (OWN_WORDS.has(text)) return 'own';
  if (OTHER_WORDS.has(text)) return 'other';
  if (text !== 'a' && text !== 'b') return undefined;
  const titled = /^(?:agent|player|seat|party)$/.test(tokens[at - 1]?.text ?? '');
  const acts = /^(?:gets?|takes?|keeps?|has|receives?|:)$/.test(tokens[at + 1]?.text ?? '');
  return titled || acts ? (text === view.seat ? 'own' : 'other') : undefined;
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

function typeNamed(key: string, view: ItemsView): number | undefined {
  if (key === '') return undefined;
  const found = view.public.items.findIndex(({ name }) => {
    const own = keyOf(name);
    return (
      key === own || key === `${own}s` || key === `${own}es` || (own.endsWith('y') && key === `${own.slice(0, -1)}ies`)
    );
  });
  return found < 0 ? undefined : found;
}

function names(view: ItemsView): string {
  return view.public.items.map(({ name }) => name).join(', ');
}
