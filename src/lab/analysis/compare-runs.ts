/**
 * Several runs side by side: what changed between them, then, where every name means one agent, the one table of all their games.
 * Where an agent has changed between the runs there is no such table (law 7), and each run has rows of its own.
 */
import { kits } from '../../core/index.ts';
import { storedEpisodes } from '../../data/stored-episodes.ts';
import { ExperimentError } from '../experiment/experiment.ts';
import { gamesAhead } from '../experiment/list-runs.ts';
import { type Manifest, readManifest } from '../experiment/manifest.ts';
import { valuesOf } from '../experiment/measure.ts';
import { episodesFile, refuseNoRun } from '../experiment/ordered-writer.ts';
import { loadRecorded } from '../experiment/own/domain.ts';
import { areHeld, metricsOf, partsOf } from '../experiment/own/parts.ts';
import { plannedSeats } from '../experiment/planned.ts';
import { panelOf, rowsOf } from '../experiment/rows.ts';
import { refuseMixedFingerprints } from '../statistics/index.ts';
import { agentsSection, summariesOf } from './agents-section.ts';
import {
  type Between,
  betweenRuns,
  betweenSections,
  type GamePair,
  pairsBetween,
  type ReadRun,
  runNames,
} from './between-runs.ts';
import { conductIn, forfeitsIn } from './conduct.ts';
import { loadOwnMetrics } from './own-metrics.ts';
import { type Results, resultsOf } from './results.ts';
import { scoreMetrics } from './scores/score-run.ts';
import type { Section } from './section.ts';
import { grouped, plural } from './show.ts';

export interface ComparedRuns extends Results {
  readonly between: Between;
}

/** What changed, without the one table of all their games: the first run is what the others are held against. */
export interface AlignedRuns {
  readonly between: Between;
  readonly sections: readonly Section[];
  readonly pairs: readonly GamePair[];
  readonly warnings: readonly string[];
}

export interface AlignOptions {
  /** Whether files that a manifest names are run for metrics of their own. */
  readonly ownModules?: boolean;
}

export async function alignRuns(
  given: readonly string[],
  { ownModules = true }: AlignOptions = {},
): Promise<AlignedRuns> {
  const { runs, between, sections, lost, waiting } = await readRuns(given, ownModules);
  return { between, sections, pairs: pairsBetween(runs), warnings: [...waiting, ...lost, ...changedAmong(runs)] };
}

async function readRuns(given: readonly string[], ownModules = true) {
  const folders = [...new Set(given)];
  if (folders.length < 2)
    throw new ExperimentError(`got ${folders.length} run to compare, expected the folders of two or more`);
  const names = runNames(folders);
  const lost: string[] = [];
  const runs: ReadRun[] = [];
  for (const [i, folder] of folders.entries()) runs.push(await readRun(folder, names[i] as string, lost, ownModules));
  const between = betweenRuns(runs);
  const waiting = folders.flatMap((folder, i) => aheadOf(names[i] as string, gamesAhead(folder).games));
  return { folders, runs, lost, waiting, between, sections: betweenSections(between) };
}

/** Games of a run that was stopped may wait for others before them, and stand in no comparison until it goes on. */
function aheadOf(name: string, games: number): string[] {
  if (games === 0) return [];
  return [`${name}: ${plural(games, 'game')} played before their turn count once the run goes on (--resume).`];
}

export async function compareRuns(given: readonly string[]): Promise<ComparedRuns> {
  const { folders, runs, lost, waiting, between, sections } = await readRuns(given);
  const changed = changedAmong(runs);
  if (lost.length > 0 || changed.length > 0)
    return { ...apart(runs, sections, [...waiting, ...lost, ...changed]), between };
  const together = await resultsOf(folders);
  const warnings = [...waiting, ...together.page.warnings];
  const page = { ...together.page, warnings, sections: [...sections, ...together.page.sections] };
  return { ...together, page, between };
}

/** Rows of its own for each run. */
function apart(runs: readonly ReadRun[], sections: readonly Section[], warnings: readonly string[]): Results {
  const standings = runs.flatMap(({ name, rows, panel }) =>
    summariesOf(rows, panel).map((one) => ({ ...one, agent: `${one.agent} (${name})` })),
  );
  return {
    page: {
      title: runs.map(({ name }) => name).join(' and '),
      about: '',
      facts: runs.map((run) => `${run.name}: ${grouped(run.episodes.length)} games.`),
      warnings,
      sections: [...sections, agentsSection(standings)],
    },
    standings,
    episodes: [...new Map(runs.flatMap((run) => run.episodes.map((one) => [one.id, one]))).values()],
    stopping: [],
    asserted: [],
    failures: [],
    own: [],
    marks: [],
    tested: new Map(),
  };
}

async function readRun(folder: string, name: string, lost: string[], ownModules: boolean): Promise<ReadRun> {
  refuseNoRun(folder);
  const manifest = readManifest(folder);
  const experiment = manifest?.experiment;
  if (ownModules) {
    if (experiment?.module) await loadRecorded(experiment.module);
    // A module that has changed since cannot measure the older run again; the rest of it can be compared all the same.
    lost.push(...(await loadOwnMetrics(manifest)));
  } else refuseOwn(name, manifest, lost);
  const wanted = new Set([...(experiment?.metrics ?? []), ...partsOf(experiment ?? {}).metrics.keys()]);
  const scored = scoreMetrics([folder], experiment ? [experiment] : []);
  const metrics = [...metricsOf(experiment ?? {}).filter((one) => wanted.has(one.name)), ...scored];
  const episodes = storedEpisodes(episodesFile(folder), { facts: [conductIn, forfeitsIn, ...metrics.map(valuesOf)] });
  const sitters = episodes.flatMap(({ seats }) => Object.values(seats));
  refuseMixedFingerprints(sitters.map(({ spec, fingerprint }) => ({ name: spec, fingerprint })));
  const panel = manifest
    ? panelOf([manifest], episodes, plannedSeats(manifest, episodes, episodesFile(folder)))
    : panelOf([], episodes);
  return {
    name,
    episodes,
    panel,
    rows: rowsOf(episodes, panel),
    metrics,
  };
}

/** Where nothing that a manifest names is run, its games are compared without what its modules would measure. */
function refuseOwn(name: string, manifest: Manifest | undefined, lost: string[]): void {
  const { experiment, ownMetrics } = manifest ?? {};
  const { module } = experiment ?? {};
  if (module && !kits().some(({ hash }) => hash === module.hash))
    throw new ExperimentError(
      `${name} is of a domain of its own, ${module.file}, which is not loaded here: parley compare loads it`,
    );
  if (experiment && !areHeld(experiment) && ownMetrics?.length !== 0)
    lost.push(`The modules of ${name} are not run here: the metrics of its own are left out, parley compare has them.`);
}

/** Names that mean two agents among the runs. */
function changedAmong(runs: readonly ReadRun[]): string[] {
  const prints = new Map<string, Set<string>>();
  for (const { episodes } of runs)
    for (const { seats } of episodes)
      for (const { spec, fingerprint } of Object.values(seats))
        prints.set(spec, (prints.get(spec) ?? new Set()).add(fingerprint));
  const names = [...prints].flatMap(([name, found]) => (found.size > 1 ? [name] : []));
  return names.length > 0 ? [`Not the same in all runs: ${names.join(', ')}. Each run has rows of its own.`] : [];
}
