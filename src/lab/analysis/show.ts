/** Values as they are written, in every table and sentence. "–": does not apply, or these games cannot say. */

import type { Cell, EstimateValue, Value } from './cell.ts';

export const NONE = '–';

export function show(cell: Cell): string {
  if (typeof cell === 'string') return cell;
  switch (cell.kind) {
    case 'number':
      return number(cell.value, cell.digits);
    case 'count':
      return cell.value === undefined ? NONE : `${grouped(cell.value)}${cell.unit ? ` ${cell.unit}` : ''}`;
    case 'share':
      return percent(cell.value);
    case 'p':
      return cell.exact && cell.value !== undefined ? exactP(cell.value) : pValue(cell.value);
    case 'estimate':
      return estimate(cell, cell.digits);
    case 'verdict':
      return cell.words;
    case 'game':
      return `#${cell.id.slice(0, 8)} ${cell.seat} ${cell.value.toFixed(2)}`;
    case 'of':
      return `${grouped(cell.value)} of ${grouped(cell.of)}`;
    case 'beside':
      return `${show(cell.value)} (${show(cell.beside)})`;
    case 'aimed':
      return isNone(cell.value) ? NONE : `${show(cell.value)} ${cell.met ? '✓' : '✗'}`;
    default:
      return cell satisfies never;
  }
}

const isNone = (value: Value) => show(value) === NONE;

export function number(value: number | undefined, digits = 3): string {
  if (value === undefined || !Number.isFinite(value)) return NONE;
  const text = value.toFixed(digits);
  return Number(text) === 0 ? text.replace('-', '') : text.replace('-', '−');
}

function percent(value: number | undefined): string {
  return value === undefined || !Number.isFinite(value) ? NONE : `${(100 * value).toFixed(1)} %`;
}

/** The mean and its interval; "too few" where there are not enough scenarios for one. */
export function estimate({ mean, low, high, verdict }: EstimateValue, digits = 3): string {
  if (mean === undefined) return NONE;
  const known = Number.isFinite(low) && Number.isFinite(high);
  if (known) return `${number(mean, digits)} [${number(low, digits)}, ${number(high, digits)}]`;
  return verdict === 'too few' ? `${number(mean, digits)} (too few)` : number(mean, digits);
}

export function grouped(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** 1 game, 2 games, 1,000 games. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** Levels of early looks are far below a thousandth, and so must p be. */
export function exactP(p: number): string {
  return p >= 0.001 ? pValue(p) : p.toExponential(1);
}

export function pValue(p: number | undefined): string {
  return p === undefined ? NONE : p < 0.001 ? '< .001' : p.toFixed(3).replace(/^0/, '');
}
