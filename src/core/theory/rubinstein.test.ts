import { describe, expect, it } from 'vitest';
import { continuousTimeShares, rubinsteinShare, stahlShare } from './rubinstein.ts';

const equal = (discount: number) => ({ proposerDiscount: discount, responderDiscount: discount });

describe('rubinsteinShare', () => {
  it('is 1 / (1 + discount) for equal patience', () => {
    expect(rubinsteinShare(equal(0.9))).toBeCloseTo(0.526316, 6); // by hand, 1 / 1.9
    expect(rubinsteinShare(equal(0))).toBe(1); // tomorrow is worth nothing: an ultimatum
  });

  it('rewards patience', () => {
    // Rubinstein 1982: (1 - d2) / (1 - d1 d2). By hand: .2 / (1 - .72) = 5/7 and .1 / (1 - .72) = 5/14.
    expect(rubinsteinShare({ proposerDiscount: 0.9, responderDiscount: 0.8 })).toBeCloseTo(5 / 7, 12);
    expect(rubinsteinShare({ proposerDiscount: 0.8, responderDiscount: 0.9 })).toBeCloseTo(5 / 14, 12);
  });

  it('heeds an outside option only where it beats waiting', () => {
    // Binmore, Shaked and Sutton 1989; the responder at .9 gets .473684 by waiting.
    expect(rubinsteinShare({ ...equal(0.9), outsideOption: 0.4 })).toBe(rubinsteinShare(equal(0.9)));
    expect(rubinsteinShare({ ...equal(0.9), outsideOption: 0.6 })).toBeCloseTo(0.4, 12);
  });

  it('refuses two parties that can wait for ever, and discounts outside 0 to 1', () => {
    expect(() => rubinsteinShare(equal(1))).toThrow('got two discounts of 1');
    expect(() => rubinsteinShare({ proposerDiscount: 1.1, responderDiscount: 0.5 })).toThrow(
      'got proposerDiscount 1.1',
    );
    expect(() => rubinsteinShare({ ...equal(0.5), outsideOption: -1 })).toThrow('got outsideOption -1');
  });
});

describe('stahlShare', () => {
  it('gives the row of the last proposer who takes all', () => {
    // By hand from Stahl 1972, discount .9, 1 to 6 rounds.
    const row = [1, 0.1, 0.91, 0.181, 0.8371, 0.24661];
    row.forEach((share, index) => {
      expect(stahlShare(index + 1, equal(0.9))).toBeCloseTo(share, 12);
    });
  });

  it('uses the discount of whoever waits', () => {
    // By hand, 3 rounds, first .9, second .8: last 1; second offers .9 and keeps .1; first offers .08 and keeps .92.
    expect(stahlShare(3, { proposerDiscount: 0.9, responderDiscount: 0.8 })).toBeCloseTo(0.92, 12);
  });

  it('pays the responder its outside option even in the last round', () => {
    // By hand, .9 and option .3: 1 round .7; 3 rounds: .7, then 1 - .63 = .37, then 1 - max(.333, .3) = .667.
    expect(stahlShare(1, { ...equal(0.9), outsideOption: 0.3 })).toBeCloseTo(0.7, 12);
    expect(stahlShare(3, { ...equal(0.9), outsideOption: 0.3 })).toBeCloseTo(0.667, 12);
  });

  it('approaches the infinite horizon', () => {
    for (const outsideOption of [0, 0.3, 0.6]) {
      const terms = { proposerDiscount: 0.9, responderDiscount: 0.8, outsideOption };
      expect(stahlShare(400, terms)).toBeCloseTo(rubinsteinShare(terms), 12);
      expect(stahlShare(401, terms)).toBeCloseTo(rubinsteinShare(terms), 12);
    }
  });

  it('refuses a broken number of rounds', () => {
    expect(() => stahlShare(0, equal(0.9))).toThrow('got 0 rounds');
    expect(() => stahlShare(1.5, equal(0.9))).toThrow('got 1.5 rounds');
  });
});

describe('continuousTimeShares', () => {
  it('splits against the discount rates', () => {
    // Binmore, Rubinstein and Wolinsky 1986: r2 / (r1 + r2) and r1 / (r1 + r2).
    expect(continuousTimeShares([0.1, 0.3])).toEqual([0.3 / 0.4, 0.1 / 0.4]);
  });

  it('is the limit of quick offers', () => {
    // d_i = exp(-r_i step) with step 1e-5, to first order 1 - r_i step.
    const share = rubinsteinShare({ proposerDiscount: 1 - 0.1e-5, responderDiscount: 1 - 0.3e-5 });
    expect(share).toBeCloseTo(0.75, 5);
  });

  it('refuses rates that fix nothing', () => {
    expect(() => continuousTimeShares([0, 0])).toThrow('got the discount rates (0, 0)');
  });
});
