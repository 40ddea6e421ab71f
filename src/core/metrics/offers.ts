/**
 * What the metrics read of a haggle: who offered what and when, and what an offer is worth to a seat.
 *
 * An offer is measured by the utility it would give as a deal. In price that is the gain over the own reservation / width
 * of the zone (the price range when the zone is empty), so steps in utility are steps in price, scaled; in items it is the
 * own value / own maximum.
 */
import type { OfferAct } from '../alternating-offers.ts';
import { findKit } from '../domains/index.ts';
import type { PriceOffer } from '../domains/price/price.ts';
import { sameJson } from '../hash.ts';
import type { Episode } from '../transcript.ts';
import type { Seat } from '../types.ts';

/** Utilities closer than this are the same: sums of item values carry rounding. */
export const SAME = 1e-9;

export interface Made<Offer extends OfferAct = OfferAct> {
  readonly turn: number;
  readonly seat: Seat;
  readonly offer: Offer;
}

/** Every offer in the order made, of both seats or of one. */
export function offersOf<Offer extends OfferAct = OfferAct>(
  { events }: Pick<Episode, 'events'>,
  seat?: Seat,
): Made<Offer>[] {
  const made: Made<Offer>[] = [];
  for (const event of events) {
    if (event.type !== 'action-taken' || event.act.type !== 'offer') continue;
    if (seat === undefined || event.seat === seat) {
      made.push({ turn: event.turn, seat: event.seat, offer: event.act as Offer });
    }
  }
  return made;
}

/** Prices in the order offered, of both seats or of one. */
export function pricesOf(episode: Pick<Episode, 'events'>, seat?: Seat): number[] {
  return offersOf<PriceOffer>(episode, seat).map(({ offer }) => offer.price);
}

/** What a seat would get out of an offer, its own or the other side's, if it became the deal. */
export function worthOf(episode: Episode, seat: Seat, { turn, seat: by, offer }: Made): number {
  const { domain, scenario } = episode;
  const kit = findKit(domain);
  if (!kit?.dealOf) throw new RangeError(`got an episode of ${domain}, which says of no offer what deal it would make`);
  return kit.rules.utility(scenario, seat, { kind: 'agreement', turn, by, deal: kit.dealOf(offer) });
}

/** What each own offer would have given the seat that made it, in order. */
export function ownWorths(episode: Episode, seat: Seat): number[] {
  return offersOf(episode, seat).map((made) => worthOf(episode, seat, made));
}

/** Whether two offers have the same terms, whatever their words and the look that goes with them. */
export function sameTerms(one: OfferAct, other: OfferAct): boolean {
  const wordless = { words: undefined, intent: undefined, tells: undefined };
  return sameJson({ ...one, ...wordless }, { ...other, ...wordless });
}

/** The offer of the other side that an accept named. */
export function acceptedOffer(episode: Pick<Episode, 'events'>, turn: number): Made | undefined {
  return offersOf(episode).find((made) => made.turn === turn);
}
