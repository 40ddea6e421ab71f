/**
 * Tells from play: what the offers themselves give away, whatever is said.
 *
 * rounding: a round price is one people reach for (55, 185, 1250), a precise one looks calculated. concession pattern: how the
 * steps toward us are spread over the game; the four names are BazaarBATNA's, the tests for them our own, since
 * there they were drawn from the seller's type. Speed needs a clock, which no view has: only the faithful bazaar seller says it.
 */

export type Rounding = 'round' | 'precise';
export type Speed = 'instant' | 'normal' | 'deliberate';
export type ConcessionPattern = 'steady' | 'erratic' | 'front_loaded' | 'stalling';

/** A step smaller than this share of the opening ask is none: BazaarBATNA's 1.0 on an opening of 60. */
const STILL = 1 / 60;

/** Round to the second digit or half of it: 7, 55, 185, 1250, 36000. */
export function roundingOf(price: number): Rounding {
  const digits = Math.max(1, String(Math.floor(Math.abs(price))).length);
  const step = digits === 1 ? 1 : 5 * 10 ** Math.max(0, digits - 3);
  return Math.abs(price / step - Math.round(price / step)) < 1e-9 ? 'round' : 'precise';
}

/**
 * How one side concedes, from its prices in order; undefined before the second. stalling: the last step is none; erratic: a step
 * back; front_loaded: the first step is more than twice the mean of the rest; steady: anything else.
 */
export function concessionPattern(prices: readonly number[], seat: 'buyer' | 'seller'): ConcessionPattern | undefined {
  const opening = prices[0];
  if (opening === undefined || prices.length < 2) return undefined;
  const toward = seat === 'seller' ? -1 : 1;
  const steps = prices.slice(1).map((price, i) => toward * (price - (prices[i] as number)));
  const still = STILL * Math.abs(opening);
  const last = steps.at(-1) as number;
  if (steps.some((step) => step <= -still)) return 'erratic';
  if (Math.abs(last) < still) return 'stalling';
  const [first = 0, ...rest] = steps;
  const mean = rest.reduce((sum, step) => sum + step, 0) / rest.length;
  return rest.length > 0 && first > 2 * mean ? 'front_loaded' : 'steady';
}
