/**
 * The games by which beliefs are measured: Bayesian steering against the sellers of the hardened bazaar, each type as often as any
 * other, and both opponent models in items against every script of the house whose offers follow from its values. Seeds are those of
 * no other measurement: nothing was fitted to these games.
 */
import { resolvePlayer } from '../../agents/index.ts';
import {
  type Domain,
  type Episode,
  items,
  itemsSamplers,
  type Player,
  playEpisode,
  price,
  type Scenario,
  type Script,
} from '../../core/index.ts';
import { hardGame } from './steering.ts';

const SEEDS = 2_000_000;
/** For what was only thought of when the games above had been looked at. */
const LATER_SEEDS = 3_000_000;
const across = ['boulware', 'conceder', 'fixed', 'pareto_walking'] as const;

/** `buyer` against the bazaar's seller. */
export function bazaarGames(games: number, buyer: string): Episode[] {
  const players = { buyer: resolvePlayer(buyer, price), seller: resolvePlayer('bazaar:seller', price) };
  return seeds(games, SEEDS).map((seed) => play(price as Domain, hardGame(seed) as Scenario, seed, players));
}

/** `spec` in seat a, on scenarios of Deal or No Deal and of CaSiNo in turn, against one script after the other. */
export function itemsGames(games: number, spec: string): Episode[] {
  return seeds(games, SEEDS).map((seed, i) =>
    itemsGame(seed, i % 2 === 0 ? 'dond' : 'casino', spec, across[Math.floor(i / 2) % across.length] as string),
  );
}

/**
 * `spec` on scenarios of Deal or No Deal against one that walks down the frontier it believes in: what it offers is what it likes, and
 * what each side likes differs enough to be told apart. Chosen after the games above had been seen, hence on other seeds.
 */
export function frontierGames(games: number, spec: string): Episode[] {
  return seeds(games, LATER_SEEDS).map((seed) => itemsGame(seed, 'dond', spec, 'pareto_walking'));
}

function itemsGame(seed: number, sampler: 'dond' | 'casino', a: string, b: string): Episode {
  const players = { a: resolvePlayer(a, items), b: resolvePlayer(b, items) };
  return play(items as Domain, itemsSamplers[sampler](seed) as Scenario, seed, players, sampler);
}

function seeds(games: number, from: number): number[] {
  return Array.from({ length: games }, (_, i) => from + i);
}

function play(
  domain: Domain,
  scenario: Scenario,
  seed: number,
  players: Readonly<Record<string, Player<Script>>>,
  sampler = 'hardened bazaar',
): Episode {
  return playEpisode({ domain, scenario, source: { sampler, seed }, players, seed });
}
