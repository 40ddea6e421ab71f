/**
 * What changed between runs: each agent that two of them share, game by game on the same scenario, seat, opponent and seed, and what
 * only one of them has. The first run is what the others are held against. An agent may have changed in between, its fingerprint says
 * so; that is what such a comparison is for.
 */

import { basename, resolve } from 'node:path';
import { type Episode, type Metric, sameJson } from '../../core/index.ts';
import { gain, gamesOf, groupBy, type Panel, type Row } from '../experiment/rows.ts';
import {
  bothMeasured,
  type Comparison,
  comparePaired,
  FEWEST_CLUSTERS,
  holm,
  meanOverClusters,
} from '../statistics/index.ts';
import * as cell from './cell.ts';
import { measured } from './measure.ts';
import type { Section } from './section.ts';
import { plural } from './show.ts';

export interface ReadRun {
  /** As the report calls it. */
  readonly name: string;
  readonly panel: Panel;
  readonly rows: readonly Row[];
  readonly episodes: readonly Episode[];
  /** Beside utility. */
  readonly metrics: readonly Metric[];
}

interface RunDifference extends Comparison {
  readonly agent: string;
  readonly metric: string;
  readonly from: string;
  readonly to: string;
  readonly means: readonly [number | undefined, number | undefined];
  /** Pairs that both runs have a value for. */
  readonly games: number;
  /** Pairs of which one half failed or has no value: neither half counts. */
  readonly leftOut: number;
  readonly changed: boolean;
  /** Both runs have the very same games here: the same requests, results and values. Nothing is tested. */
  readonly isSame: boolean;
  /** Corrected by Holm over all rows but the same ones, which would only cost power. */
  readonly corrected: number;
}

/** Games that one of two runs has and the other has not. */
interface OnlyIn {
  readonly run: string;
  readonly agent: string;
  readonly opponent: string;
  readonly seat: string;
  readonly games: number;
  /** These by their ids: a game of which two seats are under test stands in two rows. */
  readonly episodes: readonly string[];
  readonly scenarios: number;
}

/** The last part of each path, or the whole path where that does not tell them apart. */
export function runNames(folders: readonly string[]): string[] {
  const short = folders.map((folder) => basename(resolve(folder)));
  return folders.map((folder, i) =>
    short.indexOf(short[i] as string) === short.lastIndexOf(short[i] as string) ? (short[i] as string) : folder,
  );
}

const keyOf = ({ agent, seat, opponent, cluster, episode: { seed, source } }: Row) =>
  [agent, seat, opponent, cluster, seed, source.deal ?? ''].join('|');

export interface Between {
  readonly differences: readonly RunDifference[];
  readonly only: readonly OnlyIn[];
}

export function betweenRuns([first, ...others]: readonly ReadRun[]): Between {
  if (!first) return { differences: [], only: [] };
  return {
    differences: withHolm(others.flatMap((other) => differencesOf(first, other))),
    only: others.flatMap((other) => [...onlyIn(first, other), ...onlyIn(other, first)]),
  };
}

function withHolm(differences: readonly Omit<RunDifference, 'corrected'>[]): RunDifference[] {
  const tested = differences.filter(({ isSame }) => !isSame);
  const corrected = new Map(holm(tested.map(({ p }) => p)).map((p, i) => [tested[i], p]));
  return differences.map((one) => ({ ...one, corrected: corrected.get(one) ?? 1 }));
}

const isSameGame = (a: Episode, b: Episode) => a.id === b.id && sameJson(a.result, b.result);

function differencesOf(first: ReadRun, other: ReadRun): Omit<RunDifference, 'corrected'>[] {
  const theirs = new Map(other.rows.map((row) => [keyOf(row), row]));
  const shared = first.rows.filter((row) => theirs.has(keyOf(row)));
  const named = other.metrics.flatMap(({ name }) => (first.metrics.some((one) => one.name === name) ? [name] : []));
  return [...groupBy(shared, ({ agent }) => agent)].flatMap(([agent, a]) => {
    const b = a.map((row) => theirs.get(keyOf(row)) as Row);
    const sameGames = a.every(({ episode }, i) => isSameGame(episode, (b[i] as Row).episode));
    return ['utility', ...named].map((metric) => {
      const {
        a: before,
        b: after,
        leftOut,
      } = bothMeasured(measured(a, metric, first.metrics), measured(b, metric, other.metrics));
      return {
        ...comparePaired(after, before),
        agent,
        metric,
        from: first.name,
        to: other.name,
        means: [meanOverClusters(before), meanOverClusters(after)],
        games: before.length,
        leftOut,
        changed: printOf(a) !== printOf(b),
        isSame: sameGames && before.every(({ value }, i) => value === after[i]?.value),
      };
    });
  });
}

/** One game in two runs: the same agent in the same seat against the same opponent, on the same scenario with the same seed. */
export interface GamePair {
  readonly agent: string;
  readonly seat: string;
  readonly opponent: string;
  readonly scenario: string;
  readonly seed: number;
  readonly from: string;
  readonly to: string;
  readonly before: PairedGame;
  readonly after: PairedGame;
  /** After minus before, no deal counted as zero; undefined where one of them failed. */
  readonly delta: number | undefined;
}

interface PairedGame {
  readonly game: string;
  readonly result: string;
  readonly utility: number | undefined;
}

/** Every game that the first run shares with another, the greatest loss first; pairs that cannot be told come last. */
export function pairsBetween([first, ...others]: readonly ReadRun[]): GamePair[] {
  if (!first) return [];
  const pairs = others.flatMap((other) => {
    const theirs = new Map(other.rows.map((row) => [keyOf(row), row]));
    return first.rows.flatMap((row): GamePair[] => {
      const match = theirs.get(keyOf(row));
      if (!match) return [];
      const { agent, seat, opponent, cluster } = row;
      const [before, after] = [pairedGame(row), pairedGame(match)];
      const known = before.utility !== undefined && after.utility !== undefined;
      const delta = known ? (after.utility as number) - (before.utility as number) : undefined;
      const { seed } = row.episode;
      return [
        { agent, seat, opponent, scenario: cluster, seed, from: first.name, to: other.name, before, after, delta },
      ];
    });
  });
  return pairs.sort(
    (a, b) => (a.delta ?? Number.POSITIVE_INFINITY) - (b.delta ?? Number.POSITIVE_INFINITY) || compareText(a, b),
  );
}

const compareText = (a: GamePair, b: GamePair) => (a.before.game < b.before.game ? -1 : 1);

function pairedGame(row: Row): PairedGame {
  return { game: row.episode.id, result: row.kind, utility: gain(row) };
}

const printOf = ([row]: readonly Row[]) => row?.episode.seats[row.seat]?.fingerprint;

function onlyIn({ name, rows }: ReadRun, other: ReadRun): OnlyIn[] {
  const elsewhere = new Set(other.rows.map(keyOf));
  const missing = rows.filter((row) => !elsewhere.has(keyOf(row)));
  return [...groupBy(missing, ({ agent, opponent, seat }) => JSON.stringify([agent, opponent, seat])).values()].map(
    (some) => ({
      run: name,
      agent: (some[0] as Row).agent,
      opponent: (some[0] as Row).opponent,
      seat: (some[0] as Row).seat,
      games: gamesOf(some).length,
      episodes: gamesOf(some),
      scenarios: new Set(some.map(({ cluster }) => cluster)).size,
    }),
  );
}

/** How many games, each counted once, though several of their seats may be listed. */
export function onlyInOne(only: readonly OnlyIn[]): string {
  const games = new Set(only.flatMap(({ run, episodes }) => episodes.map((id) => `${run} ${id}`))).size;
  return `${plural(games, 'game stands', 'games stand')} in one run only`;
}

export function pHolm({ isSame, corrected, difference }: RunDifference) {
  if (isSame) return 'same games';
  return difference.clusters < FEWEST_CLUSTERS ? 'too few' : cell.p(corrected);
}

/** More would be a table that nobody reads. */
const MOST_ROWS = 60;

export function betweenSections({ differences, only }: Between): Section[] {
  const tested = differences.filter(({ isSame }) => !isSame).length;
  const between: Section = {
    title: 'Between runs',
    about: `The later run minus the first, on games that both have: the same scenario, seat, opponent and seed. Before and after are means over the very pairs behind the difference. Here each scenario weighs the same; in tables of agents each game does, so that their means may differ from these. Utility counts no deal as zero. In brackets 95 % intervals over scenarios; below ${FEWEST_CLUSTERS} there is none (too few). p by sign flips of scenarios, or that of the interval where it is larger, corrected by Holm over ${tested === 1 ? 'the one row' : `the ${tested} rows`}${tested < differences.length ? ' whose games are not the very same in both runs' : ''}.`,
    table: {
      head: [
        'agent',
        'measure',
        'from',
        'to',
        'before',
        'after',
        'difference',
        'games',
        'scenarios',
        'p (Holm)',
        'the agent',
      ],
      words: [0, 1, 2, 3, 10],
      rows: differences.map((one) => [
        one.agent,
        one.metric,
        one.from,
        one.to,
        cell.number(one.means[0]),
        cell.number(one.means[1]),
        cell.estimate(one.difference),
        cell.count(one.games),
        cell.count(one.difference.clusters),
        pHolm(one),
        one.changed ? 'has changed' : 'is the same',
      ]),
    },
    notes: [
      ...(differences.length === 0 ? ['The runs share no game: nothing can be said of what changed.'] : []),
      ...differences
        .filter(({ leftOut }) => leftOut > 0)
        .map(
          ({ agent, metric, leftOut, from, to }) =>
            `${agent}, ${metric}: ${plural(leftOut, 'pair')} of games ${leftOut === 1 ? 'is' : 'are'} left out on both sides, since ${from} or ${to} has no value there (failed, or does not apply).`,
        ),
    ],
  };
  if (only.length === 0) return [between];
  return [
    between,
    {
      title: 'Only in one run',
      about: 'Games that have no counterpart in the other run, and are in no row above.',
      table: {
        head: ['only in', 'agent', 'opponent', 'seat', 'games', 'scenarios'],
        words: [0, 1, 2, 3],
        rows: only
          .slice(0, MOST_ROWS)
          .map((one) => [one.run, one.agent, one.opponent, one.seat, cell.count(one.games), cell.count(one.scenarios)]),
      },
      folded: only.length > 12,
      notes: [
        `${onlyInOne(only)}; one of which two seats are under test stands in two rows.`,
        ...(only.length > MOST_ROWS ? [`${plural(only.length - MOST_ROWS, 'further row')} not shown.`] : []),
      ],
    },
  ];
}
