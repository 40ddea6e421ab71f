/**
 * Who holds a seat, as far as it can be told: so that a game in which one caller held both sides does not pass for one between people.
 *
 * An address tells callers apart, except on this machine itself, where all have the same: there the word that a browser keeps does. It is
 * sealed with the game, so that it says whether two seats of it are one caller's and nothing else.
 */
import type { StoredGame } from '../storage/storage.ts';
import { hashed } from '../tokens.ts';

/** The addresses that a caller on this machine has. */
const OWN_MACHINE: ReadonlySet<string> = new Set(['127.0.0.1', '0:0:0:0::/64']);

/** `place` is the address, sealed. */
export function callerMark(address: string, place: string, session: string | undefined): string {
  return session !== undefined && OWN_MACHINE.has(address) ? `session ${session}` : `place ${place}`;
}

export function holderOf(game: string, who: string | undefined): string | null {
  return who === undefined ? null : hashed(`${game} ${who}`);
}

/** Whether somebody else sat in every seat. Matches are made of different keys at different addresses; of others it must be known. */
export function heldApart({ players, request }: Pick<StoredGame, 'players' | 'request'>): boolean {
  const holders = players.map(({ holder }) => holder ?? null);
  return request.match === true || (!holders.includes(null) && new Set(holders).size === holders.length);
}
