/**
 * Who reads minds? Success on solvable games alone does not tell: who knows the generator wins most of them without a question. So
 * every persuader plays five arms, a fifth of the scenarios each: roles fixed and permuted, targets that the table says nothing of
 * (scrambled), and games that can and cannot be won (never-win must give 0). Fields in the report are the arms.
 */
import type { ExperimentFile } from '../experiment.ts';
import { STAND_IN } from '../stand-in.ts';

export const persuasion: ExperimentFile = {
  title: 'Persuasion with a theory of mind',
  about:
    'Persuaders in MindGames against its rational target, typed acts, tie rule end, in five arms that tell mind-reading from luck.',
  domain: 'mindgames',
  scenarios: { sampler: 'arms', count: 100, seed: 1 },
  models: [STAND_IN],
  agents: [
    'llm:{model}',
    'random_cells',
    'own_taste',
    'say_all',
    'greedy',
    'best_set?beliefs=on',
    'best_set?asks=inferential',
    'best_set?asks=informational',
    'ask_first',
    'bayes?beliefs=on',
  ],
  opponents: ['rational'],
  seating: 'persuader',
  metrics: [
    'persuaded',
    'messages-to-win',
    'cells-disclosed',
    'bad-cells',
    'asked-motivational',
    'asked-informational',
    'asked-inferential',
    'asked',
    'asked-direct',
    'information-efficiency',
    'belief-brier',
  ],
};
