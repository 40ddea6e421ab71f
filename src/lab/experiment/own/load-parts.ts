/**
 * Loads the modules that an experiment names. A module exports any of these, each an object by name:
 *
 *   agents    a function from a view to an act, an agent, or a strategy with options
 *   metrics   a function from an episode and a seat to a number or undefined, or a metric's record
 *   scorers   a function from an episode to a number for each seat, which may be a promise; asked once a game and kept
 *   judges    a function from a rubric's question to a number for each seat, in place of a model
 *
 * Never over a wire: whoever starts the process says which files run in it.
 */
import type { OwnAgent } from '../../../agents/index.ts';
import { type Agent, defineMetric, type Metric, metrics, registries, type Strategy } from '../../../core/index.ts';
import { loadModule } from './module.ts';
import { ModuleError } from './module-error.ts';
import { holdParts, type ModuleRef, type OwnJudge, type OwnScorer, type Parts, partsOf } from './parts.ts';

const KINDS = ['agents', 'metrics', 'scorers', 'judges'] as const;

/** Files, or modules of a run that is read again: of those, what has changed since would measure other things than the run did. */
export async function loadParts(files: readonly (string | ModuleRef)[]): Promise<ModuleRef[]> {
  const refs: ModuleRef[] = [];
  for (const given of files) {
    const { file, hash: recorded } = typeof given === 'string' ? { file: given, hash: undefined } : given;
    const { exports, hash } = await loadModule(file, recorded);
    const parts = readParts(file, hash, exports);
    const before = partsOf({ modules: refs });
    for (const kind of KINDS)
      for (const name of parts[kind].keys())
        if (before[kind].has(name))
          throw new ModuleError(`${file}: another module has ${kind} of the name ${name} too`);
    holdParts(hash, parts);
    refs.push({ file, hash });
  }
  return refs;
}

function readParts(file: string, hash: string, exports: Readonly<Record<string, unknown>>): Parts {
  const problem = (text: string) => new ModuleError(`${file}: ${text}`);
  if (!KINDS.some((kind) => exports[kind] !== undefined))
    throw problem(`it exports none of ${KINDS.join(', ')}, as in export const agents = { mine: (view) => ... }`);
  const read = <T>(kind: (typeof KINDS)[number], one: (name: string, value: unknown) => T | string) => {
    const given = exports[kind] ?? {};
    if (typeof given !== 'object' || given === null || Array.isArray(given))
      throw problem(`its ${kind} must be an object by name, as in { mine: ... }`);
    return new Map(
      Object.entries(given).map(([name, value]) => {
        if (!/^[a-z][a-z0-9_-]*$/i.test(name))
          throw problem(
            `a name begins with a letter and goes on with letters, digits, dashes and underscores, got ${JSON.stringify(name)}`,
          );
        const made = one(name, value);
        if (typeof made === 'string') throw problem(`${kind}.${name} ${made}`);
        return [name, made];
      }),
    );
  };
  return {
    agents: read('agents', (name, value) => agentOf(name, value, hash)),
    metrics: read('metrics', metricOf),
    scorers: read('scorers', scorerOf),
    judges: read('judges', (_, value) => (isFunction(value) ? (value as OwnJudge) : 'must be a function')),
  };
}

type Callable = (...given: never[]) => unknown;
const isFunction = (value: unknown): value is Callable => typeof value === 'function';
const field = (value: unknown, key: string): unknown => (value as Record<string, unknown> | null)?.[key];

/** Words with a meaning of their own in a spec. */
const TAKEN = ['human', 'sauda', 'shopkeeper', 'llm', 'janus', 'worded', 'registry'];

function agentOf(name: string, value: unknown, hash: string): OwnAgent | string {
  const house = Object.values(registries).flatMap((entries) => entries.flatMap((one) => [one.name, one.strategy.name]));
  if (TAKEN.includes(name) || (house as string[]).includes(name))
    return 'has the name of an agent of the house: give it another';
  if (isFunction(value)) return { hash, agent: { name, act: value as Agent['act'] } };
  if (isFunction(field(value, 'make')))
    return typeof field(value, 'domain') === 'string' && typeof field(value, 'options') === 'object'
      ? { hash, agent: value as Strategy }
      : 'has make() and is no strategy: use defineStrategy of parley/core';
  return isFunction(field(value, 'act'))
    ? { hash, agent: value as Agent }
    : 'must be a function from a view to an act, an agent with act(), or a strategy';
}

function metricOf(name: string, value: unknown): Metric | string {
  if (name === 'utility' || metrics.some((one) => one.name === name))
    return 'has the name of a metric of the house: give it another';
  const of = isFunction(value) ? value : field(value, 'of');
  if (!isFunction(of)) return 'must be a function from an episode and a seat to a number, or a record with of()';
  const record = isFunction(value) ? {} : (value as Partial<Metric>);
  const whole = { about: '', source: "one's own", per: 'seat' as const, ...record, name };
  return defineMetric({
    ...whole,
    of: (episode, seat) => numberOr(name, (of as Metric['of']).call(record, episode, seat)),
  });
}

/** The square of a larger one may be more than a number holds, and the error of its mean with it. */
const LARGEST = 1e100;

/** What a metric of one's own may answer: a number that can be averaged, or undefined where it does not apply. */
function numberOr(name: string, value: unknown): number | undefined {
  if (value === undefined || (typeof value === 'number' && Math.abs(value) <= LARGEST)) return value;
  throw new ModuleError(
    `the metric ${name} gave ${String(value)}, expected a finite number of at most ${LARGEST}, or undefined where it does not apply`,
  );
}

function scorerOf(_: string, value: unknown): OwnScorer | string {
  if (isFunction(value)) return { score: value as OwnScorer['score'] };
  if (isFunction(field(value, 'score'))) return value as OwnScorer;
  return 'must be a function from an episode to a number for each seat, or a record with score()';
}
