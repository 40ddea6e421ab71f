import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { scriptedModel } from '../backends/scripted.ts';
import { withCache } from './cache.ts';
import { ask, fault, outcome } from './models.fixture.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const counting = (digest = 'weights') => scriptedModel((_request, index) => `answer ${index}`, { digest });
const seeded = ask('hello', { seed: 7 });

test.each([
  ['a seed', seeded, 1],
  ['temperature 0', ask('hello', { temperature: 0 }), 1],
  ['seed 0', ask('hello', { seed: 0 }), 1],
  ['neither: a new draw each time', ask('hello'), 2],
])('a request with %s', async (_what, request, asked) => {
  const inner = counting();
  const model = withCache(inner);
  const first = await model.generate(request);
  const second = await model.generate({ ...request });
  expect(inner.calls.length).toBe(asked);
  if (asked === 1) expect(second).toEqual(first);
  else expect(second.text).toBe('answer 1');
});

test('another seed, temperature, stop, schema or message is another request', async () => {
  const inner = counting();
  const model = withCache(inner);
  const others = [{ seed: 8 }, { temperature: 0.5 }, { stop: ['x'] }, { schema: { type: 'object' } }, { maxTokens: 9 }];
  for (const more of [{}, ...others]) await model.generate({ ...seeded, ...more });
  await model.generate(ask('good day', { seed: 7 }));
  expect(inner.calls.length).toBe(7);
});

test('a kept reply is the reply as it was, who served it included, after a restart too', async () => {
  const said = {
    text: 'yes',
    milliseconds: 41,
    servedBy: 'ollama/tiny',
    value: { price: 3 },
    finish: 'other',
  } as const;
  const inner = scriptedModel([said], { digest: 'weights' });
  const first = await withCache(inner, { folder }).generate(seeded);
  const again = await withCache(counting(), { folder }).generate(seeded);
  expect(JSON.stringify(again)).toBe(JSON.stringify(first));
  expect(again).toMatchObject(said);
});

test('other weights have their own replies in the same folder', async () => {
  await withCache(counting('old'), { folder }).generate(seeded);
  const inner = counting('new');
  await withCache(inner, { folder }).generate(seeded);
  expect(inner.calls.length).toBe(1);
});

test('a fault and the reply of a fallback are not kept', async () => {
  const inner = scriptedModel([fault('transport'), { text: 'b', fallback: 'a was down' }, 'yes']);
  const model = withCache(inner, { folder });
  expect(await outcome(model.generate(seeded))).toHaveProperty('kind', 'transport');
  expect(await outcome(model.generate(seeded))).toBe('b');
  expect(await outcome(model.generate(seeded))).toBe('yes');
  expect(await outcome(model.generate(seeded))).toBe('yes');
  expect(inner.calls.length).toBe(3);
});

test('three hundred replies in two-digit files, one line each, no request in them', async () => {
  const model = withCache(counting(), { folder });
  await Promise.all(Array.from({ length: 300 }, (_, seed) => model.generate(ask('a secret price', { seed }))));
  const files = readdirSync(folder);
  expect(files.every((name) => /^[0-9a-f]{2}\.jsonl$/.test(name))).toBe(true);
  const text = files.map((name) => readFileSync(join(folder, name), 'utf8')).join('');
  expect(text.split('\n').length - 1).toBe(300);
  expect(text).not.toContain('secret');
  const inner = counting();
  const again = withCache(inner, { folder });
  for (let seed = 0; seed < 300; seed++) await again.generate(ask('a secret price', { seed }));
  expect(inner.calls.length).toBe(0);
});

test('a line that a kill cut off is asked again; a damaged one is named', async () => {
  await withCache(counting(), { folder }).generate(seeded);
  const [name] = readdirSync(folder);
  const file = join(folder, name!);
  const whole = readFileSync(file, 'utf8');
  writeFileSync(file, whole.slice(0, -20));
  const inner = counting();
  await withCache(inner, { folder }).generate(seeded);
  expect(inner.calls.length).toBe(1);
  expect(readFileSync(file, 'utf8')).toBe(whole);

  appendFileSync(file, '{"key":"ab","reply":{"text":1}}\n');
  const error = await outcome(withCache(counting(), { folder }).generate(seeded));
  expect((error as Error).message).toContain(`${name} line 2 is not as it was written: reply.text:`);
});
