/** On tiny models made here (see test/gguf.ts); one opt-in test on a real model. */
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type TinyModel, writeTinyAdapter, writeTinyModel } from '../../../test/gguf.ts';
import type { ModelReply, ModelRequest } from '../model.ts';
import { type EmbeddedModel, type EmbeddedOptions, embeddedModel } from './embedded.ts';
import { defaultThreads } from './llama/runtime.ts';

let folder: string;
const open: EmbeddedModel[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-embedded-'));
});

afterEach(async () => {
  for (const model of open.splice(0)) await model.close();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** One thread: on cores shared with other tests, two that wait for each other take a hundred times as long. */
function tiny(weights: TinyModel = {}, options: Partial<EmbeddedOptions> = {}): EmbeddedModel {
  const path = join(folder, 'tiny.gguf');
  writeTinyModel(path, weights);
  const model = embeddedModel({ name: 'embedded/tiny', digest: 'd', path, threads: 1, gpu: false, ...options });
  open.push(model);
  return model;
}

test('a thread for each core, and one alone where others have taken the cores', () => {
  expect(defaultThreads(8, 0)).toBe(8);
  // What a run before this one leaves.
  expect(defaultThreads(2, 2.1)).toBe(2);
  expect(defaultThreads(2, 16)).toBe(1);
});

const ask = (content: string, rest: Partial<ModelRequest> = {}): ModelRequest => ({
  messages: [
    { role: 'system', content: 'You sell a bicycle.' },
    { role: 'user', content },
  ],
  maxTokens: 24,
  temperature: 0,
  ...rest,
});

describe('a reply', () => {
  test.each([['</s>'], ['<|im_end|>'], ['<|endoftext|>']])('ends at the end-of-turn token %s', async (end) => {
    const reply = await tiny({ recites: ['o', 'k', ' ', '3', '2', '.', end] }).generate(ask('And?'));
    expect(reply).toMatchObject({ text: 'ok 32.', finish: 'stop', usage: { outputTokens: 7 } });
    expect(reply).toMatchObject({ servedBy: 'embedded/tiny', digest: 'd' });
    expect(reply.usage.inputTokens).toBeGreaterThan(20);
  });

  test('says what the model holds in memory: more for a larger context, measured at loading', async () => {
    const small = await tiny({ recites: ['o', '</s>'] }, { contextSize: 64 }).generate(ask('And?'));
    // 64 sequences of 16,384 tokens, the keys and values of which take more than 10 MB.
    const wide = { sequences: 64, contextSize: 16_384 };
    const large = await tiny({ recites: ['o', '</s>'] }, wide).generate(ask('And?'));
    expect(small.memory).toBeGreaterThanOrEqual(0);
    expect(large.memory).toBeGreaterThan((small.memory as number) + 10e6);
  });

  test('that hits its limit says so', async () => {
    const reply = await tiny({ recites: ['o', 'k', '.', '</s>'] }).generate(ask('And?', { maxTokens: 2 }));
    expect(reply).toMatchObject({ text: 'ok', finish: 'length', usage: { outputTokens: 2 } });
  });

  test('ends before a stop text', async () => {
    const reply = await tiny({ recites: [...'deal#9', '</s>'] }).generate(ask('And?', { stop: ['al#'] }));
    expect(reply).toMatchObject({ text: 'de', finish: 'stop' });
  });

  test('is heard as it grows', async () => {
    const heard: string[] = [];
    const model = tiny({ recites: ['o', 'k', '</s>'] });
    await model.generate(ask('And?'), { onText: (text) => heard.push(text) });
    expect(heard).toEqual(['o', 'k']);
  });

  test('to a text with the words of a special token reads them as words', async () => {
    const model = tiny({ recites: ['o', 'k', '</s>'] });
    const plain = await model.generate(ask('x<|im_end|>y'));
    const short = await model.generate(ask('xy'));
    expect(plain.usage.inputTokens - short.usage.inputTokens).toBe('<|im_end|>'.length); // a token a character
  });

  test('greedy repeats exactly, on any sequence, with or without the beginning of the prompt in memory', async () => {
    const model = tiny({ seed: 3 }, { sequences: 2 });
    const first = await model.generate(ask('Hello'));
    await model.generate(ask('Something else entirely'));
    const replies = [await model.generate(ask('Hello')), await model.generate(ask('Hello'))];
    expect(first.text.length).toBeGreaterThan(5);
    expect(replies.map((reply) => reply.text)).toEqual([first.text, first.text]);
  });

  test('with a temperature repeats by its seed and differs between seeds', async () => {
    const model = tiny();
    const say = async (seed?: number) => (await model.generate(ask('Hello', { temperature: 1, seed }))).text;
    expect(await say(7)).toBe(await say(7));
    expect(await say(8)).not.toBe(await say(7));
    expect(await say()).not.toBe(await say());
  });

  test('to a prompt that does not fit is a refusal with the numbers', async () => {
    const model = tiny({}, { contextSize: 256 });
    await expect(model.generate(ask('x'.repeat(400)))).rejects.toMatchObject({
      kind: 'rejected',
      message: expect.stringMatching(/too long: 4\d\d tokens, and a sequence holds 256/),
    });
  });

  test('is cut where the context ends', async () => {
    const model = tiny({}, { contextSize: 256 });
    const reply = await model.generate(ask('x'.repeat(150), { maxTokens: 1000, temperature: 1, seed: 2 }));
    expect(reply.finish).toBe('length');
    expect(reply.usage.inputTokens + reply.usage.outputTokens).toBe(255);
  });

  test('must be to a user', async () => {
    const messages = [{ role: 'assistant', content: 'Hello' }] as const;
    await expect(tiny().generate(ask('', { messages }))).rejects.toMatchObject({ kind: 'rejected' });
  });
});

describe('a schema', () => {
  const schema = {
    type: 'object',
    properties: {
      act: { type: 'string', enum: ['offer', 'accept'] },
      mine: {
        type: ['object', 'null'],
        properties: { hats: { type: 'integer', minimum: 0, maximum: 3 } },
        required: ['hats'],
        additionalProperties: false,
      },
    },
    required: ['act', 'mine'],
    additionalProperties: false,
  };

  test('holds random weights to it, and the value ends the reply', async () => {
    const model = tiny();
    const shapes = new Set<string>();
    for (let seed = 0; seed < 12; seed++) {
      const reply = await model.generate(ask('Hello', { schema, maxTokens: 200, temperature: 1, seed }));
      expect(reply.finish).toBe('stop');
      expect(reply.text.endsWith('}')).toBe(true);
      const value = reply.value as { act: string; mine: { hats: number } | null };
      expect(['offer', 'accept']).toContain(value.act);
      if (value.mine) expect([0, 1, 2, 3]).toContain(value.mine.hats);
      shapes.add(value.mine ? 'object' : 'null');
    }
    expect(shapes.size).toBe(2); // both alternatives of ["object", "null"] can be said
  });

  test('cut in the middle gives the text and no value', async () => {
    const reply = await tiny().generate(ask('Hello', { schema, maxTokens: 4 }));
    expect(reply.finish).toBe('length');
    expect(reply.value).toBeUndefined();
  });
});

test('a schema that cannot be kept is a refusal', async () => {
  await expect(tiny().generate(ask('Hello', { schema: { type: 'strange' } }))).rejects.toMatchObject({
    kind: 'rejected',
    message: expect.stringContaining('cannot hold a reply to the schema'),
  });
});

describe('many calls', () => {
  test('at once are all answered, more than there are sequences, each its own text', async () => {
    const model = tiny({ seed: 5 }, { sequences: 4 });
    const ask10 = (i: number) => ask(`Buyer ${i}`, { temperature: 1, seed: i });
    const together = await Promise.all(Array.from({ length: 10 }, (_, i) => model.generate(ask10(i))));
    expect(new Set(together.map((reply) => reply.text)).size).toBe(10);
    for (const [i, { text }] of together.entries()) expect(text).toBe((await model.generate(ask10(i))).text);
  });

  test('an abort is answered at once, in the line and in the middle, and gives the place back', async () => {
    const model = tiny({}, { sequences: 1 });
    await model.generate(ask('Warm up'));
    const stop = new AbortController();
    const long = model.generate(ask('Hello', { maxTokens: 1500, temperature: 2, seed: 1 }), {
      signal: stop.signal,
      onText: () => stop.abort(new Error('enough')),
    });
    const leave = new AbortController();
    const waiting = model.generate(ask('Hello'), { signal: leave.signal });
    leave.abort(new Error('no more'));
    await expect(waiting).rejects.toThrow('no more');
    await expect(long).rejects.toThrow('enough');
    expect((await model.generate(ask('Hello'))).text.length).toBeGreaterThan(0);
  });

  test('after close are refused, and close waits for those under way', async () => {
    const model = tiny({ recites: ['o', 'k', '</s>'] });
    const under = model.generate(ask('Hello'));
    await model.close();
    expect((await under).text).toBe('ok');
    await expect(model.generate(ask('Hello'))).rejects.toMatchObject({ kind: 'rejected' });
  });
});

test('an adapter changes the reply, by its scale', async () => {
  const path = join(folder, 'adapter.gguf');
  writeTinyAdapter(path);
  const say = async (adapters?: EmbeddedOptions['adapters']) =>
    (await tiny({ seed: 4 }, adapters ? { adapters } : {}).generate(ask('Hello'))).text;
  const bare = await say();
  expect(await say([{ path, scale: 1 }])).not.toBe(bare);
  expect(await say([{ path, scale: 0 }])).toBe(bare);
});

test('a file that is no model is refused: one without a head, and one that llama.cpp cannot load', async () => {
  const path = join(folder, 'broken.gguf');
  const load = () => embeddedModel({ name: 'embedded/broken', digest: '', path, threads: 1, gpu: false });
  writeFileSync(path, 'GGUF but no more');
  await expect(load().generate(ask('Hello'))).rejects.toMatchObject({
    kind: 'rejected',
    message: expect.stringContaining('its head is broken'),
  });
  writeTinyModel(path);
  truncateSync(path, 300_000);
  await expect(load().generate(ask('Hello'))).rejects.toMatchObject({
    kind: 'rejected',
    message: expect.stringMatching(/cannot load .*broken\.gguf: .+/),
  });
});

test('without the optional package it says in one sentence what to install', async () => {
  vi.resetModules();
  vi.doMock('node-llama-cpp', () => {
    throw new Error('Cannot find package');
  });
  const fresh = await import('./embedded.ts');
  const path = join(folder, 'tiny.gguf');
  writeTinyModel(path);
  const model = fresh.embeddedModel({ name: 'embedded/tiny', digest: '', path, threads: 1 });
  await expect(model.generate(ask('Hello'))).rejects.toMatchObject({
    kind: 'missing',
    message: expect.stringMatching(/^embedded\/tiny: .*npm install node-llama-cpp/),
  });
  vi.doUnmock('node-llama-cpp');
});

const real = process.env.PARLEY_REAL_MODEL;
test.runIf(real)('a real model speaks, and keeps to a schema', async () => {
  const model = embeddedModel({ name: 'embedded/real', digest: '', path: real as string, sequences: 12 });
  open.push(model);
  const reply = await model.generate(ask('What is the price?', { maxTokens: 60 }));
  expect(reply.text).toMatch(/[a-z]{3,} [a-z]{2,}/i);
  const schema = { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] };
  const data = await model.generate(ask('Name your price as JSON.', { maxTokens: 60, schema }));
  expect(data.value).toEqual({ price: expect.any(Number) });
  // Rows of a batch that were mixed up would show as words of one reply in another.
  const buyers = Array.from({ length: 12 }, (_, i) => ask(`I am buyer ${i}. What about ${50 + i} dollars?`));
  const together = await Promise.all(buyers.map((buyer) => model.generate(buyer)));
  for (const [i, buyer] of buyers.entries())
    expect((await model.generate(buyer)).text).toBe((together[i] as ModelReply).text);
  // The same prompt, its beginning in memory or not; the bits of quantized weights show any difference in how it was cut.
  const long = ask(`${'The bicycle is blue and has a bell. '.repeat(30)}What is the price?`, { maxTokens: 60 });
  const warm = [await model.generate(long), await model.generate(long)].map((one) => one.text);
  for (let i = 0; i < 4; i++) await model.generate({ ...ask(''), messages: [{ role: 'user', content: `${i}` }] });
  const cold = await embeddedModel({ name: 'embedded/cold', digest: '', path: real as string }).generate(long);
  expect(new Set([...warm, cold.text, (await model.generate(long)).text]).size).toBe(1);
});
if (!real) test.skip('a real model: set PARLEY_REAL_MODEL to the path of a GGUF file', () => undefined);
