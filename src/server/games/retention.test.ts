/** Finished games go after the stated time, and not before their transcripts are on disk. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '../server.fixture.ts';
import { openStorage, type Storage } from '../storage/storage.ts';
import { retire } from './retention.ts';

const dataFolder = mkdtempSync(join(tmpdir(), 'parley-retention-'));
const folder = join(dataFolder, 'retired');
let server: TestServer;
let storage: Storage;
beforeAll(async () => {
  server = await testServer({ dataFolder });
  storage = await openStorage({ folder: dataFolder });
});
afterAll(async () => {
  await storage.close();
  await server.stop();
  rmSync(dataFolder, { recursive: true, force: true });
});

test('a game that is over goes with its transcript exported; one that is played stays', async () => {
  const begin = async () =>
    (await server.ask('POST /v1/games', { opens: 'buyer', seats: { buyer: 'remote', seller: 'clean:hardliner' } }))
      .json;
  const [over, given, live] = [await begin(), await begin(), await begin()];
  const as = ({ tokens }: { tokens: { buyer: string } }) => ({ 'x-seat-token': tokens.buyer });
  await server.ask(`POST /v1/games/${over.id}/acts`, { act: { type: 'walk' } }, as(over));
  await server.ask(`DELETE /v1/games/${given.id}`, undefined, as(given));
  const { text } = await server.ask(`GET /v1/games/${over.id}/transcript`, undefined, as(over));
  const DAY = 86_400_000;

  expect(await retire({ storage, folder, days: 30, now: Date.now() + 29 * DAY })).toBe(0);
  expect(existsSync(folder)).toBe(false);

  // Where it cannot be exported it stays.
  writeFileSync(folder, '');
  const later = { storage, folder, days: 30, now: Date.now() + 31 * DAY };
  await expect(retire(later)).rejects.toThrow('cannot make the folder');
  expect((await server.ask(`GET /v1/games/${over.id}`)).status).toBe(200);
  rmSync(folder);

  expect(await retire(later)).toBe(2);
  const files = readdirSync(folder);
  expect(files.map((file) => readFileSync(join(folder, file), 'utf8'))).toEqual([text]);
  for (const { id } of [over, given]) expect((await server.ask(`GET /v1/games/${id}`)).status).toBe(404);
  expect((await server.ask(`GET /v1/games/${live.id}`)).json.status).toBe('live');
  expect(await retire(later)).toBe(0);
});

test('a server retires when it starts, not only after an hour', async () => {
  const { json } = await server.ask('POST /v1/games', { opens: 'buyer' });
  await storage.abandon(json.id, '2020-01-01T00:00:00.000Z');
  await (await testServer({ dataFolder, keepDays: 1 })).stop();
  expect(await storage.game(json.id)).toBeUndefined();
});
