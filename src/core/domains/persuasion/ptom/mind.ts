/**
 * The mind of a P-ToM target: numbers only, so that what it decides is known.
 *
 * It weighs the facts it knows by how much it cares: a and b are the sums for A and B. The gap is (a - b) / (a + b + 1), and the belief
 * that A is the better one is 1 / (1 + e^(-5 gap)): 0.5 where nothing speaks for either. P-ToM divides by max(a + b, 1), with which a mind
 * that knows one side only is moved no more by anything it is told for that side. A fact that is told counts by how far the teller is trusted at that moment, (1 + trust) / 2; one known from the start counts
 * whole. Trust rises with questions, as long as there is patience for them, and with facts about what matters; it falls with
 * questions beyond that or asked twice, with facts about what does not matter and with those it has heard. A recommendation
 * is accepted with the chance belief x (0.4 + 0.6 trust) + the personality's shift, from 0.02 to 0.98.
 *
 * The shifts and the clamp are P-ToM's; the other numbers are ours (docs/DECISIONS.md).
 */
import { clamp, exp } from '../../../math.ts';
import {
  type Band,
  bandOf,
  EVERYTHING,
  type Lean,
  type OptionName,
  type Personality,
  type PtomView,
  personalities,
  strengthOf,
  type TargetSecret,
} from './ptom.ts';

export interface Temper {
  /** Added to the chance that a recommendation is accepted (P-ToM). */
  readonly shift: number;
  /** How many questions it likes to be asked. */
  readonly patience: number;
}

export const tempers: Readonly<Record<Personality, Temper>> = {
  luxury_focused: { shift: 0.05, patience: 3 },
  budget_conscious: { shift: -0.1, patience: 2 },
  adventure_seeker: { shift: 0, patience: 2 },
  culture_enthusiast: { shift: -0.05, patience: 4 },
  convenience_prioritizer: { shift: 0.1, patience: 1 },
};

/** What changes while it listens. */
export interface Mind {
  a: number;
  b: number;
  trust: number;
  questions: number;
}

const STEEPNESS = 5;
const ASKED = 0.04;
const PESTERED = -0.06;
const RELEVANT = 0.05;
const IRRELEVANT = -0.12;
const HEARD = -0.05;
const MATTERS = 0.3;

/** It is asked something, perhaps again. */
export function hearQuestion(mind: Mind, { patience }: Temper, again: boolean): void {
  mind.questions++;
  mind.trust = clamp(mind.trust + (again || mind.questions > patience ? PESTERED : ASKED), 0, 1);
}

/** It is told a fact about something that it cares about this much. A fact that it has heard moves nothing but its trust. */
export function hearFact(mind: Mind, favours: OptionName | 'neutral', strength: number, heard: boolean): void {
  if (!heard) weighIn(mind, favours, strength * (0.5 + 0.5 * mind.trust));
  const relevant = favours !== 'neutral' && strength >= MATTERS;
  mind.trust = clamp(mind.trust + (heard ? HEARD : relevant ? RELEVANT : IRRELEVANT), 0, 1);
}

/** A fact takes its place among those that are weighed. */
export function weighIn(mind: Mind, favours: OptionName | 'neutral', weight: number): void {
  if (favours === 'A') mind.a += weight;
  else if (favours === 'B') mind.b += weight;
}

/** The belief, 0 to 1, that this option is the better one. */
export function beliefIn({ a, b }: Mind, option: OptionName): number {
  const gap = (a - b) / (a + b + 1);
  return 1 / (1 + exp(option === 'A' ? -STEEPNESS * gap : STEEPNESS * gap));
}

/** The chance that it accepts a recommendation of this option. */
export function acceptance(mind: Mind, { shift }: Temper, option: OptionName): number {
  return clamp(beliefIn(mind, option) * (0.4 + 0.6 * mind.trust) + shift, 0.02, 0.98);
}

export function leanOf(mind: Mind): Lean {
  const belief = beliefIn(mind, 'A');
  return belief > 0.6 ? 'A' : belief < 0.4 ? 'B' : 'unsure';
}

/** The mind of a target after what was said to it. */
export function mindAt({ strengths, known, personality, trust }: TargetSecret, history: PtomView['history']): Mind {
  const mind: Mind = { a: 0, b: 0, trust, questions: 0 };
  const heard = new Set<string>();
  const asked = new Set<string>();
  for (const { id, favours, dimension } of known) {
    heard.add(id);
    weighIn(mind, favours, strengthOf(strengths, dimension));
  }
  for (const { act } of history) {
    if (act.type === 'ask') {
      hearQuestion(mind, tempers[personality], asked.has(act.about));
      asked.add(act.about);
    } else if (act.type === 'disclose') {
      const { id, favours, dimension } = act.fact;
      hearFact(mind, favours, strengthOf(strengths, dimension), heard.has(id));
      heard.add(id);
    }
  }
  return mind;
}

/** What it says, when it is honest, to a question about something: the dimension and how much it matters. */
export function honestAnswer(
  { strengths }: Pick<TargetSecret, 'strengths'>,
  dimensions: readonly string[],
  about: string,
): { readonly dimension: string; readonly matters: Band } {
  const strength = (name: string) => strengthOf(strengths, name);
  const dimension =
    about === EVERYTHING ? dimensions.reduce((top, one) => (strength(one) > strength(top) ? one : top)) : about;
  return { dimension, matters: bandOf(strength(dimension)) };
}

/** The dimension, by its place in a scenario of ours, that a personality cares about more often than others. */
export function bentOf(personality: Personality): number {
  return personalities.indexOf(personality);
}
