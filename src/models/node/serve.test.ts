/** A real server on loopback over a tiny model, asked by the OpenAI-compatible backend and by plain fetch. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TinyModel, writeTinyModel } from '../../../test/gguf.ts';
import { compatibleModel } from '../backends/openai-compatible.ts';
import { ModelError, type ModelRequest } from '../model.ts';
import { type EmbeddedModel, embeddedModel } from './embedded.ts';
import { modelApp, type ServedModel, serveModel } from './serve.ts';

const DIGEST = `sha256:${'d'.repeat(64)}`;
let folder: string;
let server: ServedModel;

function tiny(weights: TinyModel, sequences = 4): EmbeddedModel {
  const path = join(folder, `${JSON.stringify(weights).length}.gguf`);
  writeTinyModel(path, weights);
  return embeddedModel({ name: 'embedded/tiny', digest: DIGEST, path, threads: 1, gpu: false, sequences });
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-serve-'));
  server = await serveModel(tiny({ seed: 5 }), { port: 0 });
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const request: ModelRequest = {
  messages: [
    { role: 'system', content: 'You sell.' },
    { role: 'user', content: 'How much?' },
  ],
  maxTokens: 24,
  temperature: 0,
};
const client = (url: string) => compatibleModel({ name: 'compatible/tiny', model: 'tiny', url: `${url}/v1` });

function post(url: string, body: unknown, signal?: AbortSignal) {
  return fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(signal ? { signal } : {}),
  });
}

const wire = { model: 'tiny', messages: request.messages, max_tokens: 24, temperature: 0 };

describe('through the OpenAI-compatible backend', () => {
  test('the reply is the one that the model gives without a server', async () => {
    const direct = tiny({ seed: 5 });
    const expected = await direct.generate(request);
    await direct.close();
    const reply = await (await client(server.url)).generate(request);
    expect(reply).toMatchObject({
      text: expected.text,
      finish: expected.finish,
      usage: expected.usage,
      digest: expected.digest, // the weights have the same digest behind a server
    });
  });

  test('a seed, a temperature and a stop are kept', async () => {
    const say = async (more: Partial<ModelRequest>) =>
      (await (await client(server.url)).generate({ ...request, ...more })).text;
    const seeded = await say({ temperature: 1, seed: 3 });
    expect(await say({ temperature: 1, seed: 3 })).toBe(seeded);
    expect(await say({ temperature: 1, seed: 4 })).not.toBe(seeded);
    const stop = seeded.slice(4, 6);
    expect(await say({ temperature: 1, seed: 3, stop: [stop] })).toBe(seeded.slice(0, seeded.indexOf(stop)));
  });

  test('a schema is kept', async () => {
    const schema = { type: 'object', properties: { act: { enum: ['offer', 'walk'] } }, required: ['act'] };
    const reply = await (await client(server.url)).generate({ ...request, schema, maxTokens: 100 });
    expect(['offer', 'walk']).toContain((reply.value as { act: string }).act);
  });

  test('more requests at once than sequences are all answered', async () => {
    const model = await client(server.url);
    const many = Array.from({ length: 9 }, (_, seed) => model.generate({ ...request, temperature: 1, seed }));
    expect(new Set((await Promise.all(many)).map((reply) => reply.text)).size).toBe(9);
  });

  test('a prompt that does not fit is rejected with the numbers', async () => {
    const messages = [{ role: 'user', content: 'x'.repeat(5000) }] as const;
    await expect((await client(server.url)).generate({ ...request, messages })).rejects.toMatchObject({
      kind: 'rejected',
      message: expect.stringContaining('HTTP 400: embedded/tiny: the prompt is too long'),
    });
  });

  test('a server that was stopped is a fault of the line', async () => {
    const other = await serveModel(tiny({ recites: ['o', 'k', '</s>'] }), { port: 0 });
    const model = await client(other.url);
    expect((await model.generate(request)).text).toBe('ok');
    await other.close();
    await expect(model.generate(request)).rejects.toMatchObject({ kind: 'transport' });
  });
});

describe('the wire', () => {
  test('a stream is the same reply in pieces, with its end, its usage and [DONE]', async () => {
    const whole = (await (await post(server.url, wire)).json()) as Completion;
    const response = await post(server.url, { ...wire, stream: true, stream_options: { include_usage: true } });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const events = (await response.text())
      .split('\n\n')
      .filter(Boolean)
      .map((event) => event.replace(/^data: /, ''));
    expect(events.at(-1)).toBe('[DONE]');
    const chunks = events.slice(0, -1).map((event) => JSON.parse(event) as Completion);
    const pieces = chunks.flatMap((chunk) => chunk.choices.map((choice) => choice.delta?.content ?? ''));
    expect(pieces.filter(Boolean).length).toBeGreaterThan(3);
    expect(pieces.join('')).toBe(whole.choices[0]?.message?.content);
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe(whole.choices[0]?.finish_reason);
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: whole.usage });
  });

  test('models and health', async () => {
    const models = await (await fetch(`${server.url}/v1/models`)).json();
    expect(models).toMatchObject({ object: 'list', data: [{ id: 'tiny', object: 'model', digest: DIGEST }] });
    expect(await (await fetch(`${server.url}/health`)).json()).toEqual({ status: 'ok', model: 'tiny', digest: DIGEST });
  });

  test.each([
    ['not JSON', 'nonsense', 400, 'the body is not a JSON object'],
    ['no messages', { ...wire, messages: [] }, 400, 'messages: '],
    ['a role of its own', { ...wire, messages: [{ role: 'tool', content: '' }] }, 400, 'messages.0.role: '],
    ['two choices', { ...wire, n: 2 }, 400, 'n: only one choice is made'],
    ['tools', { ...wire, tools: [{}] }, 400, 'tools: tools are not served'],
    ['another model', { ...wire, model: 'gpt-x' }, 404, 'the model "gpt-x" is not served here, only "tiny"'],
    ['the assistant last', { ...wire, messages: [{ role: 'assistant', content: '' }] }, 400, "the user's"],
    ['5 MB', 'x'.repeat(5_000_000), 413, 'a request is at most'],
  ])('%s is refused in words', async (_, body, status, message) => {
    const response = await post(server.url, body);
    expect(response.status).toBe(status);
    const { error } = (await response.json()) as { error: { message: string; type: string } };
    expect(error.message).toContain(message);
    expect(error.type).toBe('invalid_request_error');
  });

  test('an unknown path is refused in words', async () => {
    expect(await (await fetch(`${server.url}/v1/embeddings`)).json()).toMatchObject({
      error: { message: 'there is nothing at GET /v1/embeddings' },
    });
  });

  test('a fault of the model has its status, and in a stream goes down the stream', async () => {
    const fault = new ModelError('transport', 'embedded/x', 'llama.cpp failed: decode');
    const generate = () => Promise.reject(fault);
    const app = modelApp({ name: 'embedded/x', digest: '', generate, close: () => Promise.resolve() });
    const ask = (stream: boolean) =>
      app.request('/v1/chat/completions', {
        method: 'POST',
        body: JSON.stringify({ messages: [{ role: 'user', content: '' }], stream }),
      });
    const whole = await ask(false);
    expect(whole.status).toBe(500);
    expect(await whole.json()).toMatchObject({ error: { message: fault.message, type: 'server_error' } });
    expect(await (await ask(true)).text()).toContain(`"message":"${fault.message}"`);
  });
});

test.each([false, true])('a client that hangs up stops its reply (stream %s)', async (stream) => {
  let asked: () => void;
  const begun = new Promise<void>((resolve) => {
    asked = resolve;
  });
  let stopped: (reason: unknown) => void;
  const ended = new Promise<unknown>((resolve) => {
    stopped = resolve;
  });
  const endless: EmbeddedModel = {
    name: 'embedded/tiny',
    digest: '',
    generate: (_, options) =>
      new Promise((_, reject) => {
        options?.signal?.addEventListener('abort', () => {
          stopped(options.signal?.reason);
          reject(options.signal?.reason);
        });
        asked();
      }),
    close: () => Promise.resolve(),
  };
  const one = await serveModel(endless, { port: 0 });
  const stop = new AbortController();
  const asking = post(one.url, { ...wire, stream }, stop.signal).then((response) => response.text());
  await begun;
  stop.abort();
  await expect(asking).rejects.toThrow('aborted');
  expect(await ended).toBeDefined();
  await one.close();
});

test('a stop answers what is under way first', async () => {
  const one = await serveModel(tiny({ seed: 5 }), { port: 0 });
  const asking = (await client(one.url)).generate({ ...request, maxTokens: 200, temperature: 1, seed: 1 });
  await new Promise((resolve) => setTimeout(resolve, 300));
  await one.close();
  expect((await asking).usage.outputTokens).toBeGreaterThan(5);
});

test('a port that is taken is said', async () => {
  const port = Number(new URL(server.url).port);
  const model = tiny({ seed: 6 });
  await expect(serveModel(model, { port })).rejects.toThrow(`port ${port} is taken; give another with --port`);
});

interface Completion {
  readonly choices: readonly {
    readonly message?: { readonly content: string };
    readonly delta?: { readonly content?: string };
    readonly finish_reason: string | null;
  }[];
  readonly usage: object;
}
