import { describe, expect, it } from 'vitest';
import {
  clearingPrice,
  equilibriumAsk,
  equilibriumBid,
  equilibriumTrades,
  expectedGains,
  type Interval,
} from './double-auction.ts';

/** Mean of f over the midpoints of a fine square grid on the interval. */
function mean(f: (value: number, cost: number) => number, { low, high }: Interval, cells = 400): number {
  const middle = (cell: number) => low + ((cell + 0.5) / cells) * (high - low);
  let sum = 0;
  for (let i = 0; i < cells; i++) for (let j = 0; j < cells; j++) sum += f(middle(i), middle(j));
  return sum / (cells * cells);
}

describe('the linear equilibrium on [0, 1]', () => {
  it('bids 2/3 value + 1/12 and asks 2/3 cost + 1/4', () => {
    // Chatterjee and Samuelson 1983.
    for (const x of [0, 0.1, 0.25, 0.5, 0.75, 1]) {
      expect(equilibriumBid(x)).toBeCloseTo((2 / 3) * x + 1 / 12, 12);
      expect(equilibriumAsk(x)).toBeCloseTo((2 / 3) * x + 1 / 4, 12);
    }
  });

  it('trades exactly when the value exceeds the cost by a quarter', () => {
    expect(equilibriumTrades(0.75, 0.5)).toBe(true);
    expect(equilibriumTrades(0.74, 0.5)).toBe(false);
    // At the border both offer 7/12.
    expect(clearingPrice(equilibriumBid(0.75), equilibriumAsk(0.5))).toBe(7 / 12);
    expect(clearingPrice(equilibriumBid(0.74), equilibriumAsk(0.5))).toBeUndefined();
  });

  it('is a mutual best response', () => {
    // With the other side on a fine grid, no other bid earns a buyer of .8 more, and no other ask a seller of .2.
    const cells = 2000;
    const costs = Array.from({ length: cells }, (_, i) => (i + 0.5) / cells);
    const buyerProfit = (bid: number) =>
      costs.reduce((sum, cost) => sum + 0.8 - (clearingPrice(bid, equilibriumAsk(cost)) ?? 0.8), 0) / cells;
    const sellerProfit = (ask: number) =>
      costs.reduce((sum, value) => sum + (clearingPrice(equilibriumBid(value), ask) ?? 0.2) - 0.2, 0) / cells;
    for (let offer = 0; offer <= 1; offer += 0.01) {
      expect(buyerProfit(offer)).toBeLessThanOrEqual(buyerProfit(equilibriumBid(0.8)) + 1e-6);
      expect(sellerProfit(offer)).toBeLessThanOrEqual(sellerProfit(equilibriumAsk(0.2)) + 1e-6);
    }
  });

  it('gains 9/64 of a possible 1/6', () => {
    // By hand: d = value - cost has density 1 - d, so the integral of d (1 - d) from 1/4 to 1 is 1/6 - 5/192 = 9/64,
    // and from 0 to 1 it is 1/6 (Myerson and Satterthwaite 1983).
    expect(expectedGains()).toEqual({ equilibrium: 9 / 64, firstBest: 1 / 6 });
    const unit = { low: 0, high: 1 };
    expect(mean((v, c) => (equilibriumTrades(v, c) ? v - c : 0), unit)).toBeCloseTo(9 / 64, 3);
    expect(mean((v, c) => Math.max(0, v - c), unit)).toBeCloseTo(1 / 6, 5);
  });
});

describe('the linear equilibrium on another interval', () => {
  const interval = { low: 200, high: 1400 };

  it('is the same equilibrium in other units', () => {
    for (const x of [0, 0.3, 0.5, 1]) {
      expect(equilibriumBid(200 + 1200 * x, interval)).toBeCloseTo(200 + 1200 * equilibriumBid(x), 9);
      expect(equilibriumAsk(200 + 1200 * x, interval)).toBeCloseTo(200 + 1200 * equilibriumAsk(x), 9);
    }
    expect(equilibriumTrades(800, 500, interval)).toBe(true);
    expect(equilibriumTrades(799, 500, interval)).toBe(false);
    expect(expectedGains(interval)).toEqual({ equilibrium: 168.75, firstBest: 200 }); // 1200 * 9/64 and 1200 / 6
  });

  it('refuses what lies outside', () => {
    expect(() => equilibriumBid(100, interval)).toThrow('got the value 100, expected a number from 200 to 1400');
    expect(() => equilibriumAsk(Number.NaN)).toThrow('got the cost NaN');
    expect(() => expectedGains({ low: 1, high: 1 })).toThrow('got the interval from 1 to 1');
  });
});
