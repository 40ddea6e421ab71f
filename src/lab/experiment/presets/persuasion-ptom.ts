/**
 * Who finds out what matters to somebody? P-ToM paid whoever got A chosen and told the agent to advise well, and most of its targets
 * liked B better. So every persuader plays five arms, a fifth of the scenarios each: what fits best is to be chosen; A is, and fits; A is, and
 * B fits; everything is revealed; and somebody who knows much, trusts little and shades answers.
 */
import type { ExperimentFile } from '../experiment.ts';
import { STAND_IN } from '../stand-in.ts';

export const persuasionPtom: ExperimentFile = {
  title: 'Persuasion by questions, facts and a recommendation',
  about:
    "Persuaders in P-ToM's game against its numeric mind, in five arms that tell advice that fits from praise of one option.",
  domain: 'ptom',
  scenarios: { sampler: 'arms', count: 100, seed: 1 },
  models: [STAND_IN],
  agents: ['llm:{model}', 'ptom:generic', 'ptom:own_taste', 'ptom:greedy', 'ptom:bayes?beliefs=on'],
  opponents: ['ptom:mind'],
  seating: 'persuader',
  metrics: ['persuaded', 'satisfaction', 'turns', 'wasted-facts', 'belief-moved', 'belief-error', 'belief-brier'],
};
