/**
 * How a TERMS-Bench counterpart answers an offer: the chances and the price, without the draws. The counterpart plays by it, and
 * whoever models the counterpart reasons by it.
 *
 * Prices are in hundredths of the range throughout (`gain`, steps), as in the original, whose range is [0, 100].
 */
import type { Conduct } from '../../../domains/terms/families.ts';
import { clamp, exp } from '../../../math.ts';

/** What the other side's earlier offers come to: its last three steps, as shares of the range, toward this side. */
export interface Approach {
  /** Mean step. */
  readonly speed: number;
  /** Mean of the steps, those away counted as none. */
  readonly size: number;
  /** Whether the last step was less than a tenth. */
  readonly rigid: number;
}

const STILL: Approach = { speed: 0, size: 0, rigid: 0 };
const MOST_STEPS = 3;
const SMALL_STEP = 0.1;

/** Of the first `before` offers, all before the one that is answered. `toward`: 1 where a rising price comes this side's way, else -1. */
export function approachOf(
  offers: readonly number[],
  toward: 1 | -1,
  width: number,
  before: number = offers.length,
): Approach {
  const first = Math.max(1, before - MOST_STEPS);
  const count = before - first;
  if (count < 1) return STILL;
  let [speed, size, last] = [0, 0, 0];
  for (let i = first; i < before; i++) {
    last = (toward * ((offers[i] as number) - (offers[i - 1] as number))) / width;
    speed += last;
    size += Math.max(0, last);
  }
  return { speed: speed / count, size: size / count, rigid: Math.max(0, last) < SMALL_STEP ? 1 : 0 };
}

export function logistic(x: number): number {
  return 1 / (1 + exp(-x));
}

/** The log-odds of taking an offer that gains something, in round k of n. */
export function acceptanceOdds(
  gain: number,
  round: number,
  rounds: number,
  urgency: number,
  conduct: Conduct,
  stance: number,
  { speed, rigid }: Approach,
): number {
  return (
    6 * gain +
    urgency -
    2 * (1 - Math.sqrt(Math.min(1, round / rounds))) +
    (conduct.pace[stance] as number) * speed +
    (conduct.rigid[stance] as number) * rigid
  );
}

/** The chance to leave over an offer that loses something; none in the first half of the game. */
export function walkChance(gain: number, round: number, rounds: number): number {
  const from = rounds / 2;
  if (round < from || gain >= 0) return 0;
  return logistic(-4.5 - 30 * gain + 1.5 * Math.min(1, (round - from) / from));
}

/** Share of the way to its reservation that it goes. */
export function concessionPace(urgency: number, conduct: Conduct, stance: number, size: number): number {
  return clamp(0.12 + 0.28 * urgency - (conduct.answers[stance] as number) * size + 0.1 * (1 - stance), 0, 1);
}
