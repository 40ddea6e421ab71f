/** say_all: discloses the whole table at once, asks nothing. */
import { CELLS } from '../../../domains/persuasion/mindgames/mind.ts';
import { defineStrategy } from '../../../strategy.ts';
import { disclosing, hasDisclosed, message, persuading } from './persuader.ts';

const ALL = Array.from({ length: CELLS }, (_, cell) => cell);

export const sayAll = defineStrategy({
  name: 'say_all',
  domain: 'mindgames',
  version: 1,
  about: 'discloses the whole table at once, asks nothing',
  options: {},
  make: () => persuading((view) => message(hasDisclosed(view) ? {} : { disclose: disclosing(view, ALL) })),
});
