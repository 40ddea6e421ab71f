/**
 * The best set of cells to tell at once, over the minds that are possible: the one after which most of them would choose the goal.
 * Of several as good the smallest, then the first.
 */
import { CELLS, type Mind, SIZE, strictBest, valuesOf } from './mind.ts';
import { type Message, type MindgamesFacts, type PersuaderSecret, swayedBy } from './mindgames.ts';

export interface BestSet {
  /** Cells from 0 to 8, row by row. */
  readonly cells: readonly number[];
  /** The share of the minds that would choose the goal. */
  readonly chance: number;
}

/** `most`: how many cells at once; all nine unless told. */
export function bestSet(
  { public: facts, own }: { public: MindgamesFacts; own: PersuaderSecret },
  minds: readonly Mind[],
  messages: readonly Message[],
  most = CELLS,
): BestSet {
  const goal = facts.proposals.indexOf(own.goal);
  const told = new Set(
    messages.flatMap(({ disclose }) =>
      disclose.map(
        ({ proposal, attribute }) => facts.proposals.indexOf(proposal) * SIZE + facts.attributes.indexOf(attribute),
      ),
    ),
  );
  const open = Array.from({ length: CELLS }, (_, cell) => cell).filter((cell) => !told.has(cell));
  const sets = 1 << open.length;
  const values = new Int8Array(SIZE * sets);
  const products = new Int8Array(open.length);
  // What a set does to a mind depends only on the cells of it that count for the mind and are hidden from it: minds are counted by these.
  const wonBy = new Map<number, Float64Array>();
  for (const start of minds) {
    const { mind, last } = swayedBy(facts, start, messages);
    let hidden = 0;
    for (const [i, cell] of open.entries()) {
      const [row, attribute] = [Math.floor(cell / SIZE), cell % SIZE];
      products[i] = (mind.coefficients[attribute] as number) * (own.table[row]?.[attribute] as number);
      if (products[i] !== 0 && mind.known[row]?.[attribute] === null) hidden |= 1 << i;
    }
    values.set(valuesOf(mind));
    const won = wonBy.get(hidden) ?? new Float64Array(sets);
    wonBy.set(hidden, won);
    let set = 0;
    do {
      if (set > 0) addLowest(values, set, products, open);
      if ((strictBest(values, SIZE * set) ?? last) === goal) won[set] = (won[set] as number) + 1;
      // The next set of hidden cells, upwards.
      set = (set - hidden) & hidden;
    } while (set !== 0);
  }
  const wins = new Float64Array(sets);
  for (const [hidden, won] of wonBy)
    for (let set = 0; set < sets; set++) wins[set] = (wins[set] as number) + (won[set & hidden] as number);
  let best = 0;
  for (let set = 1; set < wins.length; set++) {
    if (size(set) > most) continue;
    const better = (wins[set] as number) - (wins[best] as number);
    if (better > 0 || (better === 0 && size(set) < size(best))) best = set;
  }
  return {
    cells: open.filter((_, i) => (best >> i) & 1),
    chance: minds.length === 0 ? 0 : (wins[best] as number) / minds.length,
  };
}

/** The values after a set: those without its lowest cell, and that cell. */
function addLowest(values: Int8Array, set: number, products: Int8Array, open: readonly number[]): void {
  const bit = 31 - Math.clz32(set & -set);
  const row = Math.floor((open[bit] as number) / SIZE);
  const from = SIZE * (set & (set - 1));
  for (let p = 0; p < SIZE; p++)
    values[SIZE * set + p] = (values[from + p] as number) + (p === row ? (products[bit] as number) : 0);
}

function size(set: number): number {
  let count = 0;
  for (let rest = set; rest > 0; rest &= rest - 1) count++;
  return count;
}
