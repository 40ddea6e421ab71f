/**
 * bayes: the ceiling. Knows how scenarios are drawn, keeps a posterior over the target (posterior.ts) and takes the act that leads
 * furthest (planning.ts).
 */
import type { Belief } from '../../../beliefs/belief.ts';
import type { PersuaderView } from '../../../domains/persuasion/ptom/ptom.ts';
import { PERSUADER } from '../../../domains/persuasion/seats.ts';
import { defineStrategy, number } from '../../../strategy.ts';
import { type Prospect, prospects } from './planning.ts';
import { chanceThatAFits, expectedStrengths, posterior } from './posterior.ts';
import { persuading } from './seats.ts';

const DRAWS = 96;

export const bayes = defineStrategy({
  name: 'bayes',
  domain: 'ptom',
  version: 1,
  about: 'the ceiling: a posterior over the target by the generator, and the act that leads furthest by search',
  options: { draws: number(DRAWS, 'how many targets it imagines', { min: 8, max: 4096 }) },
  make: ({ draws }) => persuading((view) => (prospects(view, posterior(view, draws))[0] as Prospect).act),
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
