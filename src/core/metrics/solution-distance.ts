/**
 * How far a deal is from what theory recommends, as Euclidean distance between utility vectors.
 *
 * Both are undefined without a deal or without a zone. See bargain.ts for the negotiation set of each domain; in price a
 * deal inside the zone is always on it, so `pareto-distance` there measures only how far a deal lies outside.
 */
import type { UtilityVector } from '../theory/pareto.ts';
import { type BargainZone, bargainOf, dealPoint } from './bargain.ts';
import { defineMetric, type Metric } from './metric.ts';

export const paretoDistance = distance(
  'pareto-distance',
  'Euclidean distance to the nearest Pareto-optimal deal that leaves nobody below its reservation; needs a deal and a zone',
  'Baarslag et al. 2013',
  (zone, point) => zone.distance(point),
);

export const nashDistance = distance(
  'nash-distance',
  'Euclidean distance to the deal with the highest product of gains (price: the middle of the zone); needs a deal and a zone',
  'Nash 1950; Baarslag et al. 2013',
  ({ nash }, point) => {
    const squares = point.map(
      (utility, seat) => (utility - (nash[seat] as number)) * (utility - (nash[seat] as number)),
    );
    return Math.sqrt(squares.reduce((sum, square) => sum + square, 0));
  },
);

function distance(
  name: string,
  about: string,
  source: string,
  formula: (zone: BargainZone, point: UtilityVector) => number,
): Metric {
  return defineMetric({
    name,
    about,
    source,
    needs: 'bargain',
    per: 'episode',
    of(episode) {
      const bargain = bargainOf(episode);
      const point = bargain && dealPoint(episode, bargain);
      return bargain?.zone && point ? formula(bargain.zone, point) : undefined;
    },
  });
}
