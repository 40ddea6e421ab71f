/** The front door: tokens, limits, sizes, headers, origins, addresses, logs, and a stop that loses nothing. */
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import WebSocket from 'ws';
import { errorFields } from './log.ts';
import { type TestServer, testServer } from './server.fixture.ts';

let server: TestServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});
const start = async (options: Parameters<typeof testServer>[0] = {}) => {
  server = await testServer(options);
  return server;
};

test('with a token, whatever writes or costs money needs it; reading and OpenEnv do not', async () => {
  const { ask } = await start({ token: 'open sesame' });
  const bearer = { authorization: 'Bearer open sesame' };
  for (const what of [
    'POST /v1/games',
    'POST /v1/mcp',
    'POST /v1/identities',
    'POST /v1/matches',
    'GET /v1/models/health',
    'GET /metrics',
  ]) {
    const body = what.startsWith('POST') ? {} : undefined;
    const given = what === 'POST /v1/identities' ? { kind: 'person', name: 'x' } : body;
    // A match needs the signature of a key besides, and says so when the token is right.
    for (const headers of [{}, { authorization: 'Bearer wrong' }]) {
      const refused = await ask(what, given, headers as Record<string, string>);
      expect([refused.status, refused.json.error.code], what).toEqual([401, 'token']);
    }
    expect((await ask(what, given, bearer)).json?.error?.code, what).not.toBe('token');
  }
  for (const what of ['GET /v1/tasks', 'GET /v1/games', 'GET /health', 'GET /'])
    expect((await ask(what)).status, what).toBe(200);
  expect((await ask('POST /reset')).status).toBe(200);
});

test('a model is seated only from this machine, or with the token', async () => {
  const { ask } = await start();
  const game = { seats: { seller: 'llm:scripted' } };
  expect((await ask('POST /v1/games', game)).status).toBe(201);
  // A page elsewhere whose name resolves to this machine sends its own name.
  const reset = { opponent: 'llm:compatible/x?url=http://10.0.0.1/' };
  const { port } = server as TestServer;
  const http = await import('node:http');
  const status = await new Promise<number>((resolve) => {
    const request = http.request(
      { port, path: '/v1/games', method: 'POST', headers: { host: 'evil.example' } },
      (reply) => resolve(reply.statusCode ?? 0),
    );
    request.end(JSON.stringify(game));
  });
  expect(status).toBe(403);
  await server?.stop();
  const { ask: guarded } = await start({ token: 'secret' });
  const refused = await guarded('POST /reset', reset);
  expect(refused.status).toBe(422);
  expect(refused.json.detail[0].msg).toContain("needs the server's token");
});

test('limits: an address is asked to come back, and X-Forwarded-For changes nothing unless it is trusted', async () => {
  const limits = { address: { minute: 2 } };
  const { ask } = await start({ limits });
  const from = (address: string) => ask('GET /v1/tasks', undefined, { 'x-forwarded-for': address });
  expect([(await from('1.1.1.1')).status, (await from('2.2.2.2')).status]).toEqual([200, 200]);
  const third = await from('3.3.3.3');
  expect(third.status).toBe(429);
  expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await ask('GET /health')).status).toBe(200);
  await server?.stop();
  const { ask: proxied } = await start({ limits, trustProxy: 'any' });
  for (const address of ['1.1.1.1', '1.1.1.1', '2.2.2.2', '2001:db8:1:2:3::1', '2001:db8:1:2:4::1'])
    expect((await proxied('GET /v1/tasks', undefined, { 'x-forwarded-for': `9.9.9.9, ${address}` })).status).toBe(200);
  // The last entry is the one that the proxy wrote; one IPv6 customer has a /64.
  for (const address of ['1.1.1.1', '2001:db8:1:2:5::9'])
    expect((await proxied('GET /v1/tasks', undefined, { 'x-forwarded-for': `8.8.8.8, ${address}` })).status).toBe(429);
});

test('limits: acts in one game, and sockets of the OpenEnv door', async () => {
  const { ask, url } = await start({ limits: { game: { hour: 1 }, openEnv: { minute: 1 } } });
  const { json } = await ask('POST /v1/games', { opens: 'buyer' });
  const act = () =>
    ask(`POST /v1/games/${json.id}/acts`, { act: { type: 'say', words: 'hi' } }, { 'x-seat-token': json.tokens.buyer });
  expect((await act()).status).toBe(200);
  expect((await act()).status).toBe(429);
  expect((await ask('POST /reset')).status).toBe(200);
  expect((await ask('POST /reset')).status).toBe(429);
  const open = () => new WebSocket(`${url.replace('http', 'ws')}/ws`);
  const first = open();
  await new Promise((resolve) => first.once('open', resolve));
  const second = open();
  const refusal = await new Promise<string>((resolve) => second.once('message', (data) => resolve(String(data))));
  expect(JSON.parse(refusal)).toMatchObject({ type: 'error', data: { code: 'SESSION_ERROR' } });
  first.terminate();
  second.terminate();
});

test('sizes: a body and a message that are too large are refused, with or without a length', async () => {
  const { ask, url, port } = await start();
  const large = JSON.stringify({ name: 'x'.repeat(300_000) });
  expect((await ask('POST /v1/games', large)).status).toBe(413);
  const http = await import('node:http');
  const status = await new Promise<number>((resolve) => {
    const request = http.request({ port, path: '/v1/games', method: 'POST' }, (reply) =>
      resolve(reply.statusCode ?? 0),
    );
    request.on('error', () => resolve(0));
    for (let i = 0; i < 30; i++) request.write('x'.repeat(10_000));
    request.end();
  });
  expect(status).toBe(413);
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`);
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send(JSON.stringify({ type: 'state', pad: 'x'.repeat(1_100_000) }));
  expect(await new Promise((resolve) => socket.once('close', resolve))).toBe(1009);
  expect((await ask('GET /health')).status).toBe(200);
});

test('headers: nothing is sniffed, framed scripts have a policy, and no origin may call unless it is named', async () => {
  const { ask } = await start();
  const { headers } = await ask('GET /');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self' https://huggingface.co");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(
    (await ask('GET /v1/tasks', undefined, { origin: 'https://a.example' })).headers.get('access-control-allow-origin'),
  ).toBeNull();
  await server?.stop();
  const { ask: named } = await start({ cors: ['https://a.example'] });
  const allowed = async (origin: string) =>
    (await named('GET /v1/tasks', undefined, { origin })).headers.get('access-control-allow-origin');
  expect(await allowed('https://a.example')).toBe('https://a.example');
  expect(await allowed('https://b.example')).toBeNull();
});

test('logs hold routes and times, never a path, a query, a token or a word', async () => {
  const lines: string[] = [];
  const log = pino(
    // Without the clock and the process, and with a limit of seven digits (seed 4): no price is there by chance.
    { level: 'debug', base: null, timestamp: false },
    new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    }),
  );
  const { ask } = await start({ log, token: 'sesame' });
  const { json } = await ask(
    'POST /v1/games',
    { opens: 'buyer', name: 'Adalbert', seed: 4 },
    { authorization: 'Bearer sesame' },
  );
  const token = json.tokens.buyer;
  await ask(`POST /v1/games/${json.id}/acts`, { act: { type: 'say', words: 'between us' } }, { 'x-seat-token': token });
  await ask(`GET /v1/games/${json.id}/events?seat=${token}&after=x`);
  const text = lines.join('');
  expect(text).toContain('/v1/games/{id}/acts');
  for (const secret of [json.id, token, 'sesame', 'between us', 'Adalbert', String(json.you.own.reservation)])
    expect(text).not.toContain(secret);
  const fields = JSON.stringify(errorFields(new Error('connect postgres://parley:hunter2@db/x failed')));
  expect(fields).not.toContain('hunter2');
});

test('metrics count routes, sessions and turns', async () => {
  const { ask } = await start();
  const { json } = await ask('POST /v1/games', { opens: 'buyer' });
  await ask(`POST /v1/games/${json.id}/acts`, { act: { type: 'walk' } }, { 'x-seat-token': json.tokens.buyer });
  const { text } = await ask('GET /metrics');
  expect(text).toContain('parley_http_requests_total{route="/v1/games/{id}/acts",status="200"} 1');
  expect(text).toContain('parley_games_total{kind="walked"} 1');
  expect(text).toContain('parley_turns_stored_total 1');
  expect(text).toContain('parley_http_seconds_bucket{le="+Inf",route="/v1/games"} 1');
  expect(text).toMatch(/^parley_games_in_memory 1$/m);
  // What a front door is watched by: how late the event loop is.
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
  expect(text).not.toContain(json.id);
});

test('a stop finishes what is under way: a waiting act is stored and answered, new requests are sent away', async () => {
  const { ask, close } = await start();
  const { json } = await ask('POST /v1/games', {
    opens: 'buyer',
    seats: { buyer: 'remote', seller: 'clean:boulware_firm' },
    pace: 300,
  });
  const act = ask(
    `POST /v1/games/${json.id}/acts`,
    { act: { type: 'offer', price: 1e9 } },
    { 'x-seat-token': json.tokens.buyer },
  );
  await act;
  const going = ask(
    `POST /v1/games/${json.id}/acts`,
    { act: { type: 'say', words: 'hello' } },
    { 'x-seat-token': json.tokens.buyer },
  );
  await new Promise((resolve) => setTimeout(resolve, 100));
  const closing = close(0);
  const answer = await going;
  expect([200, 503]).toContain(answer.status);
  await closing;
  const folder = (server as TestServer).folder;
  server = await testServer({ dataFolder: folder });
  const after = (await server.ask(`GET /v1/games/${json.id}`)).json;
  expect(after.history[0]).toMatchObject({ seat: 'buyer', act: { words: 'hello' } });
});
