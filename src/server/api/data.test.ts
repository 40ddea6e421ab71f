/** Data in its folder: looked through, a row and its way, cards; nothing outside of the folder, and not for everybody. */

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { writeTinyModel } from '../../../test/gguf.ts';
import { pipeAt } from '../../../test/pipe.ts';
import { createBrowser, roleTables, tableFile } from '../../data/roles/browse.ts';
import { bike, sharing } from '../../data/roles/dialogue.fixture.ts';
import { prepareRoles } from '../../data/roles/index.ts';
import { tokensOf } from '../../models/node/index.ts';
import { mounted, STRANGER } from '../mounted.fixture.ts';
import { ApiError } from '../routes.ts';
import { type Database, runsDatabase } from '../runs/database.ts';
import { runFolders } from '../runs/folder.ts';
import { dataRoutes } from './data.ts';

let folder: string;
let database: Database;
let get: ReturnType<typeof mounted>;
/** What the thread does, here. */
const jobs = {
  async run({ input, out }: { input: string; out: string }) {
    const made = prepareRoles({ inputs: [input], out });
    await made.catch((error: Error) => {
      throw new ApiError(409, 'no_rows', error.message);
    });
    return '{}';
  },
} as never;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-data-'));
  const corpus = (path: string, one: object) => {
    mkdirSync(join(folder, path), { recursive: true });
    writeFileSync(join(folder, path, 'dialogues.jsonl'), `${JSON.stringify(one)}\n`);
    return join(folder, path);
  };
  corpus('data/dond', sharing);
  corpus('data/unknown', { ...bike, outcome: { kind: 'unknown' } });
  await prepareRoles({ inputs: [corpus('data/craigslist', bike)], out: join(folder, 'data/roles') });
  // A corpus that lies elsewhere, by two kinds of links.
  symlinkSync(corpus('elsewhere', bike), join(folder, 'data/linked'));
  mkdirSync(join(folder, 'data/half'));
  symlinkSync(join(folder, 'elsewhere/dialogues.jsonl'), join(folder, 'data/half/dialogues.jsonl'));
  database = runsDatabase(undefined, undefined, [folder]);
  get = mounted(
    dataRoutes({
      folder: join(folder, 'data'),
      own: join(folder, 'own'),
      browser: createBrowser(database.ask),
      jobs,
      folders: runFolders(undefined),
      database,
    }),
  );
});
afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

const ask = (path: string) => get(`GET ${path}`);

test('sets are those in the folder; what a link leads out to is none', async () => {
  const { json } = await ask('/v1/data');
  expect(json.sets).toEqual([
    { name: 'craigslist', kind: 'imported', card: false },
    { name: 'dond', kind: 'imported', card: false },
    { name: 'roles', kind: 'prepared', card: true },
    { name: 'unknown', kind: 'imported', card: false },
  ]);
  for (const set of ['linked', 'half', '../elsewhere', '/etc', 'roles/../dond'])
    expect((await ask(`/v1/data/rows?set=${encodeURIComponent(set)}`)).status).toBe(404);
});

test('rows by table, words and order', async () => {
  const { json } = await ask('/v1/data/rows?set=roles&table=buyer&search=blue');
  expect(json).toMatchObject({ of: 3, sources: ['craigslist'] });
  expect(json.rows.map((row: { utterance: string }) => row.utterance)).toContain('Is it blue?');
  const sellers = await ask('/v1/data/rows?set=roles&table=seller&order=price&descending=true&limit=1');
  expect(sellers.json).toMatchObject({ total: 2, rows: [{ role: 'seller', price: 95 }] });
  expect((await ask('/v1/data/rows?set=roles&order=price;--')).status).toBe(400);
  expect((await ask('/v1/data/rows?set=roles&limit=5000')).status).toBe(400);
});

test('an imported corpus is made into tables when it is asked for, or it is said why not', async () => {
  const { json } = await ask('/v1/data/rows?set=dond&table=generalist');
  expect(json).toMatchObject({ total: 10, sources: ['dond'] });
  const none = await ask('/v1/data/rows?set=unknown');
  expect(none.status).toBe(409);
  expect(none.json.error.message).toMatch(/give no row/);
});

test("a row's way: its dialogue, the chat, and what is learned of the text", async () => {
  const { json } = await ask('/v1/data/rows/1?set=roles&table=buyer');
  expect(json.row).toMatchObject({ utterance: 'Is it blue?', turn: 3 });
  expect(json.dialogue.map((turn: { turn: number; role: string }) => [turn.turn, turn.role])).toEqual([
    [1, 'buyer'],
    [2, 'seller'],
    [3, 'buyer'],
    [4, 'seller'],
    [5, 'buyer'],
  ]);
  // Each turn says where its own row is.
  const { row } = json.dialogue[1];
  const other = await ask(`/v1/data/rows/${row}?set=roles&table=generalist`);
  expect(other.json.row).toMatchObject({ role: 'seller', utterance: 'I could do 95.' });
  const { messages, text } = json.way;
  expect(messages.map((one: { role: string; learned: boolean }) => [one.role, one.learned])).toEqual([
    ['system', false],
    ['user', false],
    ['assistant', true],
  ]);
  const learned = text.filter((piece: { learned: boolean }) => piece.learned);
  expect(learned).toEqual([{ text: `${messages[2].content}<|im_end|>`, learned: true }]);
  // The partner's secret is in the row, and in no prompt.
  expect(json.row.partner_values).toContain('new tyre');
  expect(JSON.stringify(json.way)).not.toContain('new tyre');
  expect((await ask('/v1/data/rows/99?set=roles')).status).toBe(404);
  // Where items are shared out, each turn is told once.
  const shared = await ask('/v1/data/rows/0?set=dond&table=seller');
  expect(shared.json.dialogue.map((turn: { turn: number }) => turn.turn)).toEqual([1, 2, 3, 4, 5]);
});

test('cards as data and in words', async () => {
  const { json } = await ask('/v1/data/card?set=roles');
  expect(json.card).toMatchObject({ rows: 5, dialogues: 1 });
  expect(json.words).toMatch(/^# Role tables/);
});

test('a pipe is neither a card nor a table nor a corpus: nobody waits for it', async () => {
  const place = (name: string) => join(folder, 'data/pipes', name);
  mkdirSync(place('rows'), { recursive: true });
  mkdirSync(place('corpus'));
  writeFileSync(place('dialogues.jsonl'), `${JSON.stringify(bike)}\n`);
  const pipes = [
    'card.md',
    'card.json',
    'corpus/dialogues.jsonl',
    ...roleTables.map((one) => `rows/${tableFile(one)}`),
  ];
  const ends = pipes.map((name) => pipeAt(place(name)));
  try {
    expect((await ask('/v1/data/card?set=pipes')).json).toEqual({ name: 'pipes', card: null, words: null });
    expect((await ask('/v1/data/rows?set=pipes/rows')).status).toBe(404);
    expect((await ask('/v1/data/rows?set=pipes/corpus')).status).toBe(404);
  } finally {
    for (const end of ends) end();
    rmSync(place(''), { recursive: true });
  }
});

test('a corpus of holes is refused before it is read', async () => {
  const place = join(folder, 'data/holes');
  mkdirSync(place);
  try {
    writeFileSync(join(place, 'dialogues.jsonl'), '');
    truncateSync(join(place, 'dialogues.jsonl'), 1900 * 2 ** 20);
    const { status, json } = await ask('/v1/data/rows?set=holes');
    expect(status).toBe(409);
    expect(json.error.message).toContain('dialogues.jsonl is too large to be read');
  } finally {
    rmSync(place, { recursive: true });
  }
});

test('a text in tokens of a model in the store, letters of several tokens whole; without a model there are none', async () => {
  const cut = (body: object, as?: typeof STRANGER) => get('POST /v1/tokens', body, as);
  const texts = ['<|im_start|>user\n', 'Kya ₹5?<|im_end|>', ''];
  vi.stubEnv('PARLEY_HOME', join(folder, 'home'));
  try {
    expect((await cut({ texts })).json).toEqual({ models: [], model: null, tokens: [] });
    mkdirSync(join(folder, 'home/models'), { recursive: true });
    writeTinyModel(join(folder, 'home/models/tiny.gguf'));
    const { json } = await cut({ texts });
    expect([json.models, json.model]).toEqual([['tiny'], 'tiny']);
    const pieces = json.tokens as { text: string; ids: number[] }[][];
    expect(pieces.map((one) => one.map(({ text }) => text).join(''))).toEqual(texts);
    expect(pieces[0]?.[0]).toEqual({ text: '<|im_start|>', ids: [expect.any(Number)] });
    // The tiny vocabulary has a token a letter, and a byte at a time where it has none.
    expect(pieces[1]?.map(({ text, ids }) => [text, ids.length])).toContainEqual(['₹', 3]);
    writeFileSync(join(folder, 'home/models/broken.gguf'), 'no model');
    expect((await cut({ texts, model: 'broken' })).json).toMatchObject({ model: null, tokens: [] });
    expect((await cut({ texts: ['a'.repeat(60_001)] })).status).toBe(400);
    expect((await cut({ texts: ['a'.repeat(30_000), 'b'.repeat(30_001)] })).json.error.message).toContain('60000');
    // Long enough that all have come before the first is done.
    const long = { texts: ['a'.repeat(20_000)] };
    const many = await Promise.all(Array.from({ length: 10 }, async () => (await cut(long)).status));
    expect(new Set(many)).toEqual(new Set([200, 503]));
    expect((await cut({ texts })).status).toBe(200);
    const gone = tokensOf('tiny', texts, { signal: AbortSignal.abort(new Error('gone')) });
    await expect(gone).rejects.toThrow('gone');
    for (const model of ['none', '../tiny', 'tiny.gguf']) expect((await cut({ texts, model })).status).toBe(404);
    expect((await cut({ texts }, STRANGER)).status).toBe(401);
  } finally {
    vi.unstubAllEnvs();
  }
});

test('not without the token', async () => {
  for (const path of ['/v1/data', '/v1/data/rows?set=roles', '/v1/data/rows/0?set=roles', '/v1/data/card?set=roles'])
    expect((await get(`GET ${path}`, undefined, STRANGER)).status).toBe(401);
});
