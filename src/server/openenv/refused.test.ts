/** Why an act was not taken, where OpenEnv's clients read it: the message of an error, or `refused` in the observation. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { type TestServer, testServer } from '../server.fixture.ts';

let server: TestServer;
let socket: WebSocket;
beforeAll(async () => {
  server = await testServer();
  socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws`);
  await new Promise((resolve) => socket.once('open', resolve));
});
afterAll(async () => {
  socket.terminate();
  await server.stop();
});

// biome-ignore lint/suspicious/noExplicitAny: frames of every shape
async function send(type: string, data: object): Promise<any> {
  const answer = new Promise<string>((resolve) => socket.once('message', (frame) => resolve(String(frame))));
  socket.send(JSON.stringify({ type, data }));
  return JSON.parse(await answer);
}

test('an error frame says in its message which field is wrong and how', async () => {
  await send('reset', { task: 'price-wide', seed: 3, opens: 'buyer' });
  const { data } = await send('step', { type: 'offer' });
  expect(data.code).toBe('VALIDATION_ERROR');
  expect(data.message).toBe(`Invalid message: price: ${data.errors[0].msg}`);
  const reset = await send('reset', { task: 'price-wide', seat: 'judge' });
  expect(reset.data.message).toContain('seat: a seat is one of buyer, seller, got "judge"');
});

test('a deal of a row that was forfeited says why, though the next one has begun', async () => {
  await send('reset', { task: 'career_10', seed: 3 });
  const refuse = () => send('step', { type: 'offer', price: -5 });
  const first = await refuse();
  expect(first.data.observation).toMatchObject({ deal: 1, refused: expect.stringContaining('-5'), result: null });
  await refuse();
  const third = await refuse();
  expect(third.data).toMatchObject({ done: false, observation: { deal: 2, result: { kind: 'forfeited' } } });
  expect(third.data.observation.refused).toBe(first.data.observation.refused);
  const next = await send('step', { type: 'say', words: 'Again.' });
  expect(next.data.observation.refused).toBeNull();
});

test('what is nested too deep to be written is named and not written', async () => {
  const deep = `${'['.repeat(60_000)}${']'.repeat(60_000)}`;
  const rpc = `{"jsonrpc":"2.0","method":"tools/list","id":1,"params":{"session_id":${deep}}}`;
  const { status, json } = await server.ask('POST /mcp', rpc);
  expect([status, json.error]).toMatchObject([200, { code: -32602, message: 'Unknown session_id: a list' }]);
  const answer = new Promise<string>((resolve) => socket.once('message', (frame) => resolve(String(frame))));
  socket.send(`{"type":${deep}}`);
  expect(JSON.parse(await answer).data).toMatchObject({
    code: 'UNKNOWN_TYPE',
    message: 'Unknown message type: a list',
  });
});
