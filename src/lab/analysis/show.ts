/** Numbers as they stand in a report. "–": does not apply, or these games cannot say. */
import type { Estimate } from '../statistics/index.ts';

export const NONE = '–';

export function number(value: number | undefined, digits = 3): string {
  if (value === undefined || !Number.isFinite(value)) return NONE;
  const text = value.toFixed(digits);
  return Number(text) === 0 ? text.replace('-', '') : text.replace('-', '−');
}

export function percent(value: number | undefined): string {
  return value === undefined || !Number.isFinite(value) ? NONE : `${(100 * value).toFixed(1)} %`;
}

/** The mean and its interval; "too few" where there are not enough scenarios for one. */
export function estimate(
  { mean, low, high, verdict }: Pick<Estimate, 'mean' | 'low' | 'high'> & Partial<Pick<Estimate, 'verdict'>>,
  digits = 3,
): string {
  if (mean === undefined) return NONE;
  const known = Number.isFinite(low) && Number.isFinite(high);
  if (known) return `${number(mean, digits)} [${number(low, digits)}, ${number(high, digits)}]`;
  return verdict === 'too few' ? `${number(mean, digits)} (too few)` : number(mean, digits);
}

export function grouped(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',');
}

export function pValue(p: number | undefined): string {
  return p === undefined ? NONE : p < 0.001 ? '< .001' : p.toFixed(3).replace(/^0/, '');
}
