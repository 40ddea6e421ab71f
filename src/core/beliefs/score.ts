/** Beliefs against the truth. */
import { spearman } from '../theory/accuracy.ts';
import type { Asked, Belief, Truth } from './belief.ts';

/** Each where the kind of question has it; smaller is better, but for `rank`. */
export interface BeliefScore {
  /** Of a number: its distance from the truth / the range asked about. Of values: the mean distance, both scaled to add up to 1. */
  readonly error?: number;
  /** Whether the truth lay between the stated ends. */
  readonly covered?: boolean;
  /** Sum over the options of (chance - what is)^2 (Brier 1950): 0 is certain and right, 2 is certain and wrong. */
  readonly brier?: number;
  /** Spearman's correlation with the true values; left out where either side is constant. */
  readonly rank?: number;
}

/** Nothing where the truth is no answer to the question, or the question has no room for an error. */
export function scoreBelief(asked: Asked, belief: Belief, truth: Truth): BeliefScore {
  if (belief.kind !== asked.kind)
    throw new RangeError(`a belief of kind ${belief.kind} does not answer a question of kind ${asked.kind}`);
  if (asked.kind === 'number' && belief.kind === 'number' && isNumber(truth)) return numberScore(asked, belief, truth);
  if (asked.kind === 'choice' && belief.kind === 'choice' && asked.options.includes(truth as string)) {
    const misses = asked.options.map((option) => (belief.chances[option] ?? 0) - Number(option === truth));
    return { brier: misses.reduce((sum, miss) => sum + miss * miss, 0) };
  }
  if (asked.kind === 'values' && belief.kind === 'values' && asked.keys.length > 0 && isValues(truth, asked.keys)) {
    const [mine, real] = [belief.values, truth].map((table) => asked.keys.map((key) => table[key] ?? 0));
    const [shares, trueShares] = [scaled(mine as number[]), scaled(real as number[])];
    const distance = shares.reduce((sum, share, i) => sum + Math.abs(share - (trueShares[i] as number)), 0);
    const rank = spearman(shares, trueShares);
    return { error: distance / shares.length, ...(rank !== undefined && { rank }) };
  }
  return {};
}

/** All of it within the range asked about, so that the error is at most 1. */
function numberScore(
  asked: Asked & { kind: 'number' },
  belief: Belief & { kind: 'number' },
  truth: number,
): BeliefScore {
  // Halved, since the distance of two large numbers may be larger than any number.
  const within = (one: number): number => Math.min(asked.high, Math.max(asked.low, one)) / 2;
  const range = asked.high / 2 - asked.low / 2;
  const [value, real] = [within(belief.value), within(truth)];
  const { low, high } = belief;
  if (!(range > 0 && Number.isFinite(range))) return {};
  return {
    error: Math.abs(value - real) / range,
    ...(low !== undefined && high !== undefined && { covered: within(low) <= real && real <= within(high) }),
  };
}

/** In proportions; all zero is as good as all equal. */
function scaled(values: readonly number[]): number[] {
  // By the largest first: large values added up would be larger than any number.
  const most = Math.max(...values);
  if (!(most > 0)) return values.map(() => 1 / values.length);
  const parts = values.map((value) => value / most);
  const sum = parts.reduce((total, part) => total + part, 0);
  return parts.map((part) => part / sum);
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** A value from 0 for each key that is there. */
function isValues(truth: Truth, keys: readonly string[]): truth is Readonly<Record<string, number>> {
  if (typeof truth !== 'object' || truth === null) return false;
  return keys.every((key) => {
    const value = truth[key] ?? 0;
    return isNumber(value) && value >= 0;
  });
}
