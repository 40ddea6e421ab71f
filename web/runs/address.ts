/** Addresses of the pages of a run. */
import { writeSearch } from '../shell/search-params.ts';

export interface GamesAsked {
  readonly where?: string | undefined;
  readonly sort?: string | undefined;
  readonly said?: string | undefined;
  readonly pattern?: boolean | undefined;
  /** SECTION-ROW of the report. */
  readonly behind?: string | undefined;
}

export function runAddress(run: string): string {
  return `/runs/${encodeURIComponent(run)}`;
}

export function gamesAddress(run: string, asked: GamesAsked = {}): string {
  const given = Object.entries(asked).filter(([, value]) => value !== '' && value !== false);
  return `${runAddress(run)}/games${writeSearch(Object.fromEntries(given))}`;
}

/** The condition on games in which these two met; of one with itself, it sits everywhere. */
export function meetingsOf(a: string, b: string): string {
  const named = (agent: string, seats = '') => `agents${seats}=${encodeURIComponent(agent)}`;
  return a === b ? named(a, '.*') : `${named(a)};${named(b)}`;
}

interface Shown {
  /** The last turn that is shown. */
  readonly turn?: number | undefined;
  /** Another game, by its run and its id, to be seen aligned with it. */
  readonly beside?: { readonly run: string; readonly game: string };
}

export function replayAddress(run: string, game: string, { turn, beside }: Shown = {}): string {
  return `/replay${writeSearch({ run, game, turn, with: beside && `${beside.run}/${beside.game}` })}`;
}
