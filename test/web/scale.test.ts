/** Sliders of options: from the usual value a step leads somewhere near, and there is a way back. */
import { expect, test } from 'vitest';
import { scriptNames } from '../../src/agents/script.ts';
import { STEPS, scaleOf } from '../../web/strategies/scale.ts';

const numbers = scriptNames('price').flatMap(({ entry: { name, strategy, options: preset } }) =>
  Object.entries(strategy.options).flatMap(([option, given]) =>
    given.kind === 'number' ? [{ of: `${name} ${option}`, given, usual: Number(preset[option] ?? given.default) }] : [],
  ),
);

test('every number of every price strategy can be moved a little, and brought back', () => {
  expect(numbers.length).toBeGreaterThan(50);
  for (const { of, given, usual } of numbers) {
    const scale = scaleOf(given, usual);
    const home = scale.place(usual);
    expect(home, of).toBeGreaterThanOrEqual(0);
    expect(home, of).toBeLessThanOrEqual(STEPS);
    expect(scale.value(home), of).toBe(usual);
    for (const at of [home - 1, home + 1].filter((one) => one >= 0 && one <= STEPS)) {
      const moved = scale.value(at);
      expect(moved, of).not.toBe(usual);
      expect(Math.abs(moved - usual), of).toBeLessThanOrEqual(Math.max(1, Math.abs(usual) / 4));
      expect(scale.place(moved), of).toBe(at);
    }
    for (let at = 0; at <= STEPS; at++) {
      expect(scale.value(at), of).toBeGreaterThanOrEqual(given.min);
      expect(scale.value(at), of).toBeLessThanOrEqual(given.max);
    }
  }
});

test('a margin of 400 goes from nothing to four times as much, by eights', () => {
  const scale = scaleOf({ min: 0, max: 1e9 }, 400);
  expect([0, 50, 51, STEPS].map((at) => scale.value(at))).toEqual([0, 400, 408, 1600]);
});
