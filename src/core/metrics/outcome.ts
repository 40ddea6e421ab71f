/** How it ended: agreement, length, and what each side got out of it. */
import type { PriceDeal, PriceScenario } from '../domains/price.ts';
import { rhoOf } from '../domains/price.ts';
import type { Metric } from './metric.ts';

/** 1 for a deal, 0 for no deal, a walk or a forfeit; a failed episode measures nothing. */
export const agreement: Metric = {
  name: 'agreement',
  about: '1 if the episode ended in a deal, else 0; undefined when it failed',
  source: 'AgreeMate',
  per: 'episode',
  of: ({ result }) => (result.kind === 'failed' ? undefined : Number(result.kind === 'agreement')),
};

export const turns: Metric = {
  name: 'turns',
  about: 'turns played',
  source: 'AgreeMate (dialogue length)',
  per: 'episode',
  of: ({ result }) => (result.kind === 'failed' ? undefined : result.turn),
};

/** The reward: no deal counts as zero gain. */
export const utility: Metric = {
  name: 'utility',
  about: 'own gain over the reservation / width of the zone; 0 without a deal',
  source: 'house definition',
  per: 'seat',
  of: ({ result }, seat) => (result.kind === 'failed' ? undefined : result.utility[seat]),
};

export const rho: Metric = {
  name: 'rho',
  about: "(price - seller's reservation) / width of the zone; undefined without a deal or a zone",
  source: 'Janus lab',
  domain: 'price',
  per: 'episode',
  of: ({ scenario, result }) =>
    result.kind === 'agreement' ? rhoOf(scenario as PriceScenario, (result.deal as PriceDeal).price) : undefined,
};
