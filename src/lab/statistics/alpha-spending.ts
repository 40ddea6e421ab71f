/**
 * Bounds for looking at an experiment while it runs, without raising the chance of a false claim.
 *
 * Lan and DeMets 1983: the error spent by the time a fraction t of the plan is done is 4 (1 - Phi(z_{alpha/4} / sqrt t)), which
 * is close to O'Brien and Fleming's design: strict early, nearly the plain test at the end. The looks need not be planned.
 * The bounds come from the recursive integration of Armitage, McPherson and Rowe 1969.
 */
import { normalDensity, normalQuantile, normalTail } from './normal.ts';

/** Two-sided error spent when this fraction of the planned scenarios is in. */
export function alphaSpent(fraction: number, alpha: number): number {
  return fraction <= 0 ? 0 : 4 * normalTail(normalQuantile(1 - alpha / 4) / Math.sqrt(Math.min(1, fraction)));
}

/** An even number, for Simpson's rule. */
const INTERVALS = 200;

/** The bound on |z| at each look, given the fractions of the plan done at the looks, in rising order. */
export function spendingBounds(fractions: readonly number[], alpha = 0.05): number[] {
  const bounds: number[] = [];
  let previous = { fraction: 0, spent: 0, half: 0, density: new Float64Array() };
  for (const fraction of fractions) {
    if (!(fraction > previous.fraction && fraction <= 1)) {
      throw new RangeError(`looks are rising fractions of the plan up to 1, got ${fractions.join(', ')}`);
    }
    const spent = alphaSpent(fraction, alpha);
    const spread = Math.sqrt(fraction - previous.fraction);
    const outside = (half: number) => leaves(previous, half, spread);
    const half = bisect(outside, spent - previous.spent, Math.sqrt(fraction));
    const density = Float64Array.from({ length: INTERVALS + 1 }, (_, i) => {
      const s = -half + (2 * half * i) / INTERVALS;
      return previous.fraction === 0
        ? normalDensity(s / spread) / spread
        : integrate(previous, (u) => normalDensity((s - u) / spread) / spread);
    });
    previous = { fraction, spent, half, density };
    bounds.push(half / Math.sqrt(fraction));
  }
  return bounds;
}

interface Inside {
  readonly fraction: number;
  /** The walk is still within plus and minus this, */
  readonly half: number;
  /** with this density over evenly spaced points. */
  readonly density: Float64Array;
}

/** The chance that the walk, still inside before, is outside plus and minus `half` now. */
function leaves(before: Inside, half: number, spread: number): number {
  if (before.fraction === 0) return 2 * normalTail(half / spread);
  // The density is symmetric, so both ends are left alike.
  return 2 * integrate(before, (u) => normalTail((half - u) / spread));
}

function integrate({ half, density }: Inside, weight: (u: number) => number): number {
  const step = (2 * half) / INTERVALS;
  let sum = 0;
  for (let i = 0; i <= INTERVALS; i++) {
    const simpson = i === 0 || i === INTERVALS ? 1 : i % 2 === 1 ? 4 : 2;
    sum += simpson * (density[i] as number) * weight(-half + i * step);
  }
  return (sum * step) / 3;
}

/** The half-width that the walk leaves with this chance: the chance falls as the half-width grows. */
function bisect(chance: (half: number) => number, target: number, unit: number): number {
  let [low, high] = [0, 38 * unit];
  for (let i = 0; i < 45; i++) {
    const middle = (low + high) / 2;
    if (chance(middle) > target) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
