/** The matches of this browser's key: the one that is open, and those that are over. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Answer, ask, type Body, type Problem } from '../api/client.ts';
import { keepSeat } from '../game/seats.ts';
import type { OwnKey } from '../keys/key.ts';
import { askSigned } from '../keys/signed.ts';

export type Ticket = Answer<'GET /v1/matches/{id}'>;
type Matches = Answer<'GET /v1/matches'>;
export type Played = Matches['matches'][number];

/** Milliseconds between two questions while it waits: asking is what keeps a place in the queue. */
const ASK_AGAIN = 1500;
const LOOK = 5000;

export function useMatches(own: OwnKey | undefined) {
  return useQuery<Matches, Problem>({
    queryKey: ['matches', own?.id],
    enabled: own !== undefined,
    queryFn: () => askSigned(own as OwnKey, 'GET /v1/matches', { query: { limit: 10 } }),
    // What it was a moment ago may have ended since.
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.open ? (data.open.state === 'waiting' ? ASK_AGAIN : LOOK) : false),
    // Somebody waits even when the tab is not in front.
    refetchIntervalInBackground: true,
  });
}

/** Asks for a match, stops waiting, gives one up. */
export function useTickets(own: OwnKey) {
  const queries = useQueryClient();
  const keep = (ticket: Ticket) =>
    queries.setQueryData(['matches', own.id], (old: Matches | undefined) => ({
      matches: old?.matches ?? [],
      open: ticket.state === 'waiting' || ticket.state === 'playing' ? ticket : null,
    }));
  const find = useMutation<Ticket, Problem, Body<'POST /v1/matches'>>({
    mutationFn: (body) => askSigned(own, 'POST /v1/matches', { body }),
    onSuccess: keep,
  });
  const leave = useMutation<Ticket, Problem, string>({
    mutationFn: (id) => askSigned(own, 'DELETE /v1/matches/{id}', { path: { id } }),
    onSuccess: async (ticket) => {
      keep(ticket);
      await queries.invalidateQueries({ queryKey: ['matches'] });
    },
  });
  return { find, leave };
}

/** Keeps the seat of a match where the game's page finds it; the game's id, once it has begun. */
export function seated({ game, seat, token }: Ticket): string | undefined {
  if (game === null || seat === null || token === null) return undefined;
  keepSeat(game, { seat, token });
  return game;
}

/** The row of the leaderboard that a match counts for. */
export function useStanding(fingerprint: string | undefined, played: Played | undefined) {
  const { data } = useQuery({
    queryKey: ['standing', fingerprint, played?.game],
    enabled: fingerprint !== undefined && played !== undefined,
    queryFn: () => ask('GET /v1/leaderboards', { query: { kind: 'person', limit: 200 } }),
  });
  return data?.standings.find(
    (row) =>
      row.fingerprint === fingerprint &&
      row.domain === played?.domain &&
      row.seat === played.seat &&
      row.opponents === played.opponents,
  );
}
