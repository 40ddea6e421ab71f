/** How it ended: agreement, length, and what each side got out of it. */
import { type PriceDeal, type PriceScenario, rhoOf } from '../domains/price/price.ts';
import { defineMetric } from './metric.ts';

export const agreement = defineMetric({
  name: 'agreement',
  about: '1 for a deal; 0 for no deal, a walk or a forfeit',
  source: 'AgreeMate, paper (agreement rate)',
  per: 'episode',
  of: ({ result }) => Number(result.kind === 'agreement'),
});

export const turns = defineMetric({
  name: 'turns',
  about: 'T: the turn in which the episode ended',
  source: 'AgreeMate, paper (dialogue length)',
  per: 'episode',
  of: ({ result }) => result.turn,
});

export const utility = defineMetric({
  name: 'utility',
  about: 'the reward: price, gain over the reservation / zone width; items, own value / own maximum; 0 without a deal',
  source: 'defined here',
  per: 'seat',
  of: ({ result }, seat) => (result.kind === 'failed' ? undefined : result.utility[seat]),
});

export const rho = defineMetric({
  name: 'rho',
  about: "(A - seller's reservation) / width of the zone; needs a deal and a zone",
  source: 'Gray et al. 2026 (Janus)',
  domains: ['price'],
  per: 'episode',
  of: ({ scenario, result }) =>
    result.kind === 'agreement' ? rhoOf(scenario as PriceScenario, (result.deal as PriceDeal).price) : undefined,
});
