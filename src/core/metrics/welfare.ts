/**
 * The outcome as a whole: how much there was for everybody together, and how evenly. Welfare and Jain's index read the
 * utilities in the result alone, so they hold for any domain and any number of seats; without a deal those are 0.
 */

import { nashProduct as productOfGains } from '../theory/solutions.ts';
import type { Episode } from '../transcript.ts';
import { bargainOf, dealPoint } from './bargain.ts';
import { defineMetric } from './metric.ts';

export const welfare = defineMetric({
  name: 'welfare',
  about: 'sum of all utilities',
  source: 'utilitarian welfare',
  per: 'episode',
  of: (episode) => utilitiesOf(episode).reduce((sum, u) => sum + u, 0),
});

export const nashProduct = defineMetric({
  name: 'nash-product',
  about: 'product of the gains over the reservation, a loss counting as 0; 0 without a deal',
  source: 'Nash 1950',
  needs: 'bargain',
  per: 'episode',
  of(episode) {
    const bargain = bargainOf(episode);
    if (bargain === undefined) return undefined;
    const point = dealPoint(episode, bargain);
    return point === undefined ? 0 : productOfGains(point, bargain.disagreement);
  },
});

export const jainIndex = defineMetric({
  name: 'jain-index',
  about:
    '(sum u)^2 / (n sum u^2): 1 when all have the same, 1/n when one has all; needs utilities of 0 or more, not all 0',
  source: 'Jain, Chiu and Hawe 1984',
  per: 'episode',
  of(episode) {
    const utilities = utilitiesOf(episode);
    if (utilities.some((u) => u < 0)) return undefined;
    const sum = utilities.reduce((total, u) => total + u, 0);
    const squares = utilities.reduce((total, u) => total + u * u, 0);
    return squares > 0 ? (sum * sum) / (utilities.length * squares) : undefined;
  },
});

function utilitiesOf({ result }: Episode): number[] {
  return result.kind === 'failed' ? [] : Object.values(result.utility);
}
