/**
 * Who finds out what moves somebody? Minds differ in the appeals that move them, so every persuader plays four arms, a quarter of the
 * scenarios each: minds moved by reasons, by feelings, by authority, and by all alike. For and against take turns in each.
 */
import type { ExperimentFile } from '../experiment.ts';
import { STAND_IN } from '../stand-in.ts';

export const persuasionTrace: ExperimentFile = {
  title: 'Persuasion by arguments, belief traced',
  about: "Persuaders in PersuasionTrace's game against its Bayesian network, in arms by what moves the mind.",
  domain: 'trace',
  scenarios: { sampler: 'arms', count: 100, seed: 1 },
  models: [STAND_IN],
  agents: ['llm:{model}', 'trace:assert', 'trace:direct', 'trace:adaptive', 'trace:bayes'],
  opponents: ['trace:network'],
  seating: 'persuader',
  metrics: ['belief-moved', 'belief-step', 'belief-reversals'],
};
