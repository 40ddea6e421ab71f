/** Sentences and figures of reports that a referee did not let pass, each on games made by hand. */
import { describe, expect, test } from 'vitest';
import { rowsOf } from '../experiment/rows.ts';
import { summariesOf } from './agents-section.ts';
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
