/**
 * Whether a running paired experiment may stop now: group-sequential, with the total error kept at alpha.
 *
 * Why not a confidence sequence: an experiment has a planned number of scenarios, and against a plan alpha spending costs
 * almost nothing (the last of five looks tests at .042 instead of .05), while the anytime-valid interval of Robbins' mixture,
 * tuned to the last look, is there 1.55 times as wide as the normal one. The z bounds are turned into levels for Student's t
 * (Jennison and Turnbull 2000: the significance-level approach), since the spread is estimated from few scenarios.
 */
import { mean } from '../../core/index.ts';
import { alphaSpent, spendingBounds } from './alpha-spending.ts';
import { normalTail } from './normal.ts';
import { studentTail } from './student.ts';

export interface Look {
  /** `different`: stop. `continue`: play on. `undecided`: the plan is played out. */
  readonly decision: 'different' | 'continue' | 'undecided';
  /** Two-sided, of Student's t on the scenario differences. */
  readonly p: number;
  /** What p is held against at this look. */
  readonly level: number;
  /** Error spent so far, this look included. */
  readonly spent: number;
}

/**
 * A function of the data and the looks alone, so that a resumed run decides alike.
 * `looks`: the number of scenarios played at every look so far, the present one last. Scenarios in which either side has no
 * value are missing among the differences; they are missing alike at every look, so the fractions stay those of the plan.
 */
export function sequentialLook(
  differences: readonly number[],
  { planned, looks, alpha = 0.05 }: { planned: number; looks: readonly number[]; alpha?: number },
): Look {
  const count = looks.at(-1) ?? 0;
  if (differences.length > count) {
    throw new RangeError(`the last look is at ${count} scenarios, but there are ${differences.length} differences`);
  }
  if (count < 2) throw new RangeError(`a look needs at least 2 scenarios, got ${count}`);
  // A plan that is overrun has spent all its error: later looks could only add to it.
  const fractions = looks.map((look) => look / planned);
  if (fractions.some((fraction) => fraction > 1)) {
    throw new RangeError(`got a look at ${count} of ${planned} planned scenarios, expected none past the plan`);
  }
  const level = levelAt(fractions, alpha);
  const p = studentP(differences);
  const decision = p <= level ? 'different' : count === planned ? 'undecided' : 'continue';
  return { decision, p, level, spent: alphaSpent(count / planned, alpha) };
}

/** Kept, since the integration takes tens of milliseconds and a table asks for the same looks at every pair of agents. */
const levels = new Map<string, number>();

function levelAt(fractions: readonly number[], alpha: number): number {
  const key = [alpha, ...fractions].join(' ');
  const level = levels.get(key) ?? 2 * normalTail(spendingBounds(fractions, alpha).at(-1) as number);
  levels.set(key, level);
  return level;
}

function studentP(differences: readonly number[]): number {
  const count = differences.length;
  if (count < 2) return 1;
  const seen = mean(differences);
  const squares = differences.reduce((sum, d) => sum + (d - seen) * (d - seen), 0);
  const error = Math.sqrt(squares / (count - 1) / count);
  // All alike: without spread Student's t says nothing, and nothing is declared.
  return error <= 1e-12 * Math.abs(seen) ? 1 : 2 * studentTail(Math.abs(seen) / error, count - 1);
}
