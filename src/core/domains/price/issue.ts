/** The price as the one number at issue. */
import { briefOf } from '../bazaar/brief.ts';
import type { DistributiveIssue } from '../kit.ts';
import { formatPrice } from './money.ts';
import type { PriceDeal, PriceScenario } from './price.ts';

export const priceIssue: DistributiveIssue = {
  amount: (terms) => (terms as PriceDeal).price,
  write: (scenario, amount) => formatPrice(amount, (scenario as PriceScenario).public.item.currency),
  unit: (scenario) => `price (${(scenario as PriceScenario).public.item.currency})`,
  reference: (scenario) => ({ called: 'list price', amount: (scenario as PriceScenario).public.item.listPrice }),
  facts(given, seat) {
    const scenario = given as PriceScenario;
    const own = briefOf(scenario, seat);
    return {
      side: seat === 'buyer' ? 'buyer' : 'seller',
      reservation: own.reservation,
      target: own.target,
      // Of the sellers only those of the bazaar have a cost, and it is their reservation.
      cost: own.stall === undefined ? undefined : own.reservation,
      rivals: undefined,
      // Where deadlines are part of the game, a side without one has all the turns there are.
      inHurry: scenario.public.deadlines === undefined ? undefined : own.deadline !== undefined,
    };
  },
};
