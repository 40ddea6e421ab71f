import { describe, expect, it } from 'vitest';
import {
  brierScore,
  expectedCalibrationError,
  kendallTau,
  logScore,
  ndcg,
  pearson,
  relativeReservationError,
  rootMeanSquaredError,
  spearman,
} from './accuracy.ts';

describe('of estimated numbers', () => {
  it('rootMeanSquaredError', () => {
    // By hand: misses 1, -2, 2, squares 1, 4, 4.
    expect(rootMeanSquaredError([2, 0, 5], [1, 2, 3])).toBeCloseTo(Math.sqrt(3), 12);
  });

  it('pearson', () => {
    // By hand: deviations (-2, -1, 0, 1, 2) and (-2, 0, -1, 1, 2) about 3: 9 / sqrt(10 * 10) = .9.
    expect(pearson([1, 2, 3, 4, 5], [1, 3, 2, 4, 5])).toBeCloseTo(0.9, 12);
    expect(pearson([1, 2, 3], [6, 4, 2])).toBeCloseTo(-1, 12);
    expect(pearson([1, 2, 3], [0.1, 0.1, 0.1])).toBeUndefined();
  });

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

  it('kendallTau', () => {
    // By hand: five pairs agree, one does not.
    expect(kendallTau([1, 2, 3, 4], [1, 3, 2, 4])).toBeCloseTo(4 / 6, 12);
    // By hand, tau-b: four pairs agree, one is tied in a, one in b: 4 / sqrt(5 * 5).
    expect(kendallTau([1, 2, 2, 3], [1, 2, 3, 3])).toBeCloseTo(0.8, 12);
    expect(kendallTau([1, 1], [1, 2])).toBeUndefined();
  });
});

describe('ndcg', () => {
  it('discounts by the place', () => {
    // The worked example of English Wikipedia, "Discounted cumulative gain": relevances 3, 2, 3, 0, 1, 2 in ranked order
    // give 6.861; the best order 3, 3, 2, 2, 1, 0 gives 7.141 by hand.
    expect(ndcg([6, 5, 4, 3, 2, 1], [3, 2, 3, 0, 1, 2])).toBeCloseTo(0.9608, 4);
  });

  it('is 1 for the true order and undefined where nothing is relevant', () => {
    expect(ndcg([0.1, 0.7, 0.2], [1, 9, 2])).toBe(1);
    expect(ndcg([1, 2], [0, 0])).toBeUndefined();
    expect(() => ndcg([1], [-1])).toThrow('got the relevances (-1)');
  });
});

describe('relativeReservationError', () => {
  it('is a share of the zone', () => {
    // Facts page 1.1: every Janus zone is 500 wide.
    expect(relativeReservationError(850, 900, 500)).toBe(0.1);
    expect(() => relativeReservationError(1, 2, 0)).toThrow('got the zone width 0');
  });
});

describe('of chances', () => {
  it('brierScore', () => {
    // By hand: (.3^2 + .4^2 + 0) / 3.
    expect(brierScore([0.7, 0.4, 1], [true, false, true])).toBeCloseTo(0.25 / 3, 12);
    expect(brierScore([0.5, 0.5], [true, false])).toBe(0.25);
  });

  it('logScore', () => {
    // By hand: -(ln .8 + ln .75) / 2 = (.223144 + .287682) / 2.
    expect(logScore([0.8, 0.25], [true, false])).toBeCloseTo(0.255413, 6);
    expect(logScore([0.5], [true])).toBeCloseTo(Math.LN2, 12);
    expect(logScore([0], [true])).toBe(Number.POSITIVE_INFINITY);
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
    expect(() => logScore([0.5], [])).toThrow('got lists of 1 and 0');
    expect(() => rootMeanSquaredError([], [])).toThrow('got lists of 0 and 0');
  });
});
