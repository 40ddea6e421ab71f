import type { CreateSolver } from '../../theory/best-response/answer.ts';
import { createSolver } from '../../theory/best-response/index.ts';
import type { DomainKit, Sampler } from '../kit.ts';
import { priceBargain } from './bargain.ts';
import { type PriceDeal, type PriceOffer, type PriceScenario, price } from './price.ts';
import { priceQuestions } from './questions.ts';
import { samplers } from './samplers.ts';

export const priceKit: DomainKit = {
  rules: price,
  about: 'one item, one number: a buyer and a seller',
  utility:
    'the gain over the own reservation / the width of the zone of agreement (/ the price range where the zone is empty); 0 without a deal',
  roles: ['buyer', 'seller'],
  samplers: { general: samplers.general as Sampler, janus: samplers.janus as Sampler },
  control: 'clean:boulware_hard',
  questions: priceQuestions,
  dealOf: (offer) => ({ price: (offer as unknown as PriceOffer).price }),
  bargain: (scenario) => priceBargain(scenario as PriceScenario),
  position(scenario, terms) {
    const { listPrice } = (scenario as PriceScenario).public.item;
    return listPrice > 0 ? (terms as PriceDeal).price / listPrice : undefined;
  },
  solver: createSolver as CreateSolver,
};
