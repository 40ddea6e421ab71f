/**
 * The assertions of an experiment, held against its results: a regression test. By the interval the whole 95 % interval must lie
 * where the assertion says; by the mean the mean alone. What cannot be said from these games does not hold.
 */

import type { Metric } from '../../core/index.ts';
import type { Assertion, Experiment } from '../experiment/experiment.ts';
import type { Manifest } from '../experiment/manifest.ts';
import { namedAgent } from '../experiment/named-agent.ts';
import { pairedRows, type Row, rowsWith } from '../experiment/rows.ts';
import {
  bootstrapMean,
  bothMeasured,
  comparePaired,
  type Estimate,
  FEWEST_CLUSTERS,
  type Observation,
} from '../statistics/index.ts';
import * as cell from './cell.ts';
import { measured } from './measure.ts';
import type { Section } from './section.ts';
import { estimate, number } from './show.ts';

export interface Asserted {
  /** As a sentence: what was to hold. */
  readonly claim: string;
  readonly found: Estimate;
  /** The games behind it, by their ids. */
  readonly episodes: readonly string[];
  /** Undefined where it holds. */
  readonly failure: string | undefined;
}

export function assertedIn(manifest: Manifest, rows: readonly Row[], metrics: readonly Metric[]): Asserted[] {
  const { experiment } = manifest;
  return (experiment.assert ?? []).map((assertion) => {
    const named = namesIn(assertion, manifest, experiment);
    const observed = observedIn(named, assertion.metric, rows, metrics);
    const found = estimateOf(observed);
    const claim = claimOf(assertion, named);
    const reason = reasonAgainst(assertion, found);
    const games = observed.flat().flatMap(({ value, game }) => (value === undefined ? [] : (game ?? [])));
    return { claim, found, episodes: [...new Set(games)], failure: reason && `Assertion failed: ${claim}; ${reason}.` };
  });
}

interface Named {
  readonly agent: string;
  readonly over: string | undefined;
}

function namesIn({ agent, over }: Assertion, { agents, controls }: Manifest, experiment: Experiment): Named {
  const specs = (list: Manifest['agents']) => list.map(({ spec }) => spec);
  const lineup = { agents: specs(agents), controls: specs(controls) };
  return {
    agent: namedAgent(agent, 'assert.agent', experiment, lineup),
    over: over === undefined ? undefined : namedAgent(over, 'assert.over', experiment, lineup),
  };
}

/** What an assertion speaks of, or the two sides whose difference it speaks of. */
function observedIn(
  { agent, over }: Named,
  metric: string,
  rows: readonly Row[],
  metrics: readonly Metric[],
): readonly Observation[][] {
  const mine = rowsWith(rows, agent);
  if (over === undefined) return [measured(mine, metric, metrics)];
  const paired = pairedRows(mine, rowsWith(rows, over));
  const { a, b } = bothMeasured(measured(paired.a, metric, metrics), measured(paired.b, metric, metrics));
  return [a, b];
}

function estimateOf([a = [], b]: readonly Observation[][]): Estimate {
  return b === undefined ? bootstrapMean(a) : comparePaired(a, b).difference;
}

function claimOf({ metric, at_least: least, at_most: most, by }: Assertion, { agent, over }: Named): string {
  const what = over === undefined ? `${metric} of ${agent}` : `${metric} of ${agent} minus ${over}`;
  const bounds = [
    ...(least === undefined ? [] : [`at least ${least}`]),
    ...(most === undefined ? [] : [`at most ${most}`]),
  ].join(' and ');
  return by === 'mean' ? `the mean ${what} is ${bounds}` : `the whole 95 % interval of the ${what} is ${bounds}`;
}

/** Why it does not hold; undefined where it does. */
function reasonAgainst({ at_least: least, at_most: most, by }: Assertion, found: Estimate): string | undefined {
  const { mean, low, high, clusters, verdict } = found;
  if (mean === undefined) return 'no game has a value';
  const [bottom, top] = by === 'mean' ? [mean, mean] : [low, high];
  if (by === 'interval' && verdict === 'too few')
    return `${clusters} scenarios are too few for an interval, it takes ${FEWEST_CLUSTERS}: raise scenarios.count, or assert "by: mean"`;
  if (by === 'interval' && !(Number.isFinite(low) || Number.isFinite(high)))
    return `every scenario gave ${number(mean)}, which bounds no interval: assert "by: mean"`;
  const holds = (least === undefined || bottom >= least) && (most === undefined || top <= most);
  return holds ? undefined : `it is ${by === 'mean' ? number(mean) : estimate(found)} over ${clusters} scenarios`;
}

export function assertionsSection(asserted: readonly Asserted[]): Section | undefined {
  if (asserted.length === 0) return undefined;
  return {
    title: 'Assertions',
    about: 'What must hold, or the run has failed.',
    table: {
      head: ['that', 'found', 'scenarios', 'holds'],
      words: [0, 3],
      rows: asserted.map(({ claim, found, failure }) => [
        claim,
        cell.estimate(found),
        cell.count(found.clusters),
        failure === undefined ? 'yes' : 'no',
      ]),
      games: asserted.map(({ episodes }) => episodes),
    },
  };
}
