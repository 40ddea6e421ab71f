/** The values that a chart has lines for. */
import { expect, test } from 'vitest';
import { ticksIn } from '../../web/boards/ticks.ts';

test.each([
  [170, 430, [200, 300, 400]],
  [3900, 7300, [4000, 5000, 6000, 7000]],
  [0.4, 0.97, [0.4, 0.6, 0.8]],
  [0, 100, [0, 25, 50, 75, 100]],
])('between %d and %d a few round ones', (low, high, ticks) => {
  expect(ticksIn(low, high)).toEqual(ticks);
});

test('there are always two to six, and none outside', () => {
  for (let low = 0.01; low < 1e6; low *= 3.7)
    for (let width = low / 50; width < low * 40; width *= 2.3) {
      const ticks = ticksIn(low, low + width);
      if (width > 0.05) expect(ticks.length, `${low} ${width}`).toBeGreaterThanOrEqual(2);
      expect(ticks.length).toBeLessThanOrEqual(6);
      for (const tick of ticks) expect(tick >= low - 0.005 && tick <= low + width + 0.005).toBe(true);
    }
});
