/** What others got in the same game: few are only counted, and nothing says whose they were. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '../server.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

async function walked(more: object = {}): Promise<string> {
  const { json } = await server.ask('POST /v1/games', {
    task: 'price-wide',
    opens: 'buyer',
    seats: { buyer: 'remote' },
    ...more,
  });
  const token = { 'x-seat-token': json.tokens.buyer };
  await server.ask(`POST /v1/games/${json.id}/acts`, { act: { type: 'walk' }, wait: 0 }, token);
  return json.id;
}
const results = async (query: string) => (await server.ask(`GET /v1/results?${query}`)).json;

test('fewer than five are counted; five are told, rounded, without those of agents, of empty seats and of chosen seeds', async () => {
  for (let i = 0; i < 4; i++) await walked();
  expect(await results('task=price-wide&seat=buyer')).toEqual({ games: 4, fewest: 5, utilities: [] });
  await walked();
  expect(await results('task=price-wide&seat=buyer')).toEqual({ games: 5, fewest: 5, utilities: [0, 0, 0, 0, 0] });
  await walked({ seed: 5 });
  await walked({ seats: { buyer: 'remote', seller: 'open' } });
  expect(await results('task=price-wide&seat=buyer')).toMatchObject({ games: 6 });
  expect(await results('task=price-wide&seat=seller')).toMatchObject({ games: 0 });
  expect(await results('task=price-narrow&seat=buyer')).toMatchObject({ games: 0 });
});

test('an unknown task is refused', async () => {
  expect((await server.ask('GET /v1/results?task=nothing&seat=buyer')).status).toBe(400);
});
