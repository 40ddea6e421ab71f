/**
 * Scenarios of ptom, in the shares of the study: HIDDEN 60 %, PARTIAL 25 %, REVEALED 15 %; standard 40, moderate 30, complex 20,
 * adversarial 10; single dominant 30, balanced 30, two-way trade-off 25, complex 15; the twelve types and the two objectives alike.
 *
 * A target cares about three of the five dimensions; the other two are there so that a name on a list gives nothing away. What is drawn here
 * is what a persuader who knows the generator can believe (strategies/persuasion/ptom/posterior.ts).
 */
import { createRng, type Rng } from '../../../rng.ts';
import { type Talk, talks } from '../talk.ts';
import { bentOf } from './mind.ts';
import {
  bestFit,
  type Complexity,
  type Condition,
  complexities,
  conditions,
  type Fact,
  type Objective,
  type OptionName,
  objectives,
  type Personality,
  type PtomScenario,
  personalities,
  ptom,
  type Strengths,
  type Structure,
  structures,
} from './ptom.ts';
import { type Topic, topicNames, topics } from './topics.ts';

export interface PtomOptions {
  readonly type?: string;
  readonly condition?: Condition;
  readonly complexity?: Complexity;
  readonly structure?: Structure;
  readonly objective?: Objective;
  /** The option that fits best. */
  readonly fits?: OptionName;
  /** typed unless told. */
  readonly talk?: Talk;
  readonly turnLimit?: number;
}

export const optionNames: readonly (keyof PtomOptions)[] = [
  'type',
  'condition',
  'complexity',
  'structure',
  'objective',
  'fits',
  'talk',
  'turnLimit',
];

const CONDITIONS = [60, 25, 15];
const COMPLEXITIES = [40, 30, 20, 10];
const STRUCTURES = [30, 30, 25, 15];

interface Size {
  readonly facts: number;
  readonly neutral: number;
  /** The share of the facts that the target knows. */
  readonly known: number;
  readonly trust: readonly [low: number, high: number];
}

export const sizes: Readonly<Record<Complexity, Size>> = {
  standard: { facts: 7, neutral: 0, known: 0.25, trust: [0.5, 0.8] },
  moderate: { facts: 9, neutral: 1, known: 0.25, trust: [0.45, 0.75] },
  complex: { facts: 11, neutral: 1, known: 0.35, trust: [0.4, 0.7] },
  adversarial: { facts: 11, neutral: 1, known: 0.45, trust: [0.25, 0.5] },
};

/** The chance that a target shades an answer to a question. */
export function shadingOf(complexity: Complexity): number {
  return complexity === 'adversarial' ? 0.3 : 0;
}

/** The strengths of what is cared about, the strongest first. */
const CARED: Readonly<Record<Structure, readonly (readonly [low: number, high: number])[]>> = {
  single_dominant: [
    [0.75, 0.95],
    [0.15, 0.4],
    [0.15, 0.4],
  ],
  balanced: [
    [0.5, 0.7],
    [0.5, 0.7],
    [0.5, 0.7],
  ],
  two_way_tradeoff: [
    [0.7, 0.85],
    [0.7, 0.85],
    [0.2, 0.4],
  ],
  complex: [
    [0.3, 0.95],
    [0.3, 0.95],
    [0.3, 0.95],
  ],
};
const UNCARED = [0, 0.15] as const;

export interface DrawnTarget {
  /** By the place of the dimension. */
  readonly strengths: readonly number[];
  readonly personality: Personality;
  readonly structure: Structure;
  readonly trust: number;
}

/** Somebody: half of the time a personality cares most about what its name says. */
export function drawTarget(
  rng: Rng,
  { complexity, structure: wanted, count }: { complexity: Complexity; structure?: Structure; count: number },
): DrawnTarget {
  const personality = rng.pick(personalities);
  const structure = wanted ?? weighted(rng, structures, STRUCTURES);
  const order = rng.shuffle(Array.from({ length: count }, (_, i) => i));
  const bent = bentOf(personality);
  if (bent < count && rng.float() < 0.5) order.unshift(...order.splice(order.indexOf(bent), 1));
  const strengths = Array.from({ length: count }, () => 0);
  order.forEach((dimension, place) => {
    strengths[dimension] = hundredths(rng.uniform(...rangeAt(structure, place)));
  });
  return { strengths, personality, structure, trust: hundredths(rng.uniform(...sizes[complexity].trust)) };
}

/**
 * Draws targets as `drawTarget` does, given some of their strengths: whatever kind of target could have these is as likely as the kind and
 * what it says of them make it (Bayes). Undefined where the generator could not have drawn them.
 */
export function drawingGiven(
  revealed: Strengths,
  dimensions: readonly string[],
  complexity: Complexity,
): ((rng: Rng) => DrawnTarget) | undefined {
  const told = dimensions.flatMap((name, i) =>
    Object.hasOwn(revealed, name) ? [[i, revealed[name] as number] as const] : [],
  );
  const kinds = structures.flatMap((structure, s) =>
    ordersOf(dimensions.length).flatMap((order) => {
      const density = told.reduce((product, [dimension, strength]) => {
        const [low, high] = rangeAt(structure, order.indexOf(dimension));
        // Strengths are rounded to hundredths.
        return strength >= low - 0.005 && strength <= high + 0.005 ? product / (high - low) : 0;
      }, STRUCTURES[s] as number);
      return density === 0
        ? []
        : personalities.map((personality) => ({
            structure,
            order,
            personality,
            weight: density * bend(personality, order),
          }));
    }),
  );
  if (kinds.length === 0) return undefined;
  const weights = kinds.map(({ weight }) => weight);
  return (rng) => {
    const { structure, order, personality } = weighted(rng, kinds, weights);
    const strengths = dimensions.map((_, i) => hundredths(rng.uniform(...rangeAt(structure, order.indexOf(i)))));
    for (const [dimension, strength] of told) strengths[dimension] = strength;
    return { strengths, personality, structure, trust: hundredths(rng.uniform(...sizes[complexity].trust)) };
  };

  /** How much more often this personality has this order than any other: half of the time its bent comes first. */
  function bend(personality: Personality, [first]: readonly number[]): number {
    const bent = bentOf(personality);
    return bent < dimensions.length ? 0.5 + (first === bent ? 0.5 * dimensions.length : 0) : 1;
  }
}

function rangeAt(structure: Structure, place: number): readonly [low: number, high: number] {
  return CARED[structure][place] ?? UNCARED;
}

/** The dimensions that are cared about, the strongest first, in every way. */
function ordersOf(count: number): number[][] {
  const all = Array.from({ length: count }, (_, i) => i);
  let orders: number[][] = [[]];
  for (let place = 0; place < Math.min(3, count); place++)
    orders = orders.flatMap((order) => all.filter((one) => !order.includes(one)).map((one) => [...order, one]));
  return orders;
}

/** Draws a scenario; what the options leave open is drawn in the shares of the study. */
export function samplePtom(seed: number, options: PtomOptions = {}): PtomScenario {
  const rng = createRng(seed).split('ptom');
  const type = oneOf('type', topicNames, options.type) ?? rng.split('type').pick(topicNames);
  const condition =
    oneOf('condition', conditions, options.condition) ?? weighted(rng.split('condition'), conditions, CONDITIONS);
  const objective = oneOf('objective', objectives, options.objective) ?? rng.split('objective').pick(objectives);
  const wanted = oneOf('option that fits', ['A', 'B'], options.fits);
  const possible = complexities.map((one) => wanted === undefined || !isRedrawn(one, objective, wanted));
  const complexity =
    oneOf('complexity', complexities, options.complexity) ??
    weighted(
      rng.split('complexity'),
      complexities,
      COMPLEXITIES.map((share, i) => (possible[i] ? share : 0)),
    );
  if (!possible[complexities.indexOf(complexity)])
    throw new RangeError('where an adversarial game is about getting A chosen, B fits: leave fits or complexity out');
  const structure = oneOf('structure', structures, options.structure);
  const talk = oneOf('talk', talks, options.talk);
  const topic = topics[type] as Topic;
  const dimensions = topic.dimensions.map(([name]) => name);
  const named = (values: readonly number[]): Strengths =>
    Object.fromEntries(dimensions.map((name, i) => [name, values[i] as number]));
  const drawing = { complexity, count: dimensions.length };
  const swapped = rng.split('options').float() < 0.5;
  const [A, B] = (swapped ? topic.options.toReversed() : topic.options).map(([name, description]) => ({
    name,
    description,
  })) as [Described, Described];
  // Both options must have something in their favour, and one must fit better: drawn again until it is so.
  for (let attempt = 0; ; attempt++) {
    const draw = rng.split('draw').split(attempt);
    const target = drawTarget(draw.split('target'), { ...drawing, ...(structure && { structure }) });
    const facts = drawFacts(draw.split('facts'), topic, sizes[complexity], [A.name, B.name]);
    const strengths = named(target.strengths);
    const fits = bestFit(facts, strengths);
    if (fits === undefined || isRedrawn(complexity, objective, fits) || (wanted ?? fits) !== fits) continue;
    const knows = draw.split('known');
    const known = facts.filter(() => knows.float() < sizes[complexity].known);
    return {
      domain: ptom.name,
      version: ptom.version,
      id: `ptom-${seed}`,
      public: {
        type,
        description: topic.description,
        context: topic.context,
        options: { A, B },
        dimensions,
        condition,
        complexity,
        ...(talk === 'prose' && { talk }),
        turnLimit: options.turnLimit ?? 14,
      },
      private: {
        persuader: {
          objective,
          facts,
          revealed: revealed(draw.split('revealed'), condition, strengths),
          taste: named(drawTarget(draw.split('taste'), drawing).strengths),
        },
        target: {
          strengths,
          known,
          personality: target.personality,
          structure: target.structure,
          trust: target.trust,
        },
      },
    };
  }
}

/** Where somebody stands against A and A is to be chosen, A does not fit. */
export function isRedrawn(complexity: Complexity, objective: Objective, fits: OptionName): boolean {
  return complexity === 'adversarial' && objective === 'A' && fits === 'A';
}

/** What each arm sets; the rest is drawn. */
const ARMS: readonly (PtomOptions & { readonly arm: string })[] = [
  { arm: 'best fit', objective: 'fit', condition: 'HIDDEN' },
  { arm: 'A, which fits', objective: 'A', condition: 'HIDDEN', fits: 'A' },
  { arm: 'A, and B fits', objective: 'A', condition: 'HIDDEN', fits: 'B' },
  { arm: 'revealed', objective: 'fit', condition: 'REVEALED' },
  { arm: 'adversarial', objective: 'fit', condition: 'HIDDEN', complexity: 'adversarial' },
];

/** Which of the arms a seed is of. */
export function armOf(seed: number): string {
  return (ARMS[seed % ARMS.length] as (typeof ARMS)[number]).arm;
}

/** The arms in turn: whoever only argues for what it is to have chosen wins one of them and loses another. */
export function samplePtomArms(seed: number, options: PtomOptions = {}): PtomScenario {
  const { arm: _, ...set } = ARMS[seed % ARMS.length] as (typeof ARMS)[number];
  const taken = Object.keys(options).find((name) => ['objective', 'condition', 'fits', 'complexity'].includes(name));
  if (taken !== undefined) throw new RangeError(`the arms choose ${taken} themselves: leave it out`);
  return samplePtom(seed, { ...options, ...set });
}

interface Described {
  readonly name: string;
  readonly description: string;
}

function drawFacts(rng: Rng, topic: Topic, size: Size, names: readonly [string, string]): Fact[] {
  // Each sentence for one option only: both cannot cost less than the other.
  const all = topic.dimensions.flatMap(([dimension, ...sentences]) =>
    sentences.map((sentence) => {
      const favours = rng.pick(['A', 'B'] as const);
      const content = capital(sentence.replaceAll('{o}', names[favours === 'A' ? 0 : 1]));
      return { content, favours, dimension };
    }),
  );
  const neutral = { content: topic.neutral, favours: 'neutral' as const, dimension: 'none' };
  const drawn = [...rng.shuffle(all).slice(0, size.facts - size.neutral), ...(size.neutral > 0 ? [neutral] : [])];
  return rng.shuffle(drawn).map((fact, i) => ({ id: `fact_${i + 1}`, ...fact }));
}

function revealed(rng: Rng, condition: Condition, strengths: Strengths): Strengths {
  if (condition === 'HIDDEN') return {};
  if (condition === 'REVEALED') return strengths;
  const cared = Object.entries(strengths).filter(([, strength]) => strength > UNCARED[1]);
  return Object.fromEntries([rng.pick(cared)]);
}

function oneOf<T extends string>(name: string, values: readonly T[], given: T | undefined): T | undefined {
  if (given !== undefined && !values.includes(given))
    throw new RangeError(`the ${name} is one of ${values.join(', ')}, got ${JSON.stringify(given)}`);
  return given;
}

function weighted<T>(rng: Rng, values: readonly T[], shares: readonly number[]): T {
  let left = rng.float() * shares.reduce((sum, share) => sum + share, 0);
  let i = 0;
  for (; i < values.length - 1 && left >= (shares[i] as number); i++) left -= shares[i] as number;
  return values[i] as T;
}

function hundredths(x: number): number {
  return Math.round(x * 100) / 100;
}

function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
