/** Plays one table: an episode, or the deals of a bazaar task, one after the other. */
import {
  andThen,
  type Domain,
  type Episode,
  findDomain,
  type Player,
  playEpisode,
  playTask,
  type Seat,
} from '../../core/index.ts';
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
  const episode = playEpisode({ domain, ...draw, players, seed, signal });
  return andThen(episode, (one) => [one]);
}
