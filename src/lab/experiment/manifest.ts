/**
 * manifest.json: what was asked for and who played, written before the first game. A run is taken up again only when all of it
 * is still so, but for what began it, its limits, its games at once, its judge and its tags; the report reads its title, its lineup and its settings, and every number comes
 * from the transcripts.
 */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Player } from '../../core/index.ts';
import { WriteError } from '../../models/node/files.ts';
import { FileError, readPlain } from '../../models/node/plain.ts';
import { type Experiment, ExperimentError, parseExperiment } from './experiment.ts';
import { partsOf } from './own/parts.ts';
import { dealsAt, type Plan } from './plan.ts';
import { tested, testedIn } from './tested.ts';

/** Games of a run on one machine. */
export const MOST_AT_ONCE = 1024;

const sitter = z.strictObject({ spec: z.string(), fingerprint: z.string() });
/** What began the run. */
const made = z.strictObject({
  version: z.string(),
  /** Of the parley that was used, where it lies in a repository of its own. */
  commit: z.string().optional(),
  /** With its secrets struck out. */
  command: z.string(),
});
export type Made = z.output<typeof made>;

const schema = z.strictObject({
  format: z.literal(1),
  plan: z.string(),
  tables: z.int(),
  games: z.int(),
  /** Not in runs from before the plan said it. */
  tested: tested.optional(),
  experiment: z.unknown(),
  agents: z.array(sitter),
  controls: z.array(sitter),
  opponents: z.array(sitter),
  reference: z.string().optional(),
  /** The metrics that modules of one's own brought; not in runs from before it was said. */
  ownMetrics: z.array(z.string()).optional(),
  looks: z.array(z.strictObject({ scenarios: z.int(), tables: z.int(), games: z.int() })).optional(),
  made: made.optional(),
  /** The last command that went on with it under limits, where that is not the one that began it. */
  limited: z.string().optional(),
  /** Games at once, where it was asked for: a model's server may take no more. */
  concurrency: z.int().min(1).max(MOST_AT_ONCE).optional(),
  /** The model that judges personas, for whoever goes on with the run. */
  judge: z.string().optional(),
  tags: z.array(z.string()).optional(),
});

export type Manifest = Omit<z.output<typeof schema>, 'experiment'> & { readonly experiment: Experiment };

export function manifestOf(plan: Plan, players: ReadonlyMap<string, Player>): Manifest {
  const { experiment, lineup, tables, looks, hash } = plan;
  const pinned = (specs: readonly string[]) =>
    specs.map((spec) => ({ spec, fingerprint: (players.get(spec) as Player).fingerprint }));
  return {
    format: 1,
    plan: hash,
    tables: tables.length,
    games: tables.reduce((sum, table) => sum + dealsAt(table), 0),
    tested: testedIn(plan),
    experiment,
    agents: pinned(lineup.agents),
    controls: pinned(lineup.controls),
    opponents: pinned(lineup.opponents),
    ...(lineup.reference === undefined ? {} : { reference: lineup.reference }),
    ...(experiment.modules && { ownMetrics: [...partsOf(experiment).metrics.keys()] }),
    ...(looks === undefined ? {} : { looks: [...looks] }),
  };
}

/** Of what decides where models are asked, how often, for how much, and what is kept where, a manifest has the words only, with their secrets struck out. */
const LIMITS = /(?<=[\s'])--(?:budget|rate|price|places|prompt-limit|queue|cache|record|replay|push)(?=[=\s])/g;

export const limitsIn = (command: string): string[] => [...new Set(command.match(LIMITS))];

export const manifestFile = (folder: string): string => join(folder, 'manifest.json');

/** Before it is said that all was played: without it nobody knows what the games are of. */
export function refuseLostManifest(folder: string): void {
  const file = manifestFile(folder);
  if (!existsSync(file))
    throw new WriteError(
      `${file} was taken away while the games were played: the same command with --resume writes it anew`,
    );
}

/** Bytes: a run of a million games has two megabytes, nearly all of it `tested`. */
const LARGEST = 8 << 20;
/** Entries of all lists and fields together: whoever names ten thousand files has half of them. What is checked entry by entry takes its time. */
const MOST_ENTRIES = 20_000;

function jsonIn(file: string): unknown {
  const text = readPlain(file, LARGEST);
  if (hasTooMany(text)) throw new FileError(`${file} has more than ${MOST_ENTRIES} entries: it is not one of a run`);
  return JSON.parse(text);
}

function hasTooMany(text: string): boolean {
  let entries = 0;
  for (const _ of text.matchAll(/[,[{]/g)) if (++entries > MOST_ENTRIES) return true;
  return false;
}

/** As it is written; what nobody could read again is refused before anything is played. */
export function manifestText(manifest: Manifest): string {
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  if (Buffer.byteLength(text) > LARGEST || hasTooMany(text))
    throw new ExperimentError(
      `the manifest of this run would have ${text.length} characters, expected ${LARGEST} at most and ${MOST_ENTRIES} entries: name fewer files, agents or games`,
    );
  return text;
}

export function readManifest(folder: string): Manifest | undefined {
  const file = manifestFile(folder);
  if (!existsSync(file)) return undefined;
  let value: unknown;
  try {
    value = jsonIn(file);
  } catch (error) {
    if (error instanceof FileError) throw new ExperimentError(error.message);
    throw new ExperimentError(`${file} is not JSON: it is not the manifest of a run`);
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new ExperimentError(`${file} is not the manifest of a run of this parley`);
  return { ...parsed.data, experiment: parseExperiment(parsed.data.experiment, file) };
}

/** The same, and undefined also where what lies there is the manifest of something else. */
export function manifestIn(folder: string): Manifest | undefined {
  try {
    return statSync(folder).isDirectory() ? readManifest(folder) : undefined;
  } catch (error) {
    if (error instanceof ExperimentError) return undefined;
    throw error;
  }
}

/** What may differ in a run that is gone on with. */
const FREE: readonly string[] = [
  'made',
  'tags',
  'tested',
  'ownMetrics',
  'judge',
  'limited',
  'concurrency',
] satisfies (keyof Manifest)[];

/** Why a run that is there is not the one that is asked for; undefined when it is. */
export function differenceOf(held: Manifest, asked: Manifest): string | undefined {
  const pins = (manifest: Manifest) =>
    new Map(
      [...manifest.agents, ...manifest.controls, ...manifest.opponents].map((one) => [one.spec, one.fingerprint]),
    );
  const before = pins(held);
  for (const [spec, fingerprint] of pins(asked)) {
    const old = before.get(spec);
    if (old !== undefined && old !== fingerprint) return `${spec} was ${old} and is ${fingerprint} now`;
  }
  if (held.plan !== asked.plan) return 'its scenarios, agents, seats or seeds are others';
  // The seats under test and the metrics of modules follow from the rest, and an older run does not name them.
  const compared = (manifest: Manifest) =>
    JSON.stringify(Object.fromEntries(Object.entries(manifest).filter(([name]) => !FREE.includes(name))));
  return compared(held) === compared(asked) ? undefined : 'its settings are others';
}
