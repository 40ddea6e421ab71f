/**
 * The bargaining problem under a price: utility is the gain over the reservation / width of the zone, so no deal is (0, 0), the
 * negotiation set is the segment from (1, 0) to (0, 1), and Nash's solution its middle.
 */
import type { Bargain } from '../../theory/bargain.ts';
import { type PricePrivate, type PriceScenario, price, zoneOf } from './price.ts';

const STEPS = 100;

export function priceBargain(scenario: PriceScenario): Bargain {
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
    // From one reservation to the other: the segment on which every deal lies.
    outcomes: () =>
      Array.from({ length: STEPS + 1 }, (_, step) => {
        const deal = { price: seller + (width * step) / STEPS };
        return ['buyer', 'seller'].map((seat) =>
          price.utility(scenario, seat, { kind: 'agreement', turn: 1, by: seat, deal }),
        );
      }),
  };
}
