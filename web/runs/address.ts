/** Addresses of the pages of a run. */
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
  const given = Object.entries(asked).filter(([, value]) => value !== undefined && value !== '' && value !== false);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return `${runAddress(run)}/games${search && `?${search}`}`;
}

/** `beside`: another game, by its run and its id, to be seen aligned with it. */
export function replayAddress(
  run: string,
  game: string,
  beside?: { readonly run: string; readonly game: string },
): string {
  const search = new URLSearchParams({ run, game, ...(beside && { with: `${beside.run}/${beside.game}` }) });
  return `/replay?${search}`;
}
