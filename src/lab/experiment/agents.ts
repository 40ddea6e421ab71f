/**
 * Who plays: the specs that an experiment's entries stand for, and the controls of law 8.
 *
 * Controls sit in the rows of a table and never across: an average over games against `null` would say little of anybody. So does
 * the arm that plays an agent of each model again.
 */
import {
  againOf,
  guardsFor,
  kindOf,
  modelIn,
  plainSpec,
  playedAs,
  resolvePlayer,
  SpecError,
  scriptNames,
  specOf,
  splitAt,
} from '../../agents/index.ts';
import { findKit, registries } from '../../core/index.ts';
import { type AgentEntry, type Experiment, ExperimentError } from './experiment.ts';
import { partsOf } from './own/parts.ts';

export interface Lineup {
  readonly agents: readonly string[];
  readonly controls: readonly string[];
  readonly opponents: readonly string[];
  /** The script that every agent is compared with. */
  readonly reference: string | undefined;
  /** One agent of each model once more with other seeds: how much of a difference is chance. */
  readonly again: readonly string[];
}

export function lineupOf(experiment: Experiment): Lineup {
  const { domain, controls } = experiment;
  const agents = agentsIn(experiment.agents, experiment);
  const opponents = experiment.opponents === undefined ? agents : agentsIn(experiment.opponents, experiment);
  if (opponents.length === 0)
    throw new ExperimentError('got no opponents, expected at least one, or none given at all');
  const given = controls === false ? undefined : (controls?.script ?? findKit(domain)?.control);
  const script = given && meantBy(given, experiment);
  const also = controls ? agentsIn(controls.also, experiment) : [];
  const added = script === undefined ? [] : [...controlsFor(agents, script, domain), ...also];
  const first = byPin(agents, domain);
  refuseTwins(agents, first, domain);
  refuseTwins(opponents, byPin(opponents, domain), domain);
  // A control that is an agent under another name would play all its games twice.
  const own = added.filter((spec) => !first.has(pinOf(spec, domain)));
  const reference = script && (first.get(pinOf(script, domain)) ?? script);
  const again = controls === false ? [] : modelsOf(agents).map((model) => againOf(firstWith(model, agents)));
  return { agents, opponents, controls: [...byPin(own, domain).values()], reference, again };
}

/** Those that can play by themselves: one with a dial speaks a form of its own. */
function modelsOf(agents: readonly string[]): string[] {
  return unique(agents.flatMap((spec) => (isDialled(spec) ? [] : (modelIn(spec) ?? []))));
}

const isDialled = (spec: string) => kindOf(spec)?.form === 'janus@MODEL';

function firstWith(model: string, agents: readonly string[]): string {
  return agents.find((spec) => !isDialled(spec) && modelIn(spec) === model) as string;
}

/** The first spec of each agent. */
function byPin(specs: readonly string[], domain: string): Map<string, string> {
  const first = new Map<string, string>();
  for (const spec of specs) if (!first.has(pinOf(spec, domain))) first.set(pinOf(spec, domain), spec);
  return first;
}

function refuseTwins(specs: readonly string[], first: ReadonlyMap<string, string>, domain: string): void {
  for (const spec of specs) {
    const before = first.get(pinOf(spec, domain)) as string;
    if (before !== spec) throw new ExperimentError(twinSentence(before, spec));
  }
}

export function twinSentence(one: string, other: string): string {
  return `${one} and ${other} are one agent under two names, which would play all its games twice: leave one out`;
}

/** What is the same for two specs of one agent; a model's own fingerprint is known only once it is there (run.ts). */
function pinOf(spec: string, domain: string): string {
  try {
    return resolvePlayer(spec, { name: domain }).fingerprint;
  } catch (error) {
    if (error instanceof SpecError) return plainSpec(spec);
    throw error;
  }
}

/** The weakest of all and the one that does nothing, where the domain has it; a script; and each model bare and guarded. */
function controlsFor(agents: readonly string[], script: string, domain: string): string[] {
  const known = scriptNames(playedAs({ name: domain }).name).map(({ entry }) => entry.name);
  const weak = ['random', 'null'].filter((name) => known.includes(name));
  return unique([...weak, script, ...modelsOf(agents).flatMap((model) => bareAndGuarded(model, agents, domain))]);
}

const UNGUARDED = /([?&])guards=off(&|$)/;

/** A model that plays without guards as an agent is its own bare control, and its guarded one differs by the guards alone. */
function bareAndGuarded(model: string, agents: readonly string[], domain: string): string[] {
  // Where no guard can judge the game, bare and guarded are one agent.
  if (guardsFor(domain).length === 0) return [`llm:${model}`];
  const bare = agents.find((spec) => spec.startsWith('llm:') && modelIn(spec) === model && UNGUARDED.test(spec));
  if (bare) return [bare.replace(UNGUARDED, (_, mark, end) => (end === '' ? '' : mark))];
  // As a model's name may have options of its own, more are added with an ampersand.
  return [`llm:${model}${model.includes('?') ? '&' : '?'}guards=off`, `llm:${model}`];
}

/** What an entry's meaning hangs on. */
export type NamedIn = Pick<Experiment, 'domain' | 'models' | 'modules'>;

/** As a game has it: the Janus lab's names are those of other specs, unless one's own agent has such a name. */
export function meantBy(spec: string, { domain, ...parts }: Omit<NamedIn, 'models'>): string {
  return partsOf(parts).agents.has(splitAt(spec, '?')[0]) ? spec : specOf(spec, playedAs({ name: domain }));
}

/** Every agent that the entries mean, once each, in order. */
export function agentsIn(entries: readonly AgentEntry[], experiment: NamedIn): string[] {
  return unique(expand(entries, experiment.models).map((spec) => meantBy(spec, experiment)));
}

/** Every spec that the entries stand for, once each, in order. */
export function expand(entries: readonly AgentEntry[], models: readonly string[]): string[] {
  return unique(entries.flatMap((entry) => expandOne(entry, models)));
}

function expandOne(entry: AgentEntry, models: readonly string[]): string[] {
  const { spec, over } = typeof entry === 'string' ? { spec: entry, over: {} } : entry;
  if (spec.startsWith('registry:')) return registrySpecs(spec.slice('registry:'.length));
  const factors = Object.entries(over);
  const combined = factors.reduce<string[]>(
    (specs, [name, levels]) =>
      specs.flatMap((one) => levels.map((level) => one.replaceAll(`{${name}}`, () => String(level)))),
    [spec],
  );
  if (spec.includes('{model}') && models.length === 0)
    throw new ExperimentError(
      `"${spec}" is played by a model, and none is named: give --model NAME or models: [NAME], or leave it out`,
    );
  const filled = spec.includes('{model}')
    ? models.flatMap((model) => combined.map((one) => withModel(one, model)))
    : combined;
  const open = filled.find((one) => /\{\w+\}/.test(one));
  if (open) throw new ExperimentError(`"${open}" has a place that nothing fills: name its values under "over"`);
  const unused = factors.find(([name]) => !spec.includes(`{${name}}`));
  if (unused) throw new ExperimentError(`"${spec}" has no place {${unused[0]}} for the values under "over"`);
  return filled;
}

function withModel(spec: string, model: string): string {
  return model.includes('?')
    ? spec.replaceAll('{model}?', () => `${model}&`).replaceAll('{model}', () => model)
    : spec.replaceAll('{model}', () => model);
}

function registrySpecs(name: string): string[] {
  const entries = (registries as Readonly<Record<string, readonly { name: string }[]>>)[name];
  if (!entries)
    throw new ExperimentError(`there is no registry "${name}"; there are ${Object.keys(registries).join(', ')}`);
  return entries.map((entry) => `${name}:${entry.name}`);
}

function unique<T>(list: readonly T[]): T[] {
  return [...new Set(list)];
}
