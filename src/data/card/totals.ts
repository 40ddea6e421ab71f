/**
 * The numbers of a card: how many, how they ended, rho, turns, zones, and who played whom. Sums only; no row is kept.
 */
import { type Ending, type Negotiation, namesOf, reservationsOf } from './negotiation.ts';
import type { Step } from './step.ts';

interface RhoSummary {
  /** Deals with a rho; deals in an empty zone have none. */
  readonly count: number;
  readonly withoutZone: number;
  readonly mean: number | null;
  /** Of the population. */
  readonly sd: number | null;
  readonly min: number | null;
  readonly max: number | null;
  /** Counts from 0 to 1 in tenths, and in fiftieths; the last bin holds 1. */
  readonly deciles: readonly number[];
  readonly bins: readonly number[];
  /** Deals past the seller's reservation, and past the buyer's. */
  readonly below: number;
  readonly above: number;
}

interface StrategySummary {
  readonly name: string;
  readonly asBuyer: number;
  readonly asSeller: number;
  readonly deals: number;
}

interface PairSummary {
  readonly buyer: string;
  readonly seller: string;
  readonly count: number;
  readonly deals: number;
}

interface TurnsSummary {
  readonly turns: number;
  readonly deals: number;
  readonly failures: number;
}

interface ZonesSummary {
  readonly count: number;
  readonly empty: number;
  readonly mean: number | null;
  readonly min: number | null;
  readonly max: number | null;
}

export interface Totals {
  readonly negotiations: number;
  readonly deals: number;
  readonly failures: number;
  readonly unfinished: number;
  readonly rho: RhoSummary;
  /** Finished negotiations by their number of turns. */
  readonly turns: readonly TurnsSummary[];
  readonly zones: ZonesSummary;
  /** Empty where rows do not name strategies. */
  readonly strategies: readonly StrategySummary[];
  readonly pairs: readonly PairSummary[];
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const BINS = 50;

export function createTotals() {
  const counts = { negotiations: 0, deals: 0, failures: 0, unfinished: 0 };
  const rho = createMoments();
  const width = createMoments();
  const deciles = new Array<number>(10).fill(0);
  const bins = new Array<number>(BINS).fill(0);
  const outside = { below: 0, above: 0, withoutZone: 0 };
  let empty = 0;
  const turns = new Map<number, Mutable<TurnsSummary>>();
  const strategies = new Map<string, Mutable<StrategySummary>>();
  const pairs = new Map<string, Mutable<PairSummary>>();

  const addRho = (value: number | null): void => {
    if (value === null) {
      outside.withoutZone++;
      return;
    }
    rho.add(value);
    // In ten-thousandths, as labels are rounded: 0.3 is then the beginning of the fourth tenth, and not just before it.
    const place = Math.round(value * 10_000);
    if (place < 0) outside.below++;
    else if (place > 10_000) outside.above++;
    else {
      const decile = Math.min(9, Math.floor(place / 1000));
      const bin = Math.min(BINS - 1, Math.floor((place * BINS) / 10_000));
      deciles[decile] = (deciles[decile] as number) + 1;
      bins[bin] = (bins[bin] as number) + 1;
    }
  };

  const addPlayers = (names: ReturnType<typeof namesOf>, isDeal: boolean): void => {
    for (const role of ['buyer', 'seller'] as const) {
      const name = names[role];
      if (name === undefined) continue;
      const strategy = entryOf(strategies, name, () => ({ name, asBuyer: 0, asSeller: 0, deals: 0 }));
      strategy[role === 'buyer' ? 'asBuyer' : 'asSeller']++;
      if (isDeal) strategy.deals++;
    }
    const { buyer, seller } = names;
    if (buyer === undefined || seller === undefined) return;
    const pair = entryOf(pairs, `${buyer}\n${seller}`, () => ({ buyer, seller, count: 0, deals: 0 }));
    pair.count++;
    if (isDeal) pair.deals++;
  };

  return {
    add(negotiation: Negotiation, ending: Ending): void {
      const { steps } = negotiation;
      const isDeal = ending.kind === 'deal';
      counts.negotiations++;
      if (ending.kind === 'open') counts.unfinished++;
      else {
        const { turn } = steps.at(-1) as Step;
        const end = isDeal ? 'deals' : 'failures';
        counts[end]++;
        entryOf(turns, turn, () => ({ turns: turn, deals: 0, failures: 0 }))[end]++;
      }
      if (isDeal) addRho((steps[0] as Step).rho);
      const { buyer, seller } = reservationsOf(negotiation);
      if (buyer !== undefined && seller !== undefined) {
        width.add(Math.round((buyer - seller) * 100) / 100);
        if (buyer <= seller) empty++;
      }
      addPlayers(namesOf(negotiation), isDeal);
    },

    summary(): Totals {
      const { sd: _, ...zones } = width.summary();
      return {
        ...counts,
        rho: { ...rho.summary(), deciles, bins, ...outside },
        turns: [...turns.values()].sort((a, b) => a.turns - b.turns),
        zones: { ...zones, empty },
        strategies: sortedValues(strategies),
        pairs: sortedValues(pairs),
      };
    },
  };
}

function entryOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

function sortedValues<V>(map: ReadonlyMap<string, V>): V[] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
}

/** Mean and standard deviation as they come (Welford 1962). */
function createMoments() {
  let count = 0;
  let mean = 0;
  let squares = 0;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  return {
    add(x: number): void {
      count++;
      const before = x - mean;
      mean += before / count;
      squares += before * (x - mean);
      min = Math.min(min, x);
      max = Math.max(max, x);
    },
    summary() {
      if (count === 0) return { count, mean: null, sd: null, min: null, max: null };
      return { count, mean, sd: Math.sqrt(squares / count), min, max };
    },
  };
}
