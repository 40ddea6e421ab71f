/**
 * TERMS-Bench, the published 1,800 episodes to the last bit, with the controls that it lacked: simple scripts beside models, and in
 * terms-paired the same scenarios and draws in all families, so that what cues and noise do can be told from luck.
 */
import type { ExperimentFile } from '../experiment.ts';
import { STAND_IN } from '../stand-in.ts';

const shared = {
  models: [STAND_IN],
  agents: [
    'llm:{model}?beliefs=on',
    'terms_bayes?beliefs=on',
    'terms_bayes?prior=wide&beliefs=on',
    'rounds_curve',
    'fixed_30',
    'fixed_10',
    'fixed_01',
    // Openings chosen on seeds outside the suite (scripts/terms.ts).
    'tit_for_tat?margin=325',
    'relative_tit_for_tat?margin=325',
    'nice_tit_for_tat?margin=260',
    'boulware_firm?margin=390',
  ],
  opponents: ['terms:counterpart'],
  seating: 'drawn',
  controls: { script: 'terms:rounds_curve' },
  metrics: [
    'terms-surplus',
    'terms-agreement',
    'terms-false-agreement',
    'terms-belief-error',
    'terms-violation',
    'turns',
  ],
  sections: ['terms'],
} satisfies Partial<ExperimentFile>;

export const terms: ExperimentFile = {
  ...shared,
  title: 'TERMS-Bench',
  about: 'Agents against the typed counterparts of TERMS-Bench, each in the seat that its episode gives to the agent.',
  scenarios: { sampler: 'terms', count: 1800, seed: 0 },
};

export const termsPaired: ExperimentFile = {
  ...shared,
  title: 'TERMS-Bench, paired families',
  about:
    'The same episodes with the scenarios and draws of one family in all six, so that families differ in conduct and cues alone.',
  scenarios: { sampler: 'terms-paired', count: 1800, seed: 0 },
};
