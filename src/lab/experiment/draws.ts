/**
 * The scenarios of an experiment, drawn once and shared by all its cells, so that every comparison is paired.
 *
 * A draw is one scenario, or one bazaar task with its seed (a task may be several deals). `clusterOf` gives it back from an
 * episode: games on one draw resemble each other and are one unit of every statistic.
 */
import { contentHash, type Episode, findKit, type Scenario, type Source } from '../../core/index.ts';
import { chooseScenarioOf } from '../scenarios.ts';
import { corpusDraws } from './corpus-draws.ts';
import { type Experiment, ExperimentError, type ScenarioSource } from './experiment.ts';

export type Draw =
  | { readonly task: string; readonly seed: number }
  | { readonly scenario: Scenario; readonly source: Source };

export function drawsOf({ scenarios, domain }: Experiment): Draw[] {
  const draws = drawn(scenarios, domain);
  const hash = contentHash(draws);
  if (scenarios.hash !== undefined && scenarios.hash !== hash)
    throw new ExperimentError(
      `the scenarios have the hash ${hash}, expected ${scenarios.hash}: they are not the ones that were fixed`,
    );
  return draws;
}

function drawn(from: ScenarioSource, domain: string): Draw[] {
  if ('tasks' in from) {
    for (const task of from.tasks)
      if (!findKit(domain)?.tasks?.includes(task)) throw new ExperimentError(`there is no task "${task}" of ${domain}`);
    return from.tasks.flatMap((task) => seedsFrom(from.seed, from.count).map((seed) => ({ task, seed })));
  }
  if ('files' in from)
    return from.files.map((scenario) => chooseScenarioOf(domain, { scenario, turnLimit: from.turnLimit, seed: 0 }));
  const { turnLimit, zone, seed } = from;
  if ('listings' in from)
    return from.listings.map((scenario, i) => chooseScenarioOf(domain, { scenario, seed: seed + i, turnLimit, zone }));
  if ('corpus' in from) return ofDomain(domain, from.corpus, corpusDraws(from));
  return seedsFrom(seed, from.count).map((one) =>
    chooseScenarioOf(domain, { sampler: from.sampler, seed: one, turnLimit, zone, more: from.options }),
  );
}

/** A corpus is of one domain: its scenarios must be those that are played. */
function ofDomain(domain: string, corpus: string, draws: readonly Extract<Draw, { scenario: unknown }>[]) {
  for (const { scenario } of draws) {
    const problem = findKit(domain)?.rules.problem(scenario);
    if (problem) throw new ExperimentError(`${corpus} holds no scenarios of ${domain}: ${problem}`);
  }
  return [...draws];
}

const seedsFrom = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i);

/** The draw that an episode was played on. The deals of a career belong together. */
export function clusterOf({ source }: Pick<Episode, 'source'>): string {
  return Object.entries(source)
    .filter(([key]) => key !== 'deal')
    .map(([key, value]) => `${key}=${value}`)
    .sort()
    .join(' ');
}
