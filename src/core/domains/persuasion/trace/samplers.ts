/**
 * Scenarios of trace: propositions of our own with two to four beliefs, and tables drawn as noisy implications along the edges. Or any
 * network of PersuasionTrace's form, scaled to the belief that is wanted at the start.
 */
import { exp } from '../../../math.ts';
import { createRng, type Rng } from '../../../rng.ts';
import { PERSUADER, TARGET } from '../seats.ts';
import { type Talk, talks } from '../talk.ts';
import { beliefOf, type Network, type Susceptibility, startingAt, susceptibilities } from './network.ts';
import { reported, type TraceScenario, trace } from './trace.ts';

export interface TraceOptions {
  /** for: the proposition is to be believed. */
  readonly goal?: 'for' | 'against' | boolean;
  readonly susceptibility?: Susceptibility;
  /** The belief at the start, 0 to 1; left out, as the table has it. */
  readonly start?: number;
  /** typed unless told. */
  readonly talk?: Talk;
  readonly turnLimit?: number;
}

export const optionNames: readonly (keyof TraceOptions)[] = ['goal', 'susceptibility', 'start', 'talk', 'turnLimit'];

/** A proposition; then beliefs, each with whether it speaks for it. */
const TOPICS: readonly (readonly [proposition: string, ...beliefs: readonly (readonly [string, boolean])[]])[] = [
  [
    'The city should close its centre to cars.',
    ['Air in the centre harms those who live there.', true],
    ['Shops lose customers who come by car.', false],
    ['Buses could carry those who drive today.', true],
    ['Deliveries would become slower.', false],
  ],
  [
    'Schools should begin at nine.',
    ['Pupils sleep too little on school days.', true],
    ['Parents must be at work before nine.', false],
    ['Marks improve where school begins later.', true],
  ],
  [
    'The museum should be free of charge.',
    ['Many stay away because of the price.', true],
    ['The house cannot live without tickets.', false],
    ['What costs nothing is valued less.', false],
    ['Those who come once come again.', true],
  ],
  [
    'The company should let people work from home.',
    ['Work at home is done with more care.', true],
    ['New people learn less when they are alone.', false],
    ['Offices cost more than they are worth.', true],
  ],
  [
    'The village should build the wind farm.',
    ['The rent would pay for the school.', true],
    ['The turbines can be heard at night.', false],
  ],
  [
    'The club should sell its old hall.',
    ['The roof will cost more than the hall earns.', true],
    ['Members meet nowhere else.', false],
    ['A smaller room would do.', true],
  ],
];

export function sampleNetwork(rng: Rng): Network {
  const [proposition, ...all] = rng.pick(TOPICS);
  const beliefs = rng.shuffle(all).slice(0, 2 + rng.integer(Math.min(3, all.length - 1)));
  const joint = drawTable(
    rng,
    beliefs.map(([, positive]) => positive),
  );
  const edges = beliefs.map(([, positive], i) => ({ from: i + 1, to: 0, positive }));
  return { proposition, beliefs: beliefs.map(([text]) => text), edges, joint };
}

/** A table: each belief by itself with a chance, the proposition by a sum of what speaks for and against it. */
export function drawTable(rng: Rng, positive: readonly boolean[]): number[] {
  const priors = positive.map(() => rng.uniform(0.25, 0.75));
  const weights = positive.map((speaksFor) => (speaksFor ? 1 : -1) * rng.uniform(0.5, 2));
  const bias = rng.uniform(-0.8, 0.8);
  return Array.from({ length: 2 << positive.length }, (_, state) => {
    let [chance, sum] = [1, bias];
    priors.forEach((prior, i) => {
      const held = (state & (2 << i)) !== 0;
      chance *= held ? prior : 1 - prior;
      sum += (held ? 0.5 : -0.5) * (weights[i] as number);
    });
    const p = 1 / (1 + exp(-sum));
    return chance * (state & 1 ? p : 1 - p);
  });
}

/** A network as a scenario; what the options leave open is drawn from the seed. */
export function traceScenario(id: string, network: Network, seed: number, options: TraceOptions = {}): TraceScenario {
  const rng = createRng(seed).split('trace');
  const { joint: table, proposition, beliefs, edges } = network;
  const { start, talk } = options;
  if (start !== undefined && !(typeof start === 'number' && start > 0 && start < 1))
    throw new RangeError(`the belief at the start is a number between 0 and 1, got ${JSON.stringify(start)}`);
  if (talk !== undefined && !talks.includes(talk))
    throw new RangeError(`talk is ${talks.join(' or ')}, got ${JSON.stringify(talk)}`);
  const joint = start === undefined ? table : startingAt(table, start);
  return {
    domain: trace.name,
    version: trace.version,
    id,
    public: {
      proposition,
      beliefs,
      edges,
      start: reported(beliefOf(joint, 0)),
      ...(talk === 'prose' && { talk }),
      turnLimit: options.turnLimit ?? 8,
    },
    private: {
      [PERSUADER]: { goal: goalIn(options) ?? rng.split('goal').float() < 0.5 },
      [TARGET]: { joint, susceptibility: options.susceptibility ?? rng.split('mind').pick(susceptibilities) },
    },
  };
}

export function sampleTrace(seed: number, options: TraceOptions = {}): TraceScenario {
  return traceScenario(`trace-${seed}`, sampleNetwork(createRng(seed).split('network')), seed, options);
}

function goalIn({ goal }: TraceOptions): boolean | undefined {
  if (goal === undefined || typeof goal === 'boolean') return goal;
  if (goal === 'for' || goal === 'against') return goal === 'for';
  throw new RangeError(`the goal is for or against, got ${JSON.stringify(goal)}`);
}

/** Which of the arms a seed is of: what the mind is susceptible to. */
export function armOf(seed: number): Susceptibility {
  return susceptibilities[seed % susceptibilities.length] as Susceptibility;
}

/** The arms in turn, for and against in turn in each: whoever has one appeal for everybody moves one of them and not the others. */
export function sampleTraceArms(seed: number, options: TraceOptions = {}): TraceScenario {
  const taken = ['goal', 'susceptibility'].find((name) => name in options);
  if (taken !== undefined) throw new RangeError(`the arms choose ${taken} themselves: leave it out`);
  const goal = Math.floor(seed / susceptibilities.length) % 2 === 0 ? 'for' : 'against';
  return sampleTrace(seed, { ...options, goal, susceptibility: armOf(seed) });
}
