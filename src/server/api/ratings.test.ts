/** Ratings over HTTP: what a rater sees, what is kept, and when it is told which was which. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../front-door.ts';
import { newDevice } from '../identities/device.fixture.ts';
import { PEOPLE_SAY, writeCorpus } from '../ratings/corpus.fixture.ts';
import { type Env, mount } from '../routes.ts';
import { type TestServer, testServer } from '../server.fixture.ts';
import { openSqlite } from '../storage/libsql.ts';
import { ratingRoutes } from './ratings.ts';

let server: TestServer;
const runs = mkdtempSync(join(tmpdir(), 'parley-rated-'));
beforeAll(async () => {
  server = await testServer({ runsFolder: runs });
});
afterAll(async () => {
  await server.stop();
  rmSync(runs, { recursive: true, force: true });
});

const someone = (n: number) => ({ session: `rater-${n}-`.padEnd(32, 'x') });
const ask = async (who: object) => (await server.ask('POST /v1/ratings/pairs', who)).json;
/** The offers below fit what it costs. */
const THING = { task: 'price-wide', listing: 'oak-dining-table' };
const values = (value: number) => ({ realism: value, skill: value, satisfaction: value });
const isPeople = (told: object) => JSON.stringify(told).includes(PEOPLE_SAY);

test('an install without anything that people said has no pair', async () => {
  expect(await ask(someone(0))).toEqual({ pair: null, rated: 0, leftOut: { short: 0, alone: 0 } });
  expect((await server.ask('GET /v1/ratings')).json).toMatchObject({ pairs: 0, ratings: 0 });
});

test('a pair tells nothing but the talk; the rating says which was which, and is kept once', async () => {
  writeCorpus(runs, 2);
  const { pair } = await ask(someone(1));
  const sides = [isPeople(pair.first), isPeople(pair.second)];
  expect(sides.sort()).toEqual([false, true]);
  for (const told of [pair.first, pair.second]) {
    expect(Object.keys(told).sort()).toEqual(['about', 'ending', 'title', 'turns']);
    expect(told.turns.length).toBeGreaterThanOrEqual(4);
    for (const turn of told.turns) expect(turn).toEqual({ seat: turn.seat, words: turn.words, offer: null });
  }
  // The same thing at the same price, without limits, sources, agents or a currency.
  expect([pair.first.title, pair.first.about]).toEqual([pair.second.title, pair.second.about]);
  expect(JSON.stringify(pair)).not.toMatch(/[$€]|craigslist|worded|templates|reservation|target|USD/);
  // Nobody is shown another before this one is rated, and everybody the same first.
  expect((await ask(someone(1))).pair).toEqual(pair);
  expect((await ask(someone(2))).pair).toEqual(pair);

  const people = isPeople(pair.first) ? 'first' : 'second';
  const rating = { pair: pair.id, first: values(4), second: values(2) };
  const told = await server.ask('POST /v1/ratings', { ...someone(1), ...rating });
  expect([told.status, told.json]).toMatchObject([201, { people, source: 'craigslist' }]);
  expect(told.json.agents).toContain('@templates');
  // The answer may have got lost: the same again is answered the same, another rating is not taken.
  expect((await server.ask('POST /v1/ratings', { ...someone(1), ...rating })).json).toEqual(told.json);
  const other = { ...rating, first: values(1) };
  expect((await server.ask('POST /v1/ratings', { ...someone(1), ...other })).json.error.code).toBe('rated');
  const table = (await server.ask('GET /v1/ratings')).json;
  expect(table).toMatchObject({ pairs: 1, raters: 1, ratings: 1, matched: { item: 1, category: 0, none: 0 } });
  expect(table.qualities[0]).toMatchObject({
    quality: 'realism',
    people: { mean: people === 'first' ? 4 : 2, low: null },
    difference: { mean: people === 'first' ? -2 : 2 },
  });
});

test('three read a pair before another is made; then each has read all there is', async () => {
  const first = (await ask(someone(2))).pair.id;
  for (const n of [2, 3])
    await server.ask('POST /v1/ratings', { ...someone(n), pair: first, first: values(3), second: values(3) });
  const second = (await ask(someone(1))).pair;
  expect(second.id).not.toBe(first);
  // One more than three has come: the new pair comes first, then the old one.
  expect((await ask(someone(4))).pair.id).toBe(second.id);
  await server.ask('POST /v1/ratings', { ...someone(4), pair: second.id, first: values(1), second: values(5) });
  expect((await ask(someone(4))).pair.id).toBe(first);
  await server.ask('POST /v1/ratings', { ...someone(4), pair: first, first: values(3), second: values(3) });
  expect(await ask(someone(4))).toMatchObject({ pair: null, rated: 2 });
});

test('a key rates as itself', async () => {
  const device = newDevice(server.url, '10.0.0.1');
  expect((await device.ask('POST /v1/ratings/pairs', {})).status).toBe(403);
  await device.ask('POST /v1/identities', { kind: 'person', name: 'Rater' });
  const { pair } = (await device.ask('POST /v1/ratings/pairs', {})).json;
  const rating = { pair: pair.id, first: values(5), second: values(5) };
  expect((await device.ask('POST /v1/ratings', rating)).status).toBe(201);
  expect((await device.ask('POST /v1/ratings', { ...rating, first: values(4) })).json.error.code).toBe('rated');
});

test('a game between people is rated when both let everybody read it, beside agents before the same scenario', async () => {
  const { json } = await server.ask('POST /v1/games', {
    ...THING,
    seats: { buyer: 'remote', seller: 'open' },
    session: 'a'.repeat(32),
  });
  const guest = (await server.ask(`POST /v1/games/${json.id}/seats/seller`, { session: 'b'.repeat(32) })).json;
  const price = json.facts.item.listPrice;
  const tokens: Record<string, string> = { buyer: json.tokens.buyer, seller: guest.token };
  const by = (name: string) => ({ 'x-seat-token': tokens[name] as string });
  const seat = (name: string, act: object) => server.ask(`POST /v1/games/${json.id}/acts`, { act, wait: 0 }, by(name));
  const share = (name: string, shares: boolean) => server.ask(`POST /v1/games/${json.id}/shared`, { shares }, by(name));
  const [opens, other] = json.toAct[0] === 'buyer' ? ['buyer', 'seller'] : ['seller', 'buyer'];
  expect((await share(opens, true)).json.error.code).toBe('not_over');
  // One of them says nothing and presses a button.
  for (const [name, words] of [
    [opens, 'Does it come with the lamp?'],
    [other, undefined],
    [opens, 'Then I had hoped for less.'],
    [other, 'I see. It is a good one though.'],
  ] as const)
    await seat(name, { type: 'offer', price: name === 'buyer' ? price - 20 : price, words });
  await seat(opens, { type: 'walk' });

  expect((await server.ask(`POST /v1/games/${json.id}/shared`, { shares: true })).status).toBe(403);
  expect((await share(opens, true)).json).toMatchObject({ listed: false, you: { shares: true } });
  expect((await server.ask(`GET /v1/games/${json.id}`, undefined, by(other))).json.you.shares).toBe(false);
  expect((await server.ask(`GET /v1/replays/${json.id}`)).status).toBe(403);
  expect((await ask(someone(4))).pair).toBe(null);
  expect((await share(other, true)).json).toMatchObject({ listed: true, you: { shares: true } });
  expect((await server.ask(`GET /v1/replays/${json.id}`)).status).toBe(200);

  const { pair } = await ask(someone(4));
  expect(JSON.stringify(pair)).toContain('Does it come with the lamp?');
  // What was offered is told of both: people press a button for it, agents say it too.
  for (const { turns } of [pair.first, pair.second])
    for (const turn of turns.slice(0, 4)) expect(turn.offer).toMatch(/\d/);
  expect([pair.matched, pair.first.title]).toEqual(['item', pair.second.title]);
  const told = await server.ask('POST /v1/ratings', {
    ...someone(4),
    pair: pair.id,
    first: values(2),
    second: values(4),
  });
  expect(told.json.source).toBe('played here');
  // Who thinks better of it takes the game back, not what was rated.
  expect((await share(other, false)).json.listed).toBe(false);
  expect((await server.ask(`GET /v1/replays/${json.id}`)).status).toBe(403);
});

test('a game in which one caller held both seats is not between people, and one without talk gives nothing to judge: both are counted', async () => {
  const played = async (sessions: readonly [string, string] | undefined, turns: number) => {
    const seats = { buyer: 'remote', seller: sessions ? 'open' : 'remote' };
    const opened = { ...THING, opens: 'buyer', listed: true, seats, ...(sessions && { session: sessions[0] }) };
    const { json } = await server.ask('POST /v1/games', opened);
    const sits = { shares: true, ...(sessions && { session: sessions[1] }) };
    const guest = sessions && (await server.ask(`POST /v1/games/${json.id}/seats/seller`, sits)).json;
    const tokens = { seller: guest?.token, ...json.tokens };
    const act = (seat: string, one: object) =>
      server.ask(`POST /v1/games/${json.id}/acts`, { act: one, wait: 0 }, { 'x-seat-token': tokens[seat] });
    const { listPrice } = json.facts.item;
    for (let turn = 0; turn < turns; turn++) {
      const seat = turn % 2 === 0 ? 'buyer' : 'seller';
      await act(seat, {
        type: 'offer',
        price: seat === 'buyer' ? listPrice - 20 + turn : listPrice,
        words: `Held ${turn}`,
      });
    }
    expect((await act(turns % 2 === 0 ? 'buyer' : 'seller', { type: 'walk' })).json.listed).toBe(true);
  };
  const one = 'c'.repeat(32);
  await played(undefined, 4);
  await played([one, one], 4);
  await played([one, 'd'.repeat(32)], 2);
  const { pair, leftOut } = await ask(someone(4));
  expect(leftOut).toEqual({ short: 1, alone: 2 });
  expect(JSON.stringify(pair)).not.toContain('Held');
});

test.each([
  [{ pair: 'x', first: values(3), second: values(3) }, 400],
  [{ ...someone(9), pair: 'x', first: values(3), second: values(3) }, 404],
  [{ ...someone(9), pair: 'x', first: values(0), second: values(6) }, 400],
  [{ ...someone(9), pair: 'x', first: { realism: 3 }, second: values(3) }, 400],
])('%j is answered %i', async (body, status) => {
  expect((await server.ask('POST /v1/ratings', body)).status).toBe(status);
});

test('an address that has rated enough for a day is told when to come back', async () => {
  const { pair } = await ask(someone(8));
  const database = await openSqlite(server.folder);
  const numbers = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)';
  const [row] = await database.ask('SELECT * FROM ratings LIMIT 1');
  await database.ask(
    `${numbers} INSERT INTO ratings (pair, rater, created, place, of_people, of_agents)
      SELECT pair, 'r' || i, created, place, of_people, of_agents FROM n, ratings WHERE rater = ?`,
    [row?.rater as string],
  );
  await database.close();
  const { status, headers } = await server.ask('POST /v1/ratings', {
    ...someone(8),
    pair: pair.id,
    first: values(3),
    second: values(3),
  });
  expect(status).toBe(429);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
});

test('a pair is made for all who wait, whoever asked first: nobody\u2019s place is taken for it', async () => {
  const asked: unknown[] = [];
  const ratings = { nextPair: async () => undefined, ratedBy: async () => 0 };
  const jobs = {
    run: async (_job: unknown, caller: unknown) => {
      asked.push(caller);
      return JSON.stringify({ pair: null, leftOut: { short: 0, alone: 0 } });
    },
  };
  const app = new Hono<Env>();
  app.use((c, next) => {
    c.set('caller', { address: '127.0.0.9', known: false, mayWrite: true } as Caller);
    return next();
  });
  mount(app, ratingRoutes({ storage: { ratings }, jobs, names: [], trustProxy: 'none' } as never));
  const body = JSON.stringify(someone(9));
  expect((await app.request('/v1/ratings/pairs', { method: 'POST', body })).status).toBe(200);
  expect(asked).toEqual([{ address: '', known: true }]);
});
