import type { DomainKit, Sampler } from '../kit.ts';
import { priceBargain } from './bargain.ts';
import { type PriceOffer, type PriceScenario, price } from './price.ts';
import { samplers } from './samplers.ts';

export const priceKit: DomainKit = {
  rules: price,
  roles: ['buyer', 'seller'],
  samplers: { general: samplers.general as Sampler, janus: samplers.janus as Sampler },
  control: 'clean:boulware_hard',
  dealOf: (offer) => ({ price: (offer as unknown as PriceOffer).price }),
  bargain: (scenario) => priceBargain(scenario as PriceScenario),
};
