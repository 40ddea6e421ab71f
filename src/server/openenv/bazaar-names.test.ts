/** Under BazaarBATNA's own names: its actions at /step, /highlight, /sauda/health and /sauda/backends. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '../server.fixture.ts';
import { ourAction } from './bazaar-action.ts';

const TOKEN = 'a-token-of-this-test';
let server: TestServer;
beforeAll(async () => {
  server = await testServer({ token: TOKEN, models: ['scripted', 'nonsense'] });
});
afterAll(() => server.stop());
const holding = { authorization: `Bearer ${TOKEN}` };

test('an action as its clients send it is the act that ours send', async () => {
  const began = async () => {
    const { headers } = await server.ask('POST /reset', { task: 'single_deal', seed: 3 }, holding);
    return { ...holding, cookie: headers.get('set-cookie')?.split(';')[0] ?? '' };
  };
  const [ours, beside, within] = [await began(), await began(), await began()];
  const offers = [
    await server.ask('POST /step', { action: { type: 'offer', price: 40, words: 'Forty?' } }, ours),
    await server.ask('POST /step', { action: 'offer', price: 40, message: 'Forty?' }, beside),
    await server.ask('POST /step', { action: { action: 'offer', price: 40, message: 'Forty?' } }, within),
  ];
  for (const { status, json } of offers) {
    expect(status).toBe(200);
    expect(json.observation.history).toEqual(offers[0]?.json.observation.history);
  }
  expect(offers[1]?.json.observation.history.at(-2).act).toMatchObject({ type: 'offer', price: 40, words: 'Forty?' });
  const taken = await server.ask('POST /step', { action: 'accept', price: null }, beside);
  expect(taken.json).toMatchObject({ done: true, observation: { result: { kind: 'agreement' } } });
});

test('what is no action of either kind is refused as before', async () => {
  for (const body of [{ action: 'shout' }, { action: 7 }, { price: 40 }, { action: 'offer', price: 'forty' }])
    expect((await server.ask('POST /step', body, holding)).status, JSON.stringify(body)).toBe(422);
  // An act of ours keeps its own fields, whatever else it is given.
  expect(ourAction({ type: 'say', action: 'offer', words: 'x' })).toEqual({ type: 'say', action: 'offer', words: 'x' });
});

test('/highlight answers as /v1/highlights does', async () => {
  const words = 'This is my final price, two other buyers are looking.';
  const [theirs, ours] = [
    await server.ask('POST /highlight', { message: words }, holding),
    await server.ask('POST /v1/highlights', { words }, holding),
  ];
  expect(theirs.status).toBe(200);
  expect(theirs.json).toEqual(ours.json);
  expect(theirs.json.spans.length).toBeGreaterThan(0);
  expect((await server.ask('POST /highlight', { message: 'x'.repeat(100_000) }, holding)).status).toBe(400);
});

test('backends with their health: nothing is asked for who may not use models', async () => {
  const before = await server.ask('GET /sauda/backends');
  const health = ({ id, ok }: { id: string; ok: boolean | null }) => [id, ok];
  expect(before.json.slice(0, 3).map(health)).toEqual([
    ['sauda@scripted', null],
    ['sauda@nonsense', null],
    ['sauda', true],
  ]);
  expect((await server.ask('GET /sauda/health')).json).toEqual({
    status: 'degraded',
    live_agent_available: false,
    active_backend: 'sauda',
  });
  const asked = await server.ask('GET /sauda/backends', undefined, holding);
  expect(asked.json.slice(0, 2).map(health)).toEqual([
    ['sauda@scripted', true],
    ['sauda@nonsense', false],
  ]);
  expect(asked.json[1].problem).toContain('BACKEND/MODEL');
  // What came back is told to everyone.
  expect((await server.ask('GET /sauda/health')).json).toMatchObject({
    status: 'ok',
    active_backend: 'sauda@scripted',
  });
});

test('they stand in the document of the API', async () => {
  const { paths } = (await server.ask('GET /openapi.json', undefined, holding)).json;
  expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/highlight', '/sauda/health', '/sauda/backends']));
  expect(paths['/step'].post.requestBody.content['application/json'].schema.properties).toHaveProperty('message');
});

test('an act that does not stand under "action" is told where it should', async () => {
  const { status, text } = await server.ask('POST /step', { type: 'offer', price: 40 });
  expect(status).toBe(422);
  expect(JSON.parse(text).detail[0].msg).toContain('the act stands under "action", as in {"action": {"type": "offer"');
});
