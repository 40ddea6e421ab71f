import { expect, test } from 'vitest';
import { scriptedModel } from '../backends/scripted.ts';
import type { ModelReply } from '../model.ts';
import { type ReplyStore, withCache } from './cache.ts';
import type { CallLine } from './calls-log.ts';
import { fakeClock } from './fake-clock.fixture.ts';
import { withWrappers } from './index.ts';
import { ask, fault, outcome } from './models.fixture.ts';

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

test('a fault and the reply of a fallback are not kept', async () => {
  const inner = scriptedModel([fault('transport'), { text: 'b', fallback: 'a was down' }, 'yes']);
  const model = withCache(inner);
  expect(await outcome(model.generate(seeded))).toHaveProperty('kind', 'transport');
  expect(await outcome(model.generate(seeded))).toBe('b');
  expect(await outcome(model.generate(seeded))).toBe('yes');
  expect(await outcome(model.generate(seeded))).toBe('yes');
  expect(inner.calls.length).toBe(3);
});

test('a kept reply leaves a line in the log that says so, with nothing spent', async () => {
  const lines: CallLine[] = [];
  const log = async (line: CallLine) => void lines.push(line);
  const clock = fakeClock(Date.parse('2026-03-01T12:00:00Z'));
  const prices = { inputPerMillion: 3, outputPerMillion: 15 };
  const reply = { text: 'yes', milliseconds: 41, usage: { inputTokens: 1000, outputTokens: 200 } };
  const model = withWrappers(scriptedModel([reply]), { log, prices, clock, cache: {} });
  expect(await model.generate(seeded)).toEqual(await model.generate(seeded, { beside: true }));
  const line = { at: '2026-03-01T12:00:00.000Z', model: 'scripted', servedBy: 'scripted', finish: 'stop' };
  expect(lines).toEqual([
    { ...line, milliseconds: 41, usage: reply.usage, cost: 0.006 },
    { ...line, milliseconds: 0, cost: 0, beside: true, cached: true },
  ]);
});

test('models that share a store share replies, and other weights have their own', async () => {
  const kept = new Map<string, ModelReply>();
  const store: ReplyStore = { get: (key) => kept.get(key), put: async (key, reply) => void kept.set(key, reply) };
  const models = ['old', 'old', 'new'].map((digest) => counting(digest));
  for (const model of models) await withCache(model, { store }).generate(seeded);
  expect(models.map(({ calls }) => calls.length)).toEqual([1, 0, 1]);
});
