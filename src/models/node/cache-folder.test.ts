import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { scriptedModel } from '../backends/scripted.ts';
import { withCache } from '../wrappers/cache.ts';
import { ask, outcome } from '../wrappers/models.fixture.ts';
import { cacheFolder } from './cache-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const counting = (digest = 'weights') => scriptedModel((_request, index) => `answer ${index}`, { digest });
const seeded = ask('hello', { seed: 7 });

test('a kept reply is the reply as it was, who served it included, after a restart too', async () => {
  const said = {
    text: 'yes',
    milliseconds: 41,
    servedBy: 'ollama/tiny',
    value: { price: 3 },
    finish: 'other',
  } as const;
  const inner = scriptedModel([said], { digest: 'weights' });
  const first = await withCache(inner, { store: cacheFolder(folder) }).generate(seeded);
  const again = await withCache(counting(), { store: cacheFolder(folder) }).generate(seeded);
  expect(JSON.stringify(again)).toBe(JSON.stringify(first));
  expect(again).toMatchObject(said);
});

test('other weights have their own replies in the same folder', async () => {
  await withCache(counting('old'), { store: cacheFolder(folder) }).generate(seeded);
  const inner = counting('new');
  await withCache(inner, { store: cacheFolder(folder) }).generate(seeded);
  expect(inner.calls.length).toBe(1);
});

test('three hundred replies in two-digit files, one line each, no request in them', async () => {
  const model = withCache(counting(), { store: cacheFolder(folder) });
  await Promise.all(Array.from({ length: 300 }, (_, seed) => model.generate(ask('a secret price', { seed }))));
  const files = readdirSync(folder);
  expect(files.every((name) => /^[0-9a-f]{2}\.jsonl$/.test(name))).toBe(true);
  const text = files.map((name) => readFileSync(join(folder, name), 'utf8')).join('');
  expect(text.split('\n').length - 1).toBe(300);
  expect(text).not.toContain('secret');
  const inner = counting();
  const again = withCache(inner, { store: cacheFolder(folder) });
  for (let seed = 0; seed < 300; seed++) await again.generate(ask('a secret price', { seed }));
  expect(inner.calls.length).toBe(0);
});

test('a line that a kill cut off is asked again; a damaged one is named', async () => {
  await withCache(counting(), { store: cacheFolder(folder) }).generate(seeded);
  const [name] = readdirSync(folder);
  const file = join(folder, name!);
  const whole = readFileSync(file, 'utf8');
  writeFileSync(file, whole.slice(0, -20));
  const inner = counting();
  await withCache(inner, { store: cacheFolder(folder) }).generate(seeded);
  expect(inner.calls.length).toBe(1);
  expect(readFileSync(file, 'utf8')).toBe(whole);

  appendFileSync(file, '{"key":"ab","reply":{"text":1}}\n');
  const error = await outcome(withCache(counting(), { store: cacheFolder(folder) }).generate(seeded));
  expect((error as Error).message).toContain(`${name} line 2 is not as it was written: reply.text:`);
});
