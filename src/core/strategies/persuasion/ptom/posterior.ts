/**
 * What a persuader who knows the generator can believe of the target: targets drawn as the sampler draws them, weighed by how well
 * they explain what the target said (a particle filter, Gordon, Salmond and Smith 1993, without resampling).
 *
 * Revealed strengths are put in as they are. Each draw carries the mind that it would have by now, so that what it would accept is known.
 */
import {
  hearFact,
  hearQuestion,
  leanOf,
  type Mind,
  type Temper,
  tempers,
  weighIn,
} from '../../../domains/persuasion/ptom/mind.ts';
import {
  type Band,
  bandOf,
  bestFit,
  EVERYTHING,
  type OptionName,
  type PersuaderView,
  type PtomAct,
  type Strengths,
  strengthOf,
} from '../../../domains/persuasion/ptom/ptom.ts';
import { drawTarget, shadingOf, sizes } from '../../../domains/persuasion/ptom/samplers.ts';
import { createRng } from '../../../rng.ts';

/** A target as it may be. */
export interface Draw {
  readonly strengths: Strengths;
  readonly temper: Temper;
  /** By the place of the fact: how much its dimension matters, and whether it was known before anybody spoke. */
  readonly cares: readonly number[];
  readonly known: readonly boolean[];
  readonly fits: OptionName | undefined;
  readonly mind: Mind;
  /** Of one, all draws together. */
  readonly chance: number;
}

/** A reply that a draw would not have given is not quite impossible: the draws are few. */
const UNLIKELY = 0.02;
const UNLIKELY_LEAN = 0.15;

export function posterior(view: PersuaderView, draws: number): Draw[] {
  const { own, public: table, history } = view;
  const { dimensions, complexity } = table;
  const places = new Map(own.facts.map(({ id }, i) => [id, i]));
  const stream = createRng(1).split('posterior').split(complexity);
  const list = Array.from({ length: draws }, (_, i) => {
    const rng = stream.split(i);
    const { strengths: drawn, personality, trust } = drawTarget(rng, { complexity, count: dimensions.length });
    const strengths: Strengths = Object.fromEntries(
      dimensions.map((name, j) => [name, own.revealed[name] ?? (drawn[j] as number)]),
    );
    const cares = own.facts.map(({ dimension }) => strengthOf(strengths, dimension));
    const known = own.facts.map(() => rng.float() < sizes[complexity].known);
    const mind: Mind = { a: 0, b: 0, trust, questions: 0 };
    own.facts.forEach(({ favours }, j) => {
      if (known[j]) weighIn(mind, favours, cares[j] as number);
    });
    const temper = tempers[personality];
    const draw = { strengths, temper, cares, known, fits: bestFit(own.facts, strengths), mind };
    return { ...draw, chance: explained(draw, places, dimensions, history, shadingOf(complexity)) };
  });
  const sum = list.reduce((total, { chance }) => total + chance, 0);
  return list.map((draw) => ({ ...draw, chance: draw.chance / sum }));
}

/** Lets the mind of a draw hear what was said, and gives the likelihood of the replies. */
function explained(
  { strengths, temper, cares, known, mind }: Omit<Draw, 'chance'>,
  places: ReadonlyMap<string, number>,
  dimensions: readonly string[],
  history: PersuaderView['history'],
  shading: number,
): number {
  let likelihood = 1;
  let last: PtomAct | undefined;
  const heard = known.slice();
  const asked = new Set<string>();
  let news = false;
  for (const { act } of history) {
    if (act.type === 'ask') {
      hearQuestion(mind, temper, asked.has(act.about));
      asked.add(act.about);
    } else if (act.type === 'disclose') {
      const place = places.get(act.fact.id) as number;
      news = !heard[place];
      hearFact(mind, act.fact.favours, cares[place] as number, !news);
      heard[place] = true;
    } else if (act.type === 'answer' && last?.type === 'ask') {
      const dimension = topOr(last.about, strengths, dimensions);
      likelihood *=
        dimension === act.dimension ? answered(strengthOf(strengths, dimension), act.matters, shading) : UNLIKELY;
    } else if (act.type === 'react') {
      likelihood *= (act.news === news ? 1 : UNLIKELY) * (act.lean === leanOf(mind) ? 1 : UNLIKELY_LEAN);
    }
    last = act;
  }
  return likelihood;
}

/** The dimension that an honest answer to a question names. */
export function topOr(about: string, strengths: Strengths, dimensions: readonly string[]): string {
  if (about !== EVERYTHING) return about;
  return dimensions.reduce((top, one) => (strengthOf(strengths, one) > strengthOf(strengths, top) ? one : top));
}

function answered(strength: number, said: Band, shading: number): number {
  const honest = bandOf(strength);
  if (honest === said) return 1 - shading;
  const shaded = honest === 'moderate' ? 'weak' : 'moderate';
  return Math.max(said === shaded ? shading : 0, UNLIKELY);
}

/** The mean of each strength, over the draws. */
export function expectedStrengths(draws: readonly Draw[], dimensions: readonly string[]): Strengths {
  return Object.fromEntries(
    dimensions.map((name) => [
      name,
      draws.reduce((sum, { strengths, chance }) => sum + chance * strengthOf(strengths, name), 0),
    ]),
  );
}

/** The chance that A fits best; a draw that likes both alike counts half. */
export function chanceThatAFits(draws: readonly Draw[]): number {
  return draws.reduce((sum, { fits, chance }) => sum + chance * (fits === 'A' ? 1 : fits === undefined ? 0.5 : 0), 0);
}

/** The chance of each dimension to be what matters most. */
export function chancesOfTop(draws: readonly Draw[], dimensions: readonly string[]): Strengths {
  const chances = Object.fromEntries(dimensions.map((name) => [name, 0]));
  for (const { strengths, chance } of draws) {
    const top = topOr(EVERYTHING, strengths, dimensions);
    chances[top] = (chances[top] as number) + chance;
  }
  return chances;
}
