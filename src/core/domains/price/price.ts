/**
 * price: one item, one number, a buyer and a seller.
 *
 * Public: the item, the price range, the turn limit, who opens. Private: each side's reservation (the buyer's maximum, the
 * seller's minimum) and target. The zone of agreement runs from the seller's reservation to the buyer's; it may be empty,
 * and then walking away is the best there is.
 *
 * Utility of a deal = own gain over the reservation / width of the zone, so a rational pair shares 1 between them. With an
 * empty zone: gain / width of the price range, so that no deal (0) beats any deal for at least one side. A deal past one's
 * own reservation is negative; no deal and a walk are 0. This is also the reward, paid when the game ends.
 * rho = (price - seller's reservation) / width of the zone (the Janus lab's measure: 0 all to the buyer, 1 all to the seller).
 */
import {
  alternatingOffers,
  type BargainingAct,
  type OfferAct,
  type OfferView,
  type Table,
} from '../../alternating-offers.ts';
import { cents } from '../../math.ts';
import type { Agent, Scenario, Script, Seat } from '../../types.ts';

export interface Item {
  readonly title: string;
  readonly category: string;
  readonly description: string;
  /** The price asked in public. */
  readonly listPrice: number;
  /** ISO 4217. */
  readonly currency: string;
}

export interface PricePublic extends Table {
  readonly item: Item;
  /** Offers outside this range are refused. */
  readonly range: { readonly low: number; readonly high: number };
  /** The width of the zone, where the sampler fixes it for every game and so everyone knows it (the Janus sampler: 500). */
  readonly zoneWidth?: number;
  /** How finely prices are counted: by default in whole cents. */
  readonly precision?: 'cents' | 'none';
  /** Monotone: nobody offers less to the other side than before. */
  readonly ownOffers?: 'free' | 'monotone';
  /** What a private deadline does. Enforced: the game ends after it without a deal. Graded: a task's grader reads it, no more. */
  readonly deadlines?: 'enforced' | 'graded';
}

export interface PricePrivate {
  /** The buyer's maximum, the seller's minimum. */
  readonly reservation: number;
  /** The price this side hopes for. */
  readonly target: number;
  /** The last turn in which this side can still close; see `deadlines`. */
  readonly deadline?: number;
}

export interface PriceOffer extends OfferAct {
  readonly price: number;
}
export interface PriceDeal {
  readonly price: number;
}
export type PriceAct = BargainingAct<PriceOffer>;
export type PriceView = OfferView<PricePublic, PricePrivate, PriceOffer>;
export type PriceScenario = Scenario<PricePublic, PricePrivate>;
export type PriceAgent = Agent<PriceView, PriceAct>;
export type PriceScript = Script<PriceView, PriceAct>;

/**
 * The last turn in which this seat can still close: the turn limit, or its own deadline where deadlines end the game. The other
 * side's may come first, and is its secret. Every clock of a script or a guard runs to this turn.
 */
export function lastTurn({ turnLimit, public: facts, own }: Pick<PriceView, 'turnLimit' | 'public' | 'own'>): number {
  const { deadline } = own;
  return facts.deadlines === 'enforced' && deadline !== undefined && deadline < turnLimit ? deadline : turnLimit;
}

export interface Zone {
  /** The seller's reservation. */
  readonly low: number;
  /** The buyer's reservation. */
  readonly high: number;
  /** high - low; zero or less when the zone is empty. */
  readonly width: number;
}

export function zoneOf(scenario: PriceScenario): Zone {
  const low = (scenario.private.seller as PricePrivate).reservation;
  const high = (scenario.private.buyer as PricePrivate).reservation;
  return { low, high, width: high - low };
}

/** Where a price lies in the zone: 0 at the seller's reservation, 1 at the buyer's; undefined in an empty zone. */
export function rhoOf(scenario: PriceScenario, price: number): number | undefined {
  const { low, width } = zoneOf(scenario);
  return width > 0 ? (price - low) / width : undefined;
}

export const price = alternatingOffers<PricePublic, PricePrivate, PriceOffer, PriceDeal>({
  name: 'price',
  version: 1,
  seats: ['buyer', 'seller'],

  problem({ public: facts, private: secrets }) {
    const problem = factsProblem(facts, secrets);
    if (problem) return problem;
    const width = cents((secrets.buyer as PricePrivate).reservation - (secrets.seller as PricePrivate).reservation);
    if (facts.zoneWidth !== undefined && facts.zoneWidth !== width) {
      return `zoneWidth is ${facts.zoneWidth}, but the reservations are ${width} apart`;
    }
    return undefined;
  },

  offerProblem: (view, offer) => priceProblem(view.public, offer.price) ?? backwardsProblem(view, offer.price),
  terms: ({ price }) => ({ price }),
  crosses: (_facts, seat, offer, theirs) =>
    seat === 'buyer' ? offer.price >= theirs.price : offer.price <= theirs.price,

  utility(scenario, seat, { price }) {
    const zone = zoneOf(scenario);
    const gain = seat === 'buyer' ? zone.high - price : price - zone.low;
    const { low, high } = scenario.public.range;
    return gain / (zone.width > 0 ? zone.width : high - low);
  },

  timeIsUp: ({ public: facts, private: secrets }, turn) =>
    facts.deadlines === 'enforced' && Object.values(secrets).some(({ deadline = turn + 1 }) => turn >= deadline),

  randomOffer(view, rng) {
    const { low, high } = openRange(view);
    return { type: 'offer', price: counted(view.public, rng.uniform(low, high)) };
  },
});

/** What is wrong with the item, the range or a side's secrets, whoever sits at the table. */
export function factsProblem(facts: PricePublic, secrets: Readonly<Record<Seat, PricePrivate>>): string | undefined {
  const { item, range } = facts;
  if (typeof item !== 'object' || item === null) return 'a price scenario needs an item';
  for (const key of ['title', 'category', 'description', 'currency'] as const) {
    if (typeof item[key] !== 'string') return `the item needs a ${key}`;
  }
  if (!isAmount(range?.low) || !isAmount(range.high) || range.low >= range.high) {
    return `range must run from a low price of 0 or more to a higher one, got ${show(range?.low)} to ${show(range?.high)}`;
  }
  if (!isAmount(item.listPrice)) return `listPrice must be a price of 0 or more, got ${show(item.listPrice)}`;
  for (const [seat, own] of Object.entries(secrets)) {
    for (const key of ['reservation', 'target'] as const) {
      const amount = own[key];
      if (!isAmount(amount)) return `the ${seat}'s ${key} must be a price of 0 or more, got ${show(amount)}`;
      if (amount < range.low || amount > range.high) {
        return `the ${seat}'s ${key} must lie in the price range ${range.low} to ${range.high}, got ${amount}`;
      }
    }
    if (own.deadline !== undefined && (!Number.isInteger(own.deadline) || own.deadline < 1)) {
      return `the ${seat}'s deadline must be a turn, a whole number of 1 or more, got ${show(own.deadline)}`;
    }
  }
  if (facts.precision !== undefined && facts.precision !== 'cents' && facts.precision !== 'none') {
    return `precision must be cents or none, got ${show(facts.precision)}`;
  }
  if (facts.ownOffers !== undefined && facts.ownOffers !== 'free' && facts.ownOffers !== 'monotone') {
    return `ownOffers must be free or monotone, got ${show(facts.ownOffers)}`;
  }
  if (facts.deadlines !== undefined && facts.deadlines !== 'enforced' && facts.deadlines !== 'graded') {
    return `deadlines must be enforced or graded, got ${show(facts.deadlines)}`;
  }
  return undefined;
}

/** Why this is no price one can offer here. */
export function priceProblem({ range, precision }: PricePublic, price: unknown): string | undefined {
  if (typeof price !== 'number' || !Number.isFinite(price))
    return `a price must be a finite number, got ${show(price)}`;
  if (price < range.low || price > range.high) {
    return `a price must lie in the range ${range.low} to ${range.high}, got ${price}`;
  }
  if (precision !== 'none' && cents(price) !== price) return `a price has at most two decimals, got ${price}`;
  return undefined;
}

/** A price as finely as this game counts them. */
export function counted({ precision }: Pick<PricePublic, 'precision'>, price: number): number {
  return precision === 'none' ? price : cents(price);
}

/** The prices that this seat can still offer: where own offers are monotone, from its last one on. */
export function openRange(view: PriceView): { readonly low: number; readonly high: number } {
  const { range } = view.public;
  const last = view.public.ownOffers === 'monotone' ? lastOwnPrice(view) : undefined;
  if (last === undefined) return range;
  return view.seat === 'buyer' ? { low: last, high: range.high } : { low: range.low, high: last };
}

function backwardsProblem(view: PriceView, price: number): string | undefined {
  if (view.public.ownOffers !== 'monotone') return undefined;
  const { low, high } = openRange(view);
  if (price >= low && price <= high) return undefined;
  return `own offers may not go back here: after ${view.seat === 'buyer' ? low : high} a ${view.seat} offers ${view.seat === 'buyer' ? 'no less' : 'no more'}, got ${price}`;
}

/** Read from the history: an offer that was rejected no longer stands, and counts all the same. */
export function lastOwnPrice({ history, seat, mine }: PriceView): number | undefined {
  if (mine) return mine.offer.price;
  const last = history.findLast((taken) => taken.seat === seat && taken.act.type === 'offer');
  return (last?.act as PriceOffer | undefined)?.price;
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function show(value: unknown): string {
  return typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? String(value));
}
