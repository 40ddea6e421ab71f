/**
 * Everything a script may do in one turn, with its chance, found by asking the script itself.
 *
 * The script gets an Rng that answers with numbers of our choice. A pick among n branches n ways. A draw from an interval is
 * cut into 64 equal cells; where the kind of act changes between two of them (accept or offer, closing or not) the place is
 * found by bisection, so the chance of each kind is exact, and each cell stands for its middle. For a price uniform over a
 * width w that errs by at most w / 32768 in a turn: the value of an offer is linear but for one kink, at the price to wait for.
 * Not for scripts that draw from a normal distribution, or whose kind of act changes and changes back within a cell.
 */
import { aside } from '../../aside.ts';
import type { PriceAct, PriceScript, PriceView } from '../../domains/price/price.ts';
import type { Rng } from '../../rng.ts';

const CELLS = 64;
const BISECTIONS = 40;
const ALMOST_ONE = 1 - Number.EPSILON;
/** A draw whose outcomes cannot be listed. */
const UNLISTED = -1;

export interface Reply {
  readonly chance: number;
  readonly act: PriceAct;
}

export interface Answer {
  readonly act: PriceAct;
  /** What was drawn, in order: n for a pick among n, 0 for a number from an interval, -1 for anything else. */
  readonly drawn: readonly number[];
}

/** What the script does when its draws come out as given, and as `rest` after those. */
export function ask(script: PriceScript, view: PriceView, given: readonly number[], rest = 0.5): Answer {
  const drawn: number[] = [];
  try {
    return { act: script.act(view, aside(chosenDraws(given, rest, drawn))), drawn };
  } catch (error) {
    throw brokenDown(script, view.turn, error instanceof Error ? `${error.name}: ${error.message}` : String(error));
  }
}

/** A breakdown measures nothing, so nothing can be said of what is earned against it. */
export function brokenDown({ name }: PriceScript, turn: number, reason: string): Error {
  return new Error(
    `the script "${name}" broke down in turn ${turn} (${reason}), so there is no best response to it; mend the script, or choose another scenario`,
  );
}

/** All acts of the script before this view; `closes` tells acts that end the game in a deal. */
export function replies(script: PriceScript, view: PriceView, closes: (act: PriceAct) => boolean): Reply[] {
  const found: Reply[] = [];
  const explore = (given: readonly number[], chance: number): void => {
    const { act, drawn } = ask(script, view, given);
    const ways = drawn[given.length];
    if (ways === undefined) found.push({ chance, act });
    else if (ways === UNLISTED) {
      throw new RangeError('got a draw whose outcomes cannot be listed, expected float, uniform, integer or pick');
    } else if (ways > 0) for (let i = 0; i < ways; i++) explore([...given, (i + 0.5) / ways], chance / ways);
    else {
      const kind = ({ act, drawn }: Answer) => `${drawn} ${act?.type} ${closes(act)}`;
      for (const { low, high } of cells((u) => ask(script, view, [...given, u]), kind)) {
        explore([...given, (low + high) / 2], chance * (high - low));
      }
    }
  };
  explore([], 1);
  return found;
}

interface Cell {
  readonly low: number;
  readonly high: number;
}

/** The unit interval in pieces of one kind each; neighbours that do the same are joined. */
function cells(answer: (u: number) => Answer, kind: (answer: Answer) => string): Cell[] {
  const middles = Array.from({ length: CELLS }, (_, i) => (i + 0.5) / CELLS);
  // Both ends are looked at too, for a coin with a narrow side there.
  const looks = [0, ...middles, ALMOST_ONE].map((u) => ({ u, ...answer(u) }));
  const joined: Cell[] = [];
  let low = 0;
  for (let i = 1; i < looks.length; i++) {
    const [here, next] = [looks[i - 1] as Look, looks[i] as Look];
    const differs = kind(here) !== kind(next);
    const isEnd = i === 1 || i === looks.length - 1;
    if (!differs && (isEnd || same(here, next))) continue;
    const high = differs ? boundary((u) => kind(answer(u)) === kind(here), here.u, next.u) : (i - 1) / CELLS;
    joined.push({ low, high });
    low = high;
  }
  return [...joined, { low, high: 1 }];
}

interface Look extends Answer {
  readonly u: number;
}

function same(a: Answer, b: Answer): boolean {
  const priceOf = ({ act }: Answer) => (act?.type === 'offer' ? act.price : undefined);
  return a.act?.type === b.act?.type && priceOf(a) === priceOf(b) && `${a.drawn}` === `${b.drawn}`;
}

/** Where `holds` ends between two numbers. */
function boundary(holds: (u: number) => boolean, from: number, to: number): number {
  let low = from;
  let high = to;
  for (let i = 0; i < BISECTIONS; i++) {
    const middle = (low + high) / 2;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return high;
}

function chosenDraws(given: readonly number[], rest: number, drawn: number[]): Rng {
  let count = 0;
  const draw = (ways: number): number => {
    const index = count++;
    drawn[index] = ways;
    return given[index] ?? rest;
  };
  const integer = (n: number) => Math.min(n - 1, Math.floor(draw(n) * n));
  const unlisted = <T>(answer: (u: number) => T): T => answer(draw(UNLISTED));
  const rng: Rng = {
    float: () => draw(0),
    uniform: (low, high) => low + (high - low) * draw(0),
    integer,
    pick: (items) => items[integer(items.length)] as (typeof items)[number],
    normal: (mean) => unlisted(() => mean),
    uint32: () => unlisted((u) => Math.floor(u * 4294967296)),
    shuffle: (items) => unlisted(() => [...items]),
    split: () => unlisted(() => rng),
  };
  return rng;
}
