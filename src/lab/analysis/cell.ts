/**
 * What stands in a table: words, or a value. Values keep all their digits, what they rest on and what was decided; how they are
 * written is the same everywhere (show.ts), and report.json has them as they are.
 */
import type { Estimate, PairVerdict } from '../statistics/index.ts';

export type Cell = string | Value;

export type Value =
  | { readonly kind: 'number'; readonly value: number | undefined; readonly digits: number }
  | { readonly kind: 'count'; readonly value: number | undefined; readonly unit?: string }
  /** A part of one. */
  | { readonly kind: 'share'; readonly value: number | undefined }
  /** Exact: also what is below a thousandth, as a level of an early look is. */
  | { readonly kind: 'p'; readonly value: number | undefined; readonly exact?: true }
  | ({ readonly kind: 'estimate'; readonly digits: number } & EstimateValue)
  | { readonly kind: 'verdict'; readonly verdict: PairVerdict; readonly words: string }
  /** One game: its id, the seat that is looked at, and what that seat earned. */
  | { readonly kind: 'game'; readonly id: string; readonly seat: string; readonly value: number }
  /** A count out of another. */
  | { readonly kind: 'of'; readonly value: number; readonly of: number }
  /** A value with a second one in brackets. */
  | { readonly kind: 'beside'; readonly value: Value; readonly beside: Value }
  /** A value, and whether it reaches what was aimed at. */
  | { readonly kind: 'aimed'; readonly value: Value; readonly met: boolean };

/** The mean, its interval, and how many scenarios and games they rest on. Infinite ends: it has no interval. */
export type EstimateValue = Pick<Estimate, 'mean' | 'low' | 'high'> &
  Partial<Pick<Estimate, 'verdict' | 'clusters' | 'games'>>;

export const number = (value: number | undefined, digits = 3): Value => ({ kind: 'number', value, digits });

export const count = (value: number | undefined, unit?: string): Value => ({
  kind: 'count',
  value,
  ...(unit !== undefined && { unit }),
});

export const share = (value: number | undefined): Value => ({ kind: 'share', value });

export const p = (value: number | undefined): Value => ({ kind: 'p', value });

export const exactP = (value: number): Value => ({ kind: 'p', value, exact: true });

export function estimate({ mean, low, high, verdict, clusters, games }: EstimateValue, digits = 3): Value {
  return {
    kind: 'estimate',
    mean,
    low,
    high,
    ...(verdict !== undefined && { verdict }),
    ...(clusters !== undefined && { clusters }),
    ...(games !== undefined && { games }),
    digits,
  };
}

export const verdict = (decided: PairVerdict, words: string): Value => ({ kind: 'verdict', verdict: decided, words });

export const game = (id: string, seat: string, value: number): Value => ({ kind: 'game', id, seat, value });

export const outOf = (value: number, of: number): Value => ({ kind: 'of', value, of });

export const beside = (value: Value, other: Value): Value => ({ kind: 'beside', value, beside: other });

export const aimed = (value: Value, met: boolean): Value => ({ kind: 'aimed', value, met });
