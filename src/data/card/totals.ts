/**
 * The numbers of a card: how many, how they ended, rho, turns, zones, and who played whom. Sums only; no row is kept.
 */
import { isSame } from './checks.ts';
import { type Ending, type Negotiation, otherThan } from './negotiation.ts';
import type { Step } from './step.ts';

export interface RhoSummary {
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

export interface StrategySummary {
  readonly name: string;
  readonly asBuyer: number;
  readonly asSeller: number;
  readonly deals: number;
  /** First offers made, and those that were exactly the other side's reservation. */
  readonly openings: number;
  readonly oracleOpenings: number;
}

export interface PairSummary {
  readonly buyer: string;
  readonly seller: string;
  readonly count: number;
  readonly deals: number;
}

export interface TurnsSummary {
  readonly turns: number;
  readonly deals: number;
  readonly failures: number;
}

export interface ZonesSummary {
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
  /** By the number of turns, finished negotiations alone. */
  readonly turns: readonly TurnsSummary[];
  readonly zones: ZonesSummary;
  /** Empty where rows do not name strategies. */
  readonly strategies: readonly StrategySummary[];
  readonly pairs: readonly PairSummary[];
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
interface OracleExamples {
  readonly name: string;
  readonly ids: readonly string[];
}

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
  const strategies = new Map<string, Mutable<StrategySummary> & { examples: string[] }>();
  const pairs = new Map<string, Mutable<PairSummary>>();

  const addRho = (value: number | null): void => {
    if (value === null) {
      outside.withoutZone++;
      return;
    }
    rho.add(value);
    // In ten-thousandths, as labels are rounded: 0.3 then begins the fourth tenth, which 0.1 + 0.2 would not.
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

  const strategyOf = (name: string) => {
    let strategy = strategies.get(name);
    if (!strategy) {
      strategy = { name, asBuyer: 0, asSeller: 0, deals: 0, openings: 0, oracleOpenings: 0, examples: [] };
      strategies.set(name, strategy);
    }
    return strategy;
  };

  return {
    add(negotiation: Negotiation, ending: Ending): void {
      const { steps, id } = negotiation;
      const isDeal = ending.kind === 'deal';
      counts.negotiations++;
      if (ending.kind === 'open') counts.unfinished++;
      else {
        counts[isDeal ? 'deals' : 'failures']++;
        const { turn } = steps.at(-1) as Step;
        const entry = turns.get(turn) ?? { turns: turn, deals: 0, failures: 0 };
        entry[isDeal ? 'deals' : 'failures']++;
        turns.set(turn, entry);
      }
      if (isDeal) addRho((steps[0] as Step).rho);

      const { buyer, seller } = reservationsOf(negotiation);
      if (buyer !== undefined && seller !== undefined) {
        width.add(Math.round((buyer - seller) * 100) / 100);
        if (buyer <= seller) empty++;
      }

      const names = { buyer: undefined as string | undefined, seller: undefined as string | undefined };
      for (const { role, strategy } of steps) names[role] ??= strategy;
      for (const role of ['buyer', 'seller'] as const) {
        const name = names[role];
        if (name === undefined) continue;
        const strategy = strategyOf(name);
        strategy[role === 'buyer' ? 'asBuyer' : 'asSeller']++;
        if (isDeal) strategy.deals++;
      }
      if (names.buyer !== undefined && names.seller !== undefined) {
        const key = JSON.stringify([names.buyer, names.seller]);
        const pair = pairs.get(key) ?? { buyer: names.buyer, seller: names.seller, count: 0, deals: 0 };
        pair.count++;
        if (isDeal) pair.deals++;
        pairs.set(key, pair);
      }

      for (const role of ['buyer', 'seller'] as const) {
        const opening = steps.find((step) => step.role === role && step.action === 'OFFER');
        const secret = { buyer, seller }[otherThan(role)];
        if (!opening || secret === undefined) continue;
        const strategy = strategyOf(names[role] ?? UNNAMED);
        strategy.openings++;
        if (!isSame(opening.price, secret)) continue;
        strategy.oracleOpenings++;
        if (strategy.examples.length < 5) strategy.examples.push(id);
      }
    },

    /** Trajectories in which a strategy opened with the other side's secret. */
    oracleExamples: (): OracleExamples[] => [...strategies.values()].map(({ name, examples: ids }) => ({ name, ids })),

    summary: (): Totals => ({
      ...counts,
      rho: { count: rho.count(), ...rho.summary(), deciles, bins, ...outside },
      turns: [...turns.values()].sort((a, b) => a.turns - b.turns),
      zones: { count: width.count(), empty, mean: width.summary().mean, min: width.summary().min, max: width.summary().max },
      strategies: [...strategies.values()].map(({ examples: _, ...strategy }) => strategy).sort(byName((s) => s.name)),
      pairs: [...pairs.values()].sort(byName((pair) => `${pair.buyer}\n${pair.seller}`)),
    }),
  };
}

/** Stands for all scripts of a file that does not name them. */
export const UNNAMED = '(not named)';

/** As the rows say, and as `meta` says of a side that has no row. */
function reservationsOf({ reservation, steps }: Negotiation): Negotiation['reservation'] {
  const meta = steps[0]?.meta;
  return { buyer: reservation.buyer ?? meta?.buyer_max, seller: reservation.seller ?? meta?.seller_min };
}

function byName<T>(name: (item: T) => string): (a: T, b: T) => number {
  return (a, b) => (name(a) < name(b) ? -1 : name(a) > name(b) ? 1 : 0);
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
    count: () => count,
    summary: () =>
      count === 0 ? { mean: null, sd: null, min: null, max: null } : { mean, sd: Math.sqrt(squares / count), min, max },
  };
}
