/**
 * BazaarBATNA's ladder as a factorial: steering and tells crossed for every buyer, where the original had steering
 * on in one arm only. Beside the models stand rule buyers, the same wrapper without a model, and the wrapper around a model that
 * says nothing: what a wrapper earns by itself is not the model's. The tasks are the hardened ones: as the original plays them, two
 * of the three are one scenario each, however often they are played.
 */
import type { ExperimentFile } from '../experiment.ts';
import { STAND_IN } from '../stand-in.ts';

const steering = ['off', 'ladder', 'head', 'bayesian'];
const tells = ['patterns', 'off'];

export const ladder: ExperimentFile = {
  title: 'Bazaar ladder',
  about: 'Buyers against the rule seller of BazaarBATNA.',
  scenarios: {
    tasks: ['single_deal+hard', 'asymmetric_pressure+hard', 'amazon_realistic+hard'],
    count: 30,
    seed: 1000,
  },
  models: [STAND_IN],
  agents: [
    { spec: 'sauda@{model}?steering={steering}&tells={tells}', over: { steering, tells } },
    { spec: 'sauda@templates?steering={steering}&tells={tells}', over: { steering, tells } },
    'bazaar:rule_based',
    'bazaar:naive',
    'bazaar:smart',
  ],
  opponents: ['bazaar:seller'],
  seating: 'buyer',
  controls: { script: 'bazaar:smart', also: [{ spec: 'sauda@scripted?steering={steering}', over: { steering } }] },
  metrics: ['turns', 'bazaar-score'],
  differs: ['steering'],
  sections: ['bazaar'],
};
