/** own_taste: takes its own preferences for the target's, whatever was revealed. What a persuader without a theory of mind does. */
import { defineStrategy } from '../../../strategy.ts';
import { argue } from './arguing.ts';
import { persuading } from './seats.ts';

const MATTERS = 0.3;

export const ownTaste = defineStrategy({
  name: 'own_taste',
  domain: 'ptom',
  version: 1,
  about: 'takes its own preferences for those of the target',
  options: {},
  make: () => persuading((view) => argue(view, view.own.taste, MATTERS)),
});
