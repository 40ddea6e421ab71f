/** What others got in the same game: few are only counted, and nothing says whose they were. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '../server.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

async function walked(): Promise<string> {
  const { json } = await server.ask('POST /v1/games', {
    task: 'price-wide',
    opens: 'buyer',
    seats: { buyer: 'remote' },
  });
  const token = { 'x-seat-token': json.tokens.buyer };
  await server.ask(`POST /v1/games/${json.id}/acts`, { act: { type: 'walk' }, wait: 0 }, token);
  return json.id;
}
const results = async (query: string) => (await server.ask(`GET /v1/results?${query}`)).json;

test('fewer than five are counted; five are told, without the own and without those of agents', async () => {
  for (let i = 0; i < 4; i++) await walked();
  expect(await results('task=price-wide&seat=buyer')).toEqual({ games: 4, fewest: 5, utilities: [] });
  const last = await walked();
  expect(await results('task=price-wide&seat=buyer')).toEqual({ games: 5, fewest: 5, utilities: [0, 0, 0, 0, 0] });
  expect(await results(`task=price-wide&seat=buyer&except=${last}`)).toMatchObject({ games: 4, utilities: [] });
  expect(await results('task=price-wide&seat=seller')).toMatchObject({ games: 0 });
  expect(await results('task=price-narrow&seat=buyer')).toMatchObject({ games: 0 });
});

test('an unknown task is refused', async () => {
  expect((await server.ask('GET /v1/results?task=nothing&seat=buyer')).status).toBe(400);
});
