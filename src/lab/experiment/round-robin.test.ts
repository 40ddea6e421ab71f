/** The round robins of the Janus lab, measured on the originals: 40 episodes per ordered pair, roles both ways. */
import { describe, expect, test } from 'vitest';
import { registryPlayers, resolvePlayer } from '../../agents/index.ts';
import { price } from '../../core/index.ts';
import { runTournament } from './round-robin.ts';

const options = { episodes: 40, seed: 1, sampler: 'janus', turnLimit: 20 } as const;
const within = (value: number, target: number, tolerance: number) =>
  expect(Math.abs(value - target), `${value} against ${target}`).toBeLessThanOrEqual(tolerance);

describe('registry A reproduces the original', () => {
  const played = runTournament(registryPlayers('janus-a'), options);

  test('10,240 episodes, agreement .746, mean rho .497, sd .275, 9.7 turns', () => {
    expect(played.episodes).toBe(10_240);
    within(played.agreement, 0.746, 0.01);
    within(played.meanRho as number, 0.497, 0.01);
    within(played.sdRho as number, 0.275, 0.01);
    within(played.meanTurns, 9.7, 0.15);
    expect(played.failed + played.forfeited).toBe(0);
  });

  test.each(
    Object.entries({
      hardliner: 0.636,
      boulware_hard: 0.604,
      boulware_firm: 0.559,
      boulware_linear: 0.504,
      linear_standard: 0.504,
      boulware_conceding: 0.431,
      micro_coarse: 0.431,
      split_difference: 0.428,
      time_dependent: 0.356,
      boulware_very_conceding: 0.335,
      random_zopa: 0.294,
      price_fixed_loose: 0.281,
      tit_for_tat: 0.28,
      price_fixed_strict: 0.214,
      micro_moderate: 0.111,
      micro_fine: 0,
    }),
  )('mean utility of %s is %f', (name, expected) => {
    within(played.standings.find((s) => s.name === name)?.utility as number, expected, 0.015);
  });
});

describe('registry B reproduces the original', () => {
  const played = runTournament(registryPlayers('janus-b'), options);

  test('21,160 episodes, agreement .901, mean rho .499, sd .287, 11.8 turns', () => {
    expect(played.episodes).toBe(21_160);
    within(played.agreement, 0.901, 0.01);
    within(played.meanRho as number, 0.499, 0.01);
    within(played.sdRho as number, 0.287, 0.01);
    within(played.meanTurns, 11.8, 0.15);
  });

  // charging_* is the clean version here, without the original's memory between episodes, and still within the tolerance.
  test.each(
    Object.entries({
      boulware_hard: 0.616,
      hardliner: 0.614,
      noisy_boulware_hard: 0.613,
      charging_boul_aggressive: 0.61,
      charging_boul: 0.588,
      random_zopa: 0.218,
      naive_concession: 0.12,
      naive_boulware: 0.12,
    }),
  )('mean utility of %s is %f', (name, expected) => {
    within(played.standings.find((s) => s.name === name)?.utility as number, expected, 0.015);
  });
});

test('both seatings of a pair meet the same scenarios', () => {
  const seen: Record<string, string[]> = {};
  const players = ['boulware_hard', 'fair_openings'].map((spec) => resolvePlayer(spec, price));
  runTournament(players, {
    ...options,
    episodes: 4,
    onEpisode: ({ seats, scenario }) => {
      const key = `${seats.buyer?.spec} ${seats.seller?.spec}`;
      seen[key] = [...(seen[key] ?? []), `${scenario.id} ${(scenario.public as { opens: string }).opens}`];
    },
  });
  expect(seen['boulware_hard fair_openings']).toEqual(seen['fair_openings boulware_hard']);
  expect(seen['boulware_hard fair_openings']).not.toEqual(seen['fair_openings fair']);
});

test('the null control forfeits every game and scores nothing', () => {
  const players = ['null', 'boulware_hard'].map((spec) => resolvePlayer(spec, price));
  const played = runTournament(players, { ...options, episodes: 10 });
  expect(played.forfeited).toBe(30);
  expect(played.standings[0]).toMatchObject({ name: 'null', utility: 0, agreement: 0 });
});

test('an oracle in a game that hides its zone fails, and failures count nowhere', () => {
  const players = ['janus-a:random_zopa', 'boulware_hard'].map((spec) => resolvePlayer(spec, price));
  const played = runTournament(players, { ...options, sampler: 'general', episodes: 10 });
  expect(played.failed).toBe(30);
  expect(played.standings[1]?.games).toBe(20);
});
