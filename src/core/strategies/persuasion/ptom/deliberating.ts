/** What a persuader who knows the generator thinks at a view: its beliefs, how unsure it is, and what each act would lead to. */
import type { PersuaderView, Strengths } from '../../../domains/persuasion/ptom/ptom.ts';
import { ln } from '../../../math.ts';
import { type Prospect, prospects } from './planning.ts';
import { chancesOfTop, chanceThatAFits, expectedStrengths, posterior } from './posterior.ts';

export interface Deliberation {
  readonly strengths: Strengths;
  /** The chance of each dimension to be what matters most. */
  readonly top: Strengths;
  /** Of those chances, in bits. */
  readonly entropy: number;
  readonly aFits: number;
  /** The best first. */
  readonly prospects: readonly Prospect[];
}

export function deliberate(view: PersuaderView, draws = 96): Deliberation {
  const imagined = posterior(view, draws);
  const { dimensions } = view.public;
  const top = chancesOfTop(imagined, dimensions);
  const entropy = -Object.values(top).reduce((sum, p) => sum + (p > 0 ? p * ln(p) : 0), 0) / Math.LN2;
  return {
    strengths: expectedStrengths(imagined, dimensions),
    top,
    entropy: Math.max(0, entropy),
    aFits: chanceThatAFits(imagined),
    prospects: prospects(view, imagined),
  };
}
