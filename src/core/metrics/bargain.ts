/**
 * The bargaining problem under an episode: what each seat has without a deal, what it could get, and which deals are
 * Pareto optimal and leave nobody below its reservation (the negotiation set of Luce and Raiffa, Games and Decisions, 1957).
 *
 * price: utility is the gain over the reservation / width of the zone, so no deal is (0, 0), the negotiation set is the
 * segment from (1, 0) to (0, 1), and Nash's solution its middle. items: every split is looked at, once for each scenario;
 * no deal counts as the reservations.
 */
import { type ItemsPrivate, type ItemsScenario, MAX_SPLITS, utilityVectors } from '../domains/items.ts';
import { type PricePrivate, type PriceScenario, zoneOf } from '../domains/price.ts';
import { paretoDistance, paretoFrontier, type UtilityVector } from '../theory/pareto.ts';
import { nashSolution } from '../theory/solutions.ts';
import type { Episode } from '../transcript.ts';
import type { Scenario, Seat } from '../types.ts';

/** All vectors are in the order of `seats`. */
export interface Bargain {
  readonly seats: readonly Seat[];
  /** What a seat needs to be no worse off than without a deal: its reservation. */
  readonly disagreement: UtilityVector;
  /** The most a seat could get from any deal, however bad for the other. */
  readonly highest: UtilityVector;
  /** The deals that leave nobody worse off and somebody better off; undefined when there are none. */
  readonly zone: BargainZone | undefined;
}

export interface BargainZone {
  /** The most that both gains over the reservation can add up to. */
  readonly mostGain: number;
  /** The most a seat can get from a deal that leaves nobody below its reservation. */
  readonly ideal: UtilityVector;
  readonly nash: UtilityVector;
  /** Euclidean distance to the negotiation set. */
  distance(point: UtilityVector): number;
}

/** Undefined for another domain, and for items that can be split in more ways than can be listed. */
export function bargainOf({ domain, scenario }: Pick<Episode, 'domain' | 'scenario'>): Bargain | undefined {
  if (domain === 'price') return priceBargain(scenario as PriceScenario);
  if (domain !== 'items') return undefined;
  if (!known.has(scenario)) known.set(scenario, itemsBargain(scenario as ItemsScenario));
  return known.get(scenario);
}

/** The problems of items already worked out: several metrics ask for the same one. */
const known = new WeakMap<Scenario, Bargain | undefined>();

function priceBargain(scenario: PriceScenario): Bargain {
  const { low, high } = scenario.public.range;
  const { width } = zoneOf(scenario);
  const buyer = (scenario.private.buyer as PricePrivate).reservation;
  const seller = (scenario.private.seller as PricePrivate).reservation;
  const unit = width > 0 ? width : high - low;
  return {
    seats: ['buyer', 'seller'],
    disagreement: [0, 0],
    highest: [(buyer - low) / unit, (high - seller) / unit],
    zone:
      width > 0
        ? {
            mostGain: 1,
            ideal: [1, 1],
            nash: [0.5, 0.5],
            // Every deal lies on the line of the segment, so past an end the nearest point is that end.
            distance: ([toBuyer, toSeller]) => Math.SQRT2 * Math.max(0, -(toBuyer as number), -(toSeller as number)),
          }
        : undefined,
  };
}

function itemsBargain(scenario: ItemsScenario): Bargain | undefined {
  const ways = scenario.public.items.reduce((product, { count }) => product * (count + 1), 1);
  if (ways > MAX_SPLITS) return undefined;
  const seats = ['a', 'b'];
  const disagreement = seats.map((seat) => (scenario.private[seat] as ItemsPrivate).reservation ?? 0);
  const points = utilityVectors(scenario);
  const gain = (point: UtilityVector) =>
    point.reduce((sum, utility, seat) => sum + utility - (disagreement[seat] as number), 0);
  const rational = points.filter((point) => point.every((utility, seat) => utility >= (disagreement[seat] as number)));
  const most = (among: readonly UtilityVector[]) =>
    seats.map((_, seat) => among.reduce((best, point) => Math.max(best, point[seat] as number), 0));
  const frontier = paretoFrontier(rational).map((index) => rational[index] as UtilityVector);
  const nash = nashSolution(rational, disagreement);
  return {
    seats,
    disagreement,
    highest: most(points),
    zone:
      nash !== undefined && rational.some((point) => gain(point) > 0)
        ? {
            mostGain: points.reduce((best, point) => Math.max(best, gain(point)), 0),
            ideal: most(rational),
            nash: rational[nash] as UtilityVector,
            distance: (point) => paretoDistance(point, frontier),
          }
        : undefined,
  };
}

/** The utilities of a deal in the order of the problem's seats; undefined without a deal. */
export function dealPoint({ result }: Pick<Episode, 'result'>, { seats }: Bargain): UtilityVector | undefined {
  return result.kind === 'agreement' ? seats.map((seat) => result.utility[seat] as number) : undefined;
}
