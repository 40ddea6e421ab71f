/** Matches over HTTP: keys, queues, seats, scores, and who never meets whom. */
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Device, newDevice } from '../identities/device.fixture.ts';
import { signatureHeaders } from '../identities/signature.ts';
import { type Answer, type TestServer, testServer } from '../server.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ trustProxy: 'any' });
});
afterAll(() => server.stop());

let made = 0;
/** A device that is known, from an address that nobody else has. */
async function player(
  address = `10.0.0.${++made}`,
  kind = 'person',
  name = `Player ${++made}`,
): Promise<Device & { readonly name: string }> {
  const device = newDevice(server.url, address);
  expect((await device.ask('POST /v1/identities', { kind, name })).status).toBe(201);
  return { ...device, name };
}

const ask = (device: Device, more: object = {}) =>
  device.ask('POST /v1/matches', { domain: 'items', patience: 60, ...more });
const look = async (device: Device, { json }: Answer) => (await device.ask(`GET /v1/matches/${json.id}`)).json;
const act = (game: string, token: string, what: object) =>
  server.ask(`POST /v1/games/${game}/acts`, { act: what, wait: 0 }, { 'x-seat-token': token });
const rows = async (query: string, device: { readonly name: string }) => {
  const { standings } = (await server.ask(`GET /v1/leaderboards?${query}`)).json;
  return standings.filter(({ name }: { name: string }) => name === device.name);
};

test('two people who ask are seated by the server, play, and both are scored by the record', async () => {
  const [one, two] = [await player(), await player()];
  const first = await ask(one);
  expect([first.status, first.json]).toMatchObject([201, { state: 'waiting', game: null, token: null }]);
  const second = (await ask(two)).json;
  expect(second.state).toBe('playing');
  const mine = await look(one, first);
  expect(mine).toMatchObject({ state: 'playing', game: second.game, score: null });
  expect(new Set([mine.seat, second.seat])).toEqual(new Set(['a', 'b']));
  const shown = (await server.ask(`GET /v1/games/${mine.game}`, undefined, { 'x-seat-token': mine.token })).json;
  expect(shown).toMatchObject({ scored: true, seedChosenBy: 'the server', you: { seat: mine.seat } });
  // Nobody learns during the match whom it is against, nor where the scenario came from.
  expect(shown.seats.map(({ name }: { name: unknown }) => name)).toEqual([null, null]);
  for (const secret of [two.key, two.name, second.id, second.token, '"sampler"', '"seed"'])
    expect(JSON.stringify([mine, shown])).not.toContain(secret);

  const tokens: Record<string, string> = { [mine.seat]: mine.token, [second.seat]: second.token };
  const [actor] = shown.toAct;
  const other = actor === 'a' ? 'b' : 'a';
  const counts = shown.facts.items.map(({ count }: { count: number }) => count);
  const none = counts.map(() => 0);
  await act(mine.game, tokens[actor] as string, { type: 'offer', split: { [actor]: counts, [other]: none } });
  const done = await act(mine.game, tokens[other] as string, { type: 'accept' });
  expect(done.json.result.kind).toBe('agreement');
  const ended = [await look(one, first), await look(two, { json: second } as Answer)];
  for (const { seat, ...ticket } of ended)
    expect(ticket).toMatchObject({
      state: 'over',
      ending: 'agreement',
      token: tokens[seat],
      score: seat === actor ? 1 : 0,
    });
  for (const [device, { seat, score }] of [[one, ended[0]] as const, [two, ended[1]] as const])
    expect(await rows('kind=person&domain=items', device)).toMatchObject([
      { seat, kind: 'person', opponents: 'person', matches: 1, quit: 0, mean: score, low: null, high: null },
    ]);
  // Its own list of matches says how they ended; who signs another key's name sees none of it.
  expect((await one.ask('GET /v1/matches')).json).toMatchObject({
    open: null,
    matches: [{ game: mine.game, seat: ended[0].seat, opponents: 'person', score: ended[0].score, quit: false }],
  });
  expect((await server.ask('GET /v1/matches')).status).toBe(401);
  const old = await fetch(`${server.url}/leaderboards`, { redirect: 'manual' });
  expect([old.status, old.headers.get('location')]).toEqual([302, '/leaderboard']);
});

test('nobody is told before the end of a match that an agent sits across', async () => {
  const ticket = (await ask(await player(), { patience: 0 })).json;
  const seen = async () => {
    const { json } = await server.ask(`GET /v1/games/${ticket.game}`, undefined, { 'x-seat-token': ticket.token });
    return json.seats.map(({ kind }: { kind: string }) => kind).sort();
  };
  expect(await seen()).toEqual(['remote', 'remote']);
  await expect
    .poll(async () => (await act(ticket.game, ticket.token, { type: 'walk' })).json.result?.kind)
    .toBe('walked');
  expect(await seen()).toEqual(['agent', 'remote']);
});

test('a key has one match at a time, and never meets itself', async () => {
  const one = await player();
  const first = await ask(one);
  const again = await ask(one);
  expect([again.status, again.json.id, again.json.state]).toEqual([200, first.json.id, 'waiting']);
  expect((await one.ask(`DELETE /v1/matches/${first.json.id}`)).json.state).toBe('left');
  expect((await look(one, first)).state).toBe('left');
});

test('keys of one address and day do not meet, wherever they ask from later that day', async () => {
  const [one, two, moved] = [await player('10.1.0.1'), await player('10.1.0.1'), await player('10.1.0.1')];
  const elsewhere: Device = {
    ...moved,
    ask: (what, body) => moved.ask(what, body, { 'x-forwarded-for': '10.1.0.9' }),
  };
  const tickets = [await ask(one), await ask(two), await ask(elsewhere)];
  expect(tickets.map(({ json }) => json.state)).toEqual(['waiting', 'waiting', 'waiting']);
  // A key of another address, asking from this one.
  const guest = await player('10.1.0.2');
  const visiting = await guest.ask('POST /v1/matches', { domain: 'items' }, { 'x-forwarded-for': '10.1.0.1' });
  expect(visiting.json.state).toBe('waiting');
  const stranger = await player();
  expect((await ask(stranger)).json.state).toBe('playing');
  for (const [i, device] of [one, two, elsewhere].entries())
    await device.ask(`DELETE /v1/matches/${tickets[i]?.json.id}`);
  await guest.ask(`DELETE /v1/matches/${visiting.json.id}`);
});

test('two keys meet once a day, people meet no agents in the queue, and domains must agree', async () => {
  const [one, two] = [await player(), await player()];
  const first = await ask(one);
  const second = (await ask(two)).json;
  await act(second.game, second.token, { type: 'walk' });
  const mine = await look(one, first);
  await act(mine.game, mine.token, { type: 'walk' });
  expect((await look(one, first)).state).toBe('over');
  const again = [await ask(one), await ask(two)] as const;
  expect(again.map(({ json }) => json.state)).toEqual(['waiting', 'waiting']);
  const agent = await player(undefined, 'agent');
  const robot = await ask(agent);
  expect(robot.json.state).toBe('waiting');
  const buyer = await player();
  const haggle = await ask(buyer, { domain: 'price' });
  expect(haggle.json.state).toBe('waiting');
  for (const [device, { json }] of [
    [one, again[0]],
    [two, again[1]],
    [agent, robot],
    [buyer, haggle],
  ] as const)
    await device.ask(`DELETE /v1/matches/${json.id}`);
});

test('when the patience is over an agent sits down; giving up is scored, and the seat that did is named', async () => {
  const one = await player();
  const { json } = await ask(one, { patience: 0, domain: 'price' });
  expect(json).toMatchObject({ state: 'playing', task: 'price-any' });
  const seat = { 'x-seat-token': json.token as string };
  expect((await server.ask(`DELETE /v1/games/${json.game}`, undefined, seat)).status).toBe(200);
  expect(await look(one, { json } as Answer)).toMatchObject({ state: 'over', ending: 'abandoned', score: 0 });
  expect(await rows('kind=person&domain=price', one)).toMatchObject([
    { seat: json.seat, opponents: 'agent', matches: 1, quit: 1, mean: 0 },
  ]);
  const { standings } = (await server.ask('GET /v1/leaderboards?kind=agent&domain=price&opponents=person')).json;
  expect(standings).toMatchObject([{ fingerprint: null, quit: 0, matches: 1 }]);
  // Leaving by the ticket is the same.
  const next = (await ask(one, { patience: 0 })).json;
  expect((await one.ask(`DELETE /v1/matches/${next.id}`)).json).toMatchObject({ state: 'over', ending: 'abandoned' });
});

test('after six matches a row has an interval, within what a match can be worth', async () => {
  const one = await player();
  for (let i = 0; i < 11; i++) {
    const { json } = await ask(one, { patience: 0 });
    const seat = { 'x-seat-token': json.token as string };
    await server.ask(`POST /v1/games/${json.game}/acts`, { act: { type: 'walk' }, wait: 5 }, seat);
    expect((await look(one, { json } as Answer)).score).toBeTypeOf('number');
  }
  const mine = await rows('kind=person&domain=items', one);
  expect(mine.reduce((sum: number, { matches }: { matches: number }) => sum + matches, 0)).toBe(11);
  const full = mine.filter(({ matches }: { matches: number }) => matches >= 6);
  expect(full.length).toBeGreaterThan(0);
  for (const { mean, low, high } of full) {
    expect(low).toBeGreaterThanOrEqual(-1);
    expect(low).toBeLessThanOrEqual(mean);
    expect(high).toBeGreaterThanOrEqual(mean);
    expect(high).toBeLessThanOrEqual(1);
  }
});

test('games that were invited or chosen say that they are unscored, and nobody can enter one', async () => {
  const { json } = await server.ask('POST /v1/games', { opens: 'buyer' });
  expect(json).toMatchObject({ scored: false, seedChosenBy: 'the server' });
  expect((await server.ask('POST /v1/leaderboards/entries', { game: json.id, name: 'x' })).status).toBe(404);
  expect((await server.ask('POST /v1/games', { match: { seed: 1, tokens: {} } })).status).toBe(400);
});

test('the lines of docs/LEADERBOARDS.md make a key known and get a match', async () => {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/LEADERBOARDS.md'), 'utf8');
  const code = /```js\n([\s\S]*?)```/.exec(text)?.[1] as string;
  const file = join(server.folder, 'device.mjs');
  writeFileSync(file, `${code.replaceAll('localhost:8000', new URL(server.url).host)}export { me, ticket };\n`);
  const { me, ticket } = await import(/* @vite-ignore */ file);
  expect(me).toMatchObject({ name: 'Ada', kind: 'person', revoked: null });
  expect(ticket).toMatchObject({ state: 'playing', task: 'price-any' });
});

test('a name belongs to the key that took it first, whatever its case; a key keeps its own', async () => {
  const one = await player(undefined, 'person', 'Ada Lovelace');
  const two = newDevice(server.url, '10.2.0.1');
  const taken = await two.ask('POST /v1/identities', { kind: 'person', name: 'ADA  LOVELACE' });
  expect([taken.status, taken.json.error?.code]).toEqual([409, 'name']);
  const again = await one.ask('POST /v1/identities', { kind: 'agent', name: 'Somebody else' });
  expect(again.json).toMatchObject({ name: 'Ada Lovelace', kind: 'person', key: one.key });
  for (const name of ['<b>', ' Ada', 'a\u202eb', '', '\u3164', `a${'\u0300'.repeat(9)}`])
    expect((await two.ask('POST /v1/identities', { kind: 'person', name })).status, name).toBe(400);
  expect((await server.ask(`GET /v1/identities/${one.key}`)).json).toMatchObject({ name: 'Ada Lovelace' });
  expect((await server.ask(`GET /v1/identities/${two.key}`)).status).toBe(404);
});

test('one address brings so many keys a day', async () => {
  const answers: Answer[] = [];
  for (let i = 0; i < 21; i++) {
    const device = newDevice(server.url, '10.3.0.1');
    answers.push(await device.ask('POST /v1/identities', { kind: 'agent', name: `Crowd ${i}` }));
  }
  expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(201), 429]);
  expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('a revoked key plays no more, its match is given up, its name stays taken; nobody else can revoke it', async () => {
  const [one, other] = [await player(), await player()];
  const { json } = await ask(one, { patience: 0 });
  expect((await other.ask(`DELETE /v1/identities/${one.key}`)).status).toBe(403);
  expect((await server.ask(`DELETE /v1/identities/${one.key}`)).status).toBe(401);
  const bearer = { authorization: 'Bearer guessed' };
  expect((await server.ask(`DELETE /v1/identities/${one.key}`, undefined, bearer)).status).toBe(401);
  expect((await one.ask(`DELETE /v1/identities/${one.key}`)).json.revoked).toBeTypeOf('string');
  expect((await ask(one)).json.error.code).toBe('revoked');
  expect((await server.ask(`GET /v1/games/${json.game}`)).json.status).toBe('abandoned');
  expect(await rows('kind=person', one)).toMatchObject([{ revoked: true, quit: 1, mean: 0 }]);
  const heir = newDevice(server.url, '10.2.0.2');
  expect((await heir.ask('POST /v1/identities', { kind: 'person', name: one.name })).status).toBe(409);
});

test('a request counts once, in its time, from a known key, for its own ticket', async () => {
  const one = await player();
  const { json } = await ask(one);
  const nonce = 'n'.repeat(20);
  const { privateKey } = generateKeyPairSync('ed25519');
  const signed = (more: object) =>
    signatureHeaders(
      {
        method: 'POST',
        authority: new URL(server.url).host,
        path: '/v1/identities',
        body: JSON.stringify({ kind: 'person', name: 'Replay' }),
      },
      privateKey,
      more,
    );
  const send = (headers: object) =>
    server.ask(
      'POST /v1/identities',
      { kind: 'person', name: 'Replay' },
      { ...headers, 'x-forwarded-for': '10.4.0.1' },
    );
  expect((await send(signed({ nonce }))).status).toBe(201);
  expect((await send(signed({ nonce }))).json.error.message).toContain('came before');
  const late = Math.floor(Date.now() / 1000) - 400;
  expect((await send(signed({ created: late }))).json.error.message).toContain('behind');
  const stranger = newDevice(server.url, '10.4.0.2');
  expect((await ask(stranger)).json.error.code).toBe('unknown_key');
  const other = await player();
  expect((await other.ask(`GET /v1/matches/${json.id}`)).status).toBe(404);
  expect((await server.ask('POST /v1/matches', {})).status).toBe(401);
  await one.ask(`DELETE /v1/matches/${json.id}`);
});

test('a server that knows its name takes no request that was signed for another', async () => {
  const named = await testServer({ trustProxy: 'any', names: ['Parley.example'] });
  try {
    const { privateKey } = generateKeyPairSync('ed25519');
    const body = JSON.stringify({ kind: 'person', name: 'Named' });
    const send = (authority: string) => {
      const signature = signatureHeaders({ method: 'POST', authority, path: '/v1/identities', body }, privateKey);
      return named.ask('POST /v1/identities', body, { ...signature, 'x-forwarded-host': authority });
    };
    const passedOn = await send('evil.example');
    expect([passedOn.status, passedOn.json.error.message]).toEqual([401, expect.stringContaining('this is parley')]);
    expect((await send('parley.example')).status).toBe(201);
  } finally {
    await named.stop();
  }
});
