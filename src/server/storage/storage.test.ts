/** One suite for both databases: what is stored comes back, in order and whole, or not at all. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Event } from '../../core/index.ts';
import { noPostgres, startPostgres, type TestPostgres } from './postgres.fixture.ts';
import { openStorage, type Storage } from './storage.ts';

const databases = ['sqlite', 'postgres'] as const;

for (const kind of databases) {
  const skip = kind === 'postgres' && noPostgres !== undefined;
  if (skip) process.stderr.write(`storage on postgres is not tested: ${noPostgres}\n`);

  describe.skipIf(skip)(kind, () => {
    let storage: Storage;
    let postgres: TestPostgres | undefined;
    const folder = mkdtempSync(join(tmpdir(), 'parley-storage-'));
    const open = () => openStorage({ folder, url: postgres?.url });
    beforeAll(async () => {
      if (kind === 'postgres') postgres = await startPostgres();
      storage = await open();
    });
    afterAll(async () => {
      await storage.close();
      postgres?.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    let games = 0;
    const event = (turn: number): Event => ({
      type: 'action-taken',
      turn,
      seat: 'buyer',
      act: { type: 'say', words: `turn ${turn}: "quoted", 'single', ? and \u20ac\ud83d\udc4d` },
    });
    async function newGame(listed = false): Promise<string> {
      const id = `game-${kind}-${++games}`;
      await storage.createGame({
        id,
        created: `2026-01-01T00:00:${String(games).padStart(2, '0')}.000Z`,
        domain: 'price',
        listed,
        request: { task: 'price-wide', source: { seed: 7 }, scenario: { a: 1 }, seed: 7, drawn: true, pace: 0 },
        players: [
          { seat: 'buyer', spec: 'remote', fingerprint: 'f1', name: 'Ada', token: 'hash' },
          { seat: 'seller', spec: 'boulware_hard', fingerprint: 'f2', name: null, token: null },
        ],
      });
      return id;
    }
    const late = '2026-02-01T00:00:00.000Z';

    test('a game comes back as it was stored, its turns in order', async () => {
      const id = await newGame();
      await storage.progress(id, { from: 0, events: [event(1), event(2)], sealed: {}, changed: late });
      const sealed = { buyer: { type: 'walk' } };
      await storage.progress(id, { from: 2, events: [event(3)], sealed, changed: late });
      const game = await storage.game(id);
      expect(game?.events).toEqual([event(1), event(2), event(3)]);
      expect(game).toMatchObject({
        id,
        status: 'live',
        domain: 'price',
        listed: false,
        sealed,
        episode: null,
        result: null,
      });
      expect(game?.request).toEqual({
        task: 'price-wide',
        source: { seed: 7 },
        scenario: { a: 1 },
        seed: 7,
        drawn: true,
        pace: 0,
      });
      expect(game?.players.map(({ seat, token, name }) => [seat, token, name])).toEqual([
        ['buyer', 'hash', 'Ada'],
        ['seller', null, null],
      ]);
    });

    test('a turn that is there already is refused, with all that came with it', async () => {
      const id = await newGame();
      await storage.progress(id, { from: 0, events: [event(1)], sealed: {}, changed: late });
      await expect(storage.progress(id, { from: 0, events: [event(9)], sealed: {}, changed: late })).rejects.toThrow();
      expect((await storage.game(id))?.events).toEqual([event(1)]);
    });

    test('a bad write among many at once fails alone', async () => {
      const good = await Promise.all([newGame(), newGame(), newGame()]);
      const write = (id: string) => storage.progress(id, { from: 0, events: [event(1)], sealed: {}, changed: late });
      const outcomes = await Promise.allSettled([
        write(good[0]!),
        write('no-such-game'),
        write(good[1]!),
        write(good[2]!),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
      for (const id of good) expect((await storage.game(id))?.events).toHaveLength(1);
    });

    test('a game that is over has its result, and lists show listed games only', async () => {
      const [hidden, shown] = [await newGame(), await newGame(true)];
      const over = { episode: 'e1', result: { kind: 'no-deal', turn: 20, utility: { buyer: 0, seller: 0 } } } as const;
      for (const id of [hidden, shown])
        await storage.progress(id, { from: 0, events: [], sealed: {}, changed: late, over });
      expect(await storage.game(shown)).toMatchObject({ status: 'over', episode: 'e1', result: over.result });
      const lines = await storage.list({ status: 'over', listed: true, limit: 10 });
      expect(lines.map(({ id }) => id)).toEqual([shown]);
      expect(await storage.list({ status: 'over', listed: true, limit: 10, before: late })).toEqual([]);
    });

    test('seats are taken, remarks dropped, idle games found and given up', async () => {
      const id = await newGame();
      await storage.takeSeat(id, { seat: 'seller', spec: 'remote', fingerprint: 'f', name: 'Bo', token: 'other' });
      await storage.progress(id, {
        from: 0,
        events: [event(1), event(2)],
        sealed: {},
        changed: '2025-01-01T00:00:00.000Z',
      });
      await storage.truncate(id, 1);
      const game = await storage.game(id);
      expect(game?.events).toEqual([event(1)]);
      expect(game?.players[1]).toMatchObject({ name: 'Bo', token: 'other' });
      expect(await storage.idle('2025-06-01T00:00:00.000Z')).toEqual([id]);
      await storage.abandon(id, late);
      expect(await storage.idle('2025-06-01T00:00:00.000Z')).toEqual([]);
      expect((await storage.game(id))?.status).toBe('abandoned');
    });

    test('opened again, everything is there and no step is taken twice', async () => {
      const id = await newGame();
      await storage.progress(id, { from: 0, events: [event(1)], sealed: {}, changed: late });
      await storage.close();
      storage = await open();
      expect((await storage.game(id))?.events).toEqual([event(1)]);
    });
  });
}

test('a database that is no Postgres is refused in words', async () => {
  await expect(openStorage({ url: 'mysql://x', folder: '.' })).rejects.toThrow('postgres://');
});
