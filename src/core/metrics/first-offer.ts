/** Where a seat opens. First offers anchor what follows: Galinsky and Mussweiler 2001, "First offers as anchors". */
import { type PricePrivate, type PriceScenario, zoneOf } from '../domains/price/price.ts';
import { defineMetric } from './metric.ts';
import { ownWorths, pricesOf } from './offers.ts';

export const firstOffer = defineMetric({
  name: 'first-offer',
  about: 'own utility of the first own offer, were it the deal (price: distance from the own reservation / zone width)',
  source: 'Galinsky and Mussweiler 2001',
  needs: 'bargain',
  per: 'seat',
  of: (episode, seat) => ownWorths(episode, seat)[0],
});

export const firstOfferReach = defineMetric({
  name: 'first-offer-reach',
  about:
    "how far the first own offer lies past the other side's reservation / zone width (price range if empty); below 0 short of it",
  source: 'defined here',
  domains: ['price'],
  per: 'seat',
  of(episode, seat) {
    const [first] = pricesOf(episode, seat);
    if (first === undefined) return undefined;
    const { public: facts, private: secrets } = episode.scenario as PriceScenario;
    const { width } = zoneOf(episode.scenario as PriceScenario);
    const unit = width > 0 ? width : facts.range.high - facts.range.low;
    const past =
      seat === 'seller'
        ? first - (secrets.buyer as PricePrivate).reservation
        : (secrets.seller as PricePrivate).reservation - first;
    return past / unit;
  },
});
