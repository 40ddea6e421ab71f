import { describe, expect, it } from 'vitest';
import {
  exponential,
  fromFaratin,
  fromGenius,
  fromNegmas,
  polynomial,
  resourceDependent,
  toFaratin,
  toGenius,
  toNegmas,
} from './concession.ts';

const times = [0, 0.25, 0.5, 0.75, 1];

/** The rows are rounded to four places, and a half to even. */
function expectRow(curve: (t: number) => number, row: readonly number[]): void {
  times.forEach((t, index) => {
    expect(Math.abs(curve(t) - (row[index] as number))).toBeLessThanOrEqual(5.01e-5);
  });
}

describe('the families of Faratin, Sierra and Jennings 1998', () => {
  // By hand, kappa = .1, Faratin's beta .5 (Boulware) and 2 (Conceder).
  it('polynomial', () => {
    expectRow((t) => polynomial(t, { exponent: fromFaratin(0.5), kappa: 0.1 }), [0.1, 0.1562, 0.325, 0.6062, 1]);
    expectRow((t) => polynomial(t, { exponent: fromFaratin(2), kappa: 0.1 }), [0.1, 0.55, 0.7364, 0.8794, 1]);
  });

  it('exponential', () => {
    expectRow((t) => exponential(t, { beta: 0.5, kappa: 0.1 }), [0.1, 0.1361, 0.1963, 0.3162, 1]);
    expectRow((t) => exponential(t, { beta: 2, kappa: 0.1 }), [0.1, 0.2738, 0.5623, 0.866, 1]);
  });
});

describe('polynomial', () => {
  it('is tough above 1 and conceding below', () => {
    expect(polynomial(0.5, { exponent: 4 })).toBe(0.0625);
    expect(polynomial(0.5, { exponent: 1 })).toBe(0.5);
    expect(polynomial(0.25, { exponent: 0.5 })).toBe(0.5);
  });

  it('drives the Janus scripts', () => {
    // Janus lab, repository A: a buyer from 500 to 900 at t = .25, exponents .2 .5 1 2 4.
    const offers = [0.2, 0.5, 1, 2, 4].map((exponent) => 500 + 400 * polynomial(0.25, { exponent }));
    const golden = [803.14, 700, 600, 525, 501.56];
    offers.forEach((offer, index) => {
      expect(Math.abs(offer - (golden[index] as number))).toBeLessThanOrEqual(0.005);
    });
  });

  it('stays at 1 after the deadline', () => {
    expect(polynomial(1.5, { exponent: 3, kappa: 0.2 })).toBe(1);
    expect(exponential(1.5, { beta: 3, kappa: 0.2 })).toBe(1);
  });

  it('refuses a negative time, exponent or kappa', () => {
    expect(() => polynomial(-0.1, { exponent: 1 })).toThrow('got the time -0.1');
    expect(() => polynomial(0.5, { exponent: 0 })).toThrow('got exponent 0');
    expect(() => polynomial(0.5, { exponent: 1, kappa: 2 })).toThrow('got kappa 2');
    expect(() => exponential(0.5, { beta: 1, kappa: 0 })).toThrow('got kappa 0');
  });
});

describe('converters', () => {
  it('agree on what is Boulware', () => {
    // Faratin and Genius raise t to 1 / beta and 1 / e, NegMAS to e (4 is its Boulware).
    expect(fromFaratin(0.25)).toBe(4);
    expect(fromGenius(0.25)).toBe(4);
    expect(fromNegmas(4)).toBe(4);
  });

  it('invert each other', () => {
    for (const exponent of [0.25, 0.5, 1, 2, 4]) {
      expect(fromFaratin(toFaratin(exponent))).toBe(exponent);
      expect(fromGenius(toGenius(exponent))).toBe(exponent);
      expect(fromNegmas(toNegmas(exponent))).toBe(exponent);
    }
  });

  it('refuse what is no exponent', () => {
    expect(() => fromFaratin(0)).toThrow('got beta 0, expected a positive finite number');
    expect(() => fromNegmas(Number.POSITIVE_INFINITY)).toThrow('got e Infinity');
  });
});

describe('resourceDependent', () => {
  it('concedes as the resource runs out', () => {
    // Faratin et al. 1998: kappa + (1 - kappa) e^-resource; by hand .1 + .9 / e = .431091.
    expect(resourceDependent(0, { kappa: 0.1 })).toBe(1);
    expect(resourceDependent(1, { kappa: 0.1 })).toBeCloseTo(0.431091, 6);
    expect(resourceDependent(1000, { kappa: 0.1 })).toBe(0.1);
    expect(() => resourceDependent(-1)).toThrow('got the resource -1');
  });
});
