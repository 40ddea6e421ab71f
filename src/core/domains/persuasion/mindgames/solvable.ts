/**
 * All solvable games, by exact enumeration: 76,728 over table, hidden set, target and persuader with A strictly best.
 *
 * What counts of a cell is its product, coefficient times effect. So one search over products serves all targets whose coefficients
 * vanish in the same columns: 8 without a zero, and 12 with one, where a column of the table is free. (With two zeros or three no
 * game is solvable.) A base is a table of products with a hidden set; a game is a base, a target, a free column and a
 * persuader. Made when first asked for, in a fraction of a second.
 */
import { CELLS, type Effect, SIZE, strictBest } from './mind.ts';
import { A, B, C, type Payoff } from './payoff.ts';

const EFFECTS: readonly Effect[] = [-1, 0, 1];
/** The 27 rows of three. */
export const VECTORS: readonly (readonly Effect[])[] = EFFECTS.flatMap((x) =>
  EFFECTS.flatMap((y) => EFFECTS.map((z): readonly Effect[] => [x, y, z])),
);

/** Products as digits in base 3 and hidden cells as bits, row by row. */
interface Base {
  readonly products: readonly number[];
  readonly hidden: number;
}

/** The hidden sets that make products solvable, by the products in the columns that count. */
let bases: ReadonlyMap<string, readonly Base[]> | undefined;
let found: readonly Found[] | undefined;

/** Games that differ in nothing but their persuader. */
interface Found {
  readonly base: Base;
  readonly target: readonly Effect[];
  readonly utilities: readonly Effect[];
  readonly persuaders: readonly (readonly Effect[])[];
  /** How many games come before these. */
  readonly before: number;
}

/** How many there are. */
export function solvableGames(): number {
  const last = allFound().at(-1) as Found;
  return last.before + last.persuaders.length;
}

/** One of them, by its number. */
export function solvableGame(index: number): Payoff {
  const all = allFound();
  if (!Number.isInteger(index) || index < 0 || index >= solvableGames())
    throw new RangeError(`there are ${solvableGames()} solvable games, numbered from 0, got ${index}`);
  let [low, high] = [0, all.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((all[middle] as Found).before <= index) low = middle;
    else high = middle - 1;
  }
  const { base, target, utilities, persuaders, before } = all[low] as Found;
  return {
    utilities: rows(utilities),
    hidden: rows(Array.from({ length: CELLS }, (_, cell) => ((base.hidden >> cell) & 1) === 1)),
    target,
    persuader: persuaders[index - before] as readonly Effect[],
  };
}

/** The hidden sets, as bits row by row, that make this table solvable with this target. */
export function solvableSets(utilities: readonly Effect[], target: readonly Effect[]): number[] {
  const products = utilities.map((effect, cell) => effect * (target[cell % SIZE] as number));
  return (allBases().get(keyOf(products, target)) ?? []).map(({ hidden }) => hidden);
}

export function rows<T>(cells: readonly T[]): T[][] {
  return Array.from({ length: SIZE }, (_, p) => cells.slice(p * SIZE, (p + 1) * SIZE));
}

/** A zero in a column that counts is not a column that does not. */
function keyOf(products: readonly number[], target: readonly number[]): string {
  return `${columns(target)}:${products.map((product) => product + 0).join()}`;
}

const columns = (target: readonly number[]): string =>
  target.map((coefficient) => (coefficient === 0 ? 0 : 1)).join('');

function allBases(): ReadonlyMap<string, readonly Base[]> {
  if (bases) return bases;
  const made = new Map<string, Base[]>();
  for (const shown of [
    [1, 1, 1],
    [0, 1, 1],
    [1, 0, 1],
    [1, 1, 0],
  ])
    for (const base of basesOf(shown)) {
      const key = keyOf(base.products, shown);
      const known = made.get(key);
      if (known) known.push(base);
      else made.set(key, [base]);
    }
  bases = made;
  return made;
}

/** Tables of products, zero outside the columns that count, with each set of four hidden cells that makes them solvable. */
function* basesOf(shown: readonly number[]): Generator<Base> {
  const cells = CELL_NUMBERS.filter((cell) => shown[cell % SIZE]);
  const sets = setsOfFour(cells);
  const products = new Int8Array(CELLS);
  const [full, start] = [new Int8Array(SIZE), new Int8Array(SIZE)];
  const tables = cells.reduce((count) => 3 * count, 1);
  for (let code = 0; code < tables; code++) {
    let [rest, neutral] = [code, 0];
    full.fill(0);
    for (const cell of cells) {
      const product = (rest % 3) - 1;
      products[cell] = product;
      full[row(cell)] = (full[row(cell)] as number) + product;
      if (product === 0) neutral |= 1 << cell;
      rest = Math.floor(rest / 3);
    }
    if (strictBest(full) !== B) continue;
    for (const { mask, set } of sets) {
      // A hidden cell that is neutral changes nothing: the game would be solvable with fewer than four, and there is none.
      if ((mask & neutral) !== 0) continue;
      start.set(full);
      for (const cell of set) start[row(cell)] = (start[row(cell)] as number) - (products[cell] as number);
      if (strictBest(start) !== C) continue;
      // Told at its best for A: what helps A and hurts the others, and nothing else.
      for (const cell of set) {
        const product = products[cell] as number;
        if (row(cell) === A ? product > 0 : product < 0) start[row(cell)] = (start[row(cell)] as number) + product;
      }
      if (strictBest(start) === A) yield { products: [...products], hidden: mask };
    }
  }
}

function allFound(): readonly Found[] {
  if (found) return found;
  const made: Found[] = [];
  let before = 0;
  const add = (base: Base, target: readonly Effect[], utilities: readonly Effect[]) => {
    const persuaders = persuadersOf(utilities);
    if (persuaders.length > 0) made.push({ base, target, utilities, persuaders, before });
    before += persuaders.length;
  };
  const all = [...allBases().entries()];
  for (const target of VECTORS) {
    const shown = columns(target);
    for (const [key, list] of all)
      if (key.startsWith(shown))
        for (const base of list) for (const table of tablesOf(base, target)) add(base, target, table);
  }
  found = made;
  return made;
}

/** The tables with these products: one, or one for each way to fill the column that does not count. */
function tablesOf({ products }: Base, target: readonly Effect[]): Effect[][] {
  const free = target.indexOf(0);
  const fill = (column: readonly Effect[]) =>
    products.map((product, cell): Effect => {
      const coefficient = target[cell % SIZE] as Effect;
      return coefficient === 0 ? (column[row(cell)] as Effect) : ((product * coefficient + 0) as Effect);
    });
  return free < 0 ? [fill([])] : VECTORS.map(fill);
}

const persuaderLists = new Map<string, (readonly Effect[])[]>();

/** The coefficients with which A is strictly the best of a table. */
export function persuadersOf(utilities: readonly Effect[]): (readonly Effect[])[] {
  const key = utilities.join();
  const known = persuaderLists.get(key);
  if (known) return known;
  const values = new Int8Array(SIZE);
  const list = VECTORS.filter((vector) => {
    values.fill(0);
    for (let cell = 0; cell < CELLS; cell++)
      values[row(cell)] = (values[row(cell)] as number) + (vector[cell % SIZE] as number) * (utilities[cell] as number);
    return strictBest(values) === A;
  });
  persuaderLists.set(key, list);
  return list;
}

const CELL_NUMBERS = Array.from({ length: CELLS }, (_, cell) => cell);
const row = (cell: number): number => Math.floor(cell / SIZE);
const bits = (cells: readonly number[]): number => cells.reduce((mask, cell) => mask | (1 << cell), 0);

function setsOfFour(cells: readonly number[]): { mask: number; set: number[] }[] {
  const sets = Array.from({ length: 1 << cells.length }, (_, chosen) => cells.filter((_cell, i) => (chosen >> i) & 1));
  return sets.filter(({ length }) => length === 4).map((set) => ({ mask: bits(set), set }));
}
