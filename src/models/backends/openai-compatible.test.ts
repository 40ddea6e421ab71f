/** Against a stand-in on 127.0.0.1. serve.test.ts runs the same backend against a real server of this house. */
import { afterEach, describe, expect, test } from 'vitest';
import type { ModelRequest } from '../model.ts';
import { compatibleModel, openaiModel } from './openai-compatible.ts';
import { type Answer, type StandIn, standIn } from './stand-in.fixture.ts';

const servers: StandIn[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function serving(answering: Parameters<typeof standIn>[0]): Promise<StandIn> {
  const server = await standIn(answering);
  servers.push(server);
  return server;
}

const completion = (content: string, finish = 'stop'): Answer => ({
  body: {
    id: 'c1',
    object: 'chat.completion',
    created: 0,
    model: 'qwen-2026-01-01',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: finish }],
    usage: { prompt_tokens: 11, completion_tokens: 5, total_tokens: 16 },
  },
});

const request: ModelRequest = {
  messages: [
    { role: 'system', content: 'You sell.' },
    { role: 'user', content: 'How much?' },
  ],
  maxTokens: 50,
  temperature: 0.5,
};
const at = (server: StandIn, key?: string) =>
  compatibleModel({ name: 'compatible/qwen', model: 'qwen', url: `${server.url}/v1`, key });

describe('request and reply', () => {
  test('every field goes over the wire, and the reply comes back', async () => {
    const server = await serving(() => completion('32, please.'));
    const full = { ...request, topP: 0.9, seed: 7, stop: ['\n'] };
    const reply = await (await at(server, 'secret-key')).generate(full);
    expect(reply).toMatchObject({
      text: '32, please.',
      finish: 'stop',
      usage: { inputTokens: 11, outputTokens: 5 },
      servedBy: 'compatible/qwen',
      // The name that the service gives is more exact than the one asked for, and only in the reply.
      digest: expect.stringMatching(/^not known \(qwen at http.*\), answered by qwen-2026-01-01$/),
    });
    expect(server.asked).toHaveLength(1);
    expect(server.asked[0]).toMatchObject({
      path: '/v1/chat/completions',
      headers: { authorization: 'Bearer secret-key' },
      body: {
        model: 'qwen',
        messages: [
          { role: 'system', content: 'You sell.' },
          { role: 'user', content: 'How much?' },
        ],
        max_tokens: 50,
        temperature: 0.5,
        top_p: 0.9,
        seed: 7,
        stop: ['\n'],
      },
    });
  });

  test('a schema that bounds a text goes out whole, and to OpenAI, which refuses that, without the bound', async () => {
    const server = await serving(() => completion('{"words":"no"}'));
    const schema = (bound: object) => ({ type: 'object', properties: { words: { type: 'string', ...bound } } });
    const bounded = { ...request, schema: schema({ maxLength: 20 }) };
    await (await at(server)).generate(bounded);
    await (await openaiModel({ model: 'gpt-x', url: `${server.url}/v1` })).generate(bounded);
    const sent = server.asked.map(({ body }) => body as { response_format: { json_schema: { schema: object } } });
    expect(sent.map((body) => body.response_format.json_schema.schema)).toMatchObject([bounded.schema, schema({})]);
    expect(JSON.stringify(sent[1])).not.toContain('maxLength');
  });

  test.each([
    ['length', 'length'],
    ['content_filter', 'other'],
  ])('finish %s is %s', async (wire, finish) => {
    const server = await serving(() => completion('32', wire));
    expect((await (await at(server)).generate(request)).finish).toBe(finish);
  });

  test('OpenAI gets the key that the program gives and its token limit under the new name', async () => {
    const server = await serving(() => completion('32'));
    const model = await openaiModel({ model: 'gpt-x', key: 'sk-1', url: `${server.url}/v1` });
    expect((await model.generate(request)).servedBy).toBe('openai/gpt-x');
    expect(server.asked[0]?.headers.authorization).toBe('Bearer sk-1');
    expect(server.asked[0]?.body).toMatchObject({ model: 'gpt-x', max_completion_tokens: 50 });
    expect(server.asked[0]?.body).not.toHaveProperty('max_tokens');
  });

  test('OpenAI without a key is refused before anything is sent', async () => {
    const message = 'openai/gpt-x: OpenAI needs a key';
    await expect(openaiModel({ model: 'gpt-x' })).rejects.toMatchObject({ kind: 'rejected', message });
  });
});

describe('a schema', () => {
  const schema = {
    type: 'object',
    properties: { price: { type: 'number' } },
    required: ['price'],
    additionalProperties: false,
  };

  test('is sent, and the value comes back', async () => {
    const server = await serving(() => completion('{"price": 32}'));
    expect(await (await at(server)).generate({ ...request, schema })).toMatchObject({
      value: { price: 32 },
      finish: 'stop',
    });
    expect(server.asked[0]?.body.response_format).toMatchObject({ type: 'json_schema', json_schema: { schema } });
  });

  test.each([
    ['{"price": "dear"}', 'stop'],
    ['I would say 32.', 'stop'],
    ['{"pri', 'length'],
  ])('that the service did not keep gives the text and no value: %s', async (content, finish) => {
    const server = await serving(() => completion(content, finish));
    const reply = await (await at(server)).generate({ ...request, schema });
    expect(reply).toMatchObject({ text: content, finish, usage: { inputTokens: 11, outputTokens: 5 } });
    expect(reply).not.toHaveProperty('value');
  });
});

describe('faults', () => {
  const error = (status: number, headers: Record<string, string> = {}): Answer => ({
    status,
    headers,
    body: { error: { message: `no, ${status}`, type: 'x' } },
  });

  test.each([
    [400, 'rejected'],
    [401, 'rejected'],
    [403, 'rejected'],
    [404, 'rejected'],
    [422, 'rejected'],
    [408, 'timeout'],
    [504, 'timeout'],
    [429, 'limit'],
    [500, 'transport'],
    [503, 'transport'],
  ])('HTTP %i is %s, asked once', async (status, kind) => {
    const server = await serving(() => error(status));
    await expect((await at(server)).generate(request)).rejects.toMatchObject({
      name: 'ModelError',
      kind,
      model: 'compatible/qwen',
      message: `compatible/qwen: HTTP ${status}: no, ${status}`,
    });
    expect(server.asked).toHaveLength(1); // retries are the wrapper's
  });

  test.each([
    ['retry-after', '7', 7],
    ['retry-after-ms', '1500', 1.5],
  ])('%s: %s is %d seconds', async (header, value, retryAfter) => {
    const server = await serving(() => error(429, { [header]: value }));
    await expect((await at(server)).generate(request)).rejects.toMatchObject({ kind: 'limit', retryAfter });
  });

  test('retry-after may be a date', async () => {
    const server = await serving(() => error(429, { 'retry-after': new Date(Date.now() + 60_000).toUTCString() }));
    const fault = await (await at(server)).generate(request).catch((caught) => caught);
    expect(fault.retryAfter).toBeGreaterThan(50);
    expect(fault.retryAfter).toBeLessThanOrEqual(60);
  });

  test('nobody listening is transport, and says where', async () => {
    const server = await serving(() => completion(''));
    const model = await at(server);
    await server.close();
    await expect(model.generate(request)).rejects.toMatchObject({
      kind: 'transport',
      message: expect.stringMatching(/cannot reach 127\.0\.0\.1:\d+: .*ECONNREFUSED/),
    });
  });

  test('a line cut in the middle of the answer is transport', async () => {
    const server = await serving(() => (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"choices": [');
      setTimeout(() => response.destroy(), 20);
    });
    await expect((await at(server)).generate(request)).rejects.toMatchObject({ kind: 'transport' });
  });

  test.each([
    ['not JSON', '<html>hello</html>'],
    ['no choices', { object: 'chat.completion' }],
  ])('%s is unusable', async (_, body) => {
    const server = await serving(() => ({ body }));
    await expect((await at(server)).generate(request)).rejects.toMatchObject({ kind: 'unusable' });
  });

  test('an abort comes back as the reason given, a deadline as a timeout', async () => {
    const server = await serving(() => () => undefined); // never answers
    const stop = new AbortController();
    const asking = (await at(server)).generate(request, { signal: stop.signal });
    setTimeout(() => stop.abort(new Error('enough')), 50);
    await expect(asking).rejects.toThrow('enough');
    const late = (await at(server)).generate(request, { signal: AbortSignal.timeout(50) });
    await expect(late).rejects.toMatchObject({ kind: 'timeout' });
  });

  test('a service that repeats the key back does not get it into the error', async () => {
    const server = await serving(() => ({
      status: 401,
      body: { error: { message: 'Incorrect API key provided: secret-key.' } },
    }));
    const fault = await (await at(server, 'secret-key')).generate(request).catch((caught) => caught);
    expect(fault.message).toBe('compatible/qwen: HTTP 401: Incorrect API key provided: ***.');
    expect(JSON.stringify(fault, Object.getOwnPropertyNames(fault))).not.toContain('secret-key');
  });
});
