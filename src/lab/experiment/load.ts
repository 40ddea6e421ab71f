/** An experiment by the name of a preset or the path of a file (also a verdict.json), with what the command line changes in it. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { nearest } from '../../agents/index.ts';
import { createRng, findKit } from '../../core/index.ts';
import { readPlain } from '../../models/node/plain.ts';
import { unknownAgents, unknownSampler } from './check-agents.ts';
import { type Experiment, ExperimentError, type ExperimentFile, parseExperiment } from './experiment.ts';
import { loadDomain, loadRecorded } from './own/domain.ts';
import { loadParts } from './own/load-parts.ts';
import { isModuleFile, loadModule } from './own/module.ts';
import { ModuleError } from './own/module-error.ts';
import type { ModuleRef } from './own/parts.ts';
import { presets } from './presets/index.ts';
import { type LineOf, problemsText } from './problems.ts';
import { isVerdict, verdictExperiment } from './verdict.ts';

export interface Changes {
  /** In place of the file's models. */
  readonly models?: readonly string[];
  /** In place of the file's agents. */
  readonly agents?: readonly string[];
  /** general, janus ... (a sampler), craigslist:test (an imported corpus and its split), a task, or a .jsonl file of a corpus. */
  readonly scenarios?: string;
  /** Settings of the sampler, over those of the file. */
  readonly set?: Readonly<Record<string, string | number>>;
  readonly count?: number;
  readonly seed?: number;
  readonly seeds?: number;
  readonly controls?: boolean;
  readonly fallback?: 'allow' | 'forbid';
  readonly regret?: boolean;
}

export async function loadExperiment(name: string, changes: Changes = {}): Promise<Experiment> {
  const { value: found, lineOf } = Object.hasOwn(presets, name) ? { value: presets[name] } : await fromFile(name);
  const given = isVerdict(found) ? verdictExperiment(found, name, changes.models) : found;
  const written = await withModules(await withDomain(given, name, lineOf), name, lineOf);
  // Checked as it was written first, so that an error names the file and not the change.
  parseExperiment(written, name, lineOf);
  const asked = changed(written as ExperimentFile, changes);
  const experiment = parseExperiment(isVerdict(found) ? asked : withModels(asked, changes), name);
  await refuseUnknown(experiment, name, changes, lineOf);
  return experiment;
}

/** Those of the file with their lines; those of the command line stand in no file. */
async function refuseUnknown(experiment: Experiment, where: string, changes: Changes, lineOf?: LineOf) {
  const { agents = [], scenarios } = changes;
  const unknown = [...unknownSampler(experiment), ...(await unknownAgents(experiment))];
  const isAsked = ({ path }: (typeof unknown)[number]) =>
    (agents.length > 0 && path[0] === 'agents') || (scenarios !== undefined && path[0] === 'scenarios');
  const written = unknown.filter((one) => !isAsked(one));
  if (written.length > 0) throw new ExperimentError(problemsText(where, written, lineOf));
  if (unknown.length > 0) throw new ExperimentError(unknown.map(({ says }) => says).join('\n'));
}

/** A model that is named on the command line plays, also where no agent of the file has a place for it. */
function withModels(file: ExperimentFile, { models = [] }: Changes): ExperimentFile {
  const also = file.controls ? (file.controls.also ?? []) : [];
  const entries = [...file.agents, ...(file.opponents ?? []), ...also];
  const hasPlace = entries.some((entry) => (typeof entry === 'string' ? entry : entry.spec).includes('{model}'));
  return models.length === 0 || hasPlace ? file : { ...file, agents: [...file.agents, 'llm:{model}'] };
}

/** The name of a domain of one's own in place of its file, which stands beside it from now on. */
async function withDomain(written: unknown, where: string, lineOf?: LineOf): Promise<unknown> {
  const named = (written as { domain?: unknown } | null)?.domain;
  // A run that is gone on with has the file it was played with, and the hash it must have.
  const recorded = (written as { module?: unknown } | null)?.module;
  if (isRecorded(recorded)) await said(where, ['domain'], lineOf, () => loadRecorded(recorded));
  if (typeof named !== 'string' || !isModuleFile(named)) return written;
  // Like the other files of an experiment from where the command runs, or else from where the experiment lies.
  const beside = join(dirname(where), named);
  const file = !existsSync(named) && existsSync(beside) ? beside : named;
  const domain = await said(where, ['domain'], lineOf, () => loadDomain(file));
  return { ...(written as object), domain, module: { file, hash: findKit(domain)?.hash } };
}

const isRecorded = (value: unknown): value is ModuleRef => {
  const { file, hash } = (value ?? {}) as Partial<ModuleRef>;
  return typeof file === 'string' && typeof hash === 'string' && isModuleFile(file);
};

async function said<T>(
  where: string,
  path: readonly string[],
  lineOf: LineOf | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw inFile(error, where, path, lineOf);
  }
}

/** Each file of `modules` with its hash, and loaded from now on. */
async function withModules(written: unknown, where: string, lineOf?: LineOf): Promise<unknown> {
  const files = (written as { modules?: unknown } | null)?.modules;
  if (files === undefined) return written;
  const [bad] = Array.isArray(files)
    ? files.filter((file) => !isRecorded(file) && (typeof file !== 'string' || !isModuleFile(file)))
    : [files];
  const path = ['modules'];
  if (bad !== undefined) {
    const says = `got ${JSON.stringify(bad)}, expected a list of .ts or .js files, as in [mine.ts]`;
    throw new ExperimentError(problemsText(where, [{ path, says }], lineOf));
  }
  const modules = await said(where, path, lineOf, () => loadParts(files as (string | ModuleRef)[]));
  return { ...(written as object), modules };
}

/** What is wrong with a module, at the place that names it. */
function inFile(error: unknown, where: string, path: readonly string[], lineOf?: LineOf): unknown {
  if (!(error instanceof ModuleError)) return error;
  return new ExperimentError(problemsText(where, [{ path, says: error.message }], lineOf));
}

async function fromFile(name: string): Promise<{ readonly value: unknown; readonly lineOf?: LineOf }> {
  if (!/\.(ya?ml|json|[cm]?[jt]s)$/.test(name)) {
    const presetNames = Object.keys(presets);
    const [near] = nearest(name, presetNames, 1);
    throw new ExperimentError(
      `there is no preset "${name}"${near === undefined ? '' : ` (did you mean ${near}?)`}; there are ${presetNames.join(', ')}, or give a .yaml, .json, .js or .ts file`,
    );
  }
  if (!existsSync(name))
    throw new ExperimentError(`there is no file ${name}; parley list presets names experiments of the house`);
  try {
    // JSON is YAML too, and its errors name the line.
    if (/\.(ya?ml|json)$/.test(name)) {
      const { readWithLines } = await import('./with-lines.ts');
      return readWithLines(utf8(readPlain(name)));
    }
    return { value: (await loadModule(name)).exports.default };
  } catch (error) {
    // A sentence of YAML ends in a colon, under which it shows the place.
    const [says, , place = ''] = (error as Error).message.split('\n');
    const hint = /\w[:@]\{\w+\}/.test(place) ? `; put agents with braces in quotation marks, as in 'llm:{model}'` : '';
    throw new ExperimentError(`cannot read an experiment from ${name}: ${says?.replace(/:$/, '')}${hint}`);
  }
}

function utf8(text: string): string {
  if (text.includes('\0')) throw new Error('it is not UTF-8 text: save it as UTF-8');
  return text;
}

function changed(file: ExperimentFile, changes: Changes): ExperimentFile {
  const { models, agents, seeds, controls, fallback, regret } = changes;
  return {
    ...file,
    scenarios: changedScenarios(file.scenarios, changes),
    ...(models && models.length > 0 ? { models: [...models] } : {}),
    ...(agents && agents.length > 0 ? { agents: [...agents] } : {}),
    ...(seeds === undefined ? {} : { seeds }),
    ...(controls === false ? { controls: false } : {}),
    ...(fallback === undefined ? {} : { fallback }),
    ...(regret === undefined ? {} : { regret }),
  };
}

type Scenarios = ExperimentFile['scenarios'];
type ListingScenarios = Extract<Scenarios, { listings: unknown }>;

function changedScenarios(written: Scenarios, { scenarios: asked, set, count, seed }: Changes): Scenarios {
  const table = {
    ...('turnLimit' in written && { turnLimit: written.turnLimit }),
    ...('zone' in written && { zone: written.zone }),
  };
  const many =
    count ?? ('count' in written ? written.count : undefined) ?? ('listings' in written ? written.listings.length : 30);
  const named = asked === undefined ? written : scenariosNamed(asked, many, table);
  if (set && !('sampler' in named))
    throw new ExperimentError('settings are told to a sampler, and these scenarios come from none: leave --set out');
  const base = set ? { ...named, options: { ...('options' in named && named.options), ...set } } : named;
  const isFixed = asked === undefined && set === undefined && count === undefined && seed === undefined;
  const { hash: _, ...drawn } = base as Scenarios & { hash?: string };
  if (isFixed) return base;
  if ('files' in drawn) {
    if (seed !== undefined || (count !== undefined && count !== drawn.files.length))
      throw new ExperimentError(
        `${drawn.files.join(', ')}: the scenarios are these files (${drawn.files.length}), whatever --count and --seed say: leave them out`,
      );
    return drawn;
  }
  if ('listings' in drawn) return { ...drawn, ...takenListings(drawn, count, seed) };
  return { ...drawn, ...(count === undefined ? {} : { count }), ...(seed === undefined ? {} : { seed }) } as Scenarios;
}

/** Where fewer are asked for than there are, the seed draws which. */
function takenListings({ listings, seed: held = 1 }: ListingScenarios, count = listings.length, seed = held) {
  if (count > listings.length)
    throw new ExperimentError(
      `there are ${listings.length} listings in this experiment, and --count asks for ${count}: ask for fewer, or name more; --seeds plays more games on each`,
    );
  const taken = new Set(createRng(seed).split('listings').shuffle(listings).slice(0, count));
  return { listings: listings.filter((one) => taken.has(one)), seed };
}

/** The scenarios that a word on the command line means. */
export function scenariosNamed(asked: string, count: number, table: object): Scenarios {
  const [name = '', split] = asked.split(':');
  if (name.endsWith('.jsonl')) return { corpus: name, count, ...(split === undefined ? {} : { split }), ...table };
  if (name === 'craigslist')
    return {
      corpus: 'parley-data/craigslist/scenarios.jsonl',
      count,
      ...(split === undefined ? {} : { split }),
      ...table,
    };
  if (name.endsWith('.json')) return { files: [name] };
  if (/_/.test(name)) return { tasks: [name], count };
  return { sampler: name, count, ...table };
}
