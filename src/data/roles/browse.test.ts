/** A role table looked through, by what stands in its rows. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Ask, createBrowser, tableFile } from './browse.ts';
import { bike, sharing } from './dialogue.fixture.ts';
import { prepareRoles } from './prepare.ts';

let folder: string;
let table: string;
let close: () => void;
let ask: Ask;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-browse-'));
  mkdirSync(join(folder, 'in'));
  const lines = [bike, sharing].map((one) => `${JSON.stringify(one)}\n`);
  writeFileSync(join(folder, 'in', 'dialogues.jsonl'), lines.join(''));
  await prepareRoles({ inputs: [join(folder, 'in')], out: join(folder, 'out') });
  table = join(folder, 'out', tableFile('generalist'));
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  ask = async (sql, values) => (await connection.runAndReadAll(sql, { ...values })).getRowObjectsJson();
  close = () => {
    connection.closeSync();
    instance.closeSync();
  };
});
test('a folder that is called like a pattern is one folder', async () => {
  const named = join(folder, 'o[u]t', tableFile('generalist'));
  cpSync(join(folder, 'out'), join(folder, 'o[u]t'), { recursive: true });
  // Read as a pattern it would lead to the folder beside it.
  rmSync(join(folder, 'o[u]t', tableFile('generalist')));
  await expect(createBrowser(ask).count(named)).rejects.toThrow();
});

afterAll(() => {
  close();
  rmSync(folder, { recursive: true });
});

test('chosen, searched, ordered, a page at a time', async () => {
  const browser = createBrowser(ask);
  expect(await browser.count(table)).toBe(15);
  const offers = await browser.rows(table, { chosen: { source: 'craigslist', action: 'offer' }, order: 'price' });
  expect(offers.rows.map(({ price }) => price)).toEqual([70, 90, 95]);
  expect(offers.rows[0]).toMatchObject({ role: 'buyer', utterance: 'Would you take 70?', turn: 1 });
  const found = await browser.rows(table, { search: 'BLUE is', chosen: { dialogue: 'bike-1' } });
  // "Is it blue?" and what has it for context.
  expect(found.total).toBe(3);
  const page = await browser.rows(table, { offset: 10, limit: 3 });
  expect(page.total).toBe(15);
  expect(page.rows.map(({ row }) => row)).toEqual([10, 11, 12]);
  expect(await browser.row(table, 11)).toEqual(page.rows[1]);
  expect(await browser.row(table, 15)).toBeUndefined();
  expect(await browser.choices(table, 'source')).toEqual(['dond', 'craigslist']);
});

test('what is typed is a value and never a part of the query', async () => {
  const browser = createBrowser(ask);
  for (const text of ["' OR 1=1 --", '"; DROP TABLE x; --', '%', '$table'])
    expect(await browser.rows(table, { search: text, chosen: { source: text } })).toEqual({ total: 0, rows: [] });
});
