/**
 * The scenarios of an experiment, drawn once and shared by all its cells, so that every comparison is paired.
 *
 * A draw is one scenario, or one bazaar task with its seed (a task may be several deals). Draws are scenarios only where they
 * differ: a copy is skipped, and a source that has fewer than were asked for is refused. `clusterOf` tells the scenario of an
 * episode, by its content: games on one scenario resemble each other and are one unit of every statistic.
 */
import {
  arenaScenario,
  bazaarScenario,
  contentHash,
  type Episode,
  findBazaarTask,
  findKit,
  type Scenario,
  type Source,
} from '../../core/index.ts';
import { corpusDraws } from './corpus-draws.ts';
import { type Experiment, ExperimentError, type ScenarioSource } from './experiment.ts';
import { chooseScenarioOf } from './scenarios.ts';

export type Draw =
  | {
      readonly task: string;
      readonly seed: number;
      /** Which game on this scenario, from 1; the first has none. */
      readonly sitting?: number;
    }
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
    return from.tasks.flatMap((task) => distinct(task, from, (seed) => ({ task, seed })));
  }
  if ('files' in from) {
    const read = (scenario: string) => chooseScenarioOf(domain, { scenario, turnLimit: from.turnLimit, seed: 0 });
    return withoutCopies(from.files, from.files.map(read));
  }
  const { turnLimit, zone, seed } = from;
  if ('listings' in from)
    return withoutCopies(
      from.listings,
      from.listings.map((scenario, i) => chooseScenarioOf(domain, { scenario, seed: seed + i, turnLimit, zone })),
    );
  if ('corpus' in from) return ofDomain(domain, from.corpus, corpusDraws(from));
  return distinct(from.sampler, from, (one) =>
    chooseScenarioOf(domain, { sampler: from.sampler, seed: one, turnLimit, zone, more: from.options }),
  );
}

/** After so many copies in a row there is nothing new to come. */
const MOST_COPIES = 1000;

/** The first `count` draws that differ, seed by seed. */
function distinct<D extends Draw>(
  name: string,
  { seed, count }: { readonly seed: number; readonly count: number },
  draw: (seed: number) => D,
): D[] {
  const found = new Map<string, D>();
  for (let [at, copies] = [seed, 0]; found.size < count; at++) {
    const one = draw(at);
    const content = contentOf(one);
    copies = found.has(content) ? copies + 1 : 0;
    if (copies === 0) found.set(content, one);
    if (copies === MOST_COPIES)
      throw new ExperimentError(
        `scenarios.count asks for ${count} scenarios of ${name}, and only ${found.size} of them ${found.size === 1 ? 'is no copy' : 'differ'}: lower count to ${found.size}, and raise seeds for more games on ${found.size === 1 ? 'it' : 'each'}`,
      );
  }
  return [...found.values()];
}

function withoutCopies<D extends Draw>(names: readonly string[], draws: readonly D[]): D[] {
  const seen = new Map<string, string>();
  for (const [i, draw] of draws.entries()) {
    const [name, content] = [names[i] as string, contentOf(draw)];
    const before = seen.get(content);
    if (before !== undefined)
      throw new ExperimentError(
        `${before} and ${name} are the same scenario: name it once, and raise seeds for more games on it`,
      );
    seen.set(content, name);
  }
  return [...draws];
}

/** A corpus is of one domain: its scenarios must be those that are played. */
function ofDomain(domain: string, corpus: string, draws: readonly Extract<Draw, { scenario: unknown }>[]) {
  for (const { scenario } of draws) {
    const problem = findKit(domain)?.rules.problem(scenario);
    if (problem) throw new ExperimentError(`${corpus} holds no scenarios of ${domain}: ${problem}`);
  }
  return [...draws];
}

/** What two draws have in common that are one scenario. */
function contentOf(draw: Draw): string {
  return scenarioContent('scenario' in draw ? draw.scenario : firstDeal(draw));
}

/** Where a task begins. */
export function firstDeal({ task, seed }: { readonly task: string; readonly seed: number }): Scenario {
  const several = (findBazaarTask(task)?.task.buyers ?? 1) > 1;
  return several ? arenaScenario(task, { seed }) : bazaarScenario(task, { seed });
}

const contents = new WeakMap<Scenario, string>();

/** A scenario's content as a hash: all of it but its name, which may count the draws. */
export function scenarioContent(scenario: Scenario): string {
  const known = contents.get(scenario);
  if (known !== undefined) return known;
  const { id: _, ...content } = scenario;
  const hash = contentHash(content);
  contents.set(scenario, hash);
  return hash;
}

/** The scenario that an episode was played on. The deals of a career belong together, to the one it began with. */
export function clusterOf({ source, scenario }: Pick<Episode, 'source' | 'scenario'>): string {
  const { task, seed, deal } = source;
  const isCareer = deal !== undefined && typeof task === 'string' && findBazaarTask(task) !== undefined;
  return isCareer ? scenarioContent(firstDeal({ task, seed: Number(seed) })) : scenarioContent(scenario);
}

/** The draw and the sitting that an episode belongs to: all deals of one career have the same. */
export function sittingOf({ source }: Pick<Episode, 'source'>): string {
  return Object.entries(source)
    .filter(([key]) => key !== 'deal')
    .map(([key, value]) => `${key}=${value}`)
    .sort()
    .join(' ');
}
