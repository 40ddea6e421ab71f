/**
 * Splits in objects: bundles by seat ({"a": [2, 0], "b": [1, 1]}, {"me": {"book": 2}, "you": {...}}, lists of names, or words) and
 * owners by item ({"ItemA": "me"}).
 */
import type { ItemsView, ItemType } from '../../core/index.ts';
import { type Claims, claim, isEmpty, itemNames, noClaims, type Side, typeNamed } from './claims.ts';
import { claimsInWords } from './claims-in-words.ts';
import { type Fields, keyOf, type Value } from './json.ts';

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

function addBundle(claims: Claims, side: Side, value: Value, view: ItemsView): void {
  const { items } = view.public;
  const add = (type: number, units: number) => claim(claims, side, type, units, items[type] as ItemType);
  const isList = Array.isArray(value);
  // The form that is asked for has null where nothing is offered: it claims nothing.
  if (value === null || (value instanceof Map && value.size === 0)) return;
  const empty = isList && value.length === 0;
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
      if (type === undefined) claims.problem ??= `there is no item "${key}"; there are ${itemNames(view)}`;
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

function sideOf(key: string, view: ItemsView): Side | undefined {
  if (OWN_KEYS.split(' ').includes(key)) return 'own';
  if (OTHER_KEYS.split(' ').includes(key)) return 'other';
  const seat = /^(?:agent|player|seat|party)?([ab])(?:gets?|takes?|keeps?)?$/.exec(key)?.[1];
  return seat === undefined ? undefined : seat === view.seat ? 'own' : 'other';
}
