/**
 * Anchoring: the correlation, over many deals, of a seat's first offer with the final price (Galinsky and Mussweiler 2001).
 *
 * A measure of a population, so not in the list of metrics. Both prices are shares of the list price: raw prices would
 * correlate because cars cost more than chargers. Needs three deals, and both to vary.
 */
import type { PriceDeal, PriceScenario } from '../domains/price/price.ts';
import type { Episode } from '../transcript.ts';
import type { Seat } from '../types.ts';
import { correlation } from './correlation.ts';
import { pricesOf } from './offers.ts';

export function anchoring(episodes: Iterable<Episode>, seat: Seat): number | undefined {
  const pairs: [first: number, final: number][] = [];
  for (const episode of episodes) {
    const { domain, scenario, result } = episode;
    if (domain !== 'price' || result.kind !== 'agreement') continue;
    const { listPrice } = (scenario as PriceScenario).public.item;
    const [first] = pricesOf(episode, seat);
    if (first !== undefined && listPrice > 0) {
      pairs.push([first / listPrice, (result.deal as PriceDeal).price / listPrice]);
    }
  }
  return correlation(pairs);
}
