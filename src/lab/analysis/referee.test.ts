/** Sentences and figures of reports that a referee did not let pass, each on games made by hand. */
import { describe, expect, test } from 'vitest';
import type { Episode } from '../../core/index.ts';
import { rowsOf } from '../experiment/rows.ts';
import { agentsSection, summariesOf } from './agents-section.ts';
import { betweenRuns, betweenSections, onlyInOne, type ReadRun } from './between-runs.ts';
import { comparisonsSection } from './comparisons-section.ts';
import { failedGame, game, panel } from './games.fixture.ts';
import { leaderOf } from './leader.ts';

const seeds = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

describe('a failed game', () => {
  // Against x both earn .6, against the hard y .2; b throws against y in every second scenario.
  const episodes = seeds(12).flatMap((seed) => [
    ...[game('a', 'x', seed, 600), game('a', 'y', seed, 800)],
    ...[game('b', 'x', seed, 600), seed % 2 ? failedGame('b', 'y', seed) : game('b', 'y', seed, 800)],
  ]);
  const p = panel(['a', 'b'], ['x', 'y']);
  const rows = rowsOf(episodes, p);

  test('is left out on both sides of a difference, with a note', () => {
    const section = comparisonsSection(rows, summariesOf(rows, p), p, 0.05);
    const [one] = section?.compared ?? [];
    expect(one).toMatchObject({ difference: { mean: 0, clusters: 12 }, decision: { verdict: 'alike' }, leftOut: 6 });
    expect(one?.episodes).toHaveLength(36);
    expect(section?.notes).toEqual([
      '6 pairs of games are left out on both sides, since one of the two failed: b failed in 6 games.',
    ]);
    expect(leaderOf(rows, summariesOf(rows, p))?.unresolved).toEqual(['a']);
  });
});

test('tables of agents and of differences say that they weigh games and scenarios', () => {
  const rows = rowsOf([game('a', 'x', 1, 600), game('b', 'x', 1, 650)], panel(['a', 'b'], ['x']));
  const standings = summariesOf(rows, panel(['a', 'b'], ['x']));
  expect(agentsSection(standings).about).toContain('Each game weighs the same; paired differences weigh each scenario');
  const about = comparisonsSection(rows, standings, panel(['a', 'b'], ['x']), 0.05)?.about;
  expect(about).toContain('Each scenario weighs the same here; in tables of agents each game does');
});

describe('between runs', () => {
  const p = panel(['a', 'b'], ['a', 'b']);
  const run = (name: string, episodes: Episode[]): ReadRun => ({
    name,
    panel: p,
    rows: rowsOf(episodes, p),
    episodes,
    places: new Map(),
    metrics: [],
  });

  test('a game of which two seats are under test is one game', () => {
    const { only } = betweenRuns([run('old', []), run('new', [game('a', 'b', 1, 600), game('a', 'a', 1, 600)])]);
    expect(only.map(({ agent, opponent, seat, games }) => [agent, opponent, seat, games])).toEqual([
      ['a', 'b', 'buyer', 1],
      ['b', 'a', 'seller', 1],
      ['a', 'a', 'buyer', 1],
      ['a', 'a', 'seller', 1],
    ]);
    expect(onlyInOne(only)).toBe('2 games stand in one run only');
    expect(onlyInOne(only.slice(0, 2))).toBe('1 game stands in one run only');
  });

  test('means before and after are of the very pairs behind the difference, and weigh scenarios as it does', () => {
    // Scenario 1 has three games (against a, b and c) and 2 one; the game that failed later counts on neither side.
    const own = panel(['a'], ['b', 'c', 'd']);
    const of = (name: string, prices: readonly number[], failed: boolean): ReadRun => {
      const [b, c, d, second] = prices as [number, number, number, number];
      const episodes = [
        ...[game('a', 'b', 1, b), game('a', 'c', 1, c), game('a', 'd', 1, d), game('a', 'b', 2, second)],
        failed ? failedGame('a', 'c', 2) : game('a', 'c', 2, 400),
      ];
      return { ...run(name, []), rows: rowsOf(episodes, own), episodes };
    };
    const { differences } = betweenRuns([
      of('old', [600, 600, 600, 800], false),
      of('new', [500, 500, 500, 900], true),
    ]);
    // Scenario by scenario .6 and .2 became .8 and 0: a mean of .4 both times, where games weighed alike would say .5 and .6.
    const [one] = differences;
    expect(one?.means.map((mean) => mean?.toFixed(3))).toEqual(['0.400', '0.400']);
    expect(one?.difference.mean).toBeCloseTo(0, 12);
    expect([one?.games, one?.leftOut]).toEqual([4, 1]);
    const [section] = betweenSections({ differences, only: [] });
    expect(section?.notes?.[0]).toContain('1 pair of games is left out');
    expect(section?.about).toContain('each scenario weighs the same; in tables of agents each game does');
  });
});
