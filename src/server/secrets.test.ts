/**
 * Every endpoint, walked as every role, and in every byte that comes back the other side's secrets are looked for.
 *
 * The secrets are planted: scenarios are drawn until every private number is one that occurs nowhere else, so a hit is a leak
 * and not a coincidence. While a game is played nobody may learn the other side's numbers, the seed, the source of the scenario
 * or who the agents are; a watcher may not learn anybody's.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { findTask } from '../core/index.ts';
import { type TestServer, testServer } from './server.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ runsFolder: undefined });
});
afterAll(() => server.stop());

interface Seats {
  readonly [seat: string]: { readonly [key: string]: unknown };
}

/** All numbers of three digits or more in a private side, as they would be written. */
function numbersIn(secret: unknown): string[] {
  return [...JSON.stringify(secret).matchAll(/\d+(?:\.\d+)?/g)]
    .map(([text]) => text)
    .filter((text) => text.replace('.', '').length >= 3);
}

/** The paths of the document, with the game's id in its place. */
async function allRoutes(id: string): Promise<{ method: string; path: string }[]> {
  const { json } = await server.ask('GET /openapi.json');
  return Object.entries(json.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({
      method: method.toUpperCase(),
      path: path.replace('{id}', id).replace('{seat}', 'buyer').replace('{name}', 'x').replace('{env}', 'parley'),
    })),
  );
}

/** Bodies that get as far as possible into each route. */
function bodyFor(path: string, id: string, token: string): object | undefined {
  if (path.endsWith('/acts')) return { act: { type: 'say', words: 'What is your limit?' }, wait: 0 };
  if (path.endsWith('/forks')) return { turn: 1, swap: { buyer: 'clean:boulware_hard' } };
  if (path === '/v1/identities') return { kind: 'person', name: 'x' };
  if (path === '/v1/mcp')
    return {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'coach', arguments: { game: id, seat_token: token } },
    };
  if (path === '/mcp') return { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  if (path === '/step') return { action: { type: 'say', words: 'x' } };
  if (path.endsWith('/task')) return { split: 'test', index: 0 };
  if (path.startsWith('/parley/')) return { split: 'test', start: 0, stop: 3 };
  return {};
}

/** A body read for a while: a stream of events does not end. */
async function bytesOf(
  method: string,
  path: string,
  body: object | undefined,
  headers: Record<string, string>,
): Promise<string> {
  const stop = new AbortController();
  const reply = await fetch(`${server.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    signal: stop.signal,
    ...(method !== 'GET' && body && { body: JSON.stringify(body) }),
  });
  if (!reply.headers.get('content-type')?.includes('event-stream'))
    return (await reply.text()) + JSON.stringify([...reply.headers]);
  const timer = setTimeout(() => stop.abort(), 150);
  let text = '';
  try {
    for await (const chunk of reply.body as unknown as AsyncIterable<Uint8Array>) text += Buffer.from(chunk).toString();
  } catch {
    // Cut off by ourselves.
  }
  clearTimeout(timer);
  return text;
}

/** A seed whose private numbers stand nowhere in the public facts. */
function plantedSeed(task: string): { seed: number; secrets: Seats } {
  for (let seed = 10_000_019; ; seed++) {
    const { scenario } = findTask(task)!.scenario(seed, { opens: task.startsWith('items') ? 'a' : 'buyer' });
    const facts = JSON.stringify(scenario.public);
    const all = Object.values(scenario.private).flatMap(numbersIn);
    if (all.length > 0 && new Set(all).size === all.length && all.every((text) => !facts.includes(text)))
      return { seed, secrets: scenario.private as unknown as Seats };
  }
}

test('a game that is played: no endpoint tells a seat the other side, nor a watcher anything', async () => {
  const { seed, secrets } = plantedSeed('price-wide');
  const { json } = await server.ask('POST /v1/games', {
    task: 'price-wide',
    seed,
    opens: 'buyer',
    seats: { buyer: 'remote', seller: 'open' },
    name: 'Ada',
  });
  const id = json.id as string;
  const buyer = json.tokens.buyer as string;
  const seller = (await server.ask(`POST /v1/games/${id}/seats/seller`)).json.token as string;
  const hidden = [String(seed), '"sampler"', '"listing"', 'fingerprint":"'];
  const roles = [
    { name: 'buyer', token: buyer, forbidden: [...numbersIn(secrets.seller), ...hidden, seller] },
    { name: 'seller', token: seller, forbidden: [...numbersIn(secrets.buyer), ...hidden, buyer] },
    {
      name: 'watcher',
      token: undefined,
      forbidden: [...numbersIn(secrets.buyer), ...numbersIn(secrets.seller), ...hidden, buyer, seller],
    },
    {
      name: 'wrong token',
      token: 'x'.repeat(32),
      forbidden: [...numbersIn(secrets.buyer), ...numbersIn(secrets.seller), ...hidden, buyer, seller],
    },
  ];
  const routes = (await allRoutes(id)).filter(({ method }) => method !== 'DELETE');
  expect(routes.length).toBeGreaterThan(30);
  for (const { name, token, forbidden } of roles) {
    for (const { method, path } of routes) {
      const open = ['/v1/listings', '/v1/strategies', '/openapi.json', '/docs'].includes(path);
      const headers: Record<string, string> = token === undefined ? {} : { 'x-seat-token': token };
      const text = await bytesOf(method, path, bodyFor(path, id, token ?? ''), headers);
      for (const secret of forbidden) {
        // These lists speak of such fields in general; what is in them is the same for all games.
        if (open && secret.includes('"')) continue;
        expect(text.includes(secret), `${method} ${path} tells the ${name} ${secret}: ${text.slice(0, 300)}`).toBe(
          false,
        );
      }
    }
  }
});

/** Numbers of a belief that are written in full: no other number looks like them. */
function beliefsIn(events: readonly { type: string; belief?: unknown }[]): string[] {
  const stated = events.filter(({ type }) => type === 'belief-stated');
  return [...JSON.stringify(stated).matchAll(/\d\.\d{6,}/g)].map(([text]) => text);
}

test('what an agent states of the other side stands in the record of a game that is over, and nowhere before', async () => {
  const { json } = await server.ask('POST /v1/games', {
    task: 'items-casino',
    seed: 10_000_020,
    opens: 'a',
    seats: { a: 'remote', b: 'pareto_walking?beliefs=on' },
  });
  const id = json.id as string;
  const token = json.tokens.a as string;
  const headers = { 'x-seat-token': token };
  const offer = { type: 'offer', split: { a: [3, 2, 0], b: [0, 1, 3] } };
  const acted = await server.ask(`POST /v1/games/${id}/acts`, { act: offer, wait: 5 }, headers);
  expect(acted.json).toMatchObject({ turn: 3, history: [{ seat: 'a' }, { seat: 'b' }] });
  const texts: string[] = [acted.text];
  const routes = (await allRoutes(id)).filter(({ method, path }) => method !== 'DELETE' && !path.endsWith('/acts'));
  for (const own of [headers, undefined])
    for (const { method, path } of routes) texts.push(await bytesOf(method, path, bodyFor(path, id, token), own ?? {}));
  await server.ask(`POST /v1/games/${id}/acts`, { act: { type: 'walk' }, wait: 0 }, headers);
  const { events } = (await server.ask(`GET /v1/replays/${id}`, undefined, headers)).json;
  const stated = beliefsIn(events);
  expect(stated.length).toBeGreaterThan(1);
  for (const text of texts)
    for (const secret of ['belief-stated', ...stated]) expect(text.includes(secret), text.slice(0, 300)).toBe(false);
  // As with notes: a record is for who sat there, unless the game is listed.
  expect((await server.ask(`GET /v1/replays/${id}`)).status).toBe(403);
  const after = await bytesOf('GET', `/v1/games/${id}/events`, undefined, headers);
  for (const secret of stated) expect(after).not.toContain(secret);
  // Nor how often anything was stated.
  expect(after.match(/^id: \d+$/gm)).toEqual(['id: 1', 'id: 2', 'id: 3', 'id: 3']);
});

test('OpenEnv tells nobody what the opponent believes', async () => {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws`);
  await new Promise((resolve) => socket.once('open', resolve));
  const ask = (message: object) =>
    new Promise<string>((resolve) => {
      socket.once('message', (data) => resolve(String(data)));
      socket.send(JSON.stringify(message));
    });
  const opponent = 'pareto_walking?beliefs=on';
  const texts = [
    await ask({ type: 'reset', data: { task: 'items-casino', seat: 'a', seed: 7, opponent, prompts: 'none' } }),
  ];
  for (const act of [
    { type: 'offer', split: { a: [3, 2, 0], b: [0, 1, 3] } },
    { type: 'offer', split: { a: [3, 1, 0], b: [0, 2, 3] } },
    { type: 'walk' },
  ])
    texts.push(await ask({ type: 'step', data: act }), await ask({ type: 'state' }));
  socket.terminate();
  expect(texts.at(-2)).toContain('walked');
  for (const text of texts) {
    expect(text).not.toContain('belief');
    expect(text).not.toMatch(/\d\.\d{6,}/);
  }
});

test.each([
  'price-wide',
  'price-empty',
  'price-janus',
  'items-dond',
  'items-casino',
  'single_deal+hard',
  'read_the_tells',
  'marketplace_arena',
])('OpenEnv, %s: neither reset, step nor state tells the other side', async (task) => {
  const planted = task.startsWith('price') && task !== 'price-janus';
  const seed = planted ? plantedSeed(task).seed : 12;
  const opens = task.startsWith('price') ? { opens: 'buyer' } : {};
  const { scenario } = findTask(task)!.scenario(seed, opens);
  const seats = [Object.keys(scenario.private)[0], Object.keys(scenario.private).at(-1)];
  for (const [mine, theirs] of [seats, [...seats].reverse()] as [string, string][]) {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws`);
    await new Promise((resolve) => socket.once('open', resolve));
    const ask = (message: object) =>
      new Promise<string>((resolve) => {
        socket.once('message', (data) => resolve(String(data)));
        socket.send(JSON.stringify(message));
      });
    const texts = [
      await ask({ type: 'reset', data: { task, seat: mine, seed, ...opens } }),
      await ask({ type: 'state' }),
    ];
    for (let i = 0; i < 3; i++)
      texts.push(await ask({ type: 'step', data: { type: 'say', words: 'Tell me.' } }), await ask({ type: 'state' }));
    socket.terminate();
    const own = JSON.stringify(scenario.private[mine]);
    const { reservation } = scenario.private[theirs] as { reservation: number };
    expect(texts[0]).toContain(own);
    expect(JSON.stringify(scenario.private[theirs])).not.toBe(own);
    for (const text of texts) {
      const others = text.replaceAll(own, '').replaceAll(/"own":\{[^}]*"career":[^}]*\}\}/g, '');
      expect(others).not.toMatch(/"(stall|reservation|values)"/);
      // Where the numbers are planted, the limit itself is looked for; a target may be what a side opens with.
      if (planted) expect(others.includes(String(reservation)), others).toBe(false);
    }
  }
});

test('no seat of a TERMS game is told the seeds that its scenario can be drawn again from', async () => {
  const server = await testServer();
  try {
    for (const seat of ['buyer', 'seller']) {
      const other = seat === 'buyer' ? 'seller' : 'buyer';
      const { json } = await server.ask('POST /v1/games', {
        task: 'terms-candid',
        seats: { [seat]: 'remote', [other]: 'open' },
      });
      expect(json.you.own.type).toMatchObject({ urgency: expect.any(Number) });
      expect(JSON.stringify(json)).not.toContain('"seeds"');
    }
    const { json } = await server.ask('POST /reset', { task: 'terms-candid', seat: 'buyer' });
    expect(JSON.stringify(json)).not.toContain('"seeds"');
  } finally {
    await server.stop();
  }
});
