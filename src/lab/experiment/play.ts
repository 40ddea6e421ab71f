/** Plays one table: an episode, or the deals of a bazaar task, one after the other. */
import {
  andThen,
  type Domain,
  type Episode,
  findDomain,
  findKit,
  type Player,
  playEpisode,
  playTask,
  type Scenario,
  type Seat,
} from '../../core/index.ts';
import { WriteError } from '../../models/node/files.ts';
import { ModuleError } from './own/module-error.ts';
import type { Table } from './plan.ts';

export type Players = ReadonlyMap<string, Player>;

export function playTable(
  { draw, seats, seed }: Pick<Table, 'draw' | 'seats' | 'seed'>,
  seated: Players,
  signal?: AbortSignal,
): readonly Episode[] | Promise<readonly Episode[]> {
  const players: Record<Seat, Player> = {};
  for (const [seat, spec] of Object.entries(seats)) players[seat] = seated.get(spec) as Player;
  if ('task' in draw) {
    const played = playTask({ ...draw, players, signal });
    return andThen(played, ({ episodes }) => episodes);
  }
  const domain = findDomain(draw.scenario.domain) as Domain;
  try {
    const episode = playEpisode({ domain, ...draw, players, seed, signal });
    if (episode instanceof Promise)
      return episode.then(
        (one) => [one],
        (error) => broken(error, draw.scenario),
      );
    return [episode];
  } catch (error) {
    return broken(error, draw.scenario);
  }
}

/** Agents fail inside the loop: what a domain of one's own lets out of it is a fault of its rules, and says so. */
function broken(error: unknown, { domain, id }: Scenario): never {
  const own = findKit(domain)?.hash !== undefined;
  const wasRules = own && error instanceof Error && !(error instanceof WriteError) && error.name !== 'AbortError';
  throw wasRules
    ? new ModuleError(`the rules of ${domain} broke in a game on ${id}: ${error.message.split('\n')[0]}`)
    : error;
}
