/**
 * What a persuader who knows the generator can believe of the target: targets drawn as the sampler draws them, weighed by how well
 * they explain what the target said (a particle filter, Gordon, Salmond and Smith 1993, without resampling).
 *
 * What was really seen is put in and not weighed: revealed strengths, with what they say of the others; which facts were news; that scenarios in
 * which both options fit alike, or an adversarial one in which A fits and is to be chosen, are drawn again. Targets that would not have answered
 * as this one did are passed over while others come. Each draw carries the mind that it would have by now, so that what it would accept is known.
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
  type Strengths,
  strengthOf,
} from '../../../domains/persuasion/ptom/ptom.ts';
import {
  type DrawnTarget,
  drawingGiven,
  drawTarget,
  isRedrawn,
  shadingOf,
  sizes,
} from '../../../domains/persuasion/ptom/samplers.ts';
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

/** How many targets are tried for each that is kept. */
const TRIES = 24;

export function posterior(view: PersuaderView, draws: number): Draw[] {
  const { own, public: table, history } = view;
  const { dimensions, complexity } = table;
  const places = new Map(own.facts.map(({ id }, i) => [id, i]));
  const seen = knownFrom(history);
  const shading = shadingOf(complexity);
  const imagine = imagining(view);
  const strengthsOf = ({ target }: Imagined): Strengths =>
    Object.fromEntries(dimensions.map((name, j) => [name, own.revealed[name] ?? (target.strengths[j] as number)]));
  const drawOf = (one: Imagined, strengths: Strengths, answers: readonly number[]): Draw => {
    const cares = own.facts.map(({ dimension }) => strengthOf(strengths, dimension));
    const known = own.facts.map(({ id }, j) => seen.get(id) ?? (one.luck[j] as number) < sizes[complexity].known);
    const mind: Mind = { a: 0, b: 0, trust: one.target.trust, questions: 0 };
    own.facts.forEach(({ favours }, j) => {
      if (known[j]) weighIn(mind, favours, cares[j] as number);
    });
    const temper = tempers[one.target.personality];
    const draw = { strengths, temper, cares, known, fits: bestFit(own.facts, strengths), mind };
    const chance = answers.reduce((product, likelihood) => product * likelihood, 1) * explained(draw, places, history);
    return { ...draw, chance };
  };
  const kept: Draw[] = [];
  const spare: Imagined[] = [];
  for (let i = 0; kept.length < draws && i < TRIES * draws; i++) {
    const one = imagine(i);
    const strengths = strengthsOf(one);
    const answers = answeredBy(strengths, dimensions, history, shading);
    if (answers.every((likelihood) => likelihood > UNLIKELY) && wouldBe(view, strengths))
      kept.push(drawOf(one, strengths, answers));
    else if (spare.length < draws) spare.push(one);
  }
  // Where the generator hardly ever draws somebody who says all this, whoever comes near will do.
  const near = spare.slice(0, draws - kept.length).map((one) => {
    const strengths = strengthsOf(one);
    return drawOf(one, strengths, answeredBy(strengths, dimensions, history, shading));
  });
  const list = [...kept, ...near];
  const sum = list.reduce((total, { chance }) => total + chance, 0);
  return list.map((draw) => ({ ...draw, chance: draw.chance / sum }));
}

/** A target, and for each fact the number that decides whether it is known. */
interface Imagined {
  readonly target: DrawnTarget;
  readonly luck: readonly number[];
}

/** The targets that are thought of, by their number. Where nothing is revealed they are the same in every game of a size, and kept. */
function imagining({ own, public: { dimensions, complexity } }: PersuaderView): (i: number) => Imagined {
  const given = Object.keys(own.revealed).length > 0 ? drawingGiven(own.revealed, dimensions, complexity) : undefined;
  const stream = createRng(1).split('posterior').split(complexity);
  const draw = (i: number): Imagined => {
    const rng = stream.split(i);
    const target = given?.(rng) ?? drawTarget(rng, { complexity, count: dimensions.length });
    return { target, luck: own.facts.map(() => rng.float()) };
  };
  if (given) return draw;
  const key = [complexity, dimensions.length, own.facts.length].join();
  const known = imagined.get(key) ?? [];
  imagined.set(key, known);
  return (i) => {
    known[i] ??= draw(i);
    return known[i];
  };
}

const imagined = new Map<string, Imagined[]>();

/** Whether a scenario with this target is one that the generator lets stand. */
function wouldBe({ own, public: { complexity } }: PersuaderView, strengths: Strengths): boolean {
  const fits = bestFit(own.facts, strengths);
  return fits !== undefined && !isRedrawn(complexity, own.objective, fits);
}

/** Which facts were known before anybody spoke, as far as the target said so when it was told them. */
function knownFrom(history: PersuaderView['history']): ReadonlyMap<string, boolean> {
  const known = new Map<string, boolean>();
  history.forEach(({ act }, i) => {
    const before = history[i - 1]?.act;
    if (act.type === 'react' && before?.type === 'disclose' && !known.has(before.fact.id))
      known.set(before.fact.id, !act.news);
  });
  return known;
}

/** How likely somebody with these strengths is to give each of the answers. */
function answeredBy(
  strengths: Strengths,
  dimensions: readonly string[],
  history: PersuaderView['history'],
  shading: number,
): number[] {
  return history.flatMap(({ act }, i) => {
    const before = history[i - 1]?.act;
    if (act.type !== 'answer' || before?.type !== 'ask') return [];
    const dimension = topOr(before.about, strengths, dimensions);
    return [dimension === act.dimension ? answered(strengthOf(strengths, dimension), act.matters, shading) : UNLIKELY];
  });
}

/** Lets the mind of a draw hear what was said, and gives the likelihood of the reactions. */
function explained(
  { temper, cares, known, mind }: Omit<Draw, 'chance'>,
  places: ReadonlyMap<string, number>,
  history: PersuaderView['history'],
): number {
  let likelihood = 1;
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
    } else if (act.type === 'react') {
      likelihood *= (act.news === news ? 1 : UNLIKELY) * (act.lean === leanOf(mind) ? 1 : UNLIKELY_LEAN);
    }
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
