/**
 * AgreeMate's grid on thirty listings of our own, fixed and hashed: model sizes (one --model for each), with
 * reasoning as a factor of three levels (none; hidden and before the answer; after it, as they asked for it) and three
 * personalities. A fine-tuned model is one more --model. Their nine measures by every formula variant; both sides open, each agent
 * takes both roles, and prices in examples scale with the item.
 */
import type { ExperimentFile } from '../experiment.ts';
import { STAND_IN } from '../stand-in.ts';

const thirty = [
  'oak-dining-table',
  'grey-corner-sofa',
  'walnut-bookcase',
  'childrens-bunk-bed',
  'phone-midrange-128',
  'phone-cracked-back',
  'commuter-bike-8-speed',
  'road-bike-carbon',
  'kids-bike-20-inch',
  'gaming-laptop-16gb',
  'noise-cancelling-headphones',
  'retro-game-console',
  'calculus-textbook',
  'silk-scarf-handwoven',
  'city-hatchback-2016',
  'pickup-crew-cab-2015',
  'hybrid-taxi-2014',
  'sedan-2013-pune',
  'convertible-2008',
  'studio-near-station',
  'one-bed-london-zone-3',
  'loft-downtown-chicago',
  'apartment-sao-paulo',
  'suburban-ranch-house',
  'junior-developer-berlin',
  'nurse-zurich',
  'warehouse-lead-texas',
  'office-cleaning-year',
  'cloud-hosting-month',
  'website-redesign-project',
];

export const agreemate: ExperimentFile = {
  title: 'AgreeMate grid',
  about: 'The measures of AgreeMate, each agent in both roles.',
  scenarios: { listings: thirty, seed: 2024, turnLimit: 15, hash: '9b6380fac9a2caf9d119' },
  models: [STAND_IN],
  agents: [
    { spec: 'llm:{model}?reason={reason}', over: { reason: ['none', 'first', 'after'] } },
    { spec: 'llm:{model}?reason=none&persona={persona}', over: { persona: ['aggressive', 'fair', 'passive'] } },
  ],
  metrics: [
    'turns',
    'fairness',
    'bias',
    'aggressiveness',
    'bias-per-turn',
    'concession-rate-normalised',
    'relative-efficiency',
    'probing-ratio',
  ],
  sections: ['agreemate'],
};
