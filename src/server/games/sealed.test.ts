/** Sealed acts over the wire: what the rules refuse is said at once, counts once, and counts no more after a restart. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testServer } from '../server.fixture.ts';

test('an illegal act in a round is refused once, whatever restarts follow', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'parley-sealed-'));
  let server = await testServer({ dataFolder });
  const buyers = ['buyer-1', 'buyer-2', 'buyer-3'];
  const seats = Object.fromEntries(['seller', ...buyers].map((seat) => [seat, 'remote']));
  const made = (await server.ask('POST /v1/games', { task: 'marketplace_arena', seed: 5, seats })).json;
  const { id } = made.game ?? made;
  const auth = (seat: string) => ({ 'x-seat-token': made.tokens[seat] as string });
  const act = (seat: string, what: object) =>
    server.ask(`POST /v1/games/${id}/acts`, { act: what, wait: 0 }, auth(seat));
  const look = async () => (await server.ask(`GET /v1/games/${id}`, undefined, auth('buyer-1'))).json;

  expect((await act('seller', { type: 'offer', price: 60 })).status).toBe(200);
  const refused = await act('buyer-1', { type: 'offer', price: 999_999 });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('a price must lie in the range');
  for (const buyer of buyers.slice(1)) await act(buyer, { type: 'say', words: 'Hm.' });
  const before = await look();
  expect(before).toMatchObject({ toAct: ['buyer-1'], you: { attemptsLeft: 2, yourTurn: true } });
  for (let restart = 0; restart < 3; restart++) {
    await server.close(0);
    server = await testServer({ dataFolder });
    expect(await look()).toEqual(before);
  }
  expect((await act('buyer-1', { type: 'offer', price: 30 })).status).toBe(200);
  expect(await look()).toMatchObject({ turn: 3 });
  await server.close(0);
  rmSync(dataFolder, { recursive: true, force: true });
});
