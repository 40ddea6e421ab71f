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
  const wins = new Float64Array(1 << open.length);
  const values = new Int8Array(SIZE * wins.length);
  for (const start of minds) {
    const { mind, last } = swayedBy(facts, start, messages);
    const now = valuesOf(mind);
    for (let p = 0; p < SIZE; p++) values[p] = now[p] as number;
    if ((strictBest(now) ?? last) === goal) wins[0] = (wins[0] as number) + 1;
    for (let set = 1; set < wins.length; set++) {
      // The values without the lowest cell of the set, and that cell.
      const bit = 31 - Math.clz32(set & -set);
      const cell = open[bit] as number;
      const [from, row] = [SIZE * (set & (set - 1)), Math.floor(cell / SIZE)];
      const unknown = mind.known[row]?.[cell % SIZE] === null;
      const product = unknown
        ? (mind.coefficients[cell % SIZE] as number) * (own.table[row]?.[cell % SIZE] as number)
        : 0;
      for (let p = 0; p < SIZE; p++) values[SIZE * set + p] = (values[from + p] as number) + (p === row ? product : 0);
      if ((strictBest(values.subarray(SIZE * set)) ?? last) === goal) wins[set] = (wins[set] as number) + 1;
    }
  }
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

function size(set: number): number {
  let count = 0;
  for (let rest = set; rest > 0; rest &= rest - 1) count++;
  return count;
}
