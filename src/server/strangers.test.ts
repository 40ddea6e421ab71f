/** What a stranger may send: odd packets, pages of other origins, too many of everything, and addresses for keys to go to. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { senderOf } from './address.ts';
import { createHealth } from './health.ts';
import { type TestServer, testServer } from './server.fixture.ts';

let server: TestServer;
beforeEach(async () => {
  server = await testServer();
});
afterEach(() => server.stop());

/** Bytes to the server from any address of this machine; what came back until the line was closed, or a moment has gone by. */
function raw(
  text: string,
  { from = '127.0.0.1', milliseconds = 10_000 } = {},
): Promise<{ text: string; closed: boolean }> {
  return new Promise((resolve) => {
    const socket = connect({ port: server.port, host: '127.0.0.1', localAddress: from });
    let got = '';
    const end = (closed: boolean) => {
      resolve({ text: got, closed });
      socket.destroy();
    };
    socket.on('data', (chunk) => {
      got += chunk;
    });
    socket.on('close', () => end(true)).on('error', () => end(true));
    setTimeout(end, milliseconds, false);
    socket.write(text);
  });
}

const UPGRADE =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n';
const post = (path: string, body: object, headers = '') => {
  const text = JSON.stringify(body);
  return `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n${headers}Content-Length: ${text.length}\r\n\r\n${text}`;
};

describe('packets', () => {
  test.each(['//', '///x', 'http://[/', '*', '/%', '/ws%zz'])(
    'an upgrade of %s is answered, and the line closed',
    async (path) => {
      const { text, closed } = await raw(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${UPGRADE}\r\n`);
      expect(text).toMatch(/^HTTP\/1\.1 40[04]/);
      expect(closed).toBe(true);
      expect((await server.ask('GET /health')).status).toBe(200);
    },
  );

  test('an upgrade behind a request that waits for its answer ends the connection, and nothing else', async () => {
    const ask = 'GET /v1/tasks HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';
    const { text, closed } = await raw(`${ask}GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\n${UPGRADE}\r\n`);
    expect([text.includes('101 Switching'), closed]).toEqual([false, true]);
    expect((await server.ask('GET /health')).status).toBe(200);
  });

  test('an offer of h2c is left aside: the request is answered as any other, body and all', async () => {
    const offer = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n';
    const { text } = await raw(`GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n${offer}\r\n`);
    expect(text).toMatch(/^HTTP\/1\.1 200/);
    const reset = post('/reset', { seed: 1 }, offer).replace('Connection: close\r\n', '');
    expect((await raw(reset)).text).toMatch(/^HTTP\/1\.1 200/);
  });

  test('a NUL and half of a surrogate pair are refused wherever text is taken', async () => {
    for (const bad of ['\\u0000', '\\ud800'])
      expect((await server.ask('POST /v1/games', `{"name":"a${bad}"}`)).status).toBe(400);
    expect((await server.ask('POST /v1/games', '{"name":"a\\\\u0000"}')).status).toBe(201);
    expect((await server.ask('GET /v1/games/%00')).status).toBe(400);
    expect((await server.ask('GET /v1/replays?before=%00')).status).toBe(400);
  });

  test.each([
    { session_id: {} },
    { session_id: [] },
    { session_id: 7 },
    { session_id: null },
    { session_id: { toString: 1 } },
  ] as object[])('%j names no session', async (params) => {
    for (const method of ['tools/list', 'openenv/session/close']) {
      const { status, json } = await server.ask('POST /mcp', { jsonrpc: '2.0', id: 1, method, params });
      expect(status).toBe(200);
      expect(json.error.code).toBe(-32602);
    }
  });

  test('names that every object has are no seats', async () => {
    const { json } = await server.ask('POST /v1/games', { opens: 'buyer' });
    const seat = { 'x-seat-token': json.tokens.buyer };
    await server.ask(`POST /v1/games/${json.id}/acts`, { act: { type: 'walk' } }, seat);
    for (const name of ['constructor', '__proto__', 'toString'])
      expect((await server.ask(`GET /v1/replays/${json.id}/review/${name}`, undefined, seat)).status).toBe(404);
    const swap = JSON.parse('{"seller":"clean:boulware_firm","constructor":"clean:boulware_firm"}');
    expect((await server.ask(`POST /v1/replays/${json.id}/forks`, { turn: 1, swap }, seat)).status).toBe(400);
  });
});

describe('pages of other origins', () => {
  const evil = { origin: 'https://evil.example' };

  test('may not write, over HTTP or a socket, nor ask models; a page of this server and no page may', async () => {
    for (const what of ['POST /v1/games', 'POST /reset', 'POST /mcp', 'POST /v1/mcp', 'DELETE /state'])
      for (const headers of [
        evil,
        { 'sec-fetch-site': 'cross-site' },
        { origin: 'null' },
        { 'sec-fetch-site': 'same-site' },
      ])
        expect((await server.ask(what, {}, headers as Record<string, string>)).status, what).toBe(403);
    const health = await server.ask('GET /v1/models/health', undefined, { 'sec-fetch-site': 'cross-site' });
    expect(health.status).toBe(403);
    expect((await server.ask('GET /v1/tasks', undefined, evil)).status).toBe(200);
    for (const headers of [{}, { origin: server.url }, { origin: server.url, 'sec-fetch-site': 'same-origin' }])
      expect((await server.ask('POST /reset', {}, headers as Record<string, string>)).status).toBe(200);
    for (const path of ['/ws', '/mcp']) {
      const { text, closed } = await raw(
        `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: https://evil.example\r\n${UPGRADE}\r\n`,
      );
      expect(text).toMatch(/^HTTP\/1\.1 403/);
      expect(closed).toBe(true);
    }
  });

  test('of an origin that --cors names may', async () => {
    await server.stop();
    server = await testServer({ cors: ['https://a.example'] });
    const site = { 'sec-fetch-site': 'cross-site' };
    expect((await server.ask('POST /reset', {}, { ...site, origin: 'https://a.example' })).status).toBe(200);
    expect((await server.ask('POST /reset', {}, { ...site, origin: 'https://b.example' })).status).toBe(403);
  });

  test('that made their own name point here read nothing but whether it is up', async () => {
    const as = (path: string) =>
      raw(`GET ${path} HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\nConnection: close\r\n\r\n`);
    expect((await as('/v1/training-runs')).text).toMatch(/^HTTP\/1\.1 403/);
    expect((await as('/health')).text).toMatch(/^HTTP\/1\.1 200/);
  });
});

describe('bounds', () => {
  const create = { jsonrpc: '2.0', id: 1, method: 'openenv/session/create' };

  test('one address cannot fill the sessions; this machine and the token have only the bound of all', async () => {
    await server.stop();
    server = await testServer({ perAddress: 3, maxSessions: 8, token: 'sesame' });
    const from = async (address: string, headers = '') =>
      (await raw(post('/mcp', create, headers), { from: address })).text.includes('session_id');
    const hog: boolean[] = [];
    for (let i = 0; i < 4; i++) hog.push(await from('127.0.0.2'));
    expect(hog).toEqual([true, true, true, false]);
    for (let i = 0; i < 2; i++) expect(await from('127.0.0.2', 'Authorization: Bearer sesame\r\n')).toBe(true);
    for (let i = 0; i < 3; i++) expect(await from('127.0.0.1')).toBe(true);
    // All eight are taken: the hog gives two of its three to those who come with nothing.
    expect(await from('127.0.0.3')).toBe(true);
    expect(await from('127.0.0.4')).toBe(true);
    expect(await from('127.0.0.5')).toBe(false);
  });

  test("resets without a cookie cost an address its own episodes, not its neighbours'", async () => {
    const first = await raw(post('/reset', { seed: 1 }), { from: '127.0.0.2' });
    const cookie = /set-cookie: ([^;]+)/i.exec(first.text)?.[1];
    for (let i = 0; i < 40; i++) await raw(post('/reset', { seed: 1 }), { from: '127.0.0.3' });
    const step = post('/step', { action: { type: 'say', words: 'hi' } }, `Cookie: ${cookie}\r\n`);
    expect((await raw(step, { from: '127.0.0.2' })).text).toMatch(/^HTTP\/1\.1 200/);
  });

  test('what a reset does not read is not kept, and large messages are not taken', async () => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws`);
    await new Promise((resolve) => socket.once('open', resolve));
    socket.send(`{"type":"reset","data":{"x":[${Array.from({ length: 200_000 }, () => '[]').join(',')}]}}`);
    expect(await new Promise((resolve) => socket.once('close', resolve))).toBe(1009);
    const { resetSchema } = await import('./openenv/environment.ts');
    expect(resetSchema().parse({ seed: 1, x: [[]] })).toEqual({ seed: 1 });
  });

  test('a client that sends and never reads is read no further', async () => {
    const socket = connect({ port: server.port, host: '127.0.0.1' });
    socket.write(`GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\n${UPGRADE}\r\n`);
    await new Promise((resolve) => socket.once('data', resolve));
    socket.pause();
    const text = JSON.stringify({ type: 'reset', data: { prompts: 'none' } });
    const frame = Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);
    const many = 8000;
    socket.write(Buffer.concat(Array.from({ length: many }, () => frame)));
    const answered = async () =>
      Number(/messages_total\{type="reset"\} (\d+)/.exec((await server.ask('GET /metrics')).text)?.[1] ?? 0);
    let [last, now] = [-1, 0];
    while (now !== last) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      [last, now] = [now, await answered()];
    }
    // What the network holds is answered; the others wait there.
    expect(now).toBeGreaterThan(0);
    expect(now).toBeLessThan(many);
    socket.destroy();
  });

  test('streams of events have places too', async () => {
    await server.stop();
    server = await testServer({ perAddress: 2 });
    const { json } = await server.ask('POST /v1/games', { opens: 'buyer' });
    const watch = () =>
      raw(`GET /v1/games/${json.id}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`, {
        from: '127.0.0.2',
        milliseconds: 1500,
      });
    const answers = await Promise.all([watch(), watch(), watch()]);
    expect(answers.map(({ text }) => text.slice(9, 12)).sort()).toEqual(['200', '200', '503']);
    expect(answers.find(({ text }) => text.includes(' 503 '))?.text).toMatch(/retry-after/i);
  });

  test('games between agents have places: one address plays eight at once, this machine more', async () => {
    const seats = { buyer: 'clean:hardliner', seller: 'clean:boulware_firm' };
    const game = { pace: 10_000, seats };
    const mcp = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'start_game', arguments: game } };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => raw(post('/v1/games', game), { from: '127.0.0.2' })),
    );
    expect(answers.map(({ text }) => text.slice(9, 12)).sort()).toEqual([...Array(8).fill('201'), '503', '503']);
    expect(answers.find(({ text }) => text.includes(' 503 '))?.text).toMatch(/retry-after/i);
    expect((await raw(post('/v1/mcp', mcp), { from: '127.0.0.2' })).text).toContain('too many games');
    // A game with a person in it waits for that person.
    expect((await raw(post('/v1/games', { opens: 'buyer' }), { from: '127.0.0.2' })).text).toContain(' 201 ');
    for (let i = 0; i < 9; i++) expect((await server.ask('POST /v1/games', game)).status).toBe(201);
    expect((await server.ask('POST /v1/mcp', mcp)).json.result.isError).toBe(false);
  });

  test('a game that is over gives its place back, and a fork takes one', async () => {
    const game = { listed: true, turnLimit: 2, seats: { buyer: 'clean:hardliner', seller: 'clean:hardliner' } };
    let id = '';
    for (let i = 0; i < 12; i++) {
      const { text } = await raw(post('/v1/games', game), { from: '127.0.0.2' });
      expect(text).toContain(' 201 ');
      id = /"id":"([^"]+)"/.exec(text)?.[1] as string;
    }
    const slow = { pace: 10_000, seats: game.seats };
    for (let i = 0; i < 8; i++) await raw(post('/v1/games', slow), { from: '127.0.0.2' });
    const fork = post(`/v1/replays/${id}/forks`, { turn: 1 });
    expect((await raw(fork, { from: '127.0.0.2' })).text).toContain(' 503 ');
    expect((await raw(fork, { from: '127.0.0.3' })).text).toContain(' 200 ');
  });

  test('messages that are never finished are cut, the oldest first, and told so; others are served', async () => {
    await server.stop();
    server = await testServer({ unread: { perAddress: 8000, overall: 20_000 } });
    const begin = (from: string) => {
      const socket = connect({ port: server.port, host: '127.0.0.1', localAddress: from });
      const got: Buffer[] = [];
      socket.on('data', (chunk: Buffer) => got.push(chunk)).on('error', () => undefined);
      const closed = new Promise<Buffer>((resolve) => socket.once('close', () => resolve(Buffer.concat(got))));
      socket.write(`GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\n${UPGRADE}\r\n`);
      return new Promise<{ socket: typeof socket; closed: Promise<Buffer> }>((resolve) =>
        socket.once('data', () => {
          // A frame of 100,000 bytes, of which 5,000 come.
          const head = Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 1, 0x86, 0xa0, 0, 0, 0, 0]);
          socket.write(Buffer.concat([head, Buffer.alloc(5000, 32)]), () => resolve({ socket, closed }));
        }),
      );
    };
    const first = await begin('127.0.0.2');
    const second = await begin('127.0.0.2');
    const cut = await first.closed;
    expect(cut.readUInt16BE(cut.indexOf(Buffer.from('too many messages')) - 2)).toBe(1013);
    const others = [await begin('127.0.0.3'), await begin('127.0.0.4'), await begin('127.0.0.5')];
    await second.closed;
    const honest = new WebSocket(`${server.url.replace('http', 'ws')}/ws`);
    await new Promise((resolve) => honest.once('open', resolve));
    honest.send(JSON.stringify({ type: 'reset', data: { seed: 1, x: 'y'.repeat(8000) } }));
    const reply = await new Promise((resolve) => honest.once('message', resolve));
    expect(String(reply)).toContain('"type":"observation"');
    await others[0]?.closed;
    honest.close();
    for (const { socket } of others) socket.destroy();
  });

  test('acts over MCP count against the limit of their game', async () => {
    await server.stop();
    server = await testServer({ limits: { game: { hour: 2 } } });
    const { json } = await server.ask('POST /v1/games', { opens: 'buyer' });
    const params = { name: 'act', arguments: { game: json.id, seat_token: json.tokens.buyer, text: 'hello' } };
    const act = () => server.ask('POST /v1/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    const [, , third] = [await act(), await act(), await act()];
    expect(third.json.result).toMatchObject({ isError: true });
    expect(third.json.result.content[0].text).toContain('2 requests an hour');
  });
});

describe('keys', () => {
  test('go to no address that a caller names, and only addresses on the list are asked at all', async () => {
    const heard: IncomingHttpHeaders[] = [];
    const sink = createServer((request, response) => {
      heard.push(request.headers);
      response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(sink.address() as AddressInfo).port}/v1`;
    process.env.PARLEY_SERVER_KEY = 'sk-secret';
    try {
      const opponent = `llm:compatible/x?url=${url}`;
      const refused = await server.ask('POST /reset', { opponent });
      expect(refused.status).toBe(422);
      expect(refused.text).toContain('--model-address');
      expect((await server.ask('POST /v1/games', { seats: { seller: opponent } })).status).toBe(400);
      expect(heard).toEqual([]);
      await server.stop();
      server = await testServer({ modelAddresses: [`${url}/`] });
      await server.ask('POST /v1/games', { opens: 'buyer', seats: { seller: opponent } });
      expect(heard.length).toBeGreaterThan(0);
      for (const headers of heard) expect(headers.authorization).toBeUndefined();
      // The model broke down, so there is a record and nothing to measure.
      const { json } = await server.ask('POST /v1/games', {
        opens: 'seller',
        listed: true,
        seats: { seller: opponent, buyer: 'remote' },
      });
      let shown = json;
      while (shown.status === 'live') shown = (await server.ask(`GET /v1/games/${json.id}`)).json;
      expect(shown.result.kind).toBe('failed');
      expect((await server.ask(`GET /v1/replays/${json.id}/review/buyer`)).status).toBe(409);
    } finally {
      delete process.env.PARLEY_SERVER_KEY;
      sink.close();
    }
  });
});

describe('whose address counts', () => {
  test.each([
    // The socket's own, whatever is claimed.
    ['1.2.3.4', '9.9.9.9', 'none', '1.2.3.4'],
    ['1.2.3.4', '9.9.9.9', 'private', '1.2.3.4'],
    // A proxy beside us: the nearest address that is not private, however many proxies there were and whatever was made up before.
    ['172.17.0.1', '6.6.6.6, 9.9.9.9', 'private', '9.9.9.9'],
    ['::ffff:10.0.0.1', '6.6.6.6, 9.9.9.9:4711, 10.2.3.4', 'private', '9.9.9.9'],
    ['10.0.0.1', '192.168.1.7', 'private', '192.168.1.7'],
    ['10.0.0.1', 'unknown', 'private', '10.0.0.1'],
    ['10.0.0.1', '[2001:db8:1:2:3::1]:99', 'private', '2001:db8:1:2::/64'],
    ['1.2.3.4', '6.6.6.6, 9.9.9.9', 'any', '9.9.9.9'],
    // A caller inside the private network passes for a proxy and has made its address up; where proxies are counted it cannot.
    ['10.0.0.1', '6.6.6.6, 10.0.0.7', 'private', '6.6.6.6'],
    ['10.0.0.1', '6.6.6.6, 10.0.0.7', 1, '10.0.0.7'],
    ['10.0.0.1', '6.6.6.6, 10.0.0.7, 10.0.0.2', 2, '10.0.0.7'],
    ['1.2.3.4', '9.9.9.9', 2, '9.9.9.9'],
    ['1.2.3.4', undefined, 2, '1.2.3.4'],
    // However it is spelled.
    ['10.0.0.1', '2001:0DB8:0001:2::1', 'private', '2001:db8:1:2::/64'],
    ['10.0.0.1', '2001:db8::1', 'private', '2001:db8:0:0::/64'],
    ['2001:DB8:0:0:1::1', undefined, 'none', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', undefined, 'none', 'fe80:0:0:0::/64'],
    ['::FFFF:102:304', undefined, 'none', '1.2.3.4'],
    ['::ffff:0a00:1', '::ffff:9.9.9.9', 'private', '9.9.9.9'],
  ] as const)('%s forwarding %s, trusting %s: %s', (peer, forwarded, trust, address) => {
    expect(senderOf(peer, forwarded, trust)).toBe(address);
  });

  test('who came through a proxy is not this machine: no models, and the bounds of an address', async () => {
    await server.stop();
    server = await testServer({ trustProxy: 'private', perAddress: 1 });
    const headers = { 'x-forwarded-for': '9.9.9.9' };
    expect((await server.ask('POST /v1/games', { seats: { seller: 'llm:scripted' } }, headers)).status).toBe(400);
    const create = { jsonrpc: '2.0', id: 1, method: 'openenv/session/create' };
    expect((await server.ask('POST /mcp', create, headers)).json.result).toBeDefined();
    expect((await server.ask('POST /mcp', create, headers)).json.error.message).toContain('Address at capacity');
  });
});

describe('health', () => {
  test('a disk that takes nothing, a database that takes nothing, and a turn that was lost are no health', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-health-'));
    let time = 0;
    let takes = true;
    const write = async () => {
      if (!takes) throw new Error('no');
    };
    const health = createHealth({ folder, write, now: () => time });
    const soon = async () => {
      time += 10_000;
      await health.problem();
      // The answer stands when the disk has given it.
      await new Promise((resolve) => setTimeout(resolve, 400));
      return health.problem();
    };
    expect(await soon()).toBeUndefined();
    health.stored(false);
    expect(await health.problem()).toContain('could not be stored');
    health.stored(true);
    takes = false;
    expect(await soon()).toContain('database');
    rmSync(folder, { recursive: true });
    writeFileSync(folder, '');
    expect(await soon()).toContain('ENOTDIR');
    rmSync(folder);
  });
});
