/** The page of an experiment held against report.json and report.md: every table of the one in the others, cell by cell. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

interface Section {
  readonly title: string;
  readonly rows?: readonly { readonly cells: readonly (string | { readonly text: string })[] }[];
}

/** `folder`: of the run whose page is opened. */
export async function sameFigures(page: Page, folder: string): Promise<readonly string[]> {
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
  const markdown = readFileSync(join(folder, 'report.md'), 'utf8');
  await page.getByRole('region', { name: 'Agents', exact: true }).waitFor();
  const shown = (await page.evaluate(
    `[...document.querySelectorAll('section[aria-label] > table')].map((table) => ({
      title: table.parentElement.getAttribute('aria-label'),
      rows: [...table.tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.textContent)),
    }))`,
  )) as { title: string; rows: string[][] }[];
  const sections = (report.sections as Section[]).filter(({ rows = [] }) => rows.length > 0);
  const titles = sections.map(({ title }) => title);
  expect(shown.map(({ title }) => title)).toEqual(titles);
  for (const [i, { title, rows }] of shown.entries()) {
    const texts = sections[i]?.rows?.map(({ cells }) =>
      cells.map((cell) => (typeof cell === 'string' ? cell : cell.text)),
    );
    expect(rows, title).toEqual(texts);
    expect(rows, `${title} in report.md`).toEqual(tableIn(markdown, title));
  }
  for (const sentence of report.inShort ?? []) expect(await page.getByRole('main').textContent()).toContain(sentence);
  return titles;
}

function tableIn(markdown: string, title: string): string[][] {
  const [part = ''] = (markdown.split(`\n## ${title}\n`)[1] ?? '').split('\n## ');
  const lines = part.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) => line.slice(1, -1).split('|').map(plain));
}

/** Without what sets controls apart, and without links. */
function plain(cell: string): string {
  return cell
    .trim()
    .replace(/^_(.*)_$/, '$1')
    .replace(/^\[(.*)\]\(.*\)$/, '$1');
}
