/**
 * What a reply says of who gets what, and the full split it comes to.
 *
 * For every type one side must be said; the other follows from the count. Two sides that do not add up, and a type that nobody
 * speaks of, are problems and never filled in.
 */
import type { ItemsSeat, ItemsView, ItemType, Split } from '../../core/index.ts';
import { otherSeat } from '../../core/index.ts';
import { keyOf } from './json.ts';
import type { Problem } from './structure.ts';

/** What was said so far: units of each type for this seat and for the other, and who takes what is not spoken of. */
export interface Claims {
  readonly own: (number | undefined)[];
  readonly other: (number | undefined)[];
  rest: 'own' | 'other' | undefined;
  problem: string | undefined;
}
export type Side = 'own' | 'other';

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

export function noClaims(view: ItemsView): Claims {
  const nothing = () => view.public.items.map(() => undefined);
  return { own: nothing(), other: nothing(), rest: undefined, problem: undefined };
}

export function claim(claims: Claims, side: Side, type: number, units: number, { name }: ItemType): void {
  const before = claims[side][type];
  if (before !== undefined && before !== units) {
    claims.problem ??= `the split says both ${before} and ${units} of ${name} for the same side; say one`;
  }
  claims[side][type] = units;
}

/** The item type that a key of `keyOf` names, in the singular or the plural. */
export function typeNamed(key: string, view: ItemsView): number | undefined {
  const { items } = view.public;
  let keys = known.get(items);
  if (!keys) {
    keys = new Map(
      items.flatMap(({ name }, type) => spellings(keyOf(name)).map((spelling) => [spelling, type] as const)),
    );
    known.set(items, keys);
  }
  return keys.get(key);
}

/** Asked for every word of a reply; it follows from the items alone, so keeping it changes nothing. */
const known = new WeakMap<readonly ItemType[], Map<string, number>>();

function spellings(name: string): string[] {
  return [name, `${name}s`, `${name}es`, ...(name.endsWith('y') ? [`${name.slice(0, -1)}ies`] : [])];
}

export function itemNames(view: ItemsView): string {
  return view.public.items.map(({ name }) => name).join(', ');
}
