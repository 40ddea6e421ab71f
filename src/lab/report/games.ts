/** Pages of the games that a report names, beside it: games/ID.html. */
import { join } from 'node:path';
import { wholeEpisode } from '../../data/stored-episodes.ts';
import { makeFolder, writeWhole } from '../../models/node/files.ts';
import type { Results } from '../analysis/results.ts';

/** Where the page of a game is, from the report, by the id of the game. */
export type Pages = ReadonlyMap<string, string>;
export const NO_PAGES: Pages = new Map();

/** Three for each of fifty agents; a report on more names the other games by their ids alone. */
const MOST = 150;

export async function writeGames(
  folder: string,
  { page, episodes }: Pick<Results, 'page' | 'episodes'>,
): Promise<Pages> {
  const cells = page.sections.flatMap(({ table }) => table?.rows.flat() ?? []);
  const named = cells.flatMap((cell) => (typeof cell !== 'string' && cell.kind === 'game' ? [cell.id] : []));
  const shown = new Set([...new Set(named)].slice(0, MOST));
  if (shown.size === 0) return NO_PAGES;
  const { gamePage } = await import('./game-page.ts');
  makeFolder(join(folder, 'games'));
  const pages = new Map<string, string>();
  for (const episode of episodes) {
    if (!shown.has(episode.id)) continue;
    const path = `games/${episode.id}.html`;
    writeWhole(join(folder, path), gamePage(wholeEpisode(episode), { back: '../report.html' }));
    pages.set(episode.id, path);
  }
  return pages;
}
