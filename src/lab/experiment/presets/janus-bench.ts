/**
 * The Janus lab's benchmark with what its table lacked: the scripts themselves in the same rows, intervals, and
 * no deal counted as zero beside the mean over deals. 25 scenarios in both roles make its 50 games against each opponent.
 */
import type { ExperimentFile } from '../experiment.ts';
import { STAND_IN } from '../stand-in.ts';

export const janusBench: ExperimentFile = {
  title: 'Janus benchmark',
  about: 'Each agent against the scripts of registry janus-b, in both roles.',
  scenarios: { sampler: 'janus', count: 25, seed: 1 },
  models: [STAND_IN],
  agents: ['llm:{model}', 'registry:janus-b'],
  opponents: ['registry:janus-b'],
  controls: { script: 'janus-b:boulware_hard' },
  metrics: ['rho', 'turns'],
};
