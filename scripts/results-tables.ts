/**
 * Puts tables of reports into a page of results: `npx tsx scripts/results-tables.ts docs/results/terms.md`.
 *
 * Below a line `<!-- runs/terms: TERMS-Bench measures -->` of the page stands the table of that section of runs/terms/report.md; whatever
 * table stood there goes. The words around the tables are written by hand.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const [page] = process.argv.slice(2);
if (page === undefined) throw new RangeError('give the page whose tables are to be written');
const isRow = (line: string | undefined) => line?.startsWith('|') === true;

function tableOf(run: string, title: string): string[] {
  const lines = readFileSync(`${run}/report.md`, 'utf8').split('\n');
  const at = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === title);
  if (at < 0) throw new RangeError(`${run}/report.md has no section "${title}"`);
  const from = lines.findIndex((line, i) => i > at && isRow(line));
  const to = lines.findIndex((line, i) => i > from && !isRow(line));
  return lines.slice(from, to < 0 ? undefined : to);
}

const written: string[] = [];
let replacing = false;
for (const line of readFileSync(page, 'utf8').split('\n')) {
  if (replacing && (line === '' || isRow(line))) continue;
  replacing = false;
  const [, run, title] = /^<!-- (\S+): (.+) -->$/.exec(line) ?? [];
  written.push(line);
  if (run === undefined || title === undefined) continue;
  written.push('', ...tableOf(run, title), '');
  replacing = true;
}
writeFileSync(page, written.join('\n'));
