/**
 * A scenario from what others wrote down of one: options, facts, strengths and what of them is revealed, as P-ToM's files have them. What
 * they do not say is drawn from the seed as the sampler draws it: what the target knows, its personality, its trust, the persuader's taste.
 */
import { createRng } from '../../../rng.ts';
import { PERSUADER, TARGET } from '../seats.ts';
import {
  complexities,
  type Fact,
  type Objective,
  type PtomPublic,
  type PtomScenario,
  ptom,
  type Strengths,
} from './ptom.ts';
import { drawTarget, sizes } from './samplers.ts';

export interface GivenPtom extends Pick<PtomPublic, 'type' | 'description' | 'context' | 'options' | 'condition'> {
  readonly id: string;
  readonly complexity?: string;
  readonly facts: readonly Fact[];
  readonly strengths: Strengths;
  /** Names of the strengths that the persuader is told. */
  readonly revealed: readonly string[];
}

/** Undefined where it cannot be played: with the objective `fit`, where both options fit alike. */
export function givenPtom(
  given: GivenPtom,
  { seed, objective = 'A', turnLimit = 14 }: { seed: number; objective?: Objective; turnLimit?: number },
): PtomScenario | undefined {
  const { id, facts, strengths, revealed, complexity: said, ...table } = given;
  const complexity = complexities.find((one) => one === said) ?? 'moderate';
  const dimensions = [...new Set([...Object.keys(strengths), ...facts.map(({ dimension }) => dimension)])].filter(
    Boolean,
  );
  const told = Object.entries(strengths).filter(([name]) => revealed.includes(name));
  // Files call PARTIAL what tells nothing by name, or everything: the condition is what was told.
  const condition = told.length === 0 ? 'HIDDEN' : told.length < Object.keys(strengths).length ? 'PARTIAL' : 'REVEALED';
  const rng = createRng(seed).split('given').split(id);
  const drawing = { complexity, count: dimensions.length };
  const { personality, structure, trust } = drawTarget(rng.split('target'), drawing);
  const taste = drawTarget(rng.split('taste'), drawing).strengths;
  const knows = rng.split('known');
  const scenario: PtomScenario = {
    domain: ptom.name,
    version: ptom.version,
    id,
    public: { ...table, condition, dimensions, complexity, turnLimit },
    private: {
      [PERSUADER]: {
        objective,
        facts,
        revealed: Object.fromEntries(told),
        taste: Object.fromEntries(dimensions.map((name, i) => [name, taste[i] as number])),
      },
      [TARGET]: {
        strengths,
        known: facts.filter(() => knows.float() < sizes[complexity].known),
        personality,
        structure,
        trust,
      },
    },
  };
  return ptom.problem(scenario) === undefined ? scenario : undefined;
}
