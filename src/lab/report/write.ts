/** The files of a report, into a folder: one set of values, written for people and for programs. */
import { join } from 'node:path';
import { writeWhole } from '../../models/node/files.ts';
import type { OnPhase, Results } from '../analysis/results.ts';
import type { ReportPage } from '../analysis/section.ts';
import { toCsv } from './csv.ts';
import { type Pages, writeGames } from './games.ts';
import { toJson } from './json.ts';
import { toMarkdown } from './markdown.ts';
import { removeSummary, writeSummary } from './summary.ts';
import { writeTables } from './tables.ts';

/** report.md, report.html, report.json and report.csv. `games`: ids in the order of games.parquet. `pages`: of single games. */
export async function writePage(
  folder: string,
  page: ReportPage,
  { games = [], pages }: { games?: readonly string[]; pages?: Pages } = {},
): Promise<void> {
  const { toPage } = await import('./html.ts');
  writeWhole(join(folder, 'report.md'), toMarkdown(page, pages));
  writeWhole(join(folder, 'report.html'), toPage(page, pages));
  writeWhole(join(folder, 'report.json'), toJson(page, games));
  writeWhole(join(folder, 'report.csv'), toCsv(page));
}

/** The page, those of the games that it names, games.parquet and metrics.parquet. Gives how many games have a page. */
export async function writeResults(folder: string, results: Results, onPhase?: OnPhase): Promise<number> {
  onPhase?.('drawing the report');
  const pages = await writeGames(folder, results);
  // It is of the report before this one.
  removeSummary(folder);
  await writePage(folder, results.page, { games: results.episodes.map(({ id }) => id), pages });
  onPhase?.('writing the tables of games and metrics');
  const measures = await writeTables(folder, results);
  const controls = results.standings.flatMap(({ agent, control }) => (control ? [agent] : [])).sort();
  await writeSummary(folder, { games: results.episodes.length, measures, controls });
  return pages.size;
}
