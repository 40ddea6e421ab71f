import { describe, expect, test } from 'vitest';
import { cents, exp, ln, pow, pythonCents } from './math.ts';

const relative = (a: number, b: number) => Math.abs(a - b) / Math.max(Math.abs(b), Number.MIN_VALUE);

describe('exp, ln and pow agree with the engine to a few units in the last place', () => {
  test('exp', () => {
    for (let x = -700; x <= 709; x += 0.37) expect(relative(exp(x), Math.exp(x))).toBeLessThan(1e-14);
    expect(exp(0)).toBe(1);
    expect(exp(1000)).toBe(Number.POSITIVE_INFINITY);
    expect(exp(-1000)).toBe(0);
    expect(exp(Number.NaN)).toBeNaN();
  });

  test('ln', () => {
    for (const x of [1e-310, 1e-300, 1e-10, 0.1, 0.5, 0.999999, 1, 1.000001, 2, Math.E, 10, 12345.678, 1e300]) {
      expect(Math.abs(ln(x) - Math.log(x))).toBeLessThanOrEqual(4e-16 * Math.max(1, Math.abs(Math.log(x))) * 4);
    }
    expect(ln(1)).toBe(0);
    expect(ln(0)).toBe(Number.NEGATIVE_INFINITY);
    expect(ln(-1)).toBeNaN();
  });

  test('pow', () => {
    for (const y of [0.01, 0.2, 0.5, 1, 1.7, 2, 3, 4, 10, -2]) {
      for (let x = 0.05; x <= 1; x += 0.05) expect(relative(pow(x, y), x ** y)).toBeLessThan(1e-14);
    }
    expect(pow(0, 2)).toBe(0);
    expect(pow(5, 0)).toBe(1);
    expect(() => pow(-1, 2)).toThrow('base of 0 or more, got -1');
  });
});

test('cents', () => {
  expect([1.004, 1.006, 0.1 + 0.2, 1499.999].map(cents)).toEqual([1, 1.01, 0.3, 1500]);
});

test('cents as Python rounds them', () => {
  // python3 -c "print([round(x, 2) for x in [...]])"
  const rounded = {
    0.125: 0.12,
    0.375: 0.38,
    2.675: 2.67,
    1.005: 1,
    1.115: 1.11,
    650.625: 650.62,
    702.335: 702.34,
    12.5: 12.5,
  };
  for (const [x, expected] of Object.entries(rounded)) expect(pythonCents(Number(x)), x).toBe(expected);
  expect(pythonCents(-0.125)).toBe(-0.12);
});
