/** Against a stand-in on 127.0.0.1 that speaks Ollama's OpenAI-compatible interface; no Ollama is asked. */
import { afterEach, expect, test } from 'vitest';
import type { ModelRequest } from '../model.ts';
import { ollamaAddress, ollamaModel } from './ollama.ts';
import { type StandIn, standIn } from './stand-in.fixture.ts';

let server: StandIn;
afterEach(() => server?.close());

const request: ModelRequest = { messages: [{ role: 'user', content: 'How much?' }], maxTokens: 9, temperature: 0 };

test('request and reply', async () => {
  server = await standIn(() => ({
    body: {
      id: 'c1',
      object: 'chat.completion',
      created: 0,
      model: 'llama3.2:3b',
      choices: [{ index: 0, message: { role: 'assistant', content: '32.' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
    },
  }));
  const reply = await (await ollamaModel({ model: 'llama3.2:3b', url: server.url })).generate(request);
  expect(reply).toMatchObject({
    text: '32.',
    servedBy: 'ollama/llama3.2:3b',
    digest: expect.stringContaining('not known'),
  });
  expect(server.asked[0]).toMatchObject({
    path: '/v1/chat/completions',
    body: { model: 'llama3.2:3b', max_tokens: 9 },
  });
});

test('a model that Ollama lacks is missing, with the command that gets it', async () => {
  server = await standIn(() => ({ status: 404, body: { error: { message: 'model "x" not found, try pulling it' } } }));
  await expect((await ollamaModel({ model: 'x', url: server.url })).generate(request)).rejects.toMatchObject({
    kind: 'missing',
    message: expect.stringContaining('"ollama pull x"'),
  });
});

test.each([
  [undefined, 'http://127.0.0.1:11434'],
  ['', 'http://127.0.0.1:11434'],
  ['0.0.0.0', 'http://127.0.0.1:11434'],
  ['box', 'http://box:11434'],
  ['box:8000', 'http://box:8000'],
  ['http://box:8000/', 'http://box:8000'],
  ['https://box', 'https://box'],
])('OLLAMA_HOST %s is %s', (host, address) => {
  expect(ollamaAddress(host)).toBe(address);
});
