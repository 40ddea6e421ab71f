/** Live games over HTTP: play, watch, survive a restart, replay, fork, and every kind of bad input. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '../server.fixture.ts';

let server: TestServer;
const folder = mkdtempSync(join(tmpdir(), 'parley-games-'));
beforeAll(async () => {
  server = await testServer({ dataFolder: folder });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const table = { task: 'price-wide', listing: 'oak-dining-table', opens: 'buyer' };
async function sitDown(more: object = {}) {
  const { status, json } = await server.ask('POST /v1/games', { ...table, ...more });
  expect(status).toBe(201);
  const [token] = Object.values(json.tokens) as string[];
  return {
    id: json.id as string,
    seat: { 'x-seat-token': token ?? '' },
    tokens: json.tokens as Record<string, string>,
    json,
  };
}

test('the words of a person reach an agent that reads them: hurry costs', async () => {
  const bidAfter = async (words: string) => {
    const seats = { seller: 'remote', buyer: 'sauda?steering=head' };
    const { id, seat } = await sitDown({ seed: 5, seats, opens: 'seller' });
    const { json } = await server.ask(`POST /v1/games/${id}/acts`, { act: { type: 'offer', price: 420, words } }, seat);
    return json.history.at(-1).act.price as number;
  };
  expect(await bidAfter('I must sell today, I am desperate for the money.')).toBeLessThan(
    await bidAfter('It seats six.'),
  );
});

test('a guest of a listed game agrees when asked, and not before', async () => {
  const listedAfter = async (sits: object) => {
    const { id, seat } = await sitDown({ listed: true, seats: { buyer: 'remote', seller: 'open' } });
    const guest = (await server.ask(`POST /v1/games/${id}/seats/seller`, sits)).json;
    await server.ask(`POST /v1/games/${id}/acts`, { act: { type: 'walk' }, wait: 0 }, seat);
    const { status } = await server.ask(`GET /v1/replays/${id}`);
    return { shares: guest.you.shares, listed: guest.listed, status };
  };
  expect(await listedAfter({})).toEqual({ shares: false, listed: false, status: 403 });
  expect(await listedAfter({ shares: true })).toEqual({ shares: true, listed: true, status: 200 });
});

test('an arena takes words too', async () => {
  const { json } = await server.ask('POST /v1/games', { task: 'marketplace_arena', seed: 5 });
  const acted = await server.ask(
    `POST /v1/games/${json.id}/acts`,
    { text: 'how about 31?' },
    { 'x-seat-token': json.tokens['buyer-1'] },
  );
  expect(acted.json.history).toContainEqual(
    expect.objectContaining({ seat: 'buyer-1', act: expect.objectContaining({ type: 'offer', price: 31 }) }),
  );
});

test('an arena has as many buyers as were asked for, and a task of one buyer says that it has one', async () => {
  const asked = (task: string) => server.ask('POST /v1/games', { task, seed: 5, buyers: 5 });
  const { json } = await asked('marketplace_arena+hard');
  expect(json.facts.buyers).toEqual(['buyer-1', 'buyer-2', 'buyer-3', 'buyer-4', 'buyer-5']);
  expect(json.seats).toHaveLength(6);
  const one = await asked('single_deal');
  expect([one.status, one.json.error.message]).toEqual([400, 'single_deal has one buyer: leave buyers out']);
  const none = await asked('price-wide');
  expect(none.json.error.message).toContain('no buyers to choose');
});

test('a game from the first offer to the deal, its events, transcript, review and fork', async () => {
  const { id, seat } = await sitDown();
  const first = await server.ask(`POST /v1/games/${id}/acts`, { text: 'how about 300?' }, seat);
  expect(first.json.history).toMatchObject([
    { turn: 1, seat: 'buyer', act: { type: 'offer', price: 300 } },
    { turn: 2, seat: 'seller', act: { type: 'offer' } },
  ]);
  const done = await server.ask(`POST /v1/games/${id}/acts`, { act: { type: 'accept', words: 'Deal.' } }, seat);
  expect(done.json).toMatchObject({ status: 'over', result: { kind: 'agreement', by: 'buyer', turn: 3 } });
  expect(done.json.you.utility).toBeTypeOf('number');

  const stream = await fetch(`${server.url}/v1/games/${id}/events`);
  const text = await stream.text();
  expect(text.match(/^event: \w+$/gm)).toEqual(['event: act', 'event: act', 'event: act', 'event: over']);
  const rest = await (await fetch(`${server.url}/v1/games/${id}/events`, { headers: { 'last-event-id': '2' } })).text();
  expect(rest.match(/^event: \w+$/gm)).toEqual(['event: act', 'event: over']);

  const transcript = await server.ask(`GET /v1/replays/${id}`, undefined, seat);
  expect(transcript.json).toMatchObject({ format: 2, domain: 'price', seats: { buyer: { spec: 'remote' } } });
  const review = await server.ask(`GET /v1/replays/${id}/review/buyer`, undefined, seat);
  expect(review.json.metrics.agreement).toBe(1);
  expect(review.json.moves).toHaveLength(2);
  const fork = await server.ask(
    `POST /v1/replays/${id}/forks`,
    { turn: 3, swap: { buyer: 'clean:boulware_hard' } },
    seat,
  );
  expect(fork.json.fork).toEqual({ of: transcript.json.id, turn: 3 });
  expect(fork.json.events.slice(0, 2)).toEqual(transcript.json.events.slice(0, 2));
});

test('ids of events count what the reader was told: refusals of the other side leave no gap', async () => {
  const { json } = await server.ask('POST /v1/games', { ...table, seats: { buyer: 'remote', seller: 'remote' } });
  const as = (seat: string) => ({ 'x-seat-token': json.tokens[seat] as string });
  const act = (seat: string, what: object) =>
    server.ask(`POST /v1/games/${json.id}/acts`, { act: what, wait: 0 }, as(seat));
  const path = `GET /v1/games/${json.id}/events`;
  const told = async (seat: string, last?: string) =>
    (await server.ask(path, undefined, { ...as(seat), ...(last && { 'last-event-id': last }) })).text.match(
      /^(event|id): .+$/gm,
    );
  await act('buyer', { type: 'accept' });
  await act('buyer', { type: 'offer', price: 250 });
  // Who reads the line now and loses it is told everything that comes later.
  const open = await fetch(`${server.url}/v1/games/${json.id}/events`, { headers: as('seller') });
  const reader = (open.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
  let first = '';
  while (!first.includes('event: turn')) first += (await reader.read()).value;
  await reader.cancel();
  expect(first.match(/^(event|id): .+$/gm)).toEqual(['event: act', 'id: 1', 'event: turn', 'id: 1']);
  await act('seller', { type: 'walk' });
  expect(await told('seller')).toEqual(['event: act', 'id: 1', 'event: act', 'id: 2', 'event: over', 'id: 2']);
  expect(await told('seller', '1')).toEqual(['event: act', 'id: 2', 'event: over', 'id: 2']);
  expect(await told('buyer', '1')).toEqual(['event: act', 'id: 2', 'event: act', 'id: 3', 'event: over', 'id: 3']);
});

test('a live game goes on after a restart, refusals and all', async () => {
  const { id, seat } = await sitDown();
  await server.ask(`POST /v1/games/${id}/acts`, { act: { type: 'offer', price: 250 } }, seat);
  const refused = await server.ask(`POST /v1/games/${id}/acts`, { act: { type: 'offer', price: 1 } }, seat);
  expect(refused.status).toBe(422);
  expect(refused.json.error).toMatchObject({ code: 'refused', attemptsLeft: 2 });
  const before = (await server.ask(`GET /v1/games/${id}`, undefined, seat)).json;
  await server.close(0);
  server = await testServer({ dataFolder: folder });
  expect((await server.ask(`GET /v1/games/${id}`, undefined, seat)).json).toEqual(before);
  expect(before.you.attemptsLeft).toBe(2);
  const walked = await server.ask(`POST /v1/games/${id}/acts`, { act: { type: 'walk' } }, seat);
  expect(walked.json.result).toMatchObject({ kind: 'walked', by: 'buyer' });
});

test('two people at one table: an open seat is taken once, and each sees its own side', async () => {
  const { id, seat, json } = await sitDown({ seats: { buyer: 'remote', seller: 'open' } });
  expect(json.seats[1]).toEqual({ seat: 'seller', kind: 'open', name: null });
  const joined = await server.ask(`POST /v1/games/${id}/seats/seller`, { name: 'Bo' });
  expect(joined.status).toBe(201);
  expect((await server.ask(`POST /v1/games/${id}/seats/seller`)).status).toBe(409);
  expect((await server.ask(`POST /v1/games/${id}/seats/judge`)).status).toBe(404);
  const other = { 'x-seat-token': joined.json.token };
  expect((await server.ask(`POST /v1/games/${id}/acts`, { act: { type: 'walk' } }, other)).json.error.code).toBe(
    'not_your_turn',
  );
  await server.ask(`POST /v1/games/${id}/acts`, { act: { type: 'offer', price: 250 }, wait: 0 }, seat);
  const view = (await server.ask(`GET /v1/games/${id}`, undefined, other)).json;
  expect(view.you).toMatchObject({ seat: 'seller', yourTurn: true, theirs: { offer: { price: 250 } } });
  const deal = await server.ask(`POST /v1/games/${id}/acts`, { act: { type: 'accept' } }, other);
  expect(deal.json.result.deal).toEqual({ price: 250 });
});

test('the third refusal forfeits', async () => {
  const { id, seat } = await sitDown();
  for (const attemptsLeft of [2, 1, 0]) {
    const { json } = await server.ask(`POST /v1/games/${id}/acts`, { act: { type: 'reject' } }, seat);
    expect(json.error).toMatchObject({ code: 'refused', attemptsLeft });
  }
  expect((await server.ask(`GET /v1/games/${id}`)).json.result).toMatchObject({ kind: 'forfeited', by: 'buyer' });
});

test('a paced game between scripts is told as it is played, and its transcript is open to all', async () => {
  const { json } = await server.ask('POST /v1/games', {
    ...table,
    seats: { buyer: 'clean:boulware_firm', seller: 'clean:boulware_firm' },
    pace: 5,
  });
  expect(json.history.length).toBeLessThan(2);
  const text = await (await fetch(`${server.url}/v1/games/${json.id}/events`)).text();
  expect(text.match(/^event: over$/gm)).toHaveLength(1);
  expect((await server.ask(`GET /v1/replays/${json.id}`)).json.result.kind).toBe('agreement');
});

test('a seed that somebody chose is told to every seat, to who may yet sit down, and in the lists', async () => {
  const open = { task: 'price-wide', listed: true, seats: { buyer: 'remote', seller: 'open' } };
  const told = async (more: object) => {
    const { json } = await server.ask('POST /v1/games', { ...open, ...more });
    const watched = (await server.ask(`GET /v1/games/${json.id}`)).json;
    const joined = (await server.ask(`POST /v1/games/${json.id}/seats/seller`, { shares: true })).json;
    const { games } = (await server.ask('GET /v1/games')).json;
    const line = games.find(({ id }: { id: string }) => id === json.id);
    const act = { act: { type: 'walk' }, wait: 0 };
    const [seat, token] = json.toAct[0] === 'buyer' ? ['buyer', json.tokens.buyer] : ['seller', joined.token];
    const over = await server.ask(`POST /v1/games/${json.id}/acts`, act, { 'x-seat-token': token });
    expect(over.json.result).toMatchObject({ kind: 'walked', by: seat });
    const { replays } = (await server.ask('GET /v1/replays')).json;
    const replay = replays.find(({ id }: { id: string }) => id === json.id);
    expect([json, watched, joined, line, replay].map(({ scored }) => scored)).toEqual(Array(5).fill(false));
    return new Set([json, watched, joined, line, replay].map(({ seedChosenBy }) => seedChosenBy));
  };
  expect(await told({ seed: 424_242 })).toEqual(new Set(['who opened the game']));
  expect(await told({ split: 'test', index: 3 })).toEqual(new Set(['who opened the game']));
  expect(await told({})).toEqual(new Set(['the server']));
});

test('highlights: what words give away, with the places', async () => {
  const { json } = await server.ask('POST /v1/highlights', { words: 'I need to sell today, it is in mint condition.' });
  const urgent = json.spans.find(({ signal }: { signal: string }) => signal === 'urgency');
  expect('I need to sell today, it is in mint condition.'.slice(urgent.start, urgent.end)).toBe(urgent.text);
  expect(json.aggregate.urgency).toBe(
    Math.max(
      ...json.spans.filter((s: { signal: string }) => s.signal === 'urgency').map((s: { score: number }) => s.score),
    ),
  );
  expect((await server.ask('POST /v1/highlights', { words: '' })).status).toBe(400);
});

test('a game given up is over for everybody and measures nothing', async () => {
  const { id, seat } = await sitDown();
  expect((await server.ask(`DELETE /v1/games/${id}`)).status).toBe(403);
  expect((await server.ask(`DELETE /v1/games/${id}`, undefined, seat)).status).toBe(200);
  expect((await server.ask(`GET /v1/games/${id}`)).json).toMatchObject({ status: 'abandoned', result: null });
  expect((await server.ask(`POST /v1/games/${id}/acts`, { act: { type: 'walk' } }, seat)).status).toBe(409);
});

test.each([
  ['POST /v1/games', '{"task":', 400],
  ['POST /v1/games', '[]', 400],
  ['POST /v1/games', { task: 'no-such-task' }, 400],
  ['POST /v1/games', { task: 'career_10' }, 400],
  ['POST /v1/games', { seed: -1 }, 400],
  ['POST /v1/games', { seed: 1.5 }, 400],
  ['POST /v1/games', { split: 'test' }, 400],
  ['POST /v1/games', { split: 'test', index: 100_000 }, 400],
  ['POST /v1/games', { surprise: 1 }, 400],
  ['POST /v1/games', { seats: { judge: 'remote' } }, 400],
  ['POST /v1/games', { seats: { seller: 'no_such_script' } }, 400],
  ['POST /v1/games', { seats: { seller: 'boulware_hard?exponent=x' } }, 400],
  ['POST /v1/games', { listing: '../../etc/passwd.json' }, 400],
  ['POST /v1/games', { opens: 'judge' }, 400],
  ['POST /v1/games', { turnLimit: 0 }, 400],
  ['GET /v1/games/nothing', undefined, 404],
  ['GET /v1/games?limit=x', undefined, 400],
  ['POST /v1/games/nothing/acts', { act: { type: 'walk' } }, 404],
  ['GET /v1/replays/nothing', undefined, 404],
  ['GET /v1/training-runs/..%2F..%2Fetc', undefined, 404],
  ['GET /v1/nothing', undefined, 404],
  ['PUT /v1/games', {}, 405],
  ['GET /v1/leaderboards?domain=none', undefined, 400],
  ['GET /v1/strategies?domain=none', undefined, 400],
])('%s with %j is %i with a reason', async (what, body, status) => {
  const answer = await server.ask(what, body);
  expect(answer.status).toBe(status);
  expect(answer.json.error.message.length).toBeGreaterThan(10);
});

test.each([
  [{ act: { type: 'offer' } }, 400],
  [{ act: { type: 'offer', price: 'x' } }, 400],
  [{ act: { type: 'offer', price: 300, secret: 1 } }, 400],
  [{ act: { type: 'dance' } }, 400],
  [{ act: { type: 'say', words: 'x'.repeat(4001) } }, 400],
  [{ act: { type: 'offer', split: { a: [1], b: [1] } } }, 400],
  [{ text: '300 or 310' }, 422],
  [{}, 400],
  ['', 400],
  ['nonsense', 400],
])('an act %j is %i with a reason and uses no turn', async (body, status) => {
  const { id, seat } = await sitDown();
  const answer = await server.ask(`POST /v1/games/${id}/acts`, body, seat);
  expect(answer.status).toBe(status);
  expect(answer.json.error.message).toBeTypeOf('string');
  expect((await server.ask(`GET /v1/games/${id}`, undefined, seat)).json.you).toMatchObject({
    yourTurn: true,
    attemptsLeft: 3,
  });
});

test('an open seat is not given after the end: its token would open the transcript', async () => {
  const seats = { buyer: 'remote', seller: 'open' };
  const { json } = await server.ask('POST /v1/games', { opens: 'buyer', seats });
  const walked = { act: { type: 'walk' }, wait: 0 };
  await server.ask(`POST /v1/games/${json.id}/acts`, walked, { 'x-seat-token': json.tokens.buyer });
  const late = await server.ask(`POST /v1/games/${json.id}/seats/seller`, {});
  expect(late).toMatchObject({ status: 409, json: { error: { code: 'over' } } });
});

test('a game takes so many characters; short acts go on, and what was taken may be sent again', async () => {
  const { id, tokens } = await sitDown({ turnLimit: 1000, seats: { buyer: 'remote', seller: 'remote' } });
  const say = (turn: number, words: string) =>
    server.ask(
      `POST /v1/games/${id}/acts`,
      { act: { type: 'say', words }, turn, wait: 0 },
      { 'x-seat-token': (turn % 2 === 1 ? tokens.buyer : tokens.seller) as string },
    );
  const long = 'x'.repeat(4000);
  let turn = 1;
  let answer = await say(turn, long);
  for (; answer.status === 200 && turn < 100; answer = await say(turn, long)) turn++;
  expect([turn, answer.status, answer.json.error.code]).toEqual([63, 413, 'too_large']);
  expect((await say(turn, 'go on')).status).toBe(200);
  expect((await say(turn - 1, long)).status).toBe(200);
});

test('HEAD of a stream holds no place in it', async () => {
  const narrow = await testServer({ trustProxy: 'any', perAddress: 1 });
  try {
    const stranger = { 'x-forwarded-for': '9.9.9.9' };
    const { json } = await narrow.ask('POST /v1/games', table);
    for (let i = 0; i < 3; i++)
      expect((await narrow.ask(`HEAD /v1/games/${json.id}/events`, undefined, stranger)).status).toBe(200);
    await narrow.ask(`DELETE /v1/games/${json.id}`, undefined, { 'x-seat-token': json.tokens.buyer });
    expect((await narrow.ask(`GET /v1/games/${json.id}/events`, undefined, stranger)).text).toContain('closed');
  } finally {
    await narrow.stop();
  }
});
