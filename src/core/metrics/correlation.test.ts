import { expect, it } from 'vitest';
import { correlation } from './correlation.ts';

it('gives the correlation of Anscombe’s first set', () => {
  // Anscombe, "Graphs in statistical analysis", American Statistician 27 (1973), set I: r = 0.816.
  const x = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5];
  const y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
  expect(correlation(x.map((value, i) => [value, y[i]!]))).toBeCloseTo(0.816, 3);
});

it('takes rounding for no spread', () => {
  const noisy = [0.1 + 0.2, 0.3, 0.3, 0.1 + 0.2];
  expect(correlation(noisy.map((value, i) => [value, i]))).toBeUndefined();
  expect(
    correlation([
      [1, 2],
      [2, 3],
    ]),
  ).toBeUndefined();
});
