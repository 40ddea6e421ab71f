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

export function scoreBelief(asked: Asked, belief: Belief, truth: Truth): BeliefScore {
  if (asked.kind === 'number' && belief.kind === 'number' && typeof truth === 'number') {
    const { value, low, high } = belief;
    const error = Math.abs(value - truth) / (asked.high - asked.low);
    return { error, ...(low !== undefined && high !== undefined && { covered: low <= truth && truth <= high }) };
  }
  if (asked.kind === 'choice' && belief.kind === 'choice' && typeof truth === 'string') {
    const misses = asked.options.map((option) => (belief.chances[option] ?? 0) - Number(option === truth));
    return { brier: misses.reduce((sum, miss) => sum + miss * miss, 0) };
  }
  if (asked.kind === 'values' && belief.kind === 'values' && typeof truth === 'object') {
    const [mine, real] = [belief.values, truth].map((table) => asked.keys.map((key) => table[key] ?? 0));
    const [shares, trueShares] = [scaled(mine as number[]), scaled(real as number[])];
    const distance = shares.reduce((sum, share, i) => sum + Math.abs(share - (trueShares[i] as number)), 0);
    const rank = spearman(shares, trueShares);
    return { error: distance / shares.length, ...(rank !== undefined && { rank }) };
  }
  throw new RangeError(
    `a ${belief.kind} and the truth ${JSON.stringify(truth)} do not answer a question of a ${asked.kind}`,
  );
}

/** In proportions; all zero is as good as all equal. */
function scaled(values: readonly number[]): number[] {
  const sum = values.reduce((total, value) => total + value, 0);
  return values.map((value) => (sum > 0 ? value / sum : 1 / values.length));
}
