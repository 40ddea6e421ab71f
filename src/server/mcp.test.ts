/** MCP over HTTP and stdio: the handshake, the list of tools, and each tool on a number worked by hand. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTools } from './mcp-stdio.ts';
import { type TestServer, testServer } from './server.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

const rpc = async (method: string, params?: object) =>
  (await server.ask('POST /v1/mcp', { jsonrpc: '2.0', id: 1, method, ...(params && { params }) })).json;
const call = async (name: string, args: object) => (await rpc('tools/call', { name, arguments: args })).result;

const situation = {
  role: 'buyer',
  reservation: 400,
  target: 280,
  listPrice: 420,
  offers: [
    { by: 'seller', price: 420 },
    { by: 'buyer', price: 280 },
    { by: 'seller', price: 405 },
  ],
};

test('the handshake, the tools, and what is no method', async () => {
  expect(
    (
      await rpc('initialize', {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 't', version: '1' },
      })
    ).result,
  ).toMatchObject({
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'parley' },
  });
  const { tools } = (await rpc('tools/list')).result;
  expect(tools.map(({ name }: { name: string }) => name)).toEqual([
    'evaluate_offer',
    'suggest_counter',
    'start_game',
    'act',
    'coach',
  ]);
  for (const { inputSchema } of tools) expect(inputSchema.type).toBe('object');
  expect((await rpc('no/such')).error.code).toBe(-32601);
  expect((await server.ask('POST /v1/mcp', { jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202);
  expect((await server.ask('POST /v1/mcp', '{bad')).json.error.code).toBe(-32700);
  expect((await server.ask('GET /v1/mcp')).status).toBe(405);
});

test('evaluate_offer in an arena: a buyer of any name gains below its limit', async () => {
  const { structuredContent: game } = await call('start_game', { task: 'marketplace_arena', seed: 5 });
  const { reservation } = game.you.own;
  const place = { game: game.id, seat_token: game.seat_token };
  const { structuredContent } = await call('evaluate_offer', { ...place, price: reservation - 10 });
  expect(structuredContent).toMatchObject({ gain: 10, pastReservation: false });
});

test('evaluate_offer: 370 for a buyer with a limit of 400 and a target of 280', async () => {
  const { structuredContent, isError } = await call('evaluate_offer', { situation, price: 370 });
  expect(isError).toBe(false);
  // 400 - 370 = 30 over the limit, of the 400 - 280 = 120 to the target: a quarter of the way; and better than 405.
  expect(structuredContent).toMatchObject({
    gain: 30,
    pastReservation: false,
    towardTarget: 0.25,
    betterThanStanding: true,
  });
  // Two offers of the seller, 420 in turn 1 and 405 in turn 3 of 20, fit a straight line: 420 - 7.5 (20 - 1) = 277.5 at the end.
  expect(structuredContent.theirLimit).toEqual({ estimate: 277.5, error: 0 });
  expect((await call('evaluate_offer', { situation, price: 410 })).structuredContent).toMatchObject({
    gain: -10,
    pastReservation: true,
  });
});

test('suggest_counter: the linear script is where its line is in turn 4 of 20', async () => {
  const { structuredContent } = await call('suggest_counter', { situation, strategy: 'clean:linear_standard' });
  // 280 + (400 - 280) * 4 / 20 = 304
  expect(structuredContent.act).toMatchObject({ type: 'offer', price: 304 });
  const wrong = await call('suggest_counter', { situation, strategy: 'bulware_hard' });
  expect(wrong).toMatchObject({ isError: true });
  expect(wrong.content[0].text).toContain('did you mean');
});

test('a game: start, act in words, be coached, walk, and hear what each move gave away', async () => {
  const started = (await call('start_game', { task: 'price-wide', listing: 'oak-dining-table', opens: 'buyer' }))
    .structuredContent;
  const seat = { game: started.id, seat_token: started.seat_token };
  const acted = (await call('act', { ...seat, text: 'how about 300?' })).structuredContent;
  expect(acted.history).toHaveLength(2);
  const advice = (await call('coach', seat)).structuredContent;
  expect(advice.theirOffer.gain).toBeTypeOf('number');
  expect(advice.suggestion.act.type).toBe('offer');
  expect((await call('act', { ...seat, act: { type: 'offer', price: 1 } })).content[0].text).toContain('refused');
  expect((await call('act', { ...seat, seat_token: 'wrong', act: { type: 'walk' } })).isError).toBe(true);
  await call('act', { ...seat, act: { type: 'walk' } });
  const review = (await call('coach', seat)).structuredContent;
  expect(review.metrics.agreement).toBe(0);
  expect(review.moves.map(({ turn }: { turn: number }) => turn)).toEqual([1, 3]);
});

test('over stdio, a line in and a line out', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-mcp-'));
  const tools = await openTools({ dataFolder: folder, version: '0' });
  expect(JSON.parse((await tools.answer('{"jsonrpc":"2.0","id":7,"method":"ping"}')) as string)).toEqual({
    jsonrpc: '2.0',
    id: 7,
    result: {},
  });
  expect(JSON.parse((await tools.answer('{bad')) as string).error.code).toBe(-32700);
  expect(await tools.answer('{"jsonrpc":"2.0","method":"notifications/initialized"}')).toBeUndefined();
  await tools.close();
  rmSync(folder, { recursive: true, force: true });
});

test.each([
  { name: 'evaluate_offer', arguments: {} },
  { name: 'evaluate_offer', arguments: { situation } },
  { name: 'evaluate_offer', arguments: { situation: { ...situation, role: 'judge' }, price: 1 } },
  { name: 'evaluate_offer', arguments: { situation, price: 1, game: 'x' } },
  { name: 'act', arguments: { game: 'x', seat_token: 'x', text: 'hi' } },
  { name: 'no_such_tool', arguments: {} },
  {},
])('bad input %j is told, not thrown', async (params) => {
  const answer = await rpc('tools/call', params);
  expect(answer.error?.message ?? answer.result.content[0].text).toBeTypeOf('string');
  expect(answer.error !== undefined || answer.result.isError).toBe(true);
});
