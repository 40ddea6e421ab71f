import { readFileSync, writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { beforeEach, expect, test } from 'vitest';
import { resolvePlayer } from '../agents/index.ts';
import { playEpisode, price } from '../core/index.ts';
import { simulatedRows, writeLines } from '../data/card/rows.fixture.ts';
import { writeParquet } from '../data/parquet/duckdb.ts';
import { chooseScenario } from '../lab/index.ts';
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

const game = playEpisode({
  domain: price,
  ...chooseScenario({ scenario: 'oak-dining-table', seed: 1 }),
  players: { buyer: resolvePlayer('boulware_firm', price), seller: resolvePlayer('tit_for_tat', price) },
  seed: 1,
});
const chat = {
  messages: [
    { role: 'user', content: 'How much?' },
    { role: 'assistant', content: '40.' },
  ],
};
const pair = { prompt: [], chosen: [], rejected: [], episodes: { chosen: 'a', rejected: 'b' } };

test.each([
  ['games.jsonl', [game], 'games', '1', '1'],
  ['chat.jsonl', [chat, chat], 'chat rows', '2', undefined],
  ['pairs.jsonl', [pair], 'pairs', '1', '2'],
  ['calls.jsonl', [{ model: 'x' }, { model: 'y' }], 'rows of JSON', '2', undefined],
] as const)('%s: what is in it', async (name, rows, kind, count, games) => {
  writeLines(at(name), rows);
  await run(at(name));
  expect(plain()).toContain(`${name}: ${kind}`);
  expect(plain()).toMatch(new RegExp(`rows +${count}\n`));
  if (games === undefined) expect(plain()).not.toMatch(/^ *games /m);
  else expect(plain()).toMatch(new RegExp(`games +${games}\n`));
  expect(plain()).not.toContain('left out');
});

test('a row that is not like the others is named and left out', async () => {
  writeFileSync(at('games.jsonl'), `${JSON.stringify(game)}\n{"format":2,"events":[],"result":{}}\nnot json\n`);
  await run(at('games.jsonl'), '--json');
  const { rows, problems, problem } = JSON.parse(seen.printed);
  expect([rows, problems]).toEqual([1, 2]);
  expect(problem).toMatch(/^line 2 is not a transcript: /);
});

test('CSV and Parquet have columns and games', async () => {
  writeFileSync(at('table.csv'), 'name,price\nlamp,40\nchair,x,y\n');
  await run(at('table.csv'), '--json');
  expect(JSON.parse(seen.printed)).toMatchObject({
    kind: 'rows of CSV',
    rows: 1,
    columns: ['name', 'price'],
    problems: 1,
  });
  await writeParquet(
    at('metrics.parquet'),
    "SELECT 'g' || (i % 3) AS episode, 'buyer' AS seat, i AS utility FROM range(6) t(i)",
  );
  seen.printed = '';
  await run(at('metrics.parquet'), '--json');
  expect(JSON.parse(seen.printed)).toMatchObject({ kind: 'measures of a run, a row a seat a game', rows: 6, games: 3 });
});

test.each([
  ['', 'it is empty'],
  ['not json\nnor this\n', 'line 1 is not a JSON object'],
  ['{"trajectory_id":"a"}\n', 'line 1 is not a turn row'],
])('a file of which no row can be read is refused: %j', async (text, problem) => {
  writeFileSync(file, text);
  await expect(run(file)).rejects.toThrow(`no row of ${file} can be read (${problem}`);
});
