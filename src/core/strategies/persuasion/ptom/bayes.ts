/**
 * bayes: the ceiling. Knows how scenarios are drawn, keeps a posterior over the target (posterior.ts) and takes the act that leads
 * furthest (planning.ts). With notes it is the planner: what it believes to be open, what it did not do and what would come of that
 * go into a private note.
 */
import type { Belief } from '../../../beliefs/belief.ts';
import type { PersuaderView } from '../../../domains/persuasion/ptom/ptom.ts';
import { PERSUADER } from '../../../domains/persuasion/seats.ts';
import { defineStrategy, number } from '../../../strategy.ts';
import { deliberate } from './deliberating.ts';
import { type Prospect, prospects } from './planning.ts';
import { chanceThatAFits, expectedStrengths, posterior } from './posterior.ts';
import { persuading } from './seats.ts';

const DRAWS = 96;
const ALTERNATIVES = 3;

export const bayes = defineStrategy({
  name: 'bayes',
  domain: 'ptom',
  version: 2,
  about:
    'the ceiling under its prior: a posterior over targets as scenarios have them, and the act that leads furthest by search',
  thinks: 'long',
  options: {
    draws: number(DRAWS, 'how many targets it imagines', { min: 8, max: 4096 }),
    notes: { kind: 'flag', default: false, about: 'note the plan and what the alternatives would lead to' },
  },
  make: ({ draws, notes }) =>
    persuading((view, context) => {
      if (!notes) return (prospects(view, posterior(view, draws))[0] as Prospect).act;
      const { entropy, prospects: found } = deliberate(view, draws);
      const [best, ...others] = found as [Prospect, ...Prospect[]];
      const alternatives = others.slice(0, ALTERNATIVES).map(({ act, success }) => ({ act, predicted: success }));
      context.note({ plan: { words: best.act.type, entropy, predicted: best.success, alternatives } });
      return best.act;
    }),
  believes:
    ({ draws }) =>
    (view: PersuaderView, { name }): Belief | undefined => {
      if (view.seat !== PERSUADER) return undefined;
      const imagined = posterior(view, draws);
      if (name === 'strengths') return { kind: 'values', values: expectedStrengths(imagined, view.public.dimensions) };
      const a = Math.min(1, chanceThatAFits(imagined));
      return name === 'fits' ? { kind: 'choice', chances: { A: a, B: 1 - a } } : undefined;
    },
});
