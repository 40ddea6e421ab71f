/** What servers of several kinds say about their weights, and the digest that comes of it. The answers are shaped like theirs. */
import { afterEach, describe, expect, test } from 'vitest';
import type { ModelError } from '../model.ts';
import { anthropicModel } from './anthropic.ts';
import { ollamaModel } from './ollama.ts';
import { compatibleModel, openaiModel } from './openai-compatible.ts';
import { type StandIn, standIn } from './stand-in.fixture.ts';

const servers: StandIn[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** A server that has these pages and no others. */
async function telling(pages: Readonly<Record<string, unknown>>): Promise<StandIn> {
  const server = await standIn(
    () => ({ status: 500, body: {} }),
    ({ path }) => (path in pages ? { body: pages[path] } : { status: 404, body: '' }),
  );
  servers.push(server);
  return server;
}

const HASH = 'a80c4f17acd55265feec403c7aef86be0c25983ab279d83f3bcd3abbcb5b8b72';
const digestAt = async ({ url }: StandIn, more: { model?: string; key?: string; path?: string } = {}) =>
  (await compatibleModel({ model: more.model ?? 'qwen', url: `${url}${more.path ?? '/v1'}`, key: more.key })).digest;

describe('a compatible server', () => {
  test('that says nothing is not known, and told apart by its origin and path', async () => {
    const [a, b] = [await telling({}), await telling({})];
    const digests = [await digestAt(a), await digestAt(b), await digestAt(a, { path: '/other/v1' })];
    expect(new Set(digests).size).toBe(3);
    expect(digests[0]).toMatch(new RegExp(`^not known \\(qwen at ${a.url}, [0-9a-f]{12}\\)$`));
    expect(await digestAt(a)).toBe(digests[0]);
    expect(await digestAt(a, { path: '/v1/' })).toBe(digests[0]);
    expect(await digestAt(a, { key: 'secret-key' })).toBe(digests[0]);
    expect(a.looked.at(-1)?.headers.authorization).toBe('Bearer secret-key');
  });

  // vLLM: created is the present time and the id of the permission is drawn anew, at every question.
  const vllm = (root: string, now: number) => ({
    '/v1/models': {
      object: 'list',
      data: [
        {
          id: 'qwen',
          object: 'model',
          created: now,
          owned_by: 'vllm',
          root,
          parent: null,
          max_model_len: 4096,
          permission: [{ id: `modelperm-${now}`, created: now }],
        },
        { id: 'other', object: 'model', created: now, owned_by: 'vllm', root: 'Other/Other', parent: null },
      ],
    },
  });

  test('vLLM: other weights under the same name are told, the time of day is not', async () => {
    const pages = vllm('Qwen/Qwen3-4B', 1);
    const server = await telling(pages);
    const digest = await digestAt(server);
    Object.assign(pages, vllm('Qwen/Qwen3-4B', 2));
    expect(await digestAt(server)).toBe(digest);
    Object.assign(pages, vllm('/srv/tuned', 3));
    const tuned = await digestAt(server);
    expect(tuned).not.toBe(digest);
    expect(tuned).not.toContain('/srv');
  });

  // llama.cpp: one model, listed by its path, that answers to any name.
  const llama = (size: number, build: string, now: number) => ({
    '/v1/models': {
      object: 'list',
      data: [{ id: '/srv/x.gguf', created: now, owned_by: 'llamacpp', meta: { n_params: 134515008, size } }],
    },
    '/props': { model_path: '/srv/x.gguf', build_info: build, chat_template: '{{ messages }}', total_slots: now },
  });

  test('llama.cpp: another file under the same path, or another build, is told', async () => {
    const pages = llama(100, 'b6123-aa', 1);
    const server = await telling(pages);
    const digest = await digestAt(server);
    Object.assign(pages, llama(100, 'b6123-aa', 2));
    expect(await digestAt(server)).toBe(digest);
    Object.assign(pages, llama(101, 'b6123-aa', 3));
    const resized = await digestAt(server);
    Object.assign(pages, llama(100, 'b7000-bb', 4));
    expect(new Set([digest, resized, await digestAt(server)]).size).toBe(3);
  });

  test('that tells a hash of the weights has that digest, wherever it is', async () => {
    const data = [{ id: 'qwen', owned_by: 'parley', digest: `sha256:${HASH}` }];
    const [a, b] = [await telling({ '/v1/models': { data } }), await telling({ '/v1/models': { data } })];
    expect([await digestAt(a), await digestAt(b)]).toEqual([`sha256:${HASH}`, `sha256:${HASH}`]);
  });

  test('a page that is no list says nothing', async () => {
    const server = await telling({ '/v1/models': ['qwen'] });
    expect(await digestAt(server)).toContain('not known');
  });

  test.each([
    [401, 'rejected'],
    [429, 'limit'],
    [503, 'transport'],
  ])(
    'HTTP %i to the question is an error, since a digest without the answer would be another',
    async (status, kind) => {
      const server = await standIn(
        () => ({ body: {} }),
        () => ({ status, body: { error: { message: 'the key secret-key is wrong' } } }),
      );
      servers.push(server);
      const fault: ModelError = await compatibleModel({
        model: 'qwen',
        url: `${server.url}/v1`,
        key: 'secret-key',
      }).then(
        () => expect.unreachable(),
        (error) => error,
      );
      const { host } = new URL(server.url);
      expect(fault).toMatchObject({ kind, model: 'compatible/qwen' });
      expect(fault.message).toBe(
        `compatible/qwen: ${host} was asked which weights it serves and answered HTTP ${status}`,
      );
    },
  );

  test('an address with a password is refused, and the password not repeated', async () => {
    const refused = compatibleModel({ model: 'qwen', url: 'http://me:secret@127.0.0.1:1/v1' });
    await expect(refused).rejects.toThrow(
      new RangeError('the address of 127.0.0.1:1 holds a user or a password: leave it out and give a key'),
    );
  });
});

describe('Ollama', () => {
  const tags = (...models: object[]) => telling({ '/api/tags': { models } });

  test('tells the digest of the manifest; a name without a tag is the latest', async () => {
    const server = await tags(
      { name: 'llama3.2:latest', digest: HASH },
      { name: 'llama3.2:3b', digest: 'b'.repeat(64) },
    );
    const digest = async (model: string) => (await ollamaModel({ model, url: server.url })).digest;
    expect(await digest('llama3.2')).toBe(`sha256:${HASH}`);
    expect(await digest('llama3.2:3b')).toBe(`sha256:${'b'.repeat(64)}`);
  });

  test('a model that it lacks is missing at once', async () => {
    const server = await tags();
    await expect(ollamaModel({ model: 'x', url: server.url })).rejects.toMatchObject({
      kind: 'missing',
      message: expect.stringContaining('"ollama pull x"'),
    });
  });

  test('a model of its cloud has its weights elsewhere', async () => {
    const server = await tags({
      name: 'big:cloud',
      digest: HASH,
      remote_host: 'https://ollama.com',
      remote_model: 'big',
    });
    const { digest } = await ollamaModel({ model: 'big:cloud', url: server.url });
    expect(digest).toContain(`not known (big:cloud at ${server.url},`);
  });
});

describe('a dated name', () => {
  test('pins an OpenAI model without a question', async () => {
    const server = await telling({});
    const { digest } = await openaiModel({ model: 'gpt-x-2026-01-31', url: `${server.url}/v1` });
    expect(digest).toBe(`gpt-x-2026-01-31 at ${server.url}/v1`);
    expect(server.looked).toEqual([]);
  });

  test('pins an Anthropic model without a question, and an alias by the model it stands for', async () => {
    const server = await telling({
      '/v1/models/claude-y': { id: 'claude-y-20260204', created_at: '2026-02-04T00:00:00Z' },
      '/v1/models/claude-z': { id: 'claude-z', created_at: '2026-02-04T00:00:00Z' },
    });
    const digest = async (model: string) => (await anthropicModel({ model, key: 'k', url: `${server.url}/v1` })).digest;
    expect(await digest('claude-x-20251001')).toBe(`claude-x-20251001 at ${server.url}/v1`);
    expect(server.looked).toEqual([]);
    expect(await digest('claude-y')).toBe(`claude-y-20260204 at ${server.url}/v1`);
    expect(await digest('claude-z')).toContain(`not known (claude-z at ${server.url},`);
    expect(await digest('claude-unheard-of')).toContain('not known');
  });
});

describe('what is no answer', () => {
  test('an answer that breaks off is an error, and makes no digest', async () => {
    const server = await standIn(
      () => ({ status: 500, body: {} }),
      () => (response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
        response.write('{"data":');
        setTimeout(() => response.destroy(), 20);
      },
    );
    servers.push(server);
    await expect(digestAt(server)).rejects.toThrow('began to say which weights it serves and broke off');
  });

  test.each(['', 'sha256:', 'latest', `${HASH} and more`])('%j is no hash of weights', async (digest) => {
    const server = await telling({ '/api/tags': { models: [{ name: 'm:latest', digest }] } });
    expect((await ollamaModel({ model: 'm', url: server.url })).digest).toMatch(/^not known/);
  });

  test('a key with a line break is refused before it is sent, and not repeated', async () => {
    const server = await telling({});
    const error = await digestAt(server, { key: 'sk-SECRET\nx' }).catch((one: Error) => one);
    expect(String(error)).toContain('the key holds a line break');
    expect(String(error)).not.toContain('SECRET');
  });

  test('an address with a query is refused', async () => {
    await expect(compatibleModel({ model: 'm', url: 'http://127.0.0.1:1/v1?token=x' })).rejects.toThrow(
      'ends in a query',
    );
  });
});

test('a reply adds what only it can tell: the model behind an alias and the state of the service', async () => {
  const server = await standIn(() => ({
    body: {
      model: 'gpt-x-2026-01-31',
      system_fingerprint: 'fp_44709d6fcb',
      choices: [{ index: 0, message: { role: 'assistant', content: 'Yes.' }, finish_reason: 'stop' }],
    },
  }));
  servers.push(server);
  const model = await openaiModel({ model: 'gpt-x', url: `${server.url}/v1` });
  const reply = await model.generate({ messages: [{ role: 'user', content: 'Yes?' }], maxTokens: 5, temperature: 0 });
  expect(reply.digest).toBe(`${model.digest}, answered by gpt-x-2026-01-31 fp_44709d6fcb`);
});
