import { describe, expect, it } from 'vitest';
import { brierScore, expectedCalibrationError, spearman } from './accuracy.ts';

describe('of estimated numbers', () => {
  it('spearman', () => {
    // The worked example of IQ and hours of television (English Wikipedia, "Spearman's rank correlation coefficient"):
    // squared rank differences sum to 194, 1 - 6 * 194 / 990 = -29 / 165.
    const iq = [106, 100, 86, 101, 99, 103, 97, 113, 112, 110];
    const hours = [7, 27, 2, 50, 28, 29, 20, 12, 6, 17];
    expect(spearman(iq, hours)).toBeCloseTo(-29 / 165, 12);
    // By hand: ranks 1, 2.5, 2.5, 4 against 1, 2, 3, 4: 4.5 / sqrt(4.5 * 5).
    expect(spearman([10, 20, 20, 90], [1, 2, 3, 4])).toBeCloseTo(4.5 / Math.sqrt(22.5), 12);
    expect(spearman([1, 1], [1, 2])).toBeUndefined();
  });
});

describe('of chances', () => {
  it('brierScore', () => {
    // By hand: (.3^2 + .4^2 + 0) / 3.
    expect(brierScore([0.7, 0.4, 1], [true, false, true])).toBeCloseTo(0.25 / 3, 12);
    expect(brierScore([0.5, 0.5], [true, false])).toBe(0.25);
  });

  it('expectedCalibrationError', () => {
    // By hand, two bins: .1, .3 with one of two true, |.2 - .5| * 2 / 5; .6, .8, 1 all true, |.8 - 1| * 3 / 5.
    const happened = [false, true, true, true, true];
    expect(expectedCalibrationError([0.1, 0.3, 0.6, 0.8, 1], happened, { bins: 2 })).toBeCloseTo(0.24, 12);
    expect(expectedCalibrationError([0.5, 0.5], [true, false])).toBe(0);
    expect(() => expectedCalibrationError([0.5], [true], { bins: 0 })).toThrow('got 0 bins');
  });

  it('refuse what is no chance, and lists that do not pair', () => {
    expect(() => brierScore([1.2], [true])).toThrow('got the chance 1.2');
    expect(() => brierScore([0.5], [])).toThrow('got lists of 1 and 0');
    expect(() => spearman([], [])).toThrow('got lists of 0 and 0');
  });
});
