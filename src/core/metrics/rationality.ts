/**
 * Whether the outcome was one that a careful seat, or a careful pair, would have chosen.
 *
 * `rational-walk` and `mutual-loss` split the episodes without a deal by whether there was a zone, so that a good walk and
 * a missed deal are never the same number.
 */

import type { Episode } from '../transcript.ts';
import { bargainOf, dealPoint } from './bargain.ts';
import { defineMetric } from './metric.ts';

export const irViolation = defineMetric({
  name: 'ir-violation',
  about: '1 if the deal is worse for this seat than its reservation, else 0; needs a deal',
  source: 'individual rationality, Nash 1950',
  needs: 'bargain',
  per: 'seat',
  of(episode, seat) {
    const bargain = bargainOf(episode);
    const point = bargain && dealPoint(episode, bargain);
    if (bargain === undefined || point === undefined) return undefined;
    const index = bargain.seats.indexOf(seat);
    return Number((point[index] as number) < (bargain.disagreement[index] as number));
  },
});

export const rationalWalk = defineMetric({
  name: 'rational-walk',
  about: 'with an empty zone: 1 for no deal or a walk, 0 for a deal; undefined after a forfeit, which nobody chose',
  source: 'defined here',
  needs: 'bargain',
  per: 'episode',
  of(episode) {
    const bargain = bargainOf(episode);
    if (bargain === undefined || bargain.zone !== undefined || episode.result.kind === 'forfeited') return undefined;
    return withoutDeal(episode);
  },
});

export const mutualLoss = defineMetric({
  name: 'mutual-loss',
  about: 'with a zone: 1 if the episode ended without a deal, 0 for a deal',
  source: 'defined here',
  needs: 'bargain',
  per: 'episode',
  of: (episode) => (bargainOf(episode)?.zone ? withoutDeal(episode) : undefined),
});

/** 1 without a deal, 0 with one; a game that came to a conclusion has neither. */
function withoutDeal({ result }: Episode): number | undefined {
  return result.kind === 'concluded' ? undefined : Number(result.kind !== 'agreement');
}
