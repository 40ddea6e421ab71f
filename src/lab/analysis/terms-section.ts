/**
 * TERMS-Bench's own measures for each agent, with the rows that it published beside them where the published suite was played: by
 * regime, family and difficulty, and what cues and reactive conduct are worth. In `terms` families differ in their scenarios too, so
 * a difference between families is cues, conduct and luck together; in `terms-paired` it is cues or conduct alone.
 *
 * Episodes that share draws are one unit of an interval: the regimes of a place have the random number of the width, stance and
 * reach in common, paired families all of it.
 */
import {
  cellOf,
  difficultyBin,
  difficultyBins,
  difficultyOf,
  type Family,
  families,
  mean,
  metrics,
  type PriceScenario,
  SUITE,
} from '../../core/index.ts';
import { gamesOf, type Row, rowsWith } from '../experiment/rows.ts';
import { bootstrapMean, type Observation } from '../statistics/index.ts';
import type { Cell } from './cell.ts';
import * as cell from './cell.ts';
import { measured } from './measure.ts';
import type { Chart, Section } from './section.ts';
import { type PublishedRow, publishedRows } from './terms-published.ts';

const MARK = ' (published)';

export function termsSections(rows: readonly Row[], order: readonly string[], controls: readonly string[]): Section[] {
  const played = rows.filter(({ episode }) => cellOf(episode.source));
  if (played.length === 0) return [];
  const published = isSuite(played) ? publishedRows : [];
  const quiet = order.flatMap((agent, i) => (controls.includes(agent) ? [i] : []));
  const table = (
    head: readonly string[],
    own: (games: readonly Row[]) => Cell[],
    theirs: (row: PublishedRow) => Cell[],
  ) => ({
    head: ['agent', ...head],
    words: [0],
    rows: [
      ...order.map((agent): Cell[] => [agent, ...own(rowsWith(played, agent))]),
      ...published.map((row): Cell[] => [row.agent + MARK, ...theirs(row)]),
    ],
    games: [...order.map((agent) => gamesOf(rowsWith(played, agent))), ...published.map(() => [])],
    quiet,
  });
  const surplus = (games: readonly Row[]) => of(games, 'terms-surplus');
  const chart = scatterOf(played, order, controls, published);
  return [
    {
      title: 'TERMS-Bench measures',
      about: `SE+ is the mean share of the zone where a deal is possible, no deal as 0; AGR+ the share of deals there; CSE+ the share of the zone in deals alone; FAGR- the share of deals where none is rational; BE the error of stated beliefs about reservation, urgency and stance; violations the share of episodes with an act that was refused or a deal past the own reservation. 95 % intervals over groups of episodes that share draws (the regimes of a place of the design; in terms-paired the families too).${published.length > 0 ? ' Rows marked published were not played here and have no intervals; their counterparts spoke through a model, whose texts are public for three episodes alone.' : ''}`,
      ...(chart && { chart }),
      table: table(
        ['SE+', 'AGR+', 'CSE+', 'FAGR-', 'BE', 'violations', 'overlap', 'urgency shift'],
        (games) => [
          surplus(games),
          of(games, 'terms-agreement'),
          of(games, 'terms-surplus-in-deals'),
          of(games, 'terms-false-agreement'),
          of(games, 'terms-belief-error'),
          of(games, 'terms-violation'),
          surplus(inRegime(games, 'overlap')),
          surplus(inRegime(games, 'urgency-shift')),
        ],
        (row) => [
          cell.number(row.surplus),
          cell.number(row.agreement),
          cell.number(row.surplusInDeals),
          cell.number(row.falseAgreement),
          cell.number(row.belief),
          cell.number(row.violation),
          cell.number(row.overlap),
          cell.number(row.shift),
        ],
      ),
    },
    {
      title: 'SE+ by family and difficulty',
      about: "Difficulty by the original's grader, in its five bins.",
      table: table(
        [...families, ...difficultyBins],
        (games) => [
          ...families.map((family) => surplus(inFamily(games, family))),
          ...difficultyBins.map((bin) => surplus(games.filter((row) => binOf(row) === bin))),
        ],
        ({ families: by, bins }) => [...by, ...bins].map((value) => cell.number(value)),
      ),
    },
    {
      title: 'What cues and conduct are worth',
      about:
        'Cues: SE+ with counterparts whose words show their stance (candid, expressive) less SE+ with those that play alike and show nothing (taciturn, strategic). Conduct: candid and taciturn less expressive and strategic, which react more. An agent that cannot read cues has a cue effect only by the luck of its scenarios; on paired ones it is 0.',
      table: table(
        ['cues', 'conduct'],
        (games) => [
          contrast(games, ['candid', 'expressive'], ['taciturn', 'strategic']),
          contrast(games, ['candid', 'taciturn'], ['expressive', 'strategic']),
        ],
        ({ families: [candid = 0, taciturn = 0, expressive = 0, strategic = 0] }) => [
          cell.number((candid + expressive - taciturn - strategic) / 2),
          cell.number((candid + taciturn - expressive - strategic) / 2),
        ],
      ),
    },
  ];
}

function of(games: readonly Row[], name: string): Cell {
  return cell.estimate(estimated(games, name));
}

function estimated(games: readonly Row[], name: string) {
  const within = metrics.find((metric) => metric.name === name)?.within;
  const observed = measured(games, name, metrics).map((one, i) => ({ ...one, cluster: sharedBy(games[i] as Row) }));
  return bootstrapMean(observed, { ...(within && { within }) });
}

/** What the episodes have in common that share draws. */
function sharedBy({ episode: { source }, cluster }: Row): string {
  const found = cellOf(source);
  if (!found) return cluster;
  const { regime: _, family, ...place } = found;
  return JSON.stringify(source.sampler === 'terms-paired' ? place : { ...place, family });
}

const inRegime = (games: readonly Row[], regime: string) =>
  games.filter(({ episode }) => cellOf(episode.source)?.regime === regime);
const inFamily = (games: readonly Row[], family: Family) =>
  games.filter(({ episode }) => cellOf(episode.source)?.family === family);

function binOf({ episode, seat }: Row): string | undefined {
  const grade = difficultyOf(episode.scenario as PriceScenario, seat);
  return grade === undefined ? undefined : difficultyBin(grade);
}

/** Games of the published suite alone. */
function isSuite(rows: readonly Row[]): boolean {
  return rows.every(({ episode: { source } }) => source.sampler === 'terms' && Number(source.seed) < SUITE);
}

/**
 * The mean of some families less that of others. A scenario of one family has its twin in every other, at the same place of the
 * design: twins are one unit, so that what they share falls out where they share anything.
 */
function contrast(games: readonly Row[], plus: readonly Family[], minus: readonly Family[]): Cell {
  const twins = new Map<string, { plus: number[]; minus: number[] }>();
  for (const { episode, seat } of games) {
    const found = cellOf(episode.source);
    const value = metrics.find(({ name }) => name === 'terms-surplus')?.of(episode, seat);
    if (!found || value === undefined) continue;
    const { family, regime: _, ...place } = found;
    const key = JSON.stringify(place);
    const sides = twins.get(key) ?? { plus: [], minus: [] };
    twins.set(key, sides);
    if (plus.includes(family)) sides.plus.push(value);
    if (minus.includes(family)) sides.minus.push(value);
  }
  const observations = [...twins].flatMap(([cluster, sides]): Observation[] =>
    sides.plus.length > 0 && sides.minus.length > 0
      ? [{ cluster, value: mean(sides.plus) - mean(sides.minus), game: cluster }]
      : [],
  );
  return cell.estimate(bootstrapMean(observations));
}

/** Surplus against belief error, of those who stated beliefs. */
function scatterOf(
  rows: readonly Row[],
  order: readonly string[],
  controls: readonly string[],
  published: readonly PublishedRow[],
): Chart | undefined {
  const points = order.flatMap((name) => {
    const games = rowsWith(rows, name);
    const [x, y] = ['terms-belief-error', 'terms-surplus'].map((one) => estimated(games, one).mean);
    return Number.isFinite(x) && Number.isFinite(y)
      ? [{ name, x: x as number, y: y as number, hollow: controls.includes(name) }]
      : [];
  });
  const theirs = published.map(({ agent, belief, surplus }) => ({
    name: agent + MARK,
    x: belief,
    y: surplus,
    hollow: true,
  }));
  if (points.length + theirs.length === 0) return undefined;
  return {
    kind: 'scatter',
    title: 'Surplus against belief error',
    subtitle: 'One dot an agent that states beliefs; hollow: controls and published rows',
    x: 'belief error (BE)',
    y: 'surplus (SE+)',
    points: [...points, ...theirs],
  };
}
