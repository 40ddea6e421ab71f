import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { beforeEach, expect, test } from 'vitest';
import { simulatedRows, writeLines } from '../data/card/rows.fixture.ts';
import { testCommand } from './command.fixture.ts';
import { card } from './data-card.ts';

const seen = testCommand(card);
const { run, at } = seen;
let file: string;
beforeEach(() => {
  file = at('turns.jsonl');
});

const plain = () => stripVTControlCharacters(seen.printed);

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
  expect(seen.printed.trimEnd()).not.toContain('\n');
  const made = JSON.parse(seen.printed);
  expect(made).toMatchObject({ source: file, kind: 'turn-rows', trajectories: 60, findings: [] });
  expect(made.rho.deciles).toHaveLength(10);
});

test('--page writes the page and still prints, --train compares', async () => {
  const rows = simulatedRows({ episodes: 60 });
  writeLines(file, rows);
  const page = at('card.html');
  await run(file, '--page', page, '--train', file);
  expect(readFileSync(page, 'utf8')).toContain('<svg');
  expect(plain()).toContain('shared-ids  60 ids');
});
