/**
 * The bargaining problem under a sharing of items: every split is looked at, and no deal counts as the reservations. Undefined where
 * there are more splits than can be listed.
 */
import type { Bargain } from '../../theory/bargain.ts';
import { paretoDistance, paretoFrontier, type UtilityVector } from '../../theory/pareto.ts';
import { nashSolution } from '../../theory/solutions.ts';
import { type ItemsPrivate, type ItemsScenario, MAX_SPLITS, utilityVectors } from './items.ts';

export function itemsBargain(scenario: ItemsScenario): Bargain | undefined {
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
    outcomes: () => points,
  };
}
