import {
  closeSync,
  copyFileSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseCsv } from '../../data/import/csv.ts';
import { parseEpisode } from '../../data/index.ts';
import { type Results, resultsOf } from '../analysis/index.ts';
import { parseExperiment, planOf, runPlan } from '../experiment/index.ts';
import { ranges } from './json.ts';
import { writeResults } from './write.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-report-'));
afterAll(() => rmSync(folder, { recursive: true }));

let results: Results;
let report: Report;

interface Report {
  readonly inShort: readonly string[];
  readonly found: { readonly leader: { readonly agent: string; readonly gain: { readonly mean: number } } };
  readonly sections: readonly {
    readonly title: string;
    readonly columns: readonly string[];
    readonly rows: readonly { readonly cells: readonly unknown[]; readonly games?: string; readonly control?: true }[];
  }[];
}

beforeAll(async () => {
  const experiment = parseExperiment(
    {
      title: 'Three scripts',
      scenarios: { sampler: 'general', count: 8, seed: 1 },
      agents: ['clean:boulware_firm', 'clean:tit_for_tat'],
      opponents: ['clean:fair_openings'],
    },
    'scripts',
  );
  await runPlan(planOf(experiment), { folder, resources: {} });
  results = await resultsOf([folder]);
  await writeResults(folder, results);
  report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
});

const sectionOf = (title: string) => report.sections.find((one) => one.title === title);

async function rowsOf(file: string): Promise<Record<string, unknown>[]> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    const read = await connection.runAndReadAll(`SELECT * FROM '${join(folder, file)}'`);
    return read.getRowObjectsJson() as Record<string, unknown>[];
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

test('the games to look at are pages beside the report, three an agent at most', () => {
  const html = readFileSync(join(folder, 'report.html'), 'utf8');
  const links = [...html.matchAll(/<a href="(games\/(\w+)\.html)">#(\w{8}) /g)];
  expect(links).toHaveLength(3 * results.standings.length);
  for (const [, path = '', id = '', shown] of links) {
    expect(id.slice(0, 8)).toBe(shown);
    const page = readFileSync(join(folder, path), 'utf8');
    expect(page).toContain(`Episode ${id}`);
    expect(page).toContain('href="../report.html"');
  }
  expect(readdirSync(join(folder, 'games')).sort()).toEqual([...new Set(links.map(([, , id]) => `${id}.html`))].sort());
  expect(readFileSync(join(folder, 'report.md'), 'utf8')).toContain(`](${links[0]?.[1]})`);
});

test('values are values: the estimate of an agent with all its digits, and as tables write it', () => {
  const [standing] = results.standings;
  const row = sectionOf('Agents')?.rows.find(({ cells }) => cells[0] === standing?.agent);
  const { mean, low, high, clusters, games } = standing?.gains.noDealAsZero ?? {};
  expect(row?.cells[3]).toMatchObject({ kind: 'estimate', mean, low, high, clusters, games });
  expect(row?.cells[3]).toMatchObject({ text: expect.stringMatching(/^0\.\d{3} \[/) });
  expect(report.found.leader.agent).toBe(standing?.agent);
  expect(sectionOf('Paired differences')?.rows[0]?.cells).toContainEqual(
    expect.objectContaining({ kind: 'verdict', verdict: expect.any(String) }),
  );
});

test('from a row to its games, and from a game to its transcript, without reading the others', async () => {
  const games = await rowsOf('games.parquet');
  expect(games).toHaveLength(results.episodes.length);
  const row = sectionOf('Agents')?.rows[0];
  const agent = row?.cells[0];
  const behind = (row?.games ?? '').split(',').flatMap((run) => {
    const [from, to = from] = run.split('-').map(Number) as [number, number?];
    return games.slice(from, to + 1);
  });
  expect(behind).toHaveLength(results.standings[0]?.gains.games as number);
  for (const game of behind) expect(game.agents).toContain(agent);
  const [game] = behind.slice(-1);
  const line = Buffer.alloc(Number(game?.byte_length));
  const handle = openSync(join(folder, String(game?.file)), 'r');
  readSync(handle, line, 0, line.length, Number(game?.byte_offset));
  closeSync(handle);
  const episode = parseEpisode(line.toString('utf8'), 'the place');
  expect(episode.id).toBe(game?.episode);
  expect(game).toMatchObject({ result: episode.result.kind, seats: Object.keys(episode.seats) });
});

test('a difference rests on its games, and not on as many as it has scenarios', () => {
  const countOf = (games = '') =>
    games.split(',').reduce((sum, run) => {
      const [from, to = from] = run.split('-').map(Number) as [number, number?];
      return sum + to - from + 1;
    }, 0);
  for (const { cells, games } of sectionOf('Paired differences')?.rows ?? []) {
    const found = cells.find((one) => (one as { kind?: string }).kind === 'estimate') as { games: number };
    // Two agents, in both roles on eight scenarios.
    expect([found.games, countOf(games)]).toEqual([32, 32]);
  }
  const without = report.sections.filter(({ rows }) => rows?.some(({ games }) => games === undefined));
  expect(without.map(({ title }) => title)).toEqual(['Chosen on one field, tested on another', 'Who played']);
});

test('one long table for a spreadsheet', () => {
  const { rows, broken } = parseCsv(readFileSync(join(folder, 'report.csv'), 'utf8'));
  expect(broken).toEqual([]);
  const [standing] = results.standings;
  const found = rows.find(
    ({ cells }) =>
      cells.section === 'Agents' && cells.row === standing?.agent && cells.column === 'utility, no deal = 0',
  );
  const { mean, clusters } = standing?.gains.noDealAsZero ?? {};
  expect(found?.cells).toMatchObject({ kind: 'estimate', value: String(mean), scenarios: String(clusters) });
});

test('the numbers of rows, briefly', () => {
  expect(ranges([5, 0, 1, 2, 9, 10])).toBe('0-2,5,9-10');
  expect(ranges([0, 0, 1])).toBe('0-1');
  expect(ranges([])).toBe('');
});

test('a report whose transcripts do not stay in memory is the same, byte for byte', async () => {
  const files = ['report.md', 'report.json', 'report.csv', 'games.parquet', 'metrics.parquet'];
  const read = () => files.map((name) => readFileSync(join(folder, name), 'hex'));
  const before = read();
  await writeResults(folder, await resultsOf([folder], { keep: 0 }));
  expect(read()).toEqual(before);
});

test('regret of the games is that of the report, where it is asked for, and surprise is there always', async () => {
  const before = await rowsOf('games.parquet');
  expect(Object.keys(before[0] ?? {})).not.toContain('regret');
  expect(Object.keys(before[0] ?? {})).toContain('surprise');
  const { page, ...rest } = await resultsOf([folder], { regret: true });
  await writeResults(folder, { page, ...rest });
  const games = await rowsOf('games.parquet');
  const rows = page.sections.find(({ title }) => title === 'Regret')?.table?.rows ?? [];
  expect(rows).toHaveLength(results.standings.length);
  for (const [agent, , , , regret] of rows) {
    const values = games.flatMap(({ agents, regret: found }) =>
      ((found ?? []) as (number | null)[]).filter((one, i) => one !== null && (agents as string[])[i] === agent),
    ) as number[];
    expect(values.length).toBeGreaterThan(0);
    const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
    expect((regret as { readonly mean: number }).mean).toBeCloseTo(mean, 12);
  }
  const [seat] = (await rowsOf('metrics.parquet')).filter(({ regret }) => Number(regret) > 0);
  const game = games.find(({ episode }) => episode === seat?.episode) as Record<string, unknown[]>;
  const at = game.seats?.indexOf(seat?.seat) ?? -1;
  expect([game.regret?.[at], game.regret_turn?.[at]]).toEqual([seat?.regret, seat?.regret_turn]);
  expect(Number(seat?.regret_turn)).toBeLessThanOrEqual(Number(game.turn));
});

test('half of a surrogate pair in the words of a game keeps nobody from its tables', async () => {
  const [first = '', ...others] = readFileSync(join(folder, 'episodes.jsonl'), 'utf8').trimEnd().split('\n');
  const episode = JSON.parse(first);
  const spoken = episode.events.find(({ type }: { type: string }) => type === 'action-taken');
  spoken.act.words = 'Half \ud83d\ud83d, whole \ud83d\ude00, written \\ud83d';
  const odd = mkdtempSync(join(folder, 'odd-'));
  copyFileSync(join(folder, 'manifest.json'), join(odd, 'manifest.json'));
  writeFileSync(join(odd, 'episodes.jsonl'), `${[JSON.stringify(episode), ...others].join('\n')}\n`);
  await writeResults(odd, await resultsOf([odd]));
  const games = await rowsOf(join(basename(odd), 'games.parquet'));
  const said = games.find(({ episode: id }) => id === episode.id)?.said;
  expect(said).toBe('Half \ufffd\ufffd, whole \ud83d\ude00, written \\ud83d');
});
