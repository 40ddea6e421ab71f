/** random_cells: the chance line of MindGames. Each message discloses one true cell, drawn with replacement. */
import { CELLS } from '../../../domains/persuasion/mindgames/mind.ts';
import { defineStrategy } from '../../../strategy.ts';
import { disclosing, message, persuading } from './persuader.ts';

export const randomCells = defineStrategy({
  name: 'random_cells',
  domain: 'mindgames',
  version: 1,
  about: 'discloses one cell at random in each message, asks nothing',
  options: {},
  make: () => persuading((view, { rng }) => message({ disclose: disclosing(view, [rng.integer(CELLS)]) })),
});
