/**
 * items: indivisible items of several types, shared out between seats a and b that value them differently.
 *
 * Public: the item types with their counts, the turn limit, who opens. Private: what one unit of each type is worth to this
 * seat (values add up), and its reservation. An offer is a full split that says what both get, so an item given twice or to
 * nobody shows at once. Covers the Janus lab's multi-item game, Deal or No Deal (Lewis et al. 2017) and CaSiNo (Chawla et
 * al. 2021); samplers.ts draws them.
 *
 * Utility of a deal = own value / own maximum (the value of everything), 0 to 1; no deal and a walk are 0. The reservation
 * is on the same scale: the least that a careful agent settles for. It changes no utility.
 */
import {
  alternatingOffers,
  type BargainingAct,
  type OfferAct,
  type OfferView,
  TABLE,
  type Table,
} from '../../alternating-offers.ts';
import { isDominated, paretoFrontier, type UtilityVector } from '../../theory/pareto.ts';
import type { Agent, Scenario, Script, Seat } from '../../types.ts';
import { strangeInScenario, strangeKey } from '../strict.ts';

export interface ItemType {
  readonly name: string;
  /** How many units there are to share. */
  readonly count: number;
}

export interface ItemsPublic extends Table {
  readonly items: readonly ItemType[];
}

export interface ItemsPrivate {
  /** What one unit of each type is worth to this seat, in the order of the items. */
  readonly values: readonly number[];
  /** The utility below which this seat prefers no deal, 0 to 1; 0 when left out. */
  readonly reservation?: number;
}

/** Units of each type, in the order of the items. */
export type Bundle = readonly number[];
export type ItemsSeat = 'a' | 'b';
/** Who gets what: every unit of every type is on exactly one side. */
export type Split = Readonly<Record<ItemsSeat, Bundle>>;

export interface ItemsOffer extends OfferAct {
  readonly split: Split;
}
export interface ItemsDeal {
  readonly split: Split;
}
export type ItemsAct = BargainingAct<ItemsOffer>;
export type ItemsView = OfferView<ItemsPublic, ItemsPrivate, ItemsOffer>;
export type ItemsScenario = Scenario<ItemsPublic, ItemsPrivate>;
export type ItemsAgent = Agent<ItemsView, ItemsAct>;
export type ItemsScript = Script<ItemsView, ItemsAct>;

/** The most splits that `outcomesOf` lists. */
export const MAX_SPLITS = 1_000_000;
const MAX_COUNT = 100_000;
const SEATS = ['a', 'b'] as const;

export function otherSeat(seat: Seat): ItemsSeat {
  return seat === 'a' ? 'b' : 'a';
}

/**
 * What a bundle is worth at the given unit values. Rounded to nine decimals, so that bundles of the same worth compare
 * equal: 0.1 + 0.2 and 0.3 are different numbers to a computer, and dominance takes no tolerance.
 */
export function worth(values: readonly number[], bundle: Bundle): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += (values[i] as number) * (bundle[i] as number);
  return Math.round(sum * 1e9) / 1e9 + 0; // + 0: a difference may round to -0
}

/** How a seat with these unit values sees bundles: as shares of what everything would be worth to it, 0 to 1. */
export function utilityFunction(items: readonly ItemType[], values: readonly number[]): (bundle: Bundle) => number {
  const maximum = worth(values, countsOf(items));
  return (bundle) => worth(values, bundle) / maximum;
}

export function countsOf(items: readonly ItemType[]): number[] {
  return items.map(({ count }) => count);
}

export const items = alternatingOffers<ItemsPublic, ItemsPrivate, ItemsOffer, ItemsDeal>({
  name: 'items',
  version: 1,
  seats: SEATS,

  problem(scenario) {
    const { public: facts, private: secrets } = scenario;
    const types = facts.items;
    if (!Array.isArray(types) || types.length === 0) return 'an items scenario needs a list of at least one item type';
    for (const type of types as readonly unknown[]) {
      const { name, count } = (type ?? {}) as Partial<ItemType>;
      if (typeof name !== 'string' || name === '') return `an item type needs a name, got ${show(type)}`;
      if (!Number.isInteger(count) || (count as number) < 1 || (count as number) > MAX_COUNT) {
        return `the count of ${name} must be a whole number from 1 to ${MAX_COUNT}, got ${show(count)}`;
      }
    }
    const names = new Set((types as readonly ItemType[]).map(({ name }) => name));
    if (names.size < types.length) return 'every item type needs a name of its own';
    for (const seat of SEATS) {
      const { values, reservation = 0 } = secrets[seat] as ItemsPrivate;
      if (!Array.isArray(values) || values.length !== types.length) {
        return `seat ${seat} needs one value for each of the ${types.length} item types, got ${show(values)}`;
      }
      for (const value of values as readonly unknown[]) {
        if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) {
          return `seat ${seat}'s values must be numbers of 0 or more, got ${show(value)}`;
        }
      }
      const maximum = worth(values, countsOf(types));
      if (!(maximum > 0 && Number.isFinite(maximum))) {
        return `everything together must be worth something to seat ${seat}, got a total of ${maximum}`;
      }
      if (typeof reservation !== 'number' || !(reservation >= 0 && reservation <= 1)) {
        return `seat ${seat}'s reservation must be a share from 0 to 1, got ${show(reservation)}`;
      }
    }
    return (
      strangeInScenario(scenario, SEATS) ??
      strangeKey('the public part', facts, [...TABLE, 'items']) ??
      types.map((type) => strangeKey(`item type ${type.name}`, type, ['name', 'count'])).find((one) => one) ??
      SEATS.map((seat) => strangeKey(`seat ${seat}`, secrets[seat], ['values', 'reservation'])).find((one) => one)
    );
  },

  offerProblem({ public: { items: types } }, { split }) {
    if (typeof split !== 'object' || split === null) return `an offer needs a split with a and b, got ${show(split)}`;
    const extra = Object.keys(split).find((key) => key !== 'a' && key !== 'b');
    if (extra !== undefined) return `a split has the seats a and b only, got ${show(extra)}`;
    for (const seat of SEATS) {
      const bundle: unknown = split[seat];
      if (!Array.isArray(bundle) || bundle.length !== types.length) {
        return `a split gives seat ${seat} one number for each of the ${types.length} item types, got ${show(bundle)}`;
      }
    }
    for (const [i, { name, count }] of types.entries()) {
      for (const seat of SEATS) {
        const units = split[seat][i];
        if (!Number.isSafeInteger(units) || (units as number) < 0) {
          return `seat ${seat}'s number of ${name} must be a whole number of 0 or more, got ${show(units)}`;
        }
      }
      const given = (split.a[i] as number) + (split.b[i] as number);
      if (given !== count) return `a split shares out all of ${name}, ${count} in number, got ${given}`;
    }
    return undefined;
  },

  terms: ({ split }) => ({ split }),
  /** Without knowing their values: more of one type never makes up for less of another. */
  crosses(_facts, seat, offer, theirs) {
    const other = otherSeat(seat);
    return theirs.split[other].every((units, i) => (offer.split[other][i] as number) >= units);
  },

  utility: ({ public: facts, private: secrets }, seat, { split }) =>
    utilityFunction(facts.items, (secrets[seat] as ItemsPrivate).values)(split[seat as ItemsSeat]),

  randomOffer({ public: { items: types } }, rng) {
    const a = types.map(({ count }) => rng.integer(count + 1));
    return { type: 'offer', split: { a, b: types.map(({ count }, i) => count - (a[i] as number)) } };
  },
});

/**
 * Every split, in the order of the Janus lab: the fewest units to a first, and among as many, the earlier types to a first.
 * The Janus scripts offer the first split that will do, so the order is part of the rules they follow.
 */
export function outcomesOf({ public: facts }: { readonly public: Pick<ItemsPublic, 'items'> }): readonly Split[] {
  let splits = listed.get(facts.items);
  if (!splits) {
    splits = listSplits(countsOf(facts.items));
    listed.set(facts.items, splits);
  }
  return splits;
}

/** A script asks for the same list at every turn; it follows from the items alone, so keeping it changes nothing. */
const listed = new WeakMap<readonly ItemType[], readonly Split[]>();

function listSplits(counts: readonly number[]): Split[] {
  const total = counts.reduce((ways, count) => ways * (count + 1), 1);
  if (total > MAX_SPLITS) {
    throw new RangeError(
      `got items that can be split in ${total} ways, expected at most ${MAX_SPLITS} to list them all`,
    );
  }
  const bySize: Split[][] = Array.from({ length: counts.reduce((sum, count) => sum + count, 0) + 1 }, () => []);
  const a = counts.slice();
  for (let left = total; left > 0; left--) {
    let size = 0;
    const b: number[] = [];
    for (let i = 0; i < counts.length; i++) {
      size += a[i] as number;
      b.push((counts[i] as number) - (a[i] as number));
    }
    (bySize[size] as Split[]).push({ a: a.slice(), b });
    // Counts down like an odometer whose wheels have different sizes.
    let wheel = a.length - 1;
    while (wheel >= 0 && a[wheel] === 0) {
      a[wheel] = counts[wheel] as number;
      wheel--;
    }
    if (wheel >= 0) a[wheel] = (a[wheel] as number) - 1;
  }
  return bySize.flat();
}

/** The utilities of a and b for every split, in the order of `outcomesOf`. */
export function utilityVectors(scenario: ItemsScenario): UtilityVector[] {
  return outcomesOf(scenario).map(vectorFunction(scenario));
}

/** What the Janus lab reports on a deal. Values, welfare and envy are in the seats' own points, not normalised. */
export interface ItemsReport {
  readonly values: Readonly<Record<ItemsSeat, number>>;
  readonly welfare: number;
  /** Welfare / the most welfare that any split has. */
  readonly welfareEfficiency: number;
  readonly paretoOptimal: boolean;
  readonly paretoAllocations: number;
  /**
   * Distinct pairs of values among them. The original also merges a pair with its mirror image (2 to a and 5 to b, 5 to a
   * and 2 to b), which are different results for the people concerned; here they count as two.
   */
  readonly uniqueParetoAllocations: number;
  /** The Pareto-optimal splits that dominate this deal. */
  readonly improvements: readonly { readonly split: Split; readonly values: Readonly<Record<ItemsSeat, number>> }[];
  /** The other's bundle in one's own eyes minus one's own bundle; above 0 the seat would rather swap. */
  readonly envy: Readonly<Record<ItemsSeat, number>>;
}

export function itemsReport(scenario: ItemsScenario, { split }: ItemsDeal): ItemsReport {
  const { a, b } = valuesOf(scenario);
  const valuesIn = ({ a: bundleA, b: bundleB }: Split) => ({ a: worth(a, bundleA), b: worth(b, bundleB) });
  const outcomes = outcomesOf(scenario);
  const vectorOf = vectorFunction(scenario);
  const vectors = outcomes.map(vectorOf);
  const frontier = paretoFrontier(vectors);
  const point = vectorOf(split);
  const improvements = frontier
    .filter((index) => isDominated(point, vectors[index] as UtilityVector))
    .map((index) => outcomes[index] as Split)
    .map((better) => ({ split: better, values: valuesIn(better) }));
  const welfare = worth([...a, ...b], [...split.a, ...split.b]);
  const highest = a.map((value, i) => Math.max(value, b[i] as number));
  return {
    values: valuesIn(split),
    welfare,
    welfareEfficiency: welfare / worth(highest, countsOf(scenario.public.items)),
    paretoOptimal: improvements.length === 0,
    paretoAllocations: frontier.length,
    uniqueParetoAllocations: new Set(frontier.map((index) => String(vectors[index]))).size,
    improvements,
    envy: { a: difference(a, split.b, split.a), b: difference(b, split.a, split.b) },
  };
}

function difference(values: readonly number[], more: Bundle, less: Bundle): number {
  return worth(
    values,
    more.map((units, i) => units - (less[i] as number)),
  );
}

function valuesOf({ private: { a, b } }: ItemsScenario): Readonly<Record<ItemsSeat, readonly number[]>> {
  return { a: (a as ItemsPrivate).values, b: (b as ItemsPrivate).values };
}

function vectorFunction(scenario: ItemsScenario): (split: Split) => UtilityVector {
  const { a, b } = valuesOf(scenario);
  const utilityToA = utilityFunction(scenario.public.items, a);
  const utilityToB = utilityFunction(scenario.public.items, b);
  return (split) => [utilityToA(split.a), utilityToB(split.b)];
}

/** Text for any value at all: what an agent sent may be endless, or contain itself. */
function show(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 40)) : String(value);
}
