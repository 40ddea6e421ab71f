/** Where agents met all of each other: the payoff matrix as a heat map, and what each rating makes of it. */

import { createRng, mean } from '../../core/index.ts';
import { gain, groupBy, type Panel, type Row } from '../experiment/rows.ts';
import {
  exploitability,
  type Match,
  type Payoffs,
  type RatingFigure,
  rate,
  type ScenarioGrid,
  scoreOf,
} from '../statistics/ratings/index.ts';
import * as cell from './cell.ts';
import type { Section } from './section.ts';
import { NONE, number } from './show.ts';

export interface Grid {
  readonly names: readonly string[];
  readonly payoffs: Payoffs;
  readonly scenarios: readonly ScenarioGrid[];
}

/** Undefined where some pair never met in both roles, or there are fewer than three. */
export function gridOf(rows: readonly Row[], { agents, opponents }: Panel): Grid | undefined {
  const names = agents.filter((agent) => opponents.includes(agent));
  // In one role alone nobody is measured against another: what one gets as buyer says nothing of the other as seller.
  if (new Set(rows.map(({ seat }) => seat)).size < 2) return undefined;
  const payoffs = payoffsIn(rows, names);
  if (names.length < 3 || payoffs.some((row) => row.some((value) => Number.isNaN(value)))) return undefined;
  // In the order of their names, so that games that came back in another order give the same intervals.
  const scenarios = [...groupBy(rows, ({ cluster }) => cluster)].sort(([a], [b]) => (a < b ? -1 : 1));
  return { names, payoffs, scenarios: scenarios.map(([, games]) => scenarioGrid(games, names)) };
}

/** Mean utility of the row against the column; not a number where the two never met. */
export function payoffsIn(rows: readonly Row[], names: readonly string[]): number[][] {
  const cells = groupBy(rows, ({ agent, opponent }) => JSON.stringify([agent, opponent]));
  const games = (one: string, other: string) => cells.get(JSON.stringify([one, other])) ?? [];
  return names.map((one) => names.map((other) => mean(games(one, other).flatMap((row) => gain(row) ?? []))));
}

function scenarioGrid(rows: readonly Row[], names: readonly string[]): ScenarioGrid {
  const index = new Map(names.map((name, i) => [name, i]));
  const [sums, counts] = [0, 1].map(() => names.map(() => names.map(() => 0))) as [number[][], number[][]];
  for (const row of rows) {
    const [i, j] = [index.get(row.agent), index.get(row.opponent)];
    const value = gain(row);
    if (i === undefined || j === undefined || value === undefined) continue;
    (sums[i] as number[])[j] = (sums[i]?.[j] as number) + value;
    (counts[i] as number[])[j] = (counts[i]?.[j] as number) + 1;
  }
  return { sums, counts, matches: matchesOf(rows, names) };
}

function matchesOf(rows: readonly Row[], names: readonly string[]): Match[] {
  const known = new Set(names);
  const episodes = new Map(rows.map(({ episode }) => [episode.id, episode]));
  return [...episodes.values()].flatMap(({ seats, result }) => {
    const [[a, first], [b, second]] = Object.entries(seats) as unknown as [
      [string, { spec: string }],
      [string, { spec: string }],
    ];
    if (result.kind === 'failed' || !known.has(first.spec) || !known.has(second.spec)) return [];
    return [
      {
        first: first.spec,
        second: second.spec,
        score: scoreOf(result.utility[a] as number, result.utility[b] as number),
      },
    ];
  });
}

/** Who earns most first, as rows and as columns. */
export function byPayoff({ names, payoffs }: Pick<Grid, 'names' | 'payoffs'>): Pick<Grid, 'names' | 'payoffs'> {
  const total = (i: number) => (payoffs[i] as readonly number[]).reduce((sum, value) => sum + value, 0);
  const order = names.map((_, i) => i).sort((i, j) => total(j) - total(i));
  return {
    names: order.map((i) => names[i] as string),
    payoffs: order.map((i) => order.map((j) => payoffs[i]?.[j] as number)),
  };
}

export function ratingsSection(grid: Grid): Section {
  const { names, payoffs, scenarios } = grid;
  const ratings = rate(names, scenarios, { rng: createRng(1).split('ratings') });
  const even = names.map(() => 1 / names.length);
  const order = byPayoff({ names, payoffs }).names.map((name) => names.indexOf(name));
  const shown = (figure: RatingFigure | undefined, digits: number) => (figure ? cell.estimate(figure, digits) : NONE);
  return {
    title: 'Who beats whom',
    about:
      "Elo: who came out ahead of whom, fitted to all games at once (Bradley-Terry with Davidson's draws), so that the order of the games does not matter. Nash rating: how far an agent is ahead of the mixture of these agents that none of them is ahead of (Balduzzi et al. 2018); 0 is the best possible. Nash share: its weight in that mixture. Alpha-rank: its share of a population in which agents copy whoever earns more. The last two are means over resamples, since tiny differences can move them from one agent to another. In brackets: 95 % intervals by a bootstrap over scenarios.",
    chart: { kind: 'heatmap', title: 'Payoffs', subtitle: 'mean utility over both roles', ...byPayoff(grid) },
    table: {
      head: ['agent', 'Elo', 'Nash rating', 'Nash share', 'alpha-rank'],
      words: [0],
      rows: order.map((i) => {
        const rating = ratings[i];
        return [
          names[i] as string,
          shown(rating?.elo, 0),
          shown(rating?.nash, 3),
          shown(rating?.nashShare, 2),
          shown(rating?.alphaRank, 2),
        ];
      }),
    },
    notes: [
      'Which rating to trust for what: Elo for who comes out ahead in a single game; the Nash rating for whether some agent here beats it, however many weak agents or copies take part; alpha-rank for which agents would spread; and for what an agent earns none of them, but the table of agents.',
      `Against an even mixture of these agents, the best of them gains ${number(exploitability(payoffs, even))} over the mixture itself.`,
    ],
  };
}
