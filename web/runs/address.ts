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

/** `beside`: another game, by its run and its id, to be seen aligned with it. */
export function replayAddress(
  run: string,
  game: string,
  beside?: { readonly run: string; readonly game: string },
): string {
  return `/replay${writeSearch({ run, game, with: beside && `${beside.run}/${beside.game}` })}`;
}
