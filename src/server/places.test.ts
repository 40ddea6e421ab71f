/** Bounds for one address and for all: who hogs makes room for who has less, and nobody loses an only place. */
import { expect, test } from 'vitest';
import { createPlaces, type Holder } from './places.ts';

const holderOf = (address: string, lost: string[] = [], name = address, known = false): Holder => ({
  address,
  known,
  onLost: () => lost.push(name),
});

test('an address has its own bound; who is known has only the bound of all', () => {
  const places = createPlaces({ perAddress: 2, overall: 5 });
  const taken = ['a', 'a', 'a', 'b'].map((address) => places.take(holderOf(address)) !== undefined);
  expect(taken).toEqual([true, true, false, true]);
  const known = [1, 2, 3].map(() => places.take({ ...holderOf('a'), known: true }) !== undefined);
  // The last finds all places taken, and the address with two loses one rather than the one with one.
  expect(known).toEqual([true, true, true]);
  expect(places.size).toBe(5);
});

test('who is known takes the place of a stranger where there is no other, and loses none to strangers', () => {
  for (const ownOldest of [false, true]) {
    const lost: string[] = [];
    const places = createPlaces({ perAddress: 2, overall: 4, ownOldest });
    places.take(holderOf('me', lost, 'mine', true));
    const [first] = ['a', 'b', 'c'].map((address) => places.take(holderOf(address, lost)));
    first?.touch();
    for (let i = 0; i < 9; i++) places.take(holderOf(`stranger ${i}`, lost));
    expect(lost).not.toContain('mine');
    expect(lost.slice(0, 3)).toEqual(ownOldest ? ['b', 'c', 'a'] : []);
    lost.length = 0;
    const [second] = [1, 2, 3].map(() => places.take(holderOf('me', lost, 'mine too', true)));
    expect(second).toBeDefined();
    expect(lost).toHaveLength(3);
    expect(lost.join()).not.toContain('mine');
    // With nobody but the known left, a stranger has none.
    expect(places.take(holderOf('d', lost))).toBeUndefined();
    expect(places.size).toBe(4);
  }
});

test('when all are taken, the one who holds most gives its least used to one who holds fewer', () => {
  const lost: string[] = [];
  const places = createPlaces({ perAddress: 4, overall: 4 });
  const [first] = [1, 2, 3].map((i) => places.take(holderOf('hog', lost, `hog ${i}`)));
  places.take(holderOf('a', lost));
  first?.touch();
  expect(places.take(holderOf('b', lost))).toBeDefined();
  expect(lost).toEqual(['hog 2']);
  expect(places.take(holderOf('c', lost))).toBeDefined();
  expect(lost).toEqual(['hog 2', 'hog 3']);
  // Everybody has one now: who comes last has none.
  expect(places.take(holderOf('d', lost))).toBeUndefined();
  first?.release();
  first?.release();
  expect(places.size).toBe(3);
  expect(places.take(holderOf('d', lost))).toBeDefined();
});

test('with ownOldest an address loses its own oldest, and never a neighbour', () => {
  const lost: string[] = [];
  const places = createPlaces({ perAddress: 2, overall: 100, ownOldest: true });
  places.take(holderOf('victim', lost));
  for (let i = 0; i < 1000; i++) places.take(holderOf('hog', lost, `hog ${i}`));
  expect(lost).toHaveLength(998);
  expect(lost).not.toContain('victim');
  expect(places.size).toBe(3);
});

test('a place that turns out to be of a known caller no longer counts for its address', () => {
  const places = createPlaces({ perAddress: 1, overall: 9 });
  const place = places.take(holderOf('a'));
  expect(places.take(holderOf('a'))).toBeUndefined();
  place?.vouch();
  expect(places.take(holderOf('a'))).toBeDefined();
  place?.release();
  expect(places.size).toBe(1);
});
