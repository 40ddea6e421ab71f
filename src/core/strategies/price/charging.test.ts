import { expect, test } from 'vitest';
import { classify } from './charging.ts';

const received = (...prices: number[]) => prices.map((price) => ({ price, worth: price / 100 }));

test('before four offers every opponent is taken for a conceder', () => {
  expect(classify(received(1, 2, 3))).toEqual({ kind: 'conceder', ubi: 0 });
});

test('one that never moves is a hardliner', () => {
  expect(classify(received(5, 5, 5, 5, 5, 5))).toEqual({ kind: 'hardliner', ubi: 0 });
});

// By hand for 1 2 3 4 5 6 7 8: halves (1..4)(5..8), (5,6)(7,8), (7)(8): the right mean is higher three times, so AUI 3;
// both halves always have as many distinct offers, so UBI 0.
test('one that concedes steadily over eight offers is a conceder', () => {
  expect(classify(received(1, 2, 3, 4, 5, 6, 7, 8))).toEqual({ kind: 'conceder', ubi: 0 });
});

// By hand for 33 offers, the first 17 equal and the rest rising: (16)(17) -> more distinct on the right, then (8)(9), (4)(5),
// (2)(3), (1)(2): five times, so UBI 5.
test('one that explores later and later is boulwarish', () => {
  const prices = Array.from({ length: 33 }, (_, i) => Math.max(0, i - 16));
  expect(classify(received(...prices))).toEqual({ kind: 'boulwarish', ubi: 5 });
});
