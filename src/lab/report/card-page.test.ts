import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dataCard } from '../../data/card/index.ts';
import { simulatedRows, writeLines } from '../../data/card/rows.fixture.ts';
import { cardPage } from './card-page.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-card-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function pageOf(rows: readonly object[], name = 'turns.jsonl'): Promise<string> {
  const file = join(folder, name);
  writeLines(file, rows);
  return cardPage(await dataCard(file));
}

test('a page has its findings, its plots and nothing from elsewhere', async () => {
  const rows = simulatedRows({ episodes: 300 });
  const page = await pageOf([...rows, rows[0]!]);
  expect(page).toContain('<h3>identical-rows <span>1 row</span></h3>');
  const titles = [...page.matchAll(/<svg[^>]*aria-label="([^"]+)"/g)].map((match) => match[1]);
  // Each in two forms: wide and narrow, or light and dark.
  const drawn = ['Where the deals lie', 'How long they last', 'Who played', 'Who met whom'];
  expect(titles).toEqual(drawn.flatMap((title) => [title, title]));
  const [matrix, dark] = page.match(/<figure class="(?:light|dark)"[\s\S]*?<\/figure>/g) ?? [];
  for (const svg of page
    .replace(matrix ?? '-', '')
    .replace(dark ?? '-', '')
    .match(/<svg[\s\S]*?<\/svg>/g) ?? [])
    expect(svg).not.toMatch(/="#[0-9a-f]{6}"/);
  expect(page).not.toMatch(/<script|<link|src=|https?:(?!\/\/www\.w3\.org)/);
});

test('a bar for every fiftieth of rho with deals in it, and the count of every pair that met', async () => {
  const rows = simulatedRows({ episodes: 300 });
  const file = join(folder, 'turns.jsonl');
  writeLines(file, rows);
  const card = await dataCard(file);
  const [rho, , , , , , pairs] = cardPage(card).match(/<svg[\s\S]*?<\/svg>\n/g) as string[];
  const bars = (rho as string).match(/aria-label="rect"[\s\S]*?<\/g>/)?.[0].match(/<rect/g) ?? [];
  expect(bars.length).toBe(card.rho.bins.length);
  const cells = (pairs as string).match(/aria-label="cell"[\s\S]*?<\/g>/)?.[0].match(/<rect/g) ?? [];
  expect(cells.length).toBe(card.pairs.length);
});

test('too many strategies leave the matrix out, and names are escaped', async () => {
  const rows = simulatedRows({ episodes: 300 }).map((row, i) => ({
    ...row,
    agent: { ...row.agent, strategy: row.turn === 1 ? `<b>${i % 30}` : row.agent.strategy },
  }));
  const page = await pageOf(rows);
  expect(page).not.toContain('Who met whom');
  expect(page).not.toContain('<b>');
  expect(page).toContain('&#60;b&#62;7');
});

test('an empty file has a page without plots', async () => {
  const page = await pageOf([]);
  expect(page).toContain('no-rows');
  expect(page).not.toContain('<svg');
});
