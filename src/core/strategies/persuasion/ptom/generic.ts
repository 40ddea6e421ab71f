/** generic: P-ToM's baseline. Four questions, then an option at random, whatever was answered. */
import type { PtomAct } from '../../../domains/persuasion/ptom/ptom.ts';
import { allowedActs, EVERYTHING } from '../../../domains/persuasion/ptom/ptom.ts';
import { defineStrategy } from '../../../strategy.ts';
import { persuading } from './seats.ts';

const QUESTIONS = 4;

export const generic = defineStrategy({
  name: 'generic',
  domain: 'ptom',
  version: 1,
  about: "P-ToM's baseline: four questions, then an option at random",
  options: {},
  make: () =>
    persuading((view, { rng }): PtomAct => {
      const asked = view.history.filter(({ act }) => act.type === 'ask').length;
      if (asked >= QUESTIONS || !allowedActs(view).includes('ask'))
        return { type: 'recommend', option: rng.pick(['A', 'B'] as const) };
      return { type: 'ask', about: [EVERYTHING, ...view.public.dimensions][asked] as string };
    }),
});
