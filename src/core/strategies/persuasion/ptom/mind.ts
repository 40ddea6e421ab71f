/** mind: P-ToM's target in numbers (domains/persuasion/ptom/mind.ts). `rational` accepts whatever it believes to be the better option. */
import { isPersuader, type PtomAct, type PtomView, type TargetView } from '../../../domains/persuasion/ptom/ptom.ts';
import { choice, defineStrategy } from '../../../strategy.ts';
import { askFirstAct } from './ask-first.ts';
import { listen } from './listening.ts';

export const mind = defineStrategy({
  name: 'mind',
  domain: 'ptom',
  version: 1,
  about: 'a target in numbers: strengths, facts, trust and a chance to accept',
  options: {
    decides: choice(['chance', 'rational'], 'with the chance of its mind, or by what it believes to be better'),
  },
  make:
    ({ decides }) =>
    (view: PtomView, context): PtomAct =>
      isPersuader(view) ? askFirstAct(view) : listen(view as TargetView, context, decides),
});
