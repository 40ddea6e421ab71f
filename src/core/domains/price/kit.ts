import type { CreateSolver } from '../../theory/best-response/answer.ts';
import { createSolver } from '../../theory/best-response/index.ts';
import type { Domain } from '../../types.ts';
import { withBriefs } from '../bazaar/brief.ts';
import { bazaarTaskNames } from '../bazaar/tasks.ts';
import type { DomainKit, Sampler } from '../kit.ts';
import { withoutSeeds } from '../terms/brief.ts';
import { cellOf, samplePairedTerms, sampleTerms } from '../terms/scenario.ts';
import { priceBargain } from './bargain.ts';
import { priceIssue } from './issue.ts';
import { findListing, listings } from './listings/index.ts';
import { namedPrices } from './named.ts';
import { type PriceDeal, type PriceOffer, type PriceScenario, price } from './price.ts';
import { priceQuestions } from './questions.ts';
import { samplers as list } from './samplers.ts';
import { priceTasks } from './tasks.ts';

const samplers: DomainKit['samplers'] = {
  general: list.general as Sampler,
  janus: list.janus as Sampler,
  terms: withoutOptions('terms', sampleTerms),
  'terms-paired': withoutOptions('terms-paired', samplePairedTerms),
};
const options = ['turnLimit', 'opens', 'zone'];

/** A sampler whose scenarios are fixed by their seed. */
function withoutOptions(name: string, sample: (seed: number) => PriceScenario): Sampler {
  return (seed, given = {}) => {
    const [option] = Object.keys(given);
    if (option !== undefined) throw new RangeError(`${name} has a ${option} of its own for each seed: leave it out`);
    return sample(seed);
  };
}

export const priceKit: DomainKit = {
  rules: withBriefs(price as Domain),
  about: 'one item, one number: a buyer and a seller',
  utility:
    'the gain over the own reservation / the width of the zone of agreement (/ the price range where the zone is empty); 0 without a deal',
  roles: ['buyer', 'seller'],
  samplers,
  options,
  named: namedPrices,
  tasks: bazaarTaskNames,
  control: 'clean:boulware_hard',
  environment: priceTasks({ rules: price, samplers, options }),
  questions: priceQuestions,
  dealOf: (offer) => ({ price: (offer as unknown as PriceOffer).price }),
  /** The field of a listing, the family of a TERMS counterpart, and of any other thing its category. */
  field(scenario, source) {
    const { listing: id } = source;
    const family = cellOf(source)?.family;
    if (family !== undefined) return family;
    const { title, category } = (scenario as PriceScenario).public.item;
    const listing = typeof id === 'string' ? findListing(id) : listings.find((one) => one.title === title);
    return listing?.field ?? category;
  },
  seat: (_scenario, source) => cellOf(source)?.agent,
  told: withoutSeeds,
  issue: priceIssue,
  bargain: (scenario) => priceBargain(scenario as PriceScenario),
  position(scenario, terms) {
    const { listPrice } = (scenario as PriceScenario).public.item;
    return listPrice > 0 ? (terms as PriceDeal).price / listPrice : undefined;
  },
  solver: createSolver as CreateSolver,
};
