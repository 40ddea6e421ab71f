/**
 * Anchoring: the correlation, over many deals, of a seat's first offer with the final price (Galinsky and Mussweiler 2001).
 *
 * A measure of a population, so not in the list of metrics. Both prices are positions that scenarios share (shares of the list
 * price): raw prices would correlate because cars cost more than chargers. Needs three deals, and both to vary.
 */
import { findKit } from '../domains/index.ts';
import type { Episode } from '../transcript.ts';
import type { Seat } from '../types.ts';
import { correlation } from './correlation.ts';
import { offersOf } from './offers.ts';

export function anchoring(episodes: Iterable<Episode>, seat: Seat): number | undefined {
  const pairs: [first: number, final: number][] = [];
  for (const episode of episodes) {
    const { domain, scenario, result } = episode;
    const [opening] = offersOf(episode, seat);
    if (!opening || result.kind !== 'agreement') continue;
    const [first, final] = [opening.offer, result.deal].map((terms) => findKit(domain)?.position?.(scenario, terms));
    if (first !== undefined && final !== undefined) pairs.push([first, final]);
  }
  return correlation(pairs);
}
