/** The files of a report, into a folder. */
import { join } from 'node:path';
import { writeWhole } from '../../models/node/files.ts';
import type { Results } from '../analysis/results.ts';
import type { ReportPage } from '../analysis/section.ts';
import { toMarkdown } from './markdown.ts';
import { writeMetrics } from './metrics-table.ts';

/** report.md and report.html. */
export async function writePage(folder: string, page: ReportPage): Promise<void> {
  const { toPage } = await import('./html.ts');
  writeWhole(join(folder, 'report.md'), toMarkdown(page));
  writeWhole(join(folder, 'report.html'), toPage(page));
}

/** The page, and metrics.parquet. */
export async function writeResults(folder: string, { page, episodes, own }: Results): Promise<void> {
  await writePage(folder, page);
  await writeMetrics(join(folder, 'metrics.parquet'), episodes, own);
}
