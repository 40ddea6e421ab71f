/**
 * A/A: the same agent under two names, stochastic and with independent seeds, played for real. It must be declared different
 * in at most 6.4 % of the experiments (5 % and what 1,000 simulations may add), and the interval of its mean must cover.
 */
import { expect, test } from 'vitest';
import { repetitions } from '../../../test/repetitions.ts';
import { resolvePlayer } from '../../agents/index.ts';
import { type Player, playEpisode, price, type Script } from '../../core/index.ts';
import { chooseScenarioOf } from '../experiment/scenarios.ts';
import { binomialQuantile, mostSuccesses } from './binomial.fixture.ts';
import { bootstrapMean } from './cluster-bootstrap.ts';
import { comparePaired } from './compare.ts';
import type { Observation } from './observations.ts';

const SEATS = ['buyer', 'seller'] as const;
const SCENARIOS = 30;

/** The agent in both seats of each scenario against the opponent, with seeds of its own. */
function play(agent: Player<Script>, opponent: Player<Script>, sampler: string, first: number, seed: number) {
  const games: Observation[] = [];
  for (let i = 0; i < SCENARIOS; i++) {
    const opens = i % 2 === 0 ? 'buyer' : 'seller';
    const chosen = chooseScenarioOf('price', { sampler, seed: first + i, opens });
    for (const [k, seat] of SEATS.entries()) {
      const players = seat === 'buyer' ? { buyer: agent, seller: opponent } : { buyer: opponent, seller: agent };
      const { result } = playEpisode({ domain: price, ...chosen, players, seed: 2 * (seed + i) + k });
      const value = result.kind === 'failed' ? undefined : result.utility[seat];
      games.push({ cluster: `${first + i}`, value });
    }
  }
  return games;
}

const pairings = [
  {
    name: 'random_zopa against a noisy Boulware',
    sampler: 'janus',
    agent: 'janus-a:random_zopa',
    opponent: 'janus-b:noisy_boulware_hard',
  },
  {
    name: 'a random offer from its own zone against itself, zones hidden and some empty',
    sampler: 'general',
    agent: 'random_zone?over=own',
    opponent: 'random_zone?over=own',
  },
];

test.each(pairings)('$name', ({ sampler, agent, opponent }) => {
  const [one, other] = [resolvePlayer(agent, price), resolvePlayer(opponent, price)];
  const experiments = repetitions(1000);
  const counts = { byTest: 0, byInterval: 0 };
  const estimates: { mean: number; low: number; high: number }[] = [];
  for (let k = 0; k < experiments; k++) {
    const first = 1_000_000 + k * SCENARIOS;
    const under = (seed: number) => play(one, other, sampler, first, seed);
    const [a, b] = [under(10_000_000 + k * SCENARIOS), under(20_000_000 + k * SCENARIOS)];
    const { p, difference } = comparePaired(a, b, { resamples: 999 });
    counts.byTest += Number(p <= 0.05);
    counts.byInterval += Number(difference.low > 0 || difference.high < 0);
    const { mean, low, high } = bootstrapMean(a, { resamples: 999 });
    estimates.push({ mean: mean as number, low, high });
  }
  expect(counts.byTest).toBeLessThanOrEqual(mostSuccesses(experiments, 0.064));
  expect(counts.byInterval).toBeLessThanOrEqual(mostSuccesses(experiments, 0.064));
  // The truth: the mean over all scenarios of all experiments.
  const truth = estimates.reduce((sum, { mean }) => sum + mean, 0) / experiments;
  const covered = estimates.filter(({ low, high }) => low <= truth && truth <= high).length;
  const full = Boolean(process.env.PARLEY_FULL);
  expect(covered).toBeGreaterThanOrEqual(full ? 0.93 * experiments : binomialQuantile(0.001, experiments, 0.93));
  expect(covered).toBeLessThanOrEqual(full ? 0.97 * experiments : binomialQuantile(0.999, experiments, 0.97));
});
