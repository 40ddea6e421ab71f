/** Intervals of games that pay 0 or 1 stay there, in the tables and in the sentences of a report. */
import { expect, test } from 'vitest';
import { resolvePlayer } from '../../agents/index.ts';
import { type Domain, mindgames, mindgamesSamplers, playEpisode } from '../../core/index.ts';
import { rowsOf } from '../experiment/rows.ts';
import { summariesOf } from './agents-section.ts';
import { cellsSection } from './cells-section.ts';
import { boundsOf } from './earned.ts';
import { fieldsSections } from './fields-section.ts';
import { panel } from './games.fixture.ts';
import { leaderOf } from './leader.ts';

const domain = mindgames as Domain;
const specs = ['dominant', 'say_all', 'random_cells'];
const episodes = specs.flatMap((spec) =>
  Array.from({ length: 35 }, (_, seed) => {
    const scenario = mindgamesSamplers.arms(seed);
    const players = { persuader: resolvePlayer(spec, domain), target: resolvePlayer('rational', domain) };
    return playEpisode({ domain, scenario, source: { sampler: 'arms', seed }, players, seed });
  }),
);
const seats = panel(specs, ['rational']);
const rows = rowsOf(episodes, seats).filter(({ seat }) => seat === 'persuader');

test('the bounds are those of all the domains, or none', () => {
  expect(boundsOf(['mindgames', 'trace'])).toEqual([0, 1]);
  expect(boundsOf(['mindgames', 'price'])).toBeUndefined();
  expect(boundsOf([])).toBeUndefined();
});

test('no interval of a success runs beyond 0 and 1', () => {
  const standings = summariesOf(rows, seats);
  const leader = leaderOf(rows, standings);
  const known = [...standings.map(({ gains }) => gains.noDealAsZero), ...standings.map(({ unspoilt }) => unspoilt)];
  for (const { low, high } of [...known, leader?.gain as (typeof known)[number]]) {
    expect(low).toBeGreaterThanOrEqual(0);
    expect(high).toBeLessThanOrEqual(1);
  }
  const tables = [...fieldsSections(rows, specs, seats).slice(0, 1), cellsSection(rows, ['persuaded', 'asked'])];
  const ends = [...JSON.stringify(tables.map(({ table }) => table)).matchAll(/"(?:low|high)":(-?[\d.e-]+)/g)].map(
    (hit) => Number(hit[1]),
  );
  expect(ends.length).toBeGreaterThan(20);
  for (const end of ends) {
    expect(end).toBeGreaterThanOrEqual(0);
    expect(end).toBeLessThanOrEqual(1);
  }
});
