/**
 * Which formula a stored column holds. Two of AgreeMate's columns have several: the analysis overwrote some files in place and
 * left others as they were run. A column that no formula explains was changed by hand or by another script.
 */
import type { Measures } from './measures.ts';
import { type StoredColumn, storedColumns } from './runs.ts';
import type { Measured } from './summary.ts';

export interface StoredColumnCheck {
  readonly column: StoredColumn;
  /** Rows that have a value. */
  readonly values: number;
  /** Every formula that gives all of them. */
  readonly formulas: readonly (keyof Measures)[];
  /** Where there is none: lines of the file at which the nearest formula gives something else. */
  readonly differs: readonly number[];
}

const FORMULAS: Readonly<Record<StoredColumn, readonly (keyof Measures)[]>> = {
  fairness: ['fairness'],
  bias: ['bias', 'bias_abs'],
  aggressiveness: ['aggressiveness'],
  dialogue_length: ['dialogue_length'],
  bias_cond_dialogue_length: ['bias_per_turn', 'bias_abs_per_turn'],
  rel_efficiency: ['rel_eff_signed', 'rel_eff_abs'],
  probing_ratio: ['probing_ratio'],
  concession_rate: ['concession_paper', 'concession_absN', 'concession_signedN'],
  rel_eff: ['rel_eff_signed', 'rel_eff_abs'],
};
const TOLERANCE = 1e-6;

export function storedColumnsOf(measured: Measured): StoredColumnCheck[] {
  return storedColumns.flatMap((column) => {
    const rows = measured.filter(({ run }) => run.stored[column] !== undefined);
    if (rows.length === 0) return [];
    const tried = FORMULAS[column].map((formula) => ({
      formula,
      differs: rows.filter(({ run, measures }) => !isSame(run.stored[column] as number, measures[formula])),
    }));
    const exact = tried.filter(({ differs }) => differs.length === 0);
    const nearest = tried.reduce((best, one) => (one.differs.length < best.differs.length ? one : best));
    const differs = nearest.differs.map(({ run }) => run.line);
    return [{ column, values: rows.length, formulas: exact.map(({ formula }) => formula), differs }];
  });
}

function isSame(stored: number, computed: number | undefined): boolean {
  return computed !== undefined && Math.abs(stored - computed) <= TOLERANCE * Math.max(1, Math.abs(computed));
}
