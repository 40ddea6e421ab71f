/** random: a control. Any legal act with the odds of the domain's own random play. */
import { type MindgamesAct, type MindgamesView, mindgames } from '../../../domains/persuasion/mindgames/mindgames.ts';
import { defineStrategy } from '../../../strategy.ts';

export const random = defineStrategy({
  name: 'random',
  domain: 'mindgames',
  version: 1,
  about: 'control: any legal act at random, the choice of the target too',
  options: {},
  make:
    () =>
    (view: MindgamesView, { rng }): MindgamesAct =>
      mindgames.randomAct(view, rng),
});
