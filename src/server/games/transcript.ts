/** The transcript of a game as storage has it, to the byte as the loop gave it. */
import {
  contentHash,
  type Domain,
  type Episode,
  episodeId,
  FORMAT,
  findTask,
  type Scenario,
} from '../../core/index.ts';
import type { StoredGame, StoredPlayer } from '../storage/storage.ts';

/** Of a game that is over. */
export function episodeOf(
  stored: Pick<StoredGame, 'id' | 'episode' | 'domain' | 'request' | 'players' | 'events' | 'result'>,
): Episode | undefined {
  const { episode: id, request, result } = stored;
  if (id === null || result === null) return undefined;
  const scenario = request.scenario as Scenario;
  const episode: Episode = {
    format: FORMAT,
    id,
    seed: request.seed,
    domain: stored.domain,
    version: scenario.version,
    source: request.source,
    seats: Object.fromEntries(stored.players.map(({ seat, spec, fingerprint }) => [seat, { spec, fingerprint }])),
    session: sessionOf(stored.id),
    scenario,
    events: stored.events,
    result,
  };
  if (episodeId(episode) === id) return episode;
  // Stored before sittings had names.
  const { session: _, ...older } = episode;
  return { ...older, format: 1 };
}

/** As `episodeOf`, of a game whose rules may no longer be here. */
export function transcriptOf(stored: StoredGame): Episode | undefined {
  const { domain } = findTask(stored.request.task) ?? {};
  const { players, request } = stored;
  return episodeOf({
    ...stored,
    players: domain ? inOrder(players, domain, request.scenario as Scenario) : players,
  });
}

/** In the order of the rules, as they sat down. */
export function inOrder(players: readonly StoredPlayer[], domain: Domain, scenario: Scenario): readonly StoredPlayer[] {
  try {
    const seats = domain.seats(scenario);
    return players.toSorted((a, b) => seats.indexOf(a.seat) - seats.indexOf(b.seat));
  } catch {
    return players;
  }
}

/** What tells one sitting from another, without the id that opens the game. */
export function sessionOf(id: string): string {
  return contentHash(id, 12);
}
