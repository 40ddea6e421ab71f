/**
 * The six criteria for a seller (BazaarBATNA) on our own listings, with a persona judge that is not the seller (give one with
 * --judge). Their test buyer opens below any reservation, so some criteria hold for every seller: the controls show which.
 */
import type { ExperimentFile } from '../experiment.ts';
import { STAND_IN } from '../stand-in.ts';

const persona = ['default', 'firm', 'flexible', 'deceptive'];

export const sellerQuality: ExperimentFile = {
  title: 'Seller quality',
  about: 'Sellers against a test buyer that raises its bids on a clock.',
  scenarios: { sampler: 'general', count: 50, seed: 42, zone: 'wide', turnLimit: 17 },
  models: [STAND_IN],
  agents: [
    { spec: 'shopkeeper@{model}?persona={persona}', over: { persona } },
    { spec: 'shopkeeper@templates?persona={persona}', over: { persona } },
  ],
  opponents: ['worded:bazaar:quality@templates'],
  seating: 'seller',
  controls: { script: 'worded:clean:boulware_hard@templates' },
  metrics: ['turns', 'ir-violation'],
  sections: ['seller-quality'],
};
