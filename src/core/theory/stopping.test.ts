import { describe, expect, it } from 'vitest';
import { stoppingValue } from './stopping.ts';

describe('stoppingValue', () => {
  it('gives the row of ten', () => {
    // Moser 1956, 1 to 10 offers left.
    const row = [0.5, 0.625, 0.695312, 0.74173, 0.775082, 0.800376, 0.820301, 0.836447, 0.849821, 0.861098];
    row.forEach((value, index) => {
      // Six places are given, .695312 cut from .6953125.
      expect(Math.abs(stoppingValue(index + 1) - value)).toBeLessThanOrEqual(5.01e-7);
    });
    expect(stoppingValue(0)).toBe(0);
  });

  it('equals the optimal bid of the mirrored problem', () => {
    // By hand: the best bid of (1 - u) u + u U' is u = (1 + U') / 2 and is worth U = u * u.
    let worth = 0;
    for (let bidsLeft = 1; bidsLeft <= 10; bidsLeft++) {
      const bid = (1 + worth) / 2;
      expect(bid).toBeCloseTo(stoppingValue(bidsLeft), 12);
      worth = bid * bid;
    }
  });

  it('refuses a broken count', () => {
    expect(() => stoppingValue(-1)).toThrow('got -1 offers left');
    expect(() => stoppingValue(2.5)).toThrow('got 2.5 offers left');
  });
});
