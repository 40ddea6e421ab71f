/** Everybody against everybody: the clean, the classic and the searched scripts, and any model named on the command line. */
import type { ExperimentFile } from '../experiment.ts';

export const tournament: ExperimentFile = {
  title: 'Tournament',
  about: 'Every agent meets every agent, itself included, in both roles, on the same scenarios.',
  scenarios: { sampler: 'general', count: 30, seed: 1 },
  agents: ['registry:clean', 'registry:classic', 'registry:searched'],
  metrics: ['rho', 'turns'],
};
