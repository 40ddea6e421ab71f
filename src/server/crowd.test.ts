/** Very many at once of one address: what they cost the others, and what they are told. */
import { request } from 'node:http';
import { connect } from 'node:net';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Caller } from './front-door.ts';
import { type Env, mount, route } from './routes.ts';
import { type TestServer, testServer } from './server.fixture.ts';

const BOUND = 128 * 1024;
let server: TestServer;
beforeAll(async () => {
  server = await testServer({ unread: { perAddress: BOUND, overall: 4 * BOUND } });
});
afterAll(() => server.stop());

function post(path: string, body: object, from: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const options = { port: server.port, host: '127.0.0.1', localAddress: from, method: 'POST', path, agent: false };
    const sent = request(options, async (answer) => {
      let text = '';
      for await (const chunk of answer) text += chunk;
      resolve({ status: answer.statusCode as number, text });
    });
    sent.on('error', reject).end(JSON.stringify(body));
  });
}

test('resets that lose their place before they are answered are told so', async () => {
  const body = { task: 'price-wide', seat: 'seller', opens: 'buyer' };
  const answers = await Promise.all(Array.from({ length: 60 }, () => post('/reset', body, '127.0.0.7')));
  for (const { status, text } of answers)
    if (status !== 200) expect([status, text]).toEqual([409, expect.stringContaining('reset again')]);
});

test('bodies that are never finished are bounded: the oldest connection of the address is closed', async () => {
  const part = BOUND / 4;
  const closed: number[] = [];
  const slow = Array.from({ length: 5 }, (_, i) => {
    const socket = connect({ port: server.port, host: '127.0.0.1', localAddress: '127.0.0.8' });
    socket.on('error', () => undefined).on('close', () => closed.push(i));
    return socket;
  });
  for (const socket of slow) {
    socket.write(`POST /v1/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${2 * BOUND}\r\n\r\n`);
    await new Promise((resolve) => socket.write(' '.repeat(part), resolve));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await expect.poll(() => closed).toEqual([0]);
  expect((await post('/reset', { seed: 1 }, '127.0.0.9')).status).toBe(200);
  // Who sends all of it is answered as ever.
  const padded = { seed: 1, other: 'x'.repeat(part) };
  expect((await post('/reset', padded, '127.0.0.9')).status).toBe(200);
  for (const socket of slow) socket.destroy();
});

test('a text of very many numbers is not read', async () => {
  const text = '1 '.repeat(1500);
  const { json: game } = await server.ask('POST /v1/games', { task: 'price-wide', seats: { buyer: 'remote' } });
  const headers = { 'x-seat-token': game.tokens.buyer };
  const act = await server.ask(`POST /v1/games/${game.id}/acts`, { text }, headers);
  expect([act.status, act.json.error.message]).toEqual([422, expect.stringContaining('1500 numbers')]);
});

test('requests of one address that arrive together are answered over many turns of the loop', async () => {
  const app = new Hono<Env>();
  app.use((c, next) => {
    c.set('caller', { address: c.req.header('x-from') as string, known: false } as Caller);
    return next();
  });
  let turns = 0;
  const order: { who: string; turn: number }[] = [];
  const handle = ({
    c,
  }: {
    c: { req: { header(name: string): string | undefined }; text(text: string): Response };
  }) => {
    const until = performance.now() + 6;
    while (performance.now() < until);
    order.push({ who: c.req.header('x-from') as string, turn: turns });
    return c.text('done');
  };
  mount(app, [route({ method: 'post', path: '/x', about: '', tag: '', answers: {}, body: z.unknown(), handle })]);
  let looking = true;
  const look = () => {
    turns++;
    if (looking) setImmediate(look);
  };
  setImmediate(look);
  const ask = (who: string) => app.request('/x', { method: 'POST', body: '{}', headers: { 'x-from': who } });
  await Promise.all([...Array.from({ length: 20 }, () => ask('hog')), ask('other')]);
  looking = false;
  expect(order).toHaveLength(21);
  expect(order.findIndex(({ who }) => who === 'other')).toBeLessThan(4);
  expect(new Set(order.map(({ turn }) => turn)).size).toBeGreaterThan(10);
});
