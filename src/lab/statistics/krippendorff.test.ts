import { expect, test } from 'vitest';
import { krippendorffAlpha } from './krippendorff.ts';

/** The reliability data of Krippendorff 2011, section C: four observers, twelve units, some left out. */
const observers = [
  [1, 2, 3, 3, 2, 1, 4, 1, 2, 0, 0, 0],
  [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, 0, 3],
  [0, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, 0],
  [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, 0],
];
const units = observers[0]!.map((_, unit) => observers.map((own) => own[unit]!).filter((value) => value > 0));

test.each([
  // The paper gives .743, .815 and .849.
  ['nominal', 0.743],
  ['ordinal', 0.815],
  ['interval', 0.849],
] as const)('is that of the published example: %s', (scale, published) => {
  expect(krippendorffAlpha(units, scale)).toBeCloseTo(published, 3);
});

test('is 1 where all agree, below 0 where they contradict each other, and nothing where nothing can be compared', () => {
  expect(krippendorffAlpha([[1, 1], [5, 5, 5], [3]])).toBe(1);
  expect(
    krippendorffAlpha([
      [1, 5],
      [5, 1],
    ]),
  ).toBeLessThan(0);
  expect(krippendorffAlpha([[1], [5]])).toBeUndefined();
  expect(
    krippendorffAlpha([
      [3, 3],
      [3, 3],
    ]),
  ).toBeUndefined();
});
