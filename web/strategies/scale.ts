/** From the hand to the value of an option and back. */
import type { Option } from '../../src/core/index.ts';

export type NumberOption = Extract<Option, { kind: 'number' }>;

export const STEPS = 200;
/** Bounds so far apart that equal steps would leave no room for the small values. */
const FAR = 500;
/** A bound that is so many times the usual value is there against slips, and no place to go to. */
const NOWHERE = 10_000;
/** How far it goes then: so many times the usual value, or so far where that is nothing. */
const [TIMES, ROOM] = [4, 100];

/** By factors where the bounds are far apart. The usual value has a place of its own, so that there is a way back to it. */
export function scaleOf({ min, max }: Pick<NumberOption, 'min' | 'max'>, usual: number) {
  const isBound = max <= NOWHERE * Math.max(1, Math.abs(usual));
  const [low, high] = [min, isBound ? max : min + (TIMES * Math.abs(usual - min) || ROOM)];
  const byFactor = low > 0 && high / low > FAR;
  const whole = Number.isInteger(usual) && high - low >= STEPS && !byFactor;
  const place = (value: number) =>
    Math.round(STEPS * (byFactor ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low)));
  return {
    place,
    value(at: number) {
      if (at === place(usual)) return usual;
      const share = at / STEPS;
      const exact = byFactor ? low * (high / low) ** share : low + share * (high - low);
      return whole ? Math.round(exact) : Math.min(high, Math.max(low, Number(exact.toPrecision(3))));
    },
  };
}
