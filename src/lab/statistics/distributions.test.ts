import { expect, test } from 'vitest';
import { normalCdf, normalDensity, normalQuantile, normalTail } from './normal.ts';
import { studentQuantile, studentTail } from './student.ts';

test('the normal distribution agrees with the tables', () => {
  // Abramowitz and Stegun 1964, tables 26.1 and 26.6.
  expect(normalCdf(1)).toBeCloseTo(0.84134474606854, 14);
  expect(normalCdf(-1.96)).toBeCloseTo(0.02499789514823, 13);
  expect(normalDensity(0)).toBeCloseTo(0.3989422804014327, 15);
  expect(normalTail(5)).toBeCloseTo(2.866515719e-7, 15);
  // Mills' ratio: the tail over its density / x tends to 1 from below, and 1 - 1/x^2 + 3/x^4 - 15/x^6 bounds it at x = 20.
  expect((normalTail(20) * 20) / normalDensity(20)).toBeCloseTo(1 - 1 / 400 + 3 / 160_000 - 15 / 64_000_000, 7);
});

test('series and continued fraction meet at 3 and at 6', () => {
  expect(normalTail(3 - 1e-9) - normalTail(3)).toBeCloseTo(1e-9 * normalDensity(3), 15);
  expect(normalTail(6 - 1e-9) / normalTail(6)).toBeCloseTo(1, 7);
});

test('quantiles of the normal distribution', () => {
  // The constants that every table prints.
  expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 12);
  expect(normalQuantile(0.95)).toBeCloseTo(1.6448536269514722, 12);
  expect(normalQuantile(0.5)).toBeCloseTo(0, 14);
  for (const p of [1e-12, 0.003, 0.3, 0.77]) expect(normalCdf(normalQuantile(p)) / p).toBeCloseTo(1, 10);
  expect(() => normalQuantile(1)).toThrow(/between 0 and 1, got 1/);
});

test("Student's t agrees with the tables", () => {
  // Abramowitz and Stegun 1964, table 26.10 (two-sided .05 and .10), and arctan for one degree of freedom.
  expect(studentQuantile(0.975, 1)).toBeCloseTo(12.706, 3);
  expect(studentQuantile(0.975, 14)).toBeCloseTo(2.145, 3);
  expect(studentQuantile(0.975, 29)).toBeCloseTo(2.045, 3);
  expect(studentQuantile(0.95, 10)).toBeCloseTo(1.812, 3);
  expect(studentTail(1, 1)).toBeCloseTo(0.25, 12);
  expect(studentTail(-2, 5) + studentTail(2, 5)).toBeCloseTo(1, 14);
  // Two degrees of freedom have a closed form: P(T > t) = 1/2 - t / (2 sqrt(2 + t^2)).
  expect(studentTail(3, 2)).toBeCloseTo(0.5 - 3 / (2 * Math.sqrt(11)), 12);
  expect(() => studentTail(1, 0)).toThrow(/degrees of freedom, got 0/);
});
