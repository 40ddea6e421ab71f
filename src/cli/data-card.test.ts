import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { simulatedRows, writeLines } from '../data/card/rows.fixture.ts';
import { card } from './data-card.ts';

let folder: string;
let file: string;
let printed: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-card-'));
  file = join(folder, 'turns.jsonl');
  printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const run = (...words: string[]) => card().parseAsync(words, { from: 'user' });
const plain = () => stripVTControlCharacters(printed);

test('findings stand first, each with its count, its sentence and where to look', async () => {
  const rows = simulatedRows({ episodes: 60 });
  writeLines(file, [...rows, rows[0]!]);
  await run(file);
  expect(plain()).toContain(`turn rows

1 finding
identical-rows  1 row
  These are exact copies of an earlier row; copies count nowhere else.
  for example line ${rows.length + 1}

`);
  for (const heading of ['Contents', 'rho of deals, in tenths', 'Strategies', 'Pairs']) {
    expect(plain()).toContain(`\n\n${heading}\n`);
  }
  expect(plain()).toMatch(/\n {2}trajectory ids +60\n/);
});

test('a clean file says so', async () => {
  writeLines(file, simulatedRows({ episodes: 60 }));
  await run(file);
  expect(plain()).toContain('\n\nNo findings\n');
});

test('--json is one line with the whole card', async () => {
  writeLines(file, simulatedRows({ episodes: 60 }));
  await run(file, '--json');
  expect(printed.trimEnd()).not.toContain('\n');
  const made = JSON.parse(printed);
  expect(made).toMatchObject({ source: file, kind: 'turn-rows', trajectories: 60, findings: [] });
  expect(made.rho.deciles).toHaveLength(10);
});

test('--page writes the page and still prints, --train compares', async () => {
  const rows = simulatedRows({ episodes: 60 });
  writeLines(file, rows);
  const page = join(folder, 'card.html');
  await run(file, '--page', page, '--train', file);
  expect(readFileSync(page, 'utf8')).toContain('<svg');
  expect(plain()).toContain('shared-ids  60 ids');
});
