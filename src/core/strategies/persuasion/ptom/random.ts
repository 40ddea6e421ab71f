/** random: a control. Any legal act, in either seat. */
import { type PtomAct, type PtomView, ptom } from '../../../domains/persuasion/ptom/ptom.ts';
import { defineStrategy } from '../../../strategy.ts';

export const random = defineStrategy({
  name: 'random',
  domain: 'ptom',
  version: 1,
  about: 'control: any legal act at random',
  options: {},
  make:
    () =>
    (view: PtomView, { rng }): PtomAct =>
      ptom.randomAct(view, rng),
});
