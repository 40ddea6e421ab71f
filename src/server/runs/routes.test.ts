/** Runs over HTTP: who may read them, what cannot be asked, pages of games, and what a row of the report rests on. */
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pipeAt } from '../../../test/pipe.ts';
import { listRuns } from '../../lab/experiment/list-runs.ts';
import { type Manifest, readManifest } from '../../lab/experiment/manifest.ts';
import { loadModule } from '../../lab/experiment/own/module.ts';
import { resultsOf, writeResults } from '../../lab/index.ts';
import { ranges } from '../../lab/report/json.ts';
import { writeSummary } from '../../lab/report/summary.ts';
import { holdLock, lockIn } from '../../models/node/lock.ts';
import { type TestServer, testServer } from '../server.fixture.ts';
import { lastLine, resumeRun } from './control.ts';
import { gameCounter } from './count.ts';
import type { Database } from './database.ts';
import { runFolders } from './folder.ts';
import { placeIn } from './games.ts';
import { runList } from './listed.ts';
import { AGENTS, type PlayedRuns, playedRuns } from './runs.fixture.ts';
import { findGame } from './tail.ts';

let runs: PlayedRuns;
let server: TestServer;
const elsewhere = mkdtempSync(join(tmpdir(), 'parley-elsewhere-'));
beforeAll(async () => {
  runs = playedRuns();
  await runs.play('first');
  await runs.play('second', { scenarios: { sampler: 'general', count: 7, seed: 1 }, margin: 0.1 });
  await runs.play('bare', { seeds: 2 }, false);
  writeFileSync(join(elsewhere, 'manifest.json'), readFileSync(join(runs.root, 'first', 'manifest.json')));
  writeFileSync(join(elsewhere, 'secret.jsonl'), '{"id":"00000000000000000000"}\n');
  symlinkSync(elsewhere, join(runs.root, 'link'));
  mkdirSync(join(runs.root, 'linked'));
  for (const name of ['manifest.json', 'games.parquet'])
    writeFileSync(join(runs.root, 'linked', name), readFileSync(join(runs.root, 'first', name)));
  symlinkSync(join(elsewhere, 'secret.jsonl'), join(runs.root, 'linked', 'episodes.jsonl'));
  server = await testServer({ runsFolder: runs.root });
}, 30_000);
afterAll(async () => {
  await server?.stop();
  runs.remove();
  rmSync(elsewhere, { recursive: true });
});

/** A run of this name with the files of the first. */
const copied = (name: string) => {
  cpSync(join(runs.root, 'first'), join(runs.root, name), { recursive: true, preserveTimestamps: true });
  return join(runs.root, name);
};
const changeExperiment = (folder: string, change: object) => {
  const file = join(folder, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...manifest, experiment: { ...manifest.experiment, ...change } }));
};

const games = async (query: Record<string, string>, run = 'first') =>
  server.ask(`GET /v1/runs/${run}/games?${new URLSearchParams(query)}`);

test('the list says what each run is, how far it came, and what differs from the last of its experiment', async () => {
  const { json } = await server.ask('GET /v1/runs');
  const named = (name: string) => json.runs.find((one: { name: string }) => one.name === name);
  expect(json.runs.map(({ name }: { name: string }) => name).sort()).toEqual(['bare', 'first', 'linked', 'second']);
  expect(named('first')).toMatchObject({ status: 'finished', games: 60, planned: 60, failed: 0, tags: ['small'] });
  expect(named('second').differs.from).toBe('first');
  expect(named('second').differs.keys).toEqual([
    { key: 'margin', before: '0.05', after: '0.1' },
    { key: 'scenarios.count', before: '6', after: '7' },
  ]);
  expect(named('bare')).toMatchObject({ reported: false, status: 'finished', games: 120 });
});

test('names lead nowhere but to runs; a link out of the folder is not there', async () => {
  const names = [
    '..%2f..%2fetc',
    '..%5c..',
    'first%2f..',
    'first%00',
    'link',
    'nobody',
    '%2Fetc',
    'linked%2f..%2flink',
  ];
  for (const name of names) {
    const { status, text } = await server.ask(`GET /v1/runs/${name}/games`);
    expect([400, 404], name).toContain(status);
    expect(text).not.toContain('secret');
  }
  // Its table names a file that leads out.
  const id = (await games({ limit: '1' })).json.games[0].episode;
  expect((await server.ask(`GET /v1/runs/linked/games/${id}`)).status).toBe(404);
  expect((await server.ask('GET /v1/runs/linked/games/00000000000000000000')).status).toBe(404);
});

test('without the token nothing is read, stopped or gone on with; nor by pages of elsewhere', async () => {
  const guarded = await testServer({ runsFolder: runs.root, token: 'sesame' });
  const open = await testServer({ runsFolder: runs.root, host: '0.0.0.0' });
  try {
    const asked = ['GET /v1/runs', 'GET /v1/runs/first', 'GET /v1/runs/first/games', 'GET /v1/runs/first/spread'];
    const acts = ['POST /v1/runs/first/stop', 'POST /v1/runs/first/resume'];
    for (const what of [...asked, 'GET /v1/runs/first/events', 'GET /v1/compare?runs=first,second', ...acts]) {
      expect((await guarded.ask(what)).status, what).toBe(401);
      expect((await guarded.ask(what, undefined, { authorization: 'Bearer wrong' })).status, what).toBe(401);
      const local = open.url.replace('0.0.0.0', '127.0.0.1');
      const [method = '', path = ''] = what.split(' ');
      expect((await fetch(`${local}${path}`, { method })).status, what).toBe(403);
      expect((await server.ask(what, undefined, { origin: 'https://elsewhere.example' })).status, what).toBe(403);
    }
    const known = { authorization: 'Bearer sesame' };
    expect((await guarded.ask('GET /v1/runs', undefined, known)).status).toBe(200);
    expect((await guarded.ask('POST /v1/runs/first/stop', undefined, known)).json.error.code).toBe('not_running');
  } finally {
    await guarded.stop();
    await open.stop();
  }
});

test('a measure that no game has says so', async () => {
  const { columns } = (await server.ask('GET /v1/runs/first')).json;
  const of = (name: string) => columns.find((one: { name: string }) => one.name === name);
  expect(of('persuaded')).toEqual({ name: 'persuaded', kind: 'number', empty: true });
  expect(of('utility')).toEqual({ name: 'utility', kind: 'numbers' });
});

test('pages of games are all of them, once, in order', async () => {
  const seen: string[] = [];
  for (let offset = 0; offset < 60; offset += 10) {
    const { json } = await games({ sort: '-turn', offset: String(offset), limit: '10' });
    expect(json.total).toBe(60);
    seen.push(...json.games.map(({ turn, episode }: { turn: number; episode: string }) => `${turn} ${episode}`));
  }
  expect(new Set(seen).size).toBe(60);
  const turns = seen.map((one) => Number(one.split(' ')[0]));
  expect(turns).toEqual(turns.toSorted((a, b) => b - a));
  expect((await games({ limit: '201' })).status).toBe(400);
});

test('filters by columns, of one seat or of any; words and patterns in what was said', async () => {
  const all = (await games({ limit: '200' })).json.games;
  const count = async (query: Record<string, string>) => (await games(query)).json.total;
  const [agent] = AGENTS;
  const own = all.filter((one: { agents: string[] }) => one.agents[0] === agent).length;
  expect(own).toBeGreaterThan(0);
  expect(await count({ where: `agents.buyer=${agent}` })).toBe(own);
  expect(await count({ where: `agents=${agent}` })).toBe(12);
  const deals = all.filter((one: { result: string }) => one.result === 'agreement');
  expect(await count({ where: 'result=agreement' })).toBe(deals.length);
  const rich = deals.filter((one: { utility: number[] }) => (one.utility[1] ?? 0) > 0.5).length;
  expect(await count({ where: 'result=agreement;utility.seller>0.5' })).toBe(rich);
  const both = deals.filter((one: { utility: number[] }) => one.utility.every((utility) => utility > 0.2)).length;
  expect(both).toBeLessThan(deals.length);
  expect(await count({ where: 'result=agreement;utility.*>0.2' })).toBe(both);
  expect(await count({ where: `agents.*=${agent}` })).toBe(0);
  const first = (await server.ask(`GET /v1/runs/first/games/${all[0].episode}`)).json;
  const words = first.events.flatMap((one: { act?: { words?: string } }) => one.act?.words ?? []);
  expect(words.length).toBeGreaterThan(0);
  expect(await count({ said: words[0].toUpperCase() })).toBeGreaterThan(0);
  expect(await count({ said: 'nobody says this' })).toBe(0);
  expect(await count({ said: '\\d+', pattern: 'true' })).toBeGreaterThan(0);
  const broken = await games({ said: '(', pattern: 'true' });
  expect([broken.status, broken.json.error.message]).toEqual([400, expect.stringContaining('missing )')]);
});

test('what models cost is told where the log has their answers, and else that it has not', async () => {
  const folder = join(runs.root, 'asked');
  mkdirSync(folder);
  cpSync(join(runs.root, 'first', 'manifest.json'), join(folder, 'manifest.json'));
  const answered = (model: string, more: string) => {
    const note = `{"type":"agent-note","note":{"model":"${model}","digest":"d","finish":"stop","text":"${more}"}}`;
    writeFileSync(join(folder, 'episodes.jsonl'), `{"events":[${note}]}\n`.repeat(3000));
  };
  const call = {
    model: 'a/é',
    servedBy: 'a/é',
    milliseconds: 10,
    usage: { inputTokens: 3, outputTokens: 2 },
    cost: 0.5,
  };
  const logged = (...lines: readonly [count: number, more?: object][]) =>
    writeFileSync(
      join(folder, 'calls.jsonl'),
      lines.map(([count, more]) => `${JSON.stringify({ ...call, ...more })}\n`.repeat(count)).join(''),
    );
  const cost = async () => (await server.ask('GET /v1/runs/asked')).json.cost;
  // More than is read at once, with notes across the ends of what is.
  answered('a/é', 'x'.repeat(401));
  logged([3000]);
  const whole = { calls: 3000, seconds: 30, tokens: 15_000, money: 1500, unpriced: 0, scripted: false };
  expect(await cost()).toEqual({ ...whole, unlogged: 0 });
  logged([2990], [5, { beside: true }], [5, { error: 'timeout' }]);
  expect(await cost()).toEqual({ ...whole, unlogged: 10 });
  const free = { milliseconds: 0, usage: undefined, cost: 0 };
  logged([2000], [1000, { ...free, cached: true }]);
  expect(await cost()).toEqual({ ...whole, calls: 2000, seconds: 20, tokens: 10_000, money: 1000, unlogged: 0 });
  logged([2000], [1000, { cost: undefined }]);
  expect(await cost()).toEqual({ ...whole, money: 1000, unpriced: 1000, unlogged: 0 });
  logged([3000, { cost: undefined }]);
  expect(await cost()).toEqual({ ...whole, money: null, unlogged: 0 });
  logged([3000], [4, { ...free, cost: undefined, error: 'spent' }]);
  expect(await cost()).toEqual({ ...whole, unlogged: 0 });
  // More answers than the games have, as a kill leaves them, do not make up for those of workers.
  logged([3000], [1, { ...free, elsewhere: true }]);
  expect(await cost()).toEqual({ ...whole, unlogged: 1 });
  logged([2990], [5, { beside: true }], [5, { error: 'timeout' }]);
  answered('scripted/stand-in', '');
  expect(await cost()).toEqual({ ...whole, unlogged: 0 });
  rmSync(join(folder, 'calls.jsonl'));
  expect(await cost()).toBeNull();
  rmSync(folder, { recursive: true });
});

test('games are sorted by regret where it was measured, with the turn that cost most, and by surprise', async () => {
  expect((await games({ sort: '-regret' })).status).toBe(400);
  await writeResults(join(runs.root, 'second'), await resultsOf([join(runs.root, 'second')], { regret: true }));
  const { json } = await server.ask('GET /v1/runs/second/games?sort=-regret&limit=200');
  type Lost = { regret: (number | null)[] | null; regret_turn: (number | null)[] | null };
  const most = json.games.flatMap(({ regret }: Lost) => (regret ? Math.max(...regret.map((one) => one ?? 0)) : []));
  expect(most.length).toBeGreaterThan(10);
  expect(most).toEqual(most.toSorted((a: number, b: number) => b - a));
  expect(most[0]).toBeGreaterThan(0);
  const [{ regret, regret_turn: turn }] = json.games as [Lost];
  expect(turn?.[regret?.indexOf(most[0]) ?? -1]).toBeGreaterThan(0);
  const [agent] = AGENTS;
  const own = (await server.ask(`GET /v1/runs/second/games?sort=-regret.${agent}&limit=200`)).json.games as (Lost & {
    agents: string[];
  })[];
  const lost = own.flatMap(({ agents, regret }) =>
    agents.includes(agent as string) ? (regret?.[agents.indexOf(agent as string)] ?? []) : [],
  );
  expect(lost).toEqual(lost.toSorted((a, b) => b - a));
  expect(own.slice(0, lost.length).every(({ agents }) => agents.includes(agent as string))).toBe(true);
  const surprising = (await games({ sort: '-surprise', limit: '200' })).json.games as { surprise: number[] | null }[];
  const marks = surprising.flatMap(({ surprise }) => (surprise ? Math.max(...surprise) : []));
  expect(marks[0]).toBeGreaterThan(1);
  expect(marks).toEqual(marks.toSorted((a, b) => b - a));
});

test('nothing that is asked becomes part of a query', async () => {
  const { total } = (await games({})).json;
  for (const where of [
    "result=agreement' OR '1'='1",
    "result='; DROP TABLE games; --",
    `agents~%'`,
    "agents.buyer') OR true --=x",
    "agents.buyer']) OR (true=true",
  ]) {
    const { status, json } = await games({ where });
    expect([200, 400], where).toContain(status);
    if (status === 200) expect(json.total, where).toBe(0);
  }
  for (const where of [
    '1=1',
    'result=x OR 1=1;nothing=1',
    '"result"=agreement',
    'file_row_number=1',
    'file=episodes.jsonl',
    'turn=1 OR 1',
    'read_text(0)=1',
  ])
    expect((await games({ where })).status, where).toBe(400);
  for (const sort of ['(SELECT 1)', 'turn; DROP TABLE x', '-file', 'turn DESC, 1', '"turn"'])
    expect((await games({ sort })).status, sort).toBe(400);
  expect((await games({ behind: "0-0' OR 1=1" })).status).toBe(400);
  expect((await server.ask('GET /v1/runs/first/spread?measure=turn)--')).status).toBe(400);
  expect((await games({})).json.total).toBe(total);
});

test('a row of the report leads to its games, and a game to its own bytes', async () => {
  const report = JSON.parse(readFileSync(join(runs.root, 'first', 'report.json'), 'utf8'));
  const { json } = await server.ask('GET /v1/runs/first');
  expect(json.report.sections.map(({ title }: { title: string }) => title)).toEqual(
    report.sections.map(({ title }: { title: string }) => title),
  );
  const [row] = report.sections[0].rows;
  const page = (await games({ behind: '0-0', limit: '200' })).json;
  expect(page.total).toBe(json.report.sections[0].rows[0].games);
  expect(ranges(page.games.map((one: { row: number }) => one.row))).toBe(row.games);
  const [game] = page.games;
  const { glance } = (await games({ behind: '0-0', limit: '1', glances: 'true' })).json.games[0];
  expect(glance.history[0]).toMatchObject({ turn: 1, act: { type: 'offer', price: expect.any(Number) } });
  expect(JSON.stringify(glance)).not.toMatch(/reservation|words/);
  const told = await server.ask(`GET /v1/runs/first/games/${game.episode}`);
  const lines = readFileSync(join(runs.root, 'first', 'episodes.jsonl'), 'utf8').split('\n');
  expect(told.text).toBe(lines[game.row]);
  expect((await games({ behind: '99-0' })).status).toBe(404);
});

test('a report that names more games than there are is refused with a sentence, before they are listed', async () => {
  const folder = copied('ranged');
  const rows = ['0-4000000000', '60', '3-1', '5,2', '1-x', '-1', ['0'], '0,0-2,2-3', ''].map((one) => ({
    cells: [],
    games: one,
  }));
  const section = { title: 'Ranges', columns: [], rows };
  const report = { title: 'Ranged', facts: [], warnings: [], sections: [section] };
  writeFileSync(join(folder, 'report.json'), JSON.stringify(report));
  for (const i of [0, 1, 2, 3, 4, 5, 6]) {
    const { status, json } = await games({ behind: `0-${i}` }, 'ranged');
    expect([status, json.error.code], `row ${i}`).toEqual([409, 'bad_report']);
  }
  expect((await games({ behind: '0-7' }, 'ranged')).json.total).toBe(4);
  expect((await games({ behind: '0-8' }, 'ranged')).json.total).toBe(0);
  expect((await server.ask('GET /v1/runs/ranged')).status).toBe(200);
  for (const sections of ['[null]', '[{"rows":[1]}]']) {
    writeFileSync(join(folder, 'report.json'), `{"sections":${sections}}`);
    expect((await games({ behind: '0-0' }, 'ranged')).json.error.code).toBe('no_report');
  }
  rmSync(folder, { recursive: true });
});

test('a run without a table shows its last games, and any of them', async () => {
  const { json } = await games({ limit: '5' }, 'bare');
  const lines = readFileSync(join(runs.root, 'bare', 'episodes.jsonl'), 'utf8')
    .trim()
    .split('\n');
  expect(json).toMatchObject({ from: 'transcripts', total: 120 });
  expect(json.games.map(({ episode }: { episode: string }) => episode)).toEqual(
    lines
      .slice(-5)
      .reverse()
      .map((line) => JSON.parse(line).id),
  );
  const id = JSON.parse(lines[7] as string).id;
  expect((await server.ask(`GET /v1/runs/bare/games/${id}`)).text).toBe(lines[7]);
  expect((await server.ask('GET /v1/runs/bare/spread')).json.error.code).toBe('no_table');
});

test('a game is found by its id, however the JSON is set, and not where another names it', async () => {
  const folder = copied('spaced');
  const file = join(folder, 'episodes.jsonl');
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const [wanted, other] = [JSON.parse(lines[3] as string), JSON.parse(lines[4] as string)];
  const spaced = lines.map((line) => line.replace('"id":"', '"id" : "'));
  spaced.push(JSON.stringify({ ...other, id: 'f'.repeat(20), fork: { id: wanted.id, of: wanted.id, turn: 1 } }));
  writeFileSync(file, `${spaced.join('\n')}\n`);
  const ask = async () => (await server.ask(`GET /v1/runs/spaced/games/${wanted.id}`)).text;
  // The places of the table are no longer those of the games.
  expect(await ask()).toBe(spaced[3]);
  const asked = ['GET', 'GET', 'POST'].map(
    (method, i) => `${method} /v1/runs/spaced/games/${wanted.id}${['', '/rows', '/forks'][i]}`,
  );
  for (const broken of [`{${spaced[3]}`, JSON.stringify({ ...wanted, events: 'none' })]) {
    writeFileSync(file, `${spaced.with(3, broken).join('\n')}\n`);
    for (const one of broken.startsWith('{{') ? asked : asked.slice(1)) {
      const { status, json } = await server.ask(one, one.startsWith('POST') ? { turn: 1 } : undefined);
      expect([status, json.error.code], one).toEqual([409, 'bad_transcript']);
    }
  }
  writeFileSync(file, `${spaced.join('\n')}\n`);
  rmSync(join(folder, 'games.parquet'));
  expect(await ask()).toBe(spaced[3]);
  rmSync(folder, { recursive: true });
});

test('games that are played anew: those ahead of their turn count and open, and report and table of before are not the run’s', async () => {
  const folder = copied('again');
  const file = join(folder, 'episodes.jsonl');
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const id = (line: number) => JSON.parse(lines[line] as string).id;
  const about = async () => (await server.ask('GET /v1/runs/again')).json;
  expect(await about()).toMatchObject({ status: 'finished', reported: true, stale: false });
  // As --retry-failed leaves it when game 4 failed: what follows waits, some of it in its turn since; a last line was cut off.
  const ahead = lines.map((line, table) => `{"table":${table},"episodes":[${line}]}\n`);
  const broken = (ahead[9] as string).replace(/"result":\{"kind":"[a-z-]+"/, '"result":{"kind":"failed"');
  writeFileSync(
    join(folder, 'ahead.jsonl'),
    `${ahead.slice(2, 9).join('')}${broken}${ahead.slice(10, 30).join('')}{"ta`,
  );
  writeFileSync(file, `${lines.slice(0, 4).join('\n')}\n`);
  expect(await about()).toMatchObject({
    status: 'stopped',
    games: 30,
    planned: 60,
    failed: 1,
    reported: false,
    stale: true,
    report: null,
    columns: [],
    rows: 0,
  });
  expect(listRuns(runs.root).find(({ folder: one }) => one === folder)).toMatchObject({ games: 30, failed: 1 });
  const { json } = await games({}, 'again');
  expect([json.from, json.total, json.games.length]).toEqual(['transcripts', 30, 4]);
  expect((await server.ask(`GET /v1/runs/again/games/${id(20)}`)).json).toEqual(JSON.parse(lines[20] as string));
  expect((await server.ask(`GET /v1/runs/again/games/${id(3)}`)).text).toBe(lines[3]);
  expect((await server.ask('GET /v1/runs/again/spread')).json.error.code).toBe('no_table');
  // A line that a kill cut off is no game more.
  rmSync(join(folder, 'ahead.jsonl'));
  writeFileSync(file, `${lines.join('\n')}\n{"format":2,"id"`);
  expect(await about()).toMatchObject({ status: 'finished', reported: true, stale: false, games: 60, rows: 60 });
  writeFileSync(file, `${lines.join('\n')}\n${lines[0]}\n`);
  expect(await about()).toMatchObject({ stale: true, games: 61 });
  rmSync(folder, { recursive: true });
});

test('a game of a run without a table is found in transcripts of any length; what is not looked through is said', async () => {
  const folder = join(runs.root, 'long');
  mkdirSync(folder);
  cpSync(join(runs.root, 'bare', 'manifest.json'), join(folder, 'manifest.json'));
  const [line = ''] = readFileSync(join(runs.root, 'bare', 'episodes.jsonl'), 'utf8').split('\n', 1);
  const file = join(folder, 'episodes.jsonl');
  writeFileSync(file, `${line}\n`);
  const filler = Buffer.alloc(1 << 20, `${'{"id":"none"}'.padEnd(63)}\n`);
  for (let i = 0; i < 65; i++) appendFileSync(file, filler);
  const { id } = JSON.parse(line);
  expect((await server.ask(`GET /v1/runs/long/games/${id}`)).text).toBe(line);
  expect((await server.ask(`GET /v1/runs/long/games/${'0'.repeat(20)}`)).status).toBe(404);
  await expect(findGame(file, id, { most: 1 << 20 })).rejects.toThrow(/parley report FOLDER writes the table/);
  rmSync(folder, { recursive: true });
});

test('of a large run the report and the spreads are ready, the same as from its files, until one of them changes', async () => {
  const folder = join(runs.root, 'large');
  cpSync(join(runs.root, 'first'), folder, { recursive: true });
  const measures = ['turn', 'utility', 'rho'].map((name) => ({ name, perSeat: name === 'utility' }));
  const controls = readManifest(folder)!
    .controls.map(({ spec }) => spec)
    .sort();
  const asked = ['GET /v1/runs/large', ...measures.map(({ name }) => `GET /v1/runs/large/spread?measure=${name}`)];
  const answers = () => Promise.all(asked.map(async (one) => (await server.ask(one)).json));
  const before = await answers();
  await writeSummary(folder, { games: 1, measures, controls, from: 1 });
  const file = join(folder, 'summary.json');
  expect(await answers()).toEqual(before);
  const summary = JSON.parse(readFileSync(file, 'utf8'));
  expect(summary.report).toEqual(before[0].report);
  // It is really read, and not where it is of other files.
  summary.spreads.turn.low = -77;
  writeFileSync(file, JSON.stringify(summary));
  expect((await server.ask(asked[1]!)).json.low).toBe(-77);
  writeFileSync(file, JSON.stringify({ ...summary, of: { ...summary.of, 'games.parquet': 1 } }));
  expect((await server.ask(asked[1]!)).json).toEqual(before[1]);
  const deep = `{"deep":${'['.repeat(200_000)}${']'.repeat(200_000)},`;
  for (const broken of [
    '{',
    JSON.stringify({ ...summary, spreads: { turn: { ...summary.spreads.turn, agents: [{ agent: 'nobody' }] } } }),
    JSON.stringify({ ...summary, report: { ...summary.report, sections: [{}] } }),
    JSON.stringify({ ...summary, padding: ' '.repeat(4 << 20) }),
    JSON.stringify(summary).replace('"report":{', `"report":${deep}`),
  ]) {
    writeFileSync(file, broken);
    expect(await answers()).toEqual(before);
  }
  writeFileSync(file, JSON.stringify(summary));
  expect((await server.ask('GET /v1/runs/large/spread?measure=constructor')).status).toBe(400);
  await writeSummary(folder, { games: 1, measures, controls });
  expect(existsSync(file)).toBe(false);
  rmSync(folder, { recursive: true });
});

test('how a measure spreads: every deal of an agent is in one bin, and every game ended one way', async () => {
  const { json } = await server.ask('GET /v1/runs/first/spread');
  expect(json.agents.map(({ agent }: { agent: string }) => agent).sort()).toEqual(expect.arrayContaining(AGENTS));
  for (const { games: played, bins, won, tied, lost, impasse } of json.agents) {
    expect(bins.reduce((sum: number, one: number) => sum + one, 0)).toBe(won + tied + lost);
    expect(won + tied + lost + impasse).toBe(played);
  }
});

test('comparing runs runs no module that a run names', async () => {
  const folder = copied('evil');
  const ran = join(elsewhere, 'ran');
  writeFileSync(
    join(folder, 'x.js'),
    `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(ran)}, ''); export const metrics = { yes: () => 1 };`,
  );
  const { hash } = await loadModule(join(folder, 'x.js'));
  expect(existsSync(ran)).toBe(true);
  rmSync(ran);
  changeExperiment(folder, { modules: [{ file: join(folder, 'x.js'), hash }] });
  const { status, json } = await server.ask('GET /v1/compare?runs=first,evil');
  expect([status, json.allPairs]).toEqual([200, 60]);
  expect(json.warnings.join()).toContain('The modules of evil are not run here');
  changeExperiment(folder, { module: { file: join(folder, 'x.js'), hash } });
  expect((await server.ask('GET /v1/compare?runs=first,evil')).json.error.message).toContain('evil is of a domain');
  expect(existsSync(ran)).toBe(false);
  rmSync(folder, { recursive: true });
});

test('a broken run is marked, and takes neither the list nor the others away', async () => {
  const locked = copied('locked');
  const torn = copied('torn');
  const older = copied('older');
  const pairs = copied('pairs');
  const called = copied('called');
  const holes = copied('holes');
  try {
    writeFileSync(join(called, 'calls.jsonl'), '');
    truncateSync(join(called, 'calls.jsonl'), 2 ** 30);
    writeFileSync(join(older, 'manifest.json'), '{"format":0}');
    writeFileSync(join(pairs, 'manifest.json'), '{"format":1}');
    writeFileSync(join(pairs, 'pairs.jsonl'), '');
    const { episode } = (await games({ limit: '1' })).json.games[0];
    writeFileSync(join(locked, 'lock'), 'garbage');
    writeFileSync(join(torn, 'games.parquet'), 'garbage');
    writeFileSync(join(holes, 'lock'), '');
    truncateSync(join(holes, 'lock'), 2 ** 24);
    const { json } = await server.ask('GET /v1/runs');
    const problems = Object.fromEntries(
      json.runs.map(({ name, problem }: { name: string; problem: string | null }) => [name, problem]),
    );
    expect(problems).toMatchObject({
      first: null,
      locked: expect.stringMatching(/^who plays this run cannot be told: lock is not a lock of parley/),
      holes: expect.stringMatching(/^who plays this run cannot be told: cannot read the lock lock: lock is too large/),
      torn: expect.stringContaining('parley report FOLDER writes it anew'),
      called: 'calls.jsonl of this run has a line that is no call of a model, or too long',
      older: expect.stringContaining('manifest.json of this run cannot be read'),
    });
    // Pairs are no run.
    expect(problems).not.toHaveProperty('pairs');
    expect((await server.ask('POST /v1/runs/locked/stop')).json.error.code).toBe('bad_lock');
    const manifest = readManifest(locked) as Manifest;
    await expect(resumeRun(locked, manifest, { command: ['true'], sent: [] })).rejects.toMatchObject({
      code: 'bad_lock',
    });
    expect((await server.ask(`GET /v1/runs/torn/games/${episode}`)).json.error.code).toBe('bad_table');
    expect((await server.ask('GET /v1/runs/locked')).json.problem).toBe(problems.locked);
    expect((await games({}, 'torn')).json.error.code).toBe('bad_table');
  } finally {
    for (const folder of [locked, torn, older, pairs, called, holes]) rmSync(folder, { recursive: true });
  }
});

test('of any number of runs few questions are asked at once, and none of them twice', async () => {
  const many = mkdtempSync(join(tmpdir(), 'parley-many-'));
  const manifest = readFileSync(join(runs.root, 'first', 'manifest.json'));
  for (let i = 0; i < 510; i++) {
    mkdirSync(join(many, `run ${i}`));
    writeFileSync(join(many, `run ${i}`, 'manifest.json'), manifest);
    for (const name of ['episodes.jsonl', 'games.parquet', 'calls.jsonl'])
      writeFileSync(join(many, `run ${i}`, name), '');
  }
  let [asked, underWay, most] = [0, 0, 0];
  const ask: Database['ask'] = async () => {
    asked++;
    most = Math.max(most, ++underWay);
    await new Promise(setImmediate);
    underWay--;
    return [{ games: 60, failed: 0, calls: 1 }];
  };
  const list = runList(runFolders(many), { ask, close: () => undefined });
  try {
    expect(await list.all()).toHaveLength(510);
    // Two of three connections.
    expect(most).toBe(2);
    const before = asked;
    await list.all();
    expect(asked).toBe(before);
  } finally {
    rmSync(many, { recursive: true });
  }
});

test('runs that are broken are compared with a sentence that names the file, and not where it lies', async () => {
  const piped = copied('piped');
  const cut = copied('cut');
  const end = pipeAt(join(piped, 'scores.jsonl'));
  try {
    const about = async (name: string) => (await server.ask(`GET /v1/compare?runs=first,${name}`)).json.error;
    expect(await about('piped')).toEqual({ code: 'cannot', message: 'piped/scores.jsonl is no plain file' });
    writeFileSync(join(cut, 'episodes.jsonl'), '{"format":2,\n');
    const { code, message } = await about('cut');
    expect(code).toBe('cannot');
    expect(message).toMatch(/^cut\/episodes\.jsonl line 1 /);
    expect(message).not.toContain(runs.root);
    rmSync(join(cut, 'episodes.jsonl'));
    cpSync(join(runs.root, 'first', 'episodes.jsonl'), join(cut, 'episodes.jsonl'));
    writeFileSync(join(cut, 'scores.jsonl'), '{"no":"score"}\n');
    expect((await about('cut')).message).toMatch(/^cut\/scores\.jsonl line 1 is no score/);
  } finally {
    end();
    for (const folder of [piped, cut]) rmSync(folder, { recursive: true });
  }
});

test('a conflict that is a link counts, and nothing is read through it; no answer says where runs lie', async () => {
  const twice = copied('twice');
  try {
    symlinkSync(join(elsewhere, 'secret.jsonl'), join(twice, 'conflict.txt'));
    const said =
      'twice cannot be reported on: conflict.txt is there, but is no file that says why: nothing that was played of it can be trusted, begin anew with another --out';
    const { error } = (await server.ask('GET /v1/compare?runs=first,twice')).json;
    expect(error).toEqual({ code: 'cannot', message: said });
    const command = ['sh', '-c', `echo "parley: ${twice} cannot be gone on with" >&2; exit 2`];
    await expect(resumeRun(twice, readManifest(twice) as Manifest, { command, sent: [] })).rejects.toMatchObject({
      message: 'the run cannot go on: twice cannot be gone on with',
    });
  } finally {
    rmSync(twice, { recursive: true });
  }
});

test('scores that lie elsewhere are not compared; a name may have a comma', async () => {
  const out = copied('out');
  const comma = copied('with, comma');
  try {
    symlinkSync(join(elsewhere, 'secret.jsonl'), join(out, 'scores.jsonl'));
    expect((await server.ask('GET /v1/compare?runs=first,out')).json.error).toEqual({
      code: 'elsewhere',
      message: 'scores.jsonl of out leads out of the folder of runs',
    });
    const compared = await server.ask(`GET /v1/compare?runs=${encodeURIComponent('with, comma,first')}`);
    expect(compared.json.pairs[0]).toMatchObject({ from: 'with, comma', to: 'first' });
  } finally {
    for (const folder of [out, comma]) rmSync(folder, { recursive: true });
  }
});

test('a report of any length or shape is refused with a sentence', async () => {
  const folder = copied('odd');
  const file = join(folder, 'report.json');
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const table = { title: 'x', columns: ['a'], rows: [{ cells: ['a'] }] };
  const about = async () => (await server.ask('GET /v1/runs/odd')).json.error;
  try {
    for (const [i, odd] of [
      { warnings: 'x' },
      { sections: [{ ...table, title: { a: 1 } }] },
      { sections: [{ ...table, columns: 5 }] },
      { sections: [{ ...table, columns: undefined }] },
      { sections: [{ ...table, rows: [{}] }] },
      { sections: [{ ...table, rows: [{ cells: [null] }] }] },
    ].entries()) {
      writeFileSync(file, `${JSON.stringify({ ...report, ...odd })}${' '.repeat(i)}`);
      expect(await about()).toEqual({
        code: 'no_report',
        message: expect.stringMatching(/^report\.json cannot be read: (sections\.0|warnings)/),
      });
    }
    truncateSync(file, 1900 * 2 ** 20);
    expect((await about()).message).toMatch(/^report\.json cannot be read: report\.json is too large to be read/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('transcripts with holes are not counted for ever', async () => {
  const folder = copied('holes');
  const file = join(folder, 'episodes.jsonl');
  const { size } = statSync(file);
  try {
    const counting = gameCounter({ largest: 2 ** 36 });
    expect((await counting(file)).games).toBe(60);
    truncateSync(file, 2 ** 35);
    rmSync(join(folder, 'games.parquet'));
    for (let i = 0; i < 2; i++)
      await expect(counting(file)).rejects.toThrow(`has a line at byte ${size} that is longer`);
    const { json } = await server.ask('GET /v1/runs');
    const problems = json.runs.flatMap(({ problem }: { problem: string | null }) => problem ?? []);
    expect(problems).toEqual([expect.stringContaining('longer than any transcript')]);
    expect(listRuns(folder)).toMatchObject([{ games: 60 }]);
    await expect(gameCounter({ isStopping: () => true })(file)).rejects.toThrow('the server is stopping');
    await expect(gameCounter({ patience: 1 })(file)).rejects.toThrow('are being counted, ask again');
    await expect(gameCounter({ largest: 2 ** 34 })(file)).rejects.toThrow('too large to be counted');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a game of a run is forked, and nothing is written into the run', async () => {
  const { episode, seats } = (await games({ limit: '1' })).json.games[0];
  const path = `/v1/runs/first/games/${episode}`;
  const before = (await server.ask(`GET ${path}`)).json;
  const swap = { [seats[1]]: 'clean:boulware_conceding' };
  const fork = (body: object, address = path) => server.ask(`POST ${address}/forks`, body);
  const { json } = await fork({ turn: 3, swap });
  expect(json.fork).toEqual({ of: episode, turn: 3 });
  expect(json.seats[seats[1]].spec).toBe('clean:boulware_conceding');
  expect(json.events[0]).toEqual(before.events[0]);
  expect((await games({ limit: '1' })).json.games[0].episode).toBe(episode);
  // The second arm of an A/A test, as every run with a model has it: the same agent with other draws.
  const again = await fork({ turn: 3, swap: { [seats[1]]: 'again:clean:boulware_conceding' } });
  expect([again.status, again.json.seats?.[seats[1]]]).toEqual([
    200,
    { ...json.seats[seats[1]], spec: 'again:clean:boulware_conceding' },
  ]);
  expect((await fork({ turn: 99 })).json.error.message).toContain('past the end');
  expect((await fork({ turn: 3 }, `/v1/runs/first/games/${'0'.repeat(20)}`)).status).toBe(404);
});

test('an act of the game itself can be forced as it stands there, with fields that nobody sends', async () => {
  const folder = copied('cued');
  const file = join(folder, 'episodes.jsonl');
  const [first = '', ...others] = readFileSync(file, 'utf8').split('\n');
  const cued = JSON.parse(first);
  const step = cued.events.find(({ type }: { type: string }) => type === 'action-taken');
  step.act.cues = { sentiment: 'neutral' };
  writeFileSync(file, [JSON.stringify(cued), ...others].join('\n'));
  try {
    const fork = (act: object) =>
      server.ask(`POST /v1/runs/cued/games/${cued.id}/forks`, { turn: step.turn, acts: { [step.seat]: act } });
    const { json } = await fork(step.act);
    expect(json.fork.forced).toEqual([{ turn: step.turn, seat: step.seat, act: step.act }]);
    expect((await fork({ ...step.act, cues: { sentiment: 'sunny' } })).status).toBe(400);
    // What JSON can say, and no act can hold.
    for (const value of ['1e999', '[['.repeat(20_000) + ']]'.repeat(20_000)]) {
      const body = `{"turn":${step.turn},"acts":{"${step.seat}":{"type":"offer","price":${value}}}}`;
      const reply = await fetch(`${server.url}/v1/runs/cued/games/${cued.id}/forks`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      expect([reply.status, await reply.text()]).toEqual([400, expect.stringContaining('too')]);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a run is opened by any name that a folder may have', async () => {
  const name = 'n'.repeat(255);
  const folder = copied(name);
  try {
    const statuses = ['', '/games', '/findings'].map(
      async (part) => (await server.ask(`GET /v1/runs/${name}${part}`)).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 200, 200]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the name of a run is no pattern', async () => {
  const folders = ['s[e]cond', 's*'].map(copied);
  try {
    for (const name of ['s[e]cond', 's*']) {
      const { status, json } = await games({ limit: '1' }, encodeURIComponent(name));
      expect([status, json.total], name).toEqual([200, 60]);
    }
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true });
  }
});

test('what is out of all bounds is refused, and a place that is none is not read', async () => {
  expect((await games({ where: 'seed=1e19' })).status).toBe(400);
  for (const [byte_offset, byte_length] of [
    [0, -1],
    [-1, 5],
    [0, 1e12],
    [0, 0.5],
  ] as const)
    expect(placeIn({ file: 'episodes.jsonl', byte_offset, byte_length })).toBeUndefined();
  expect((await server.ask('GET /v1/compare?runs=first,linked')).json.error.code).toBe('no_games');
  const huge = copied('huge');
  truncateSync(join(huge, 'episodes.jsonl'), 65 << 20);
  expect((await server.ask('GET /v1/compare?runs=first,huge')).status).toBe(413);
  rmSync(huge, { recursive: true });
});

test('of two who go on with a run at once the second is refused; a module that lies among the runs or the data is not run', async () => {
  const folder = copied('half');
  const { manifest } = JSON.parse(`{"manifest":${readFileSync(join(folder, 'manifest.json'), 'utf8')}}`);
  const command = [process.execPath, '-e', 'setTimeout(() => {}, 300)', '--'];
  const ended: string[] = [];
  const [one, two] = await Promise.allSettled(
    ['first', 'second'].map((who) => resumeRun(folder, manifest, { command, sent: [] }).finally(() => ended.push(who))),
  );
  expect([one?.status, two]).toMatchObject(['fulfilled', { reason: { code: 'running' } }]);
  // Not before it is so: whoever looks then sees it played.
  expect(ended).toEqual(['first', 'second']);
  const naming = (file: string) => ({
    ...manifest,
    experiment: { ...manifest.experiment, modules: [{ file, hash: '' }] },
  });
  await expect(resumeRun(folder, naming(join(folder, 'x.js')), { command, sent: [] })).rejects.toMatchObject({
    code: 'own_module',
  });
  const refused = async (part: object) => {
    const asked = resumeRun(
      folder,
      { ...manifest, experiment: { ...manifest.experiment, ...part } },
      { command, sent: [] },
    );
    return (
      await asked.then(
        () => undefined,
        (error) => error,
      )
    )?.code;
  };
  // Nor a domain that is a file with a module beside it that is none, nor weights that came along; and keys go to no address of its.
  expect(await refused({ domain: join(folder, 'x.mjs'), module: { file: 'none', hash: '0' } })).toBe('own_module');
  expect(await refused({ agents: [`llm:embedded/${join(folder, 'w.gguf')}`] })).toBe('own_module');
  for (const url of ['url', 'u%72l'])
    expect(await refused({ agents: [`llm:compatible/q?${url}=http://127.0.0.1:9/v1`] })).toBe('own_address');
  const beside = join(elsewhere, 'beside.mjs');
  writeFileSync(beside, '');
  changeExperiment(folder, { modules: [{ file: beside, hash: 'a'.repeat(64) }] });
  const withData = await testServer({ runsFolder: runs.root, rowsFolder: elsewhere, command });
  try {
    expect((await withData.ask('POST /v1/runs/half/resume')).json.error?.code).toBe('own_module');
  } finally {
    await withData.stop();
    rmSync(folder, { recursive: true });
  }
});

test('a run goes on when its process has shown its plan; until then it may be refused, though it holds the folder', async () => {
  const folder = copied('opening');
  const manifest = readManifest(folder) as Manifest;
  const [first, go] = [join(elsewhere, 'first.txt'), join(elsewhere, 'go.txt')];
  const when = (file: string, act: string) =>
    `setTimeout(process.exit, 60_000); setInterval(() => fs.existsSync('${file}') && (${act}), 20)`;
  const going = (script: string) =>
    resumeRun(folder, manifest, { command: [process.execPath, '-e', script, '--'], sent: [] });
  const status = async () => (await server.ask('GET /v1/runs/opening')).json.status;
  const refused = going(when(first, "console.error('parley: compatible needs a server'), process.exit(2)"));
  const lock = holdLock(lockIn(folder));
  try {
    expect(await status()).toBe('finished');
    writeFileSync(first, '');
    await expect(refused).rejects.toMatchObject({
      status: 409,
      message: 'the run cannot go on: compatible needs a server',
    });
    lock.release();
    const begun = going(`console.log('the plan'); ${when(go, 'process.exit()')}`);
    holdLock(lockIn(folder));
    await begun;
    expect(await status()).toBe('running');
  } finally {
    for (const file of [first, go]) writeFileSync(file, '');
    rmSync(folder, { recursive: true });
  }
});

test('a run that was begun with limits of its models or over a queue is gone on with by its command, not without them', async () => {
  const folder = copied('limited');
  const manifest = readManifest(folder) as Manifest;
  const seen = join(elsewhere, 'seen.txt');
  const command = [process.execPath, '-e', `fs.writeFileSync('${seen}', process.argv.slice(-3).join(' '))`, '--'];
  const going = (words: string) => {
    const made = { version: '1.0.0', command: `parley run mine.yaml --out runs/mine${words}` };
    return resumeRun(folder, { ...manifest, made }, { command, sent: [] });
  };
  try {
    await expect(going(' --budget 20000 --rate 60/min --rate 9/hour')).rejects.toMatchObject({
      code: 'own_limits',
      message:
        'this run was begun with --budget, --rate, which this server does not keep to: go on with parley run mine.yaml --out runs/mine --budget 20000 --rate 60/min --rate 9/hour --resume',
    });
    await expect(going(" '--queue=redis://***@db'")).rejects.toThrow('--resume (with what stood where *** is)');
    for (const one of [
      'price=1/2',
      'places 2',
      'prompt-limit 9',
      'queue redis://db',
      'cache a',
      'replay a',
      'record a',
      'push s3://a',
    ])
      await expect(going(` --${one}`), one).rejects.toMatchObject({ code: 'own_limits' });
    const limited = 'parley run mine.yaml --out runs/mine --budget 9000';
    await expect(resumeRun(folder, { ...manifest, limited }, { command, sent: [] })).rejects.toMatchObject({
      code: 'own_limits',
      message: `this run was last asked to go on with --budget, which this server does not keep to: go on with ${limited} --resume`,
    });
    await going(' --tag rate');
    expect(readFileSync(seen, 'utf8')).toBe(`--out ${folder} --resume`);
    await resumeRun(folder, { ...manifest, concurrency: 2 }, { command, sent: [] });
    expect(readFileSync(seen, 'utf8')).toBe('--resume --concurrency 2');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('games that failed are in no mean of a scenario, and it says how many', async () => {
  const folder = copied('failing');
  const file = join(folder, 'episodes.jsonl');
  const all = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const [one, two] = [...new Set(all.map(({ scenario }) => scenario.id))];
  // Of the first scenario one game, of the second all.
  const broken = new Set(
    all
      .filter((game, i) => game.scenario.id === two || i === all.findIndex((each) => each.scenario.id === one))
      .map(({ id }) => id),
  );
  const lines = all.map((game) =>
    broken.has(game.id)
      ? { ...game, result: { kind: 'failed', turn: 1, by: Object.keys(game.seats)[0], reason: 'it broke down' } }
      : game,
  );
  writeFileSync(file, lines.map((game) => `${JSON.stringify(game)}\n`).join(''));
  try {
    const { json } = await server.ask('GET /v1/compare?runs=first,failing');
    expect([json.allScenarios, json.failedScenarios]).toEqual([5, 1]);
    const failed = json.scenarios.map((each: { failed: number }) => each.failed).filter(Boolean);
    expect(failed).toHaveLength(1);
    expect(failed[0]).toBeLessThanOrEqual(2);
    for (const each of json.scenarios) expect(each.games + each.failed).toBe(10);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('two runs are held against each other: games of both, and what only one has', async () => {
  const { json } = await server.ask('GET /v1/compare?runs=first,second');
  expect(json.sections.map(({ title }: { title: string }) => title)).toEqual(['Between runs', 'Only in one run']);
  expect(json.allPairs).toBe(60);
  const deltas = json.pairs.map(({ delta }: { delta: number }) => delta);
  expect(deltas).toEqual(deltas.toSorted((a: number, b: number) => a - b));
  expect(json.only.every(({ run }: { run: string }) => run === 'second')).toBe(true);
  expect((await server.ask('GET /v1/compare?runs=first')).status).toBe(409);
  expect((await server.ask('GET /v1/compare?runs=first,..')).status).toBe(404);
});

test('the last thing that a run said is found in however much it said, and nothing is thrown where it is gone', () => {
  const file = join(elsewhere, 'said');
  writeFileSync(file, `parley: games 1\nparley: it cannot go on\n`);
  expect(lastLine(file)).toBe('parley: it cannot go on');
  truncateSync(file, 100_000_000);
  writeFileSync(file, '\nparley: the end\n', { flag: 'a' });
  expect(lastLine(file)).toMatch(/parley: the end$/);
  rmSync(file);
  expect(lastLine(file)).toBe('');
});
