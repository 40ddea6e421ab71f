/**
 * What the deal left to share, and who got it. A gain is utility minus the own reservation.
 *
 * A price only moves money, so every price deal has a surplus efficiency of 1, even one outside the zone, where the loss
 * of one side is the extra gain of the other: `ir-violation` tells those apart. Shares are not clipped for the same reason.
 */
import type { Episode } from '../transcript.ts';
import type { Seat } from '../types.ts';
import { bargainOf, dealPoint } from './bargain.ts';
import { defineMetric } from './metric.ts';

export const surplusShare = defineMetric({
  name: 'surplus-share',
  about: 'own gain / sum of all gains; needs a deal with a positive sum',
  source: 'Raiffa 1982, division of the zone of agreement',
  needs: 'bargain',
  per: 'seat',
  of(episode, seat) {
    const gains = gainsOf(episode);
    if (gains === undefined) return undefined;
    const sum = total(gains);
    return sum > 0 ? (gains.get(seat) as number) / sum : undefined;
  },
});

export const surplusEfficiency = defineMetric({
  name: 'surplus-efficiency',
  about: 'sum of gains / the most it could be (price: 1 for every deal); 0 without a deal; needs a zone',
  source: 'Myerson and Satterthwaite 1983, share of the gains from trade',
  needs: 'bargain',
  per: 'episode',
  of(episode) {
    const zone = bargainOf(episode)?.zone;
    if (zone === undefined) return undefined;
    return total(gainsOf(episode) ?? new Map()) / zone.mostGain;
  },
});

export const individualAdvantage = defineMetric({
  name: 'individual-advantage',
  about: '(u - r) / (max - r), max the most any legal deal gives this seat; 0 without a deal',
  source: 'defined here; cf. the advantage of the Automated Negotiation League',
  needs: 'bargain',
  per: 'seat',
  of(episode, seat) {
    const bargain = bargainOf(episode);
    if (bargain === undefined) return undefined;
    const index = bargain.seats.indexOf(seat);
    const most = (bargain.highest[index] as number) - (bargain.disagreement[index] as number);
    return most > 0 ? (gainsOf(episode)?.get(seat) ?? 0) / most : undefined;
  },
});

/** Gain of each seat over its reservation; undefined without a deal. */
function gainsOf(episode: Episode): ReadonlyMap<Seat, number> | undefined {
  const bargain = bargainOf(episode);
  const point = bargain && dealPoint(episode, bargain);
  if (bargain === undefined || point === undefined) return undefined;
  return new Map(bargain.seats.map((seat, i) => [seat, (point[i] as number) - (bargain.disagreement[i] as number)]));
}

function total(gains: ReadonlyMap<Seat, number>): number {
  let sum = 0;
  for (const gain of gains.values()) sum += gain;
  return sum;
}
