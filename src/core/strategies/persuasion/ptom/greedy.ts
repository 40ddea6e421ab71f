/**
 * greedy: says all that speaks for an option, asks nothing, then recommends it. To it everything matters alike, but for what was
 * revealed; the option that fits is the one that more facts speak for.
 */
import type { PersuaderView, Strengths } from '../../../domains/persuasion/ptom/ptom.ts';
import { defineStrategy } from '../../../strategy.ts';
import { argue } from './arguing.ts';
import { persuading } from './seats.ts';

const UNKNOWN = 0.5;

export const greedy = defineStrategy({
  name: 'greedy',
  domain: 'ptom',
  version: 1,
  about: 'asks nothing, discloses all that speaks for its option, then recommends it',
  options: {},
  make: () => persuading((view) => argue(view, alike(view), 0)),
});

function alike({ own, public: { dimensions } }: PersuaderView): Strengths {
  return Object.fromEntries(dimensions.map((name) => [name, own.revealed[name] ?? UNKNOWN]));
}
