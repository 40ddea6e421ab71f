import { expect, test } from 'vitest';
import { type BonusBrief, bonusOf, mostBonus } from '../../web/boards/price/bonus.ts';
import { firstOffer } from '../../web/boards/price/first-offer.ts';
import { sharesOf } from '../../web/game/shares.ts';

// The listing of the original rule: asked 399, floor 311. Its cap of 9 could not be reached; a tenth of 88 can.
const seller: BonusBrief = { seat: 'seller', reservation: 311, target: 399, listPrice: 399 };
const buyer: BonusBrief = { seat: 'buyer', reservation: 390, target: 300, listPrice: 399 };

test('a seller gets a tenth of what is over the floor, unrounded', () => {
  expect(bonusOf(seller, 311)).toBe(0);
  expect(bonusOf(seller, 344.5)).toBeCloseTo(3.35, 12);
});

test('the most is reached at the list price, and not before', () => {
  expect(mostBonus(seller)).toBeCloseTo(8.8, 12);
  expect(bonusOf(seller, 399)).toBe(mostBonus(seller));
  expect(bonusOf(seller, 398.99)).toBeLessThan(mostBonus(seller));
  expect(bonusOf(seller, 450)).toBe(mostBonus(seller));
});

test('for a buyer it is mirrored: a tenth of what is under the ceiling, the most at the price hoped for', () => {
  expect(bonusOf(buyer, 390)).toBe(0);
  expect(bonusOf(buyer, 355.5)).toBeCloseTo(3.45, 12);
  expect(bonusOf(buyer, 300)).toBe(mostBonus(buyer));
  expect(mostBonus(buyer)).toBe(9);
  expect(bonusOf(buyer, 250)).toBe(9);
});

test('a deal past the own limit costs a tenth of the loss', () => {
  expect(bonusOf(seller, 301)).toBe(-1);
  expect(bonusOf(buyer, 400)).toBe(-1);
});

test('where the list price is no better than the floor there is nothing to be had', () => {
  expect(mostBonus({ ...seller, listPrice: 300 })).toBe(0);
  expect(bonusOf({ ...seller, listPrice: 300 }, 350)).toBe(0);
});

test('the page proposes no first offer above the list price, nor one that was not made', () => {
  expect(firstOffer(undefined, 399, 399, 2)).toBe(399);
  expect(firstOffer(undefined, 420, 399, 2)).toBe(399);
  expect(firstOffer(undefined, 301, 399, 2)).toBe(302);
  expect(firstOffer(410, 399, 399, 2)).toBe(410);
});

test('a belief of proportions and the truth beside it are told in the same units', () => {
  expect(sharesOf({ hat: 0.6, ball: 0.2, book: 0.2 })).toEqual(sharesOf({ hat: 6, ball: 2, book: 2 }));
  expect(sharesOf({ hat: 0 })).toEqual({ hat: 0 });
});
