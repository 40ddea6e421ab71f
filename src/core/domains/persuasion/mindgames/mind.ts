/**
 * The target's mind: coefficients, the cells it knows, and arithmetic (Moore et al. 2025, MindGames).
 *
 * The value of a proposal is the sum of coefficient times effect over the cells that are known; an unknown cell counts 0. It chooses
 * the strict maximum. On a tie at the top it keeps its last choice, even where that one is not among the tied. When the last choice
 * was made is the tie rule:
 *
 *   end      at the start, and where talk is typed whenever it is asked for its ranking
 *   sticky   after every message
 */
export type Effect = -1 | 0 | 1;
/** Proposals by attributes, three of each. */
export type Table<T> = readonly (readonly T[])[];

export const SIZE = 3;
export const CELLS = SIZE * SIZE;

export interface Mind {
  readonly coefficients: readonly Effect[];
  /** null where it knows nothing. */
  readonly known: Table<Effect | null>;
}

interface Cell {
  readonly proposal: number;
  readonly attribute: number;
}

/** A message by numbers: what is disclosed, and what is asked. */
export interface Heard {
  readonly disclosed: readonly (Cell & { readonly effect: Effect })[];
  readonly ranking: boolean;
}

export type TieRule = 'end' | 'sticky';
export const tieRules: readonly TieRule[] = ['end', 'sticky'];

export function valuesOf({ coefficients, known }: Mind): number[] {
  return known.map((row) =>
    row.reduce<number>((sum, effect, a) => sum + (coefficients[a] as number) * (effect ?? 0), 0),
  );
}

/** The index of the strict maximum of three, from `at` on; undefined on a tie at the top. */
export function strictBest(values: ArrayLike<number>, at = 0): number | undefined {
  const a = values[at] as number;
  const b = values[at + 1] as number;
  const c = values[at + 2] as number;
  if (a > b && a > c) return 0;
  if (b > a && b > c) return 1;
  return c > a && c > b ? 2 : undefined;
}

/** The same mind after it was told cells. */
export function told(mind: Mind, cells: Heard['disclosed']): Mind {
  if (cells.length === 0) return mind;
  const known = mind.known.map((row) => [...row]);
  for (const { proposal, attribute, effect } of cells) (known[proposal] as (Effect | null)[])[attribute] = effect;
  return { ...mind, known };
}

export interface Swayed {
  readonly mind: Mind;
  /** What it would choose now. */
  readonly choice: number;
  /** What it chose last, by the tie rule. */
  readonly last: number;
}

/** The mind after these messages. A mind that is torn at the start is taken to lean to the first of the tied. */
export function swayed(start: Mind, messages: readonly Heard[], tieRule: TieRule, typed: boolean): Swayed {
  let mind = start;
  const values = valuesOf(mind);
  let last = strictBest(values) ?? values.indexOf(Math.max(...values));
  let choice = last;
  for (const { disclosed, ranking } of messages) {
    mind = told(mind, disclosed);
    choice = strictBest(valuesOf(mind)) ?? last;
    if (tieRule === 'sticky' || (typed && ranking)) last = choice;
  }
  return { mind, choice, last };
}
