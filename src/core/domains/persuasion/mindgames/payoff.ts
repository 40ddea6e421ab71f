/**
 * A payoff: the numbers of a game, in the fixed roles A (the persuader's best), B (the target's under full information), C (its
 * choice at the start), and what class of game they make.
 *
 *   solution     start C, all known B, and some hidden cells, told without the others, make it A
 *   can-win      start C, all known A
 *   never-win    start C, all known B, and nothing makes it A
 *   always-win   A at the start and whatever is told
 */
import { CELLS, type Effect, type Mind, SIZE, strictBest, type Table, told, valuesOf } from './mind.ts';

export const classes = ['solution', 'can-win', 'never-win', 'always-win'] as const;
export type PayoffClass = (typeof classes)[number];

export interface Payoff {
  readonly utilities: Table<Effect>;
  /** true: the target does not know the cell at the start. */
  readonly hidden: Table<boolean>;
  readonly target: readonly Effect[];
  readonly persuader: readonly Effect[];
}

export const [A, B, C] = [0, 1, 2] as const;

/** The mind of the target at the start, or with all cells known. */
export function mindOf({ utilities, hidden, target }: Payoff, all = false): Mind {
  const known = utilities.map((row, p) => row.map((effect, a) => (!all && hidden[p]?.[a] ? null : effect)));
  return { coefficients: target, known };
}

/** The hidden cells as numbers from 0 to 8, row by row. */
export function hiddenCells({ hidden }: Payoff): number[] {
  return Array.from({ length: CELLS }, (_, cell) => cell).filter(
    (cell) => hidden[Math.floor(cell / SIZE)]?.[cell % SIZE],
  );
}

/** The values of the proposals after these cells were told. */
export function valuesAfter(payoff: Payoff, cells: readonly number[]): number[] {
  const disclosed = cells.map((cell) => {
    const [proposal, attribute] = [Math.floor(cell / SIZE), cell % SIZE];
    return { proposal, attribute, effect: payoff.utilities[proposal]?.[attribute] as Effect };
  });
  return valuesOf(told(mindOf(payoff), disclosed));
}

/** Every set of the items, the empty one first. */
function subsetsOf<T>(items: readonly T[]): T[][] {
  return Array.from({ length: 1 << items.length }, (_, mask) => items.filter((_item, i) => (mask >> i) & 1));
}

/** The sets of hidden cells that make the target choose A when they are told at once: strictly best, or kept on a tie. */
export function winningSubsets(payoff: Payoff): number[][] {
  const start = strictBest(valuesOf(mindOf(payoff)));
  return subsetsOf(hiddenCells(payoff)).filter((cells) => (strictBest(valuesAfter(payoff, cells)) ?? start) === A);
}

/** Undefined where the numbers are of no class: a tie where a class asks for a strict choice, or other roles. */
export function classOf(payoff: Payoff): PayoffClass | undefined {
  if (strictBest(valuesOf({ coefficients: payoff.persuader, known: payoff.utilities })) !== A) return undefined;
  const start = strictBest(valuesOf(mindOf(payoff)));
  const full = strictBest(valuesOf(mindOf(payoff, true)));
  if (start === C && full === A) return 'can-win';
  if (start === C && full === B) return winningSubsets(payoff).length > 0 ? 'solution' : 'never-win';
  if (start !== A || full !== A) return undefined;
  return winningSubsets(payoff).length === 1 << hiddenCells(payoff).length ? 'always-win' : undefined;
}
