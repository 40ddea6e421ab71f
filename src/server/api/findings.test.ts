/** Findings over HTTP: read in parts, chosen, judged by somebody, exported; a line more each time, and not for everybody. */
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { priceEpisode } from '../../core/metrics/episode.fixture.ts';
import { appendVerdict, type FindingVerdict, readFindings } from '../../lab/analysis/findings/index.ts';
import { createFindings } from '../findings/index.ts';
import { wordsIn } from '../findings/words.ts';
import { mounted, STRANGER } from '../mounted.fixture.ts';
import { runFolders } from '../runs/folder.ts';
import { findingRoutes } from './findings.ts';

let root: string;
let ask: ReturnType<typeof mounted>;
/** What the thread does, here, a game at a time. */
let asked: string[] = [];
const jobs = {
  run: async ({ kind, file, folder, from }: { kind: string; file: string; folder: string; from: number }) => {
    asked.push(kind);
    return JSON.stringify(kind === 'verdicts' ? wordsIn(folder) : readFindings(file, { from, goOn: () => false }));
  },
} as never;

const game = (price: number, words: string) => {
  const episode = priceEpisode({ acts: [{ type: 'offer', price, words }, 700], turnLimit: 6 });
  return { ...episode, id: String(price).padStart(20, '0') };
};

beforeEach(() => {
  asked = [];
  root = mkdtempSync(join(tmpdir(), 'parley-found-'));
  mkdirSync(join(root, 'talk'));
  writeFileSync(join(root, 'talk', 'manifest.json'), '{}');
  const games = [game(500, 'I can pay 450.'), game(510, 'I need it urgently.'), game(520, 'My max is 520.')];
  writeFileSync(join(root, 'talk', 'episodes.jsonl'), games.map((one) => `${JSON.stringify(one)}\n`).join(''));
  ask = mounted(
    findingRoutes({ folders: runFolders(root), jobs, store: undefined as never, trustProxy: 'none', names: [] }),
  );
});
afterEach(() => rmSync(root, { recursive: true }));

const PATH = '/v1/runs/talk/findings';
const all = async (query = '') => {
  for (;;) {
    const { json } = await ask(`GET ${PATH}${query}`);
    if (json.read.done) return json;
  }
};

test('a part at each question, until it is done; then the same answer', async () => {
  const first = (await ask(`GET ${PATH}`)).json;
  expect(first.read).toMatchObject({ games: 1, done: false });
  expect(first.read.share).toBeGreaterThan(0.2);
  const whole = await all();
  expect(whole.read).toEqual({ games: 3, share: 1, done: true, most: null });
  const detectors = whole.findings.map((one: { detector: string }) => one.detector);
  expect(new Set(detectors)).toEqual(new Set(['contradiction', 'tell', 'honesty']));
  expect((await all()).findings).toEqual(whole.findings);
  // A run that goes on is read on; one that was made anew is read anew.
  const file = join(root, 'talk', 'episodes.jsonl');
  writeFileSync(file, `${readFileSync(file, 'utf8')}${JSON.stringify(game(530, 'I can pay 450.'))}\n`);
  expect((await ask(`GET ${PATH}`)).json.read.games).toBe(4);
  writeFileSync(file, `${JSON.stringify(game(530, 'I can pay 450.'))}\n`);
  await ask(`GET ${PATH}`);
  expect((await all()).read.games).toBe(1);
});

test('an export is of all games from the first question on, or says that they are not read yet', async () => {
  const { json } = await ask(`GET ${PATH}/export`);
  expect(json).toMatchObject({ run: 'talk', games: 3, problems: [] });
  expect(json.findings).toEqual((await all()).findings);
  const options = {
    folders: runFolders(root),
    jobs,
    store: undefined as never,
    trustProxy: 'none',
    names: [],
  } as const;
  const hurried = mounted(findingRoutes({ ...options, longest: 0 }));
  expect((await hurried(`GET ${PATH}/export?format=csv`)).json.error).toEqual({
    code: 'not_read',
    message: expect.stringMatching(/^\d\d % of the games are read: ask again$/),
  });
});

test('chosen and searched', async () => {
  const tells = await all('?detector=tell&search=URGENT');
  expect(tells.findings).toMatchObject([{ detector: 'tell', kind: 'urgency', turn: 1, quote: 'urgently' }]);
  expect((await all('?detector=tell&by=model')).total).toBe(0);
  expect((await ask(`GET ${PATH}?detector=hunch`)).status).toBe(400);
});

test('a word of somebody is a line more, and the last of each counts', async () => {
  const { findings } = await all('?detector=contradiction');
  const [{ id, game: of }] = findings;
  const say = (verdict: string, name?: string) => ask(`POST ${PATH}/${id}`, { verdict, ...(name && { name }) });
  expect((await say('confirmed')).json.error.message).toMatch(/who judges/);
  expect((await say('confirmed', 'key 1234')).status).toBe(400);
  expect((await say('rejected', 'Asha')).json.verdicts).toMatchObject([{ verdict: 'rejected', by: 'Asha' }]);
  await say('confirmed', 'Asha');
  const lines = readFileSync(join(root, 'talk', 'findings.jsonl'), 'utf8')
    .trim()
    .split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { finding: id, detector: 'contradiction', game: of, turn: 1, seat: 'buyer', verdict: 'rejected', by: 'Asha' },
    { finding: id, verdict: 'confirmed', by: 'Asha', at: expect.stringMatching(/^\d{4}-/) },
  ]);
  const now = await all('?state=confirmed');
  expect(now.findings.map((one: { id: string }) => one.id)).toEqual([id]);
  const row = now.agreement.find((one: { detector: string }) => one.detector === 'contradiction');
  expect(row).toMatchObject({ findings: 1, judged: 1, confirmed: 1, share: 1, people: 1 });
  expect((await all('?state=open&detector=contradiction')).total).toBe(0);
  const { text } = await ask(`GET ${PATH}/export?format=csv&detector=contradiction`);
  expect(text).toContain(`${id},contradiction,price`);
  expect(text.trim().endsWith(',1,0')).toBe(true);
  expect((await ask(`POST ${PATH}/${'0'.repeat(20)}`, { verdict: 'confirmed', name: 'Asha' })).status).toBe(404);
});

test('a line that was cut off is ended first, and a bad one is passed over and named', async () => {
  const [{ id }] = (await all()).findings;
  const say = (name: string) => ask(`POST ${PATH}/${id}`, { verdict: 'confirmed', name });
  await say('Asha');
  appendFileSync(join(root, 'talk', 'findings.jsonl'), '{"finding":"torn');
  await say('Ben');
  const { findings, problems } = await all();
  const by = findings.find((one: { id: string }) => one.id === id).verdicts.map((one: { by: string }) => one.by);
  expect(by).toEqual(['Asha', 'Ben']);
  expect(problems).toEqual(['findings.jsonl line 2 is no verdict on a finding, and is left out']);
});

test('no word is written through a link, also one that leads nowhere yet', async () => {
  const to = join(root, 'talk', 'written.jsonl');
  symlinkSync(to, join(root, 'talk', 'findings.jsonl'));
  const [{ id }] = (await all()).findings;
  expect((await ask(`POST ${PATH}/${id}`, { verdict: 'confirmed', name: 'Asha' })).status).toBe(409);
  const word = {
    finding: id,
    detector: 'tell',
    game: 'g',
    turn: 1,
    seat: 'buyer',
    verdict: 'confirmed',
    by: 'a',
    at: '',
  };
  await expect(appendVerdict(join(root, 'talk'), word as FindingVerdict)).rejects.toThrow('cannot write');
  expect(existsSync(to)).toBe(false);
});

test('a run that was made anew under its name, and is longer, is read anew', async () => {
  const [before] = (await all()).findings;
  const file = join(root, 'talk', 'episodes.jsonl');
  const games = [600, 610, 620, 630].map((price) => game(price, 'I can pay 450, or a little more than that.'));
  rmSync(file);
  writeFileSync(file, games.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const now = await all();
  expect(now.read.games).toBe(4);
  expect(now.findings.map((one: { game: string }) => one.game)).not.toContain(before.game);
});

test('a broken line of the transcripts is named among the problems, and stops nothing', async () => {
  const file = join(root, 'talk', 'episodes.jsonl');
  writeFileSync(file, `{"format":2,"words":\n${JSON.stringify(game(530, 'I can pay 450.'))}\n`);
  await ask(`GET ${PATH}`);
  const { problems, read, total } = await all();
  expect(read).toMatchObject({ games: 1, done: true });
  expect(total).toBeGreaterThan(0);
  expect(problems).toEqual([expect.stringContaining('episodes.jsonl byte 0 is not JSON')]);
});

test('a line without end is named once and not read; a file of verdicts without end is left out', async () => {
  const file = join(root, 'talk', 'episodes.jsonl');
  truncateSync(file, 3 * 2 ** 30);
  writeFileSync(join(root, 'talk', 'findings.jsonl'), '');
  truncateSync(join(root, 'talk', 'findings.jsonl'), 3 * 2 ** 30);
  await all();
  const { problems, read, findings } = await all();
  expect(read).toMatchObject({ games: 3, done: true });
  expect(findings.length).toBeGreaterThan(0);
  expect(problems).toEqual([
    expect.stringMatching(/^episodes\.jsonl byte \d+ begins a line of more than 64 MB/),
    expect.stringMatching(/^findings\.jsonl is too large to be read/),
  ]);
});

test('a file of verdicts is read in the thread, once, so many lines of it, and few are named', async () => {
  const [{ id, game: of }] = (await all()).findings;
  const word = { finding: id, detector: 'tell', game: of, turn: 1, seat: 'buyer', verdict: 'confirmed', by: 'Asha' };
  const good = JSON.stringify({ ...word, at: '' });
  writeFileSync(join(root, 'talk', 'findings.jsonl'), `${good}\n${'1\n'.repeat(30)}${'\n'.repeat(100_000)}${good}\n`);
  const { findings, problems } = await all();
  expect(findings[0].verdicts).toHaveLength(1);
  expect(problems).toHaveLength(22);
  expect(problems[0]).toBe('findings.jsonl line 2 is no verdict on a finding, and is left out');
  expect(problems.slice(20)).toEqual([
    'findings.jsonl has more than 100000 lines: those after them are left out',
    'findings.jsonl has 10 more lines that are no verdicts, and are left out',
  ]);
  await all();
  expect(asked.filter((kind) => kind === 'verdicts')).toHaveLength(1);
});

test('a CSV that would leave something out without a word is refused, unless it is asked for so', async () => {
  const file = join(root, 'talk', 'episodes.jsonl');
  expect((await ask(`GET ${PATH}/export?format=csv`)).status).toBe(200);
  writeFileSync(file, `{"format":2,"words":\n${readFileSync(file, 'utf8')}`);
  const { status, json } = await ask(`GET ${PATH}/export?format=csv`);
  expect(status).toBe(409);
  expect(json.error).toEqual({
    code: 'left_out',
    message: expect.stringMatching(/episodes\.jsonl byte 0 is not JSON.*: ask with partial=true, or for JSON$/),
  });
  const { text } = await ask(`GET ${PATH}/export?format=csv&partial=true`);
  const { json: whole } = await ask(`GET ${PATH}/export`);
  expect(whole.problems).toHaveLength(1);
  expect(text.trim().split('\n')).toHaveLength(1 + whole.findings.length);
});

test('of more runs than are kept at once each is read to its end when they are asked for in turn', async () => {
  const files = ['talk', 'b', 'c', 'd'].map((name) => join(root, name, 'episodes.jsonl'));
  for (const name of ['b', 'c', 'd']) cpSync(join(root, 'talk'), join(root, name), { recursive: true });
  let now = 0;
  const kept = createFindings(jobs, { most: 2, now: () => now, pause: 0 });
  const caller = {} as never;
  const ended = new Set<string>();
  for (let round = 0; round < 6; round++)
    for (const file of files) if (!ended.has(file) && (await kept.of(file, caller)).done) ended.add(file);
  expect(ended.size).toBe(4);
  // What nobody asks about any more makes room too.
  const left = createFindings(jobs, { most: 1, now: () => now, pause: 0 });
  await left.of(files[0] as string, caller);
  expect((await left.of(files[1] as string, caller)).games).toBe(0);
  now += 60_000;
  expect((await left.of(files[1] as string, caller)).games).toBe(1);
});

test('nothing is written where a link leads out of the folder', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'parley-elsewhere-'));
  try {
    writeFileSync(join(elsewhere, 'mine.jsonl'), '');
    symlinkSync(join(elsewhere, 'mine.jsonl'), join(root, 'talk', 'findings.jsonl'));
    const [{ id }] = (await all()).findings;
    expect((await ask(`POST ${PATH}/${id}`, { verdict: 'confirmed', name: 'Asha' })).status).toBe(409);
    expect(readFileSync(join(elsewhere, 'mine.jsonl'), 'utf8')).toBe('');
  } finally {
    rmSync(elsewhere, { recursive: true });
  }
});

test('not without the token, and no run but those in the folder', async () => {
  for (const what of [`GET ${PATH}`, `GET ${PATH}/export`])
    expect((await ask(what, undefined, STRANGER)).status).toBe(401);
  const word = { verdict: 'confirmed', name: 'Asha' };
  expect((await ask(`POST ${PATH}/${'0'.repeat(20)}`, word, STRANGER)).status).toBe(401);
  for (const run of ['other', '..', '..%2Ftalk', '%2Fetc'])
    expect((await ask(`GET /v1/runs/${run}/findings`)).status).toBe(404);
});
