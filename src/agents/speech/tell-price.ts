/** How a game over a price reads to a person. */
import {
  formatPrice,
  type PriceDeal,
  type PriceOffer,
  type PricePrivate,
  type PriceScenario,
  type Seat,
  zoneOf,
} from '../../core/index.ts';
import type { Teller } from './speech.ts';

export const tellPrice: Teller = {
  facts(given) {
    const scenario = given as PriceScenario;
    const { item, turnLimit, opens } = scenario.public;
    return {
      title: item.title,
      lines: [
        item.description,
        `list price ${money(scenario, item.listPrice)}, ${turnLimit} turns, the ${opens} opens`,
      ],
    };
  },

  secrets(given, seat: Seat) {
    const scenario = given as PriceScenario;
    const { reservation, target } = scenario.private[seat] as PricePrivate;
    const limit = seat === 'seller' ? 'takes at least' : 'pays at most';
    return `${limit} ${money(scenario, reservation)}, hopes for ${money(scenario, target)}`;
  },

  room(given) {
    const scenario = given as PriceScenario;
    const { low, high, width } = zoneOf(scenario);
    if (width <= 0) return 'zone    empty: the best either side can do is walk away';
    return `zone    ${money(scenario, low)} to ${money(scenario, high)}, ${money(scenario, width)} wide`;
  },

  offer: (given, offer) => money(given as PriceScenario, (offer as PriceOffer).price).padStart(10),
  deal: (given, deal) => `at ${money(given as PriceScenario, (deal as PriceDeal).price)}`,
};

function money(scenario: PriceScenario, amount: number): string {
  return formatPrice(amount, scenario.public.item.currency);
}
