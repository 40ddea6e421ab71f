/**
 * Do tells pay? An ablation on the hardened tasks, where the seller's type is hidden and its words are what there is to read. The
 * run fails if switching tells off changes no act in any game: the original's switch did nothing, and nobody noticed.
 */
import type { ExperimentFile } from '../experiment.ts';
import { STAND_IN } from '../stand-in.ts';

export const tells: ExperimentFile = {
  title: 'Tells',
  about: 'Whether it pays to read the tells in what the seller says: buyers against the rule seller of BazaarBATNA.',
  scenarios: {
    tasks: ['single_deal+hard', 'deceptive_seller+hard', 'impatient_seller+hard', 'collaborative_seller+hard'],
    count: 30,
    seed: 1,
  },
  models: [STAND_IN],
  agents: [
    {
      spec: 'sauda@{model}?steering={steering}&tells={tells}',
      over: { steering: ['bayesian', 'off'], tells: ['patterns', 'off'] },
    },
    { spec: 'sauda@templates?steering=bayesian&tells={tells}', over: { tells: ['patterns', 'off'] } },
  ],
  opponents: ['bazaar:seller'],
  seating: 'buyer',
  controls: { script: 'bazaar:smart' },
  metrics: ['turns', 'bazaar-score'],
  differs: ['tells'],
  sections: ['bazaar'],
};
