/**
 * The games by which beliefs are measured: Bayesian steering against the sellers of the hardened bazaar, each type as often as any
 * other, and both opponent models in items against every script of the house whose offers follow from its values. Seeds are those of
 * no other measurement: nothing was fitted to these games.
 */
import { resolvePlayer } from '../agents/index.ts';
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
} from '../core/index.ts';
import { hardGame } from './steering.ts';

export const FRESH_SEEDS = 2_000_000;
const ACROSS = ['boulware', 'conceder', 'fixed', 'pareto_walking'] as const;

/** `buyer` against the bazaar's seller. */
export function bazaarGames(games: number, buyer: string): Episode[] {
  const players = { buyer: resolvePlayer(buyer, price), seller: resolvePlayer('bazaar:seller', price) };
  return seeds(games).map((seed) => play(price as Domain, hardGame(seed) as Scenario, seed, players));
}

/** `spec` in seat a, on scenarios of Deal or No Deal and of CaSiNo in turn, against one script after the other. */
export function itemsGames(games: number, spec: string): Episode[] {
  const a = resolvePlayer(spec, items);
  const others = ACROSS.map((across) => resolvePlayer(across, items));
  return seeds(games).map((seed, i) => {
    const sample = i % 2 === 0 ? itemsSamplers.dond : itemsSamplers.casino;
    const b = others[Math.floor(i / 2) % others.length] as Player<Script>;
    return play(items as Domain, sample(seed) as Scenario, seed, { a, b });
  });
}

function seeds(games: number): number[] {
  return Array.from({ length: games }, (_, i) => FRESH_SEEDS + i);
}

function play(
  domain: Domain,
  scenario: Scenario,
  seed: number,
  players: Readonly<Record<string, Player<Script>>>,
): Episode {
  return playEpisode({ domain, scenario, source: { seed }, players, seed });
}
