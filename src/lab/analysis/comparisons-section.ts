/**
 * Paired differences: each agent against the reference script, and the agents against each other where they are few.
 *
 * Both sides of a difference met the same opponents in the same seats on the same scenarios with the same seeds. p-values are
 * those of the sign-flip test and the interval together; "the same" means equivalent within the margin that was chosen before
 * looking. Both kinds of claim are corrected by Holm over the whole table.
 */

import { mean } from '../../core/index.ts';
import { gainsOf, groupBy, type Panel, pairedRows, type Row, rowsWith } from '../experiment/rows.ts';
import {
  bothMeasured,
  type Comparison,
  comparePaired,
  type Decision,
  decide,
  FEWEST_CLUSTERS,
  fewestScenarios,
  type PairVerdict,
} from '../statistics/index.ts';
import type { AgentSummary } from './agents-section.ts';
import * as cell from './cell.ts';
import type { Section } from './section.ts';
import { grouped, number, plural } from './show.ts';

/** With more agents than this, each is compared with the reference only. */
const MOST_IN_ALL_PAIRS = 6;

export interface NamedComparison extends Comparison {
  readonly a: string;
  readonly b: string;
  /** The seat, or the level of another option, that both were compared in alone. */
  readonly where?: string;
  /** What the better of the two earned on average. */
  readonly level?: number;
  /** The games compared, by their ids. */
  readonly episodes: readonly string[];
  /** Pairs of which one half failed: neither half counts. */
  readonly leftOut: number;
  /** The failed games of those, and whose fault it was. */
  readonly failed: readonly { readonly game: string; readonly by: string }[];
}

/** A margin of more than a quarter of what the better one earned: two that earn nearly nothing are always that close. */
export function atFloor({ margin, level }: Pick<NamedComparison, 'margin' | 'level'>): boolean {
  return margin !== undefined && level !== undefined && Math.abs(level) < 4 * margin;
}

export type DecidedComparison<Named extends NamedComparison = NamedComparison> = Named & {
  readonly decision: Decision;
  /** Where no difference could be found in the whole table: how many scenarios that takes. */
  readonly needs?: number;
};

export interface DifferencesSection<Named extends NamedComparison = NamedComparison> extends Section {
  readonly compared: readonly DecidedComparison<Named>[];
}

export function comparisonsSection(
  rows: readonly Row[],
  standings: readonly AgentSummary[],
  panel: Panel,
  margin: number,
): DifferencesSection | undefined {
  const pairs = pairsOf(standings, panel);
  const compared = pairs.flatMap(([a, b]) => compareRows(a, b, rowsWith(rows, a), rowsWith(rows, b), margin) ?? []);
  if (compared.length === 0) return undefined;
  return differencesSection('Paired differences', compared, margin);
}

/** A table of differences, corrected together. `where`: what is written above the column of that name. */
export function differencesSection<Named extends NamedComparison>(
  title: string,
  given: readonly Named[],
  margin: number,
  where = 'seat',
): DifferencesSection<Named> {
  const decisions = decide(given);
  const needs = neededIn(given);
  const compared = given.map((one, i) => ({
    ...one,
    decision: decisions[i] as Decision,
    ...(needs !== undefined && { needs }),
  }));
  const names = ['first', 'second', ...(compared.some((one) => one.where !== undefined) ? [where] : [])];
  const head = [...names, 'difference', 'scenarios', 'p', 'p (Holm)', 'verdict', 'to decide it'];
  return {
    title,
    about: `Mean utility of the first minus that of the second, counting no deal as 0, on the same scenarios, opponents, seats and seeds. Each scenario weighs the same here; in tables of agents each game does, also those without a counterpart, so that two means there may differ by another amount than this. p: permutation test that flips the signs of whole scenarios, or that of the interval where it is larger: a claim needs both. The same: within ±${margin} (two one-sided tests, by Student and by the interval: a claim needs both); at a floor: also within it, but the better of the two earned less than ${number(4 * margin, 2)}, so that it means little. Both tests are corrected by Holm over ${compared.length === 1 ? 'the one row' : `the ${compared.length} rows`}. Too few: with fewer than ${FEWEST_CLUSTERS} scenarios nothing is claimed. To decide it: with at most this many more games a difference of ${margin} is found with 80 % power in a table of this size.`,
    table: {
      head,
      words: [...names.keys(), head.length - 2, head.length - 1],
      rows: compared.map((one) => [
        ...[one.a, one.b, one.where ?? ''].slice(0, names.length),
        cell.estimate(one.difference),
        cell.count(one.difference.clusters),
        cell.p(one.p),
        cell.p(one.decision.p),
        cell.verdict(
          one.decision.verdict,
          one.decision.verdict === 'same' && atFloor(one) ? AT_FLOOR : verdictWords[one.decision.verdict],
        ),
        toDecide(one.decision, margin),
      ]),
      games: compared.map((one) => one.episodes),
    },
    notes: [...leftOutNotes(compared), ...(needs === undefined ? [] : [powerless(compared, needs)])],
    compared,
  };
}

/**
 * How many scenarios it takes for any difference to be found in a table of this size, where no row has that many: the least p of the
 * sign-flip test is 2 / 2^n, and Holm multiplies the least of all by the number of rows. Undefined where it was possible, and where
 * every row says "too few" by itself.
 */
function neededIn(given: readonly Comparison[]): number | undefined {
  const most = Math.max(...given.map(({ difference }) => difference.clusters));
  const needs = fewestScenarios(ALPHA / given.length);
  return most >= FEWEST_CLUSTERS && most < needs ? needs : undefined;
}

const ALPHA = 0.05;

/** What no test could have told is not a finding. */
export function powerless(compared: readonly Pick<NamedComparison, 'difference'>[], needs: number): string {
  const most = Math.max(...compared.map(({ difference }) => difference.clusters));
  return `No difference could be found here, however large: in a table of ${plural(compared.length, 'row')} that takes ${needs} scenarios, and there are ${most}.`;
}

/** To fail is no way to do better: what was left out, on both sides, and who failed. */
function leftOutNotes(compared: readonly NamedComparison[]): string[] {
  const pairs = compared.reduce((sum, { leftOut }) => sum + leftOut, 0);
  if (pairs === 0) return [];
  const failed = new Map(compared.flatMap((one) => one.failed.map(({ game, by }) => [game, by])));
  const who = [...groupBy([...failed.values()], (by) => by)].map(
    ([by, games]) => `${by} failed in ${plural(games.length, 'game')}`,
  );
  return [
    `${plural(pairs, 'pair')} of games ${pairs === 1 ? 'is' : 'are'} left out on both sides, since one of the two failed: ${who.join(', ')}.`,
  ];
}

const AT_FLOOR = 'within the margin, at a floor';

const verdictWords: Readonly<Record<PairVerdict, string>> = {
  first: 'the first earns more',
  second: 'the second earns more',
  same: 'the same',
  alike: 'alike in every scenario',
  undecided: 'undecided',
  'too few': 'too few',
};

function toDecide({ verdict, toDecide: needed }: Decision, margin: number): string {
  if (verdict === 'too few') return 'more scenarios';
  if (verdict !== 'undecided') return '';
  if (needed === undefined) return 'more scenarios';
  // Undecided all the same: the difference is hardly larger than the margin, and not surely smaller.
  return needed.moreGames > 0 ? `${grouped(needed.moreGames)} more games` : `enough to find ${margin}`;
}

function pairsOf(standings: readonly AgentSummary[], { reference, agents }: Panel): [string, string][] {
  const names = standings.map(({ agent }) => agent);
  const tested = names.filter((name) => agents.includes(name));
  const withReference: [string, string][] =
    reference !== undefined && names.includes(reference)
      ? names.filter((name) => name !== reference).map((name) => [name, reference])
      : [];
  const all = [...withReference, ...pairsAmong(tested).filter(([a, b]) => a !== reference && b !== reference)];
  // Nobody to hold the others against: the best of them.
  const [best, ...rest] = tested;
  return all.length > 0 || best === undefined ? all : rest.map((name) => [best, name]);
}

/** Everybody with everybody, where that is a table one can read. */
export function pairsAmong(agents: readonly string[]): [string, string][] {
  if (agents.length > MOST_IN_ALL_PAIRS) return [];
  return agents.flatMap((a, i) => agents.slice(i + 1).map((b): [string, string] => [a, b]));
}

export function compareRows(
  a: string,
  b: string,
  first: readonly Row[],
  second: readonly Row[],
  margin: number,
): NamedComparison | undefined {
  const paired = pairedRows(first, second);
  if (paired.a.length === 0) return undefined;
  const { a: own, b: others, leftOut } = bothMeasured(gainsOf(paired.a), gainsOf(paired.b));
  const level = Math.max(...[own, others].map(meanOf));
  return {
    a,
    b,
    ...comparePaired(own, others, { margin }),
    episodes: [...new Set([...own, ...others].flatMap(({ game }) => game ?? []))],
    leftOut,
    failed: [...paired.a, ...paired.b].flatMap(({ episode: { id, result, seats } }) =>
      result.kind === 'failed' ? [{ game: id, by: seats[result.by]?.spec as string }] : [],
    ),
    ...(Number.isFinite(level) && { level }),
  };
}

function meanOf(observations: readonly { readonly value: number | undefined }[]): number {
  return mean(observations.flatMap(({ value }) => value ?? []));
}
