/** What is sent to a store that fails, or holds something else: what is there is right, or a sentence says what is not. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openPusher, pushedText, s3Address } from '../src/cli/push-option.ts';
import { refuseUnfinished } from '../src/cli/unfinished.ts';
import { ConflictError, keepConflict } from '../src/data/conflict.ts';
import { filesIn, openBucket, parsePlace, pushFile, storeOf } from '../src/data/s3/index.ts';
import { startStore } from '../src/data/s3/store.fixture.ts';
import { parseExperiment, planOf, runPlan } from '../src/lab/experiment/index.ts';
import { makePairs } from '../src/lab/search/pairs/index.ts';
import { holdLock, lockIn } from '../src/models/node/lock.ts';

const keys = { AWS_ACCESS_KEY_ID: 'testing', AWS_SECRET_ACCESS_KEY: 'testing' };
const MB = 1 << 20;
let folder: string;
let store: Awaited<ReturnType<typeof startStore>>;
beforeAll(() => {
  Object.assign(process.env, keys);
  folder = mkdtempSync(join(tmpdir(), 'parley-s3-faults-'));
});
afterAll(() => {
  for (const name of Object.keys(keys)) delete process.env[name];
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  store = await startStore();
});
afterEach(() => store.close());

const at = (name: string) => join(folder, name);
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');
const bucket = () => openBucket('lab', storeOf(keys, store.endpoint));
const pusher = (url: string) => openPusher(url, { endpoint: store.endpoint });
const parts = { partSize: 5 * MB, atOnce: 1 };
const written = (name: string, bytes: Uint8Array | string) => {
  mkdirSync(join(at(name), '..'), { recursive: true });
  writeFileSync(at(name), bytes);
  return at(name);
};

test('an object with the right label and other bytes is sent again', async () => {
  const file = written('small', 'what was made');
  store.faults.now = 'other bytes';
  await expect(pushFile(await bucket(), file, 'small')).rejects.toThrow('push it again');
  store.faults.now = undefined;
  expect(await pushFile(await bucket(), file, 'small')).toMatchObject({ kept: 0 });
  expect(store.objects.get('small')?.bytes.toString()).toBe('what was made');
});

test('an upload that was begun for another file is given up, though its parts would fit', async () => {
  const head = randomBytes(5 * MB);
  const [old, now] = ['old', 'now'].map((tail) => Buffer.concat([head, Buffer.from(tail)])) as [Buffer, Buffer];
  const stopped = await bucket();
  const dies = {
    ...stopped,
    ask: (...words: Parameters<typeof stopped.ask>) => {
      if (words[2]?.query?.partNumber === '2') throw new Error('stopped');
      return stopped.ask(...words);
    },
  };
  await expect(pushFile(dies, written('file', old), 'file', parts)).rejects.toThrow('stopped');
  expect(store.uploads.size).toBe(1);
  expect(await pushFile(await bucket(), written('file', now), 'file', parts)).toMatchObject({ kept: 0 });
  expect(store.objects.get('file')).toMatchObject({ sha256: sha256(now) });
  expect(store.objects.get('file')?.bytes.equals(now)).toBe(true);
  expect(store.uploads.size).toBe(0);
});

test('an upload that was ended without an answer is looked at, and is well', async () => {
  const file = written('large', randomBytes(5 * MB + 1));
  store.faults.now = 'no answer to the end';
  expect(await pushFile(await bucket(), file, 'large', parts)).toMatchObject({ parts: 2 });
  store.faults.now = 'half an answer';
  expect(await pushFile(await bucket(), file, 'large', { ...parts, check: true })).toMatchObject({ kept: 2 });
});

test('who may write and not look, writes; who may not write is told before anything is played', async () => {
  store.faults.now = 'hides what is missing';
  await (await pusher('s3://lab/x')).file(written('small', 'x'));
  expect([...store.objects.keys()]).toEqual(['x/small']);
  expect(store.uploads.size).toBe(0);
  store.faults.now = 'takes nothing';
  await expect(pusher('s3://lab/x')).rejects.toThrow(/cannot POST s3:\/\/lab\/x\/_tried at http\S+: AccessDenied/);
});

test('an address stays in its bucket and its folder', () => {
  for (const url of ['s3://lab/../other/x', 's3://lab/a/./b', 's3://lab/..']) {
    expect(() => parsePlace(url)).toThrow('are no folders of a bucket');
    expect(() => s3Address(url)).toThrow('are no folders of a bucket');
  }
  expect(parsePlace('s3://lab/a/...b/')).toEqual({ bucket: 'lab', prefix: 'a/...b' });
});

/** A set of one part. */
function set(name: string, { key = 'k', first = 0, end = 1000, share = '', bytes = name } = {}): string {
  const file = `part-${share === '' ? '' : `${share}-`}00000.parquet`;
  const manifest = `_manifest${share === '' ? '' : `-${share.replace('of', '-of-')}`}.json`;
  written(`${name}/${file}`, bytes);
  const part = { file, bytes: bytes.length, sha256: sha256(bytes) };
  written(
    `${name}/${manifest}`,
    JSON.stringify({ runs: [{ key, first, end, tally: {} }], partSize: 1000, parts: [part] }),
  );
  return at(name);
}

test('parts are what their manifest says, or nothing of them is sent', async () => {
  const all = async () => (await pusher('s3://lab/set')).all(at('set'));
  set('set');
  written('set/part-00000.parquet', 'tes');
  await expect(all()).rejects.toThrow(/part-00000\.parquet has SHA-256 \w+ and its manifest says \w+/);
  await expect((await pusher('s3://lab/set')).all(at('set/part-00000.parquet'))).rejects.toThrow('its manifest says');
  written('set/part-00000.parquet', 'longer');
  await expect(all()).rejects.toThrow('part-00000.parquet has 6 bytes and was made with 3');
  rmSync(at('set/part-00000.parquet'));
  await expect(all()).rejects.toThrow('part-00000.parquet is missing');
  written('set/_manifest.json', '{');
  await expect(all()).rejects.toThrow('_manifest.json is not JSON');
  expect(store.objects.size).toBe(0);
  written('rows.jsonl', 'row');
  written('rows.jsonl.manifest.json', JSON.stringify({ bytes: 3, sha256: sha256('raw') }));
  await expect((await pusher('s3://lab/rows')).all(at('rows.jsonl'))).rejects.toThrow('its manifest says');
});

test('a folder of a bucket holds one set: shares of it may join, another is refused by name', async () => {
  const to = async (path: string) => (await pusher('s3://lab/t')).all(path);
  await to(set('half', { share: '1of2', end: 500 }));
  await to(set('other-half', { share: '2of2', first: 500 }));
  for (const other of [
    set('seed', { share: '2of2', first: 500, key: 'other' }),
    set('overlap', { share: '2of4', first: 250, end: 500 }),
    set('whole'),
  ])
    await expect(to(other)).rejects.toThrow(
      /s3:\/\/lab\/t\/_manifest-\d-of-2\.json is of another set than \S+\/_manifest\S*\.json/,
    );
  await expect(
    (await pusher('s3://lab/t')).set('out/_manifest.json', { first: 0, end: 9, partSize: 1000 }),
  ).rejects.toThrow('is of another set than out/_manifest.json');
  const before = store.objects.get('t/part-1of2-00000.parquet');
  // Its manifest did not get there.
  store.objects.delete('t/_manifest-1-of-2.json');
  await expect(to(set('again', { share: '1of2', end: 500 }))).rejects.toThrow(
    't/part-1of2-00000.parquet is of another set (SHA-256 ',
  );
  expect(store.objects.get('t/part-1of2-00000.parquet')).toBe(before);
  written('run/manifest.json', '{"plan":"a"}');
  written('run-2/manifest.json', '{"plan":"b"}');
  await to(at('run'));
  await expect(to(at('run-2'))).rejects.toThrow(/s3:\/\/lab\/t\/manifest.json is of another set than \S+manifest.json/);
});

test('parts that the manifest does not have, there or here, are refused by name', async () => {
  const push = async (path: string) => (await pusher('s3://lab/t')).all(path);
  const put = (...names: string[]) => {
    for (const name of names)
      store.objects.set(`t/${name}`, { bytes: Buffer.from('x'), sha256: sha256('x'), tag: 'x' });
  };
  const short = set('short', { bytes: 'x' });
  // Of a longer set that was stopped: the first is the same.
  put('part-00000.parquet', 'about.txt', 'part-00000.parquet.txt', 'part-00001.parquet');
  const stray = /s3:\/\/lab\/t\/part-00001\.parquet is of another set than \S*_manifest\.json: choose another folder/;
  await expect(push(short)).rejects.toThrow(stray);
  const request = { key: 'k', first: 0, end: 1000, partSize: 1000 };
  const asks = async (change: object) => (await pusher('s3://lab/t')).set('_manifest.json', { ...request, ...change });
  await expect(asks({})).rejects.toThrow(stray);
  await asks({ end: 1001 });
  store.objects.delete('t/part-00001.parquet');
  await push(short);
  // After the manifest, too.
  put('part-00001.parquet');
  await expect(push(short)).rejects.toThrow(stray);
  store.objects.clear();
  // Shares may be under way at the same time, not beside a whole set, nor with more parts than they have.
  put('part-2of2-00000.parquet', 'part-2of2-00001.parquet');
  await expect(push(short)).rejects.toThrow('part-2of2-00000.parquet is of another set');
  await push(set('first', { share: '1of2', end: 500 }));
  store.objects.delete('t/part-2of2-00001.parquet');
  await push(set('second', { share: '2of2', first: 500, bytes: 'x' }));
  put('part-2of2-00001.parquet');
  await expect(push(at('first'))).rejects.toThrow('part-2of2-00001.parquet is of another set');
  written('short/part-00007.parquet', 'x');
  expect(() => filesIn(short)).toThrow('short/part-00007.parquet is in no manifest of the set beside it: take it away');
});

test('what is left out is named', async () => {
  written('mixed/kept.txt', 'x');
  written('mixed/lock.md', 'x');
  symlinkSync(at('small'), at('mixed/link.txt'));
  const pushed = await (await pusher('s3://lab/m')).all(at('mixed'));
  expect(pushed.leftOut).toEqual(['link.txt', 'lock.md']);
  expect(pushedText('s3://lab/m', pushed)).toMatch(/1 files, .*; left out: link\.txt, lock\.md$/);
});

test('runs and pairs that were not ended are refused: the folder, the one above it, a file of it', async () => {
  const file = {
    title: 'T',
    scenarios: { sampler: 'general' as const, count: 2 },
    agents: ['boulware_hard'],
    controls: false,
  };
  const experiment = parseExperiment({ ...file, opponents: ['tit_for_tat'] }, 'push');
  const stop = new AbortController();
  const onProgress = () => stop.abort(new Error('stopped'));
  const run = { folder: at('runs/mine'), concurrency: 1 };
  await runPlan(planOf(experiment), { ...run, signal: stop.signal, onProgress });
  const pairs = { experiment, a: 'boulware_hard', b: 'fair_openings', opponents: ['tit_for_tat'], seat: 'buyer' };
  const halt = new AbortController();
  const halted = { signal: halt.signal, onProgress: () => halt.abort(new Error('stopped')) };
  await makePairs({ ...pairs, folder: at('made/pairs'), ...halted });
  const places = ['runs/mine', 'runs', 'runs/mine/manifest.json', 'made/pairs', 'made', 'made/pairs/manifest.json'];
  for (const place of places)
    expect(() => refuseUnfinished(at(place)), place).toThrow('was stopped: end it with --resume, then push');
  await runPlan(planOf(experiment), { ...run, resume: true });
  await makePairs({ ...pairs, folder: at('made/pairs'), resume: true });
  for (const place of places) refuseUnfinished(at(place));
  for (const folder of ['runs/mine', 'made/pairs']) {
    keepConflict(join(at(folder), 'conflict.txt'), new ConflictError('shard 0 was entered as a, and was b'));
    expect(() => refuseUnfinished(at(folder))).toThrow(`${folder} cannot be sent: shard 0 was entered as a`);
    rmSync(join(at(folder), 'conflict.txt'));
  }
  written('stopped/rows.jsonl.part', 'x');
  written('stopped/rows.jsonl.progress', '{}');
  written('parts/_work/part-00000.parquet', 'x');
  const left = ['stopped', 'stopped/rows.jsonl.part', 'stopped/rows.jsonl.progress', 'parts'];
  for (const place of left) expect(() => filesIn(at(place)), place).toThrow('end it with --resume, then push');
  written('stopped/rows.jsonl.progress', '{"conflict":"it was b"}');
  written('parts/_work/conflict.txt', 'it was b');
  for (const place of left) expect(() => filesIn(at(place)), place).toThrow('cannot be sent: it was b');
  const { release } = holdLock(lockIn(at('runs/mine')));
  try {
    for (const place of places.slice(0, 3)) {
      expect(() => refuseUnfinished(at(place)), place).toThrow('is being played');
      expect(() => filesIn(at(place)), place).toThrow('is being written by process');
    }
  } finally {
    release();
  }
});
