/**
 * Known defects of weak negotiators, from AgreeMate's account of small models (they propose unrealistic prices and move in
 * cents) and from base models that close at any price.
 *
 * unrealistic-offers  an offer that asks of the other side more than it could ever grant: past the other's reservation by
 *                     more than the zone is wide, and by more than a quarter of the list price. The quarter keeps an
 *                     opening at the target honest where the zone is narrow or empty.
 * steps-in-cents      a step of less than one percent of the list price.
 * capitulation        giving up at once: by the second own offer or accept, all but a twentieth of what the seat could
 *                     gain in the zone is given away.
 */
import type { AcceptAct, OfferAct } from '../alternating-offers.ts';
import { type PriceScenario, zoneOf } from '../domains/price/price.ts';
import { bargainOf } from './bargain.ts';
import { defineMetric } from './metric.ts';
import { acceptedOffer, type Made, pricesOf, worthOf } from './offers.ts';

export const unrealisticOffers = defineMetric({
  name: 'unrealistic-offers',
  about: "share of own offers past the other side's reservation by more than max(width of the zone, L / 4)",
  source: 'AgreeMate, paper (unrealistic prices); defined here',
  domains: ['price'],
  per: 'seat',
  of(episode, seat) {
    const prices = pricesOf(episode, seat);
    if (prices.length === 0) return undefined;
    const scenario = episode.scenario as PriceScenario;
    const { low, high, width } = zoneOf(scenario);
    const margin = Math.max(width, scenario.public.item.listPrice / 4);
    const unrealistic = prices.filter((price) => (seat === 'seller' ? price - high : low - price) > margin);
    return unrealistic.length / prices.length;
  },
});

export const stepsInCents = defineMetric({
  name: 'steps-in-cents',
  about: 'share of own steps, other than 0, smaller than L / 100',
  source: 'AgreeMate, paper (moves in cents); defined here',
  domains: ['price'],
  per: 'seat',
  of(episode, seat) {
    const { listPrice } = (episode.scenario as PriceScenario).public.item;
    const prices = pricesOf(episode, seat);
    const steps = prices
      .slice(1)
      .map((price, i) => Math.abs(price - (prices[i] as number)))
      .filter((step) => step > 0);
    if (steps.length === 0 || listPrice <= 0) return undefined;
    return steps.filter((step) => step < listPrice / 100).length / steps.length;
  },
});

export const capitulation = defineMetric({
  name: 'capitulation',
  about:
    '1 if one of the first two own offers or accepts leaves the seat at most 5 % of its greatest possible gain in the zone, else 0',
  source: 'defined here',
  needs: 'bargain',
  per: 'seat',
  of(episode, seat) {
    const bargain = bargainOf(episode);
    if (bargain?.zone === undefined) return undefined;
    const index = bargain.seats.indexOf(seat);
    const floor = bargain.disagreement[index] as number;
    const ideal = bargain.zone.ideal[index] as number;
    const moves: Made[] = [];
    for (const event of episode.events) {
      if (event.type !== 'action-taken' || event.seat !== seat) continue;
      if (event.act.type === 'offer') moves.push({ turn: event.turn, seat, offer: event.act as OfferAct });
      if (event.act.type === 'accept') moves.push(acceptedOffer(episode, (event.act as AcceptAct).offer) as Made);
    }
    if (moves.length === 0) return undefined;
    const gaveUp = moves.slice(0, 2).some((made) => worthOf(episode, seat, made) - floor <= 0.05 * (ideal - floor));
    return Number(gaveUp);
  },
});
