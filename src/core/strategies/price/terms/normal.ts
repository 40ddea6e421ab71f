/** The normal distribution as tables with straight lines between: planning asks for it a million times a game. */
import { exp } from '../../../math.ts';

const REACH = 8;
const STEPS = 2048;
const AT = STEPS / REACH;

/** Integrated by Simpson's rule from -8, where nothing is left. */
const cumulative = new Float64Array(2 * STEPS + 2);
const partial = new Float64Array(2 * STEPS + 2);
const odds = new Float64Array(2 * STEPS + 2);
const bell = new Float64Array(2 * STEPS + 2);
for (let i = 1; i <= 2 * STEPS; i++) {
  const [a, b] = [(i - 1) / AT - REACH, i / AT - REACH];
  const area = (bellAt(a) + 4 * bellAt((a + b) / 2) + bellAt(b)) / (6 * AT);
  cumulative[i] = (cumulative[i - 1] as number) + area;
}
for (let i = 0; i <= 2 * STEPS; i++) {
  const x = i / AT - REACH;
  bell[i] = bellAt(x);
  partial[i] = x * (cumulative[i] as number) + bellAt(x);
  odds[i] = 1 / (1 + exp(-x));
}
for (const table of [cumulative, partial, odds, bell]) table[2 * STEPS + 1] = table[2 * STEPS] as number;

function bellAt(x: number): number {
  return 0.3989422804014327 * exp(-0.5 * x * x);
}

export function density(x: number): number {
  return x <= -REACH || x >= REACH ? 0 : between(bell, x);
}

/** The chance of less than x. */
export function below(x: number): number {
  return x <= -REACH ? 0 : x >= REACH ? 1 : between(cumulative, x);
}

/** The expectation of max(0, x + a standard normal). */
export function expectedAbove(x: number): number {
  return x <= -REACH ? 0 : x >= REACH ? x : between(partial, x);
}

/** 1 / (1 + e^-x). */
export function chance(x: number): number {
  return x <= -REACH ? exp(x) : x >= REACH ? 1 - exp(-x) : between(odds, x);
}

function between(table: Float64Array, x: number): number {
  const place = (x + REACH) * AT;
  const left = place | 0;
  const here = table[left] as number;
  return here + (place - left) * ((table[left + 1] as number) - here);
}
