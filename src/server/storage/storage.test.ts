/** One suite for both databases: what is stored comes back, in order and whole, or not at all. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import connect from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DatabaseServer, noServer, startServer } from '../../../test/database-servers.ts';
import type { Event } from '../../core/index.ts';
import { openPostgres } from './postgres.ts';
import { Overtaken, openStorage, type Storage } from './storage.ts';

const databases = ['sqlite', 'postgres'] as const;

for (const kind of databases) {
  const skip = kind === 'postgres' && noServer.postgres !== undefined;
  if (skip) process.stderr.write(`storage on postgres is not tested: ${noServer.postgres}\n`);

  describe.skipIf(skip)(kind, () => {
    let storage: Storage;
    let postgres: DatabaseServer | undefined;
    const folder = mkdtempSync(join(tmpdir(), 'parley-storage-'));
    const open = () => openStorage({ folder, url: postgres?.url, lease: 600_000 });
    beforeAll(async () => {
      if (kind === 'postgres') postgres = await startServer('postgres');
      storage = await open();
    });
    afterAll(async () => {
      await storage.close();
      await postgres?.stop();
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
        owner: null,
        request: { task: 'price-wide', source: { seed: 7 }, scenario: { a: 1 }, seed: 7, drawn: true, pace: 0 },
        players: [
          { seat: 'buyer', spec: 'remote', fingerprint: 'f1', name: 'Ada', token: 'hash' },
          { seat: 'seller', spec: 'boulware_hard', fingerprint: 'f2', name: null, token: null },
        ],
      });
      return id;
    }
    const late = '2026-02-01T00:00:00.000Z';

    test('a game is listed when everybody who sat there lets, and no longer when one does not', async () => {
      const id = await newGame();
      const over = {
        episode: 'e',
        result: { kind: 'walked', turn: 1, by: 'buyer', utility: { buyer: 0.2, seller: 0 } },
      };
      await storage.progress(id, 0, { from: 0, events: [event(1)], sealed: {}, changed: late, over: over as never });
      const listed = async () => (await storage.game(id))?.listed;
      expect(await listed()).toBe(false);
      const { version } = (await storage.game(id)) as { version: number };
      await storage.share(id, 'buyer', true);
      expect([await listed(), (await storage.game(id))?.version]).toEqual([true, version + 1]);
      await storage.share(id, 'buyer', false);
      expect(await listed()).toBe(false);
      // What a person got counts, what an agent got does not.
      expect(await storage.results('price-wide', 'buyer', 10)).toEqual([over.result]);
      expect(await storage.results('price-wide', 'seller', 10)).toEqual([]);
    });

    test('a game comes back as it was stored, its turns in order', async () => {
      const id = await newGame();
      await storage.progress(id, 0, { from: 0, events: [event(1), event(2)], sealed: {}, changed: late });
      const sealed = { buyer: { type: 'walk' } };
      await storage.progress(id, 1, { from: 2, events: [event(3)], sealed, changed: late });
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
      await storage.progress(id, 0, { from: 0, events: [event(1)], sealed: {}, changed: late });
      const again = { from: 0, events: [event(9)], sealed: {}, changed: late };
      await expect(storage.progress(id, 1, again)).rejects.not.toBeInstanceOf(Overtaken);
      expect((await storage.game(id))?.events).toEqual([event(1)]);
    });

    test('of changes made from one version the first is stored, the others are overtaken as a whole', async () => {
      const id = await newGame();
      const seat = { seat: 'seller', spec: 'remote', fingerprint: 'f', name: 'Bo', token: 't' };
      const others = await Promise.all([open(), open()]);
      const outcomes = await Promise.allSettled([
        storage.progress(id, 0, { from: 0, events: [event(1)], sealed: {}, changed: late }),
        ...others.map((other, i) => other.takeSeat(id, 0, { ...seat, token: `t${i}` })),
        others[0]!.progress(id, 0, { from: 0, events: [event(2)], sealed: { buyer: { type: 'walk' } }, changed: late }),
      ]);
      const refused = outcomes.filter((one) => one.status === 'rejected');
      expect(refused).toHaveLength(3);
      for (const { reason } of refused) expect(reason).toBeInstanceOf(Overtaken);
      const game = await storage.game(id);
      const stored = outcomes.findIndex(({ status }) => status === 'fulfilled');
      expect(game?.version).toBe(1);
      expect(game?.events).toEqual(stored === 0 ? [event(1)] : stored === 3 ? [event(2)] : []);
      expect(game?.players[1]?.token).toBe(stored === 1 ? 't0' : stored === 2 ? 't1' : null);
      await others[1]!.abandon(id, late);
      const after = { from: game!.events.length, events: [event(3)], sealed: {}, changed: late };
      await expect(storage.progress(id, 2, after)).rejects.toThrow();
      for (const other of others) await other.close();
    });

    test('a lease is held by one server until it runs out or is given up, and every change is told', async () => {
      const id = await newGame();
      const short = await openStorage({ folder, url: postgres?.url, lease: 1 });
      const told: string[] = [];
      await storage.listen(
        (game, version) => game === id && told.push(String(version)),
        () => undefined,
      );
      const owner = async () => (await storage.game(id))?.owner;
      await short.claim(id, 0, 'one');
      await expect.poll(owner).toBe(null);
      expect(await storage.lapsed(10)).toEqual([id]);
      // Late, but nobody else has taken it.
      await storage.renew('one', [id]);
      expect(await owner()).toBe('one');
      expect(await storage.lapsed(10)).toEqual([]);
      await expect(storage.claim(id, 1, 'two')).rejects.toBeInstanceOf(Overtaken);
      await short.renew('one', [id]);
      await expect.poll(owner).toBe(null);
      await storage.claim(id, 1, 'two');
      // Who lost it renews it no more, and what it still wants to store is overtaken.
      await short.renew('one', [id]);
      const slow = { from: 0, events: [event(1)], sealed: {}, changed: late, owner: 'one' };
      await expect(short.progress(id, 1, slow)).rejects.toBeInstanceOf(Overtaken);
      await storage.progress(id, 2, { ...slow, owner: 'two' });
      await storage.release('two', [id], 'lapse');
      expect(await storage.lapsed(10)).toEqual([id]);
      await storage.clearLease(id);
      expect(await storage.lapsed(10)).toEqual([]);
      if (kind === 'postgres') await expect.poll(() => told).toEqual(['1', '2', '3']);
      expect([...(await storage.versions([id, 'no-such-game']))]).toEqual([[id, 3]]);
      await short.close();
    });

    test('servers that start at once on an empty database take its steps once', async () => {
      const empty = mkdtempSync(join(tmpdir(), 'parley-storage-'));
      const fresh = postgres && (await emptyDatabase(postgres.url));
      const opened = await Promise.all([1, 2, 3, 4].map(() => openStorage({ folder: empty, url: fresh })));
      expect(await opened[3]!.list({ status: 'live', listed: true, limit: 1 })).toEqual([]);
      for (const one of opened) await one.close();
      rmSync(empty, { recursive: true, force: true });
    });

    test('finished games of long ago are found and forgotten, but for matches', async () => {
      const [old, scored, young, live] = [await newGame(), await newGame(), await newGame(), await newGame()];
      const over = { episode: 'e', result: { kind: 'no-deal', turn: 1, utility: { buyer: 0, seller: 0 } } } as const;
      const at = (year: number) => `${year}-01-01T00:00:00.000Z`;
      const end = (id: string, changed: string) =>
        storage.progress(id, 0, { from: 0, events: [event(1)], sealed: {}, changed, over });
      await end(old, at(2001));
      await end(scored, at(2001));
      await end(young, at(2003));
      const about = {
        kind: 'person',
        opponents: 'person',
        domain: 'price',
        task: 'price-wide',
        created: late,
      } as const;
      await storage.matches.seat([{ ...about, game: scored, seat: 'buyer', ticket: null, player: 'key' }]);
      expect(await storage.retired(at(2002), 10)).toEqual([old]);
      await storage.forget(old);
      await storage.forget(live);
      expect(await storage.game(old)).toBeUndefined();
      for (const id of [scored, young, live]) expect(await storage.game(id)).toBeDefined();
    });

    test('it says whether it can be written', async () => {
      const other = await open();
      await other.writable();
      await other.close();
      const closed = await open();
      await closed.close();
      await expect(closed.writable()).rejects.toThrow();
    });

    test('a bad write among many at once fails alone', async () => {
      const good = await Promise.all([newGame(), newGame(), newGame()]);
      const write = (id: string) => storage.progress(id, 0, { from: 0, events: [event(1)], sealed: {}, changed: late });
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
        await storage.progress(id, 0, { from: 0, events: [], sealed: {}, changed: late, over });
      expect(await storage.game(shown)).toMatchObject({ status: 'over', episode: 'e1', result: over.result });
      const lines = await storage.list({ status: 'over', listed: true, limit: 10 });
      expect(lines.map(({ id }) => id)).toEqual([shown]);
      expect(await storage.list({ status: 'over', listed: true, limit: 10, before: late })).toEqual([]);
    });

    test('seats are taken, remarks dropped, idle games found and given up', async () => {
      const id = await newGame();
      await storage.takeSeat(id, 0, { seat: 'seller', spec: 'remote', fingerprint: 'f', name: 'Bo', token: 'other' });
      const changed = '2025-01-01T00:00:00.000Z';
      await storage.progress(id, 1, { from: 0, events: [event(9), event(2)], sealed: {}, changed });
      await storage.progress(id, 2, { from: 0, again: true, events: [event(1)], sealed: {}, changed });
      const game = await storage.game(id);
      expect(game?.events).toEqual([event(1)]);
      expect(game?.players[1]).toMatchObject({ name: 'Bo', token: 'other' });
      expect(await storage.idle('2025-06-01T00:00:00.000Z')).toEqual([id]);
      await storage.abandon(id, late);
      expect(await storage.idle('2025-06-01T00:00:00.000Z')).toEqual([]);
      expect((await storage.game(id))?.status).toBe('abandoned');
    });

    test.runIf(kind === 'postgres')(
      'a server that stands still in a transaction holds others up for seconds only',
      async () => {
        const database = await openPostgres(postgres?.url as string);
        const sql = `INSERT INTO settings (name, value) VALUES ('pause', current_setting('idle_in_transaction_session_timeout'))`;
        await database.write([{ sql, args: [] }]);
        expect(await database.ask("SELECT value FROM settings WHERE name = 'pause'")).toMatchObject([{ value: '10s' }]);
        await database.close();
      },
    );

    test('opened again, everything is there and no step is taken twice', async () => {
      const id = await newGame();
      await storage.progress(id, 0, { from: 0, events: [event(1)], sealed: {}, changed: late });
      await storage.close();
      storage = await open();
      expect((await storage.game(id))?.events).toEqual([event(1)]);
    });

    test('ratings: a pair of people once, a rater once a pair, and so many from one place', async () => {
      const told = { title: 'x', about: '', turns: [], ending: { kind: 'walked', terms: null } };
      const pair = (id: string, people: string) => ({
        id,
        created: `2026-01-0${id}T00:00:00.000Z`,
        peopleFirst: true,
        matched: 'category' as const,
        people: { id: people, source: 'craigslist', told },
        agents: { name: 'scripts', source: 'house', told },
      });
      const { ratings } = storage;
      expect(await ratings.addPair(pair('1', 'one'))).toBe(true);
      expect(await ratings.addPair(pair('2', 'one'))).toBe(false);
      expect(await ratings.addPair(pair('3', 'two'))).toBe(true);
      expect(await ratings.pair('1')).toEqual(pair('1', 'one'));
      const three = { realism: 3, skill: 2, satisfaction: 1 };
      const rating = (rater: string, at = '1') => ({
        ...{ pair: at, rater, created: '2026-02-01', place: 'here', ofPeople: three, ofAgents: three },
      });
      const twice = await Promise.all([ratings.rate(rating('x'), 2), ratings.rate(rating('x'), 2)]);
      expect(twice.sort()).toEqual([false, true]);
      expect(await ratings.rate(rating('x'), 2)).toBe(false);
      expect((await ratings.nextPair('y', 3))?.id).toBe('1');
      expect((await ratings.nextPair('x', 3))?.id).toBe('3');
      expect((await ratings.nextPair('y', 1))?.id).toBe('3');
      expect(await ratings.rate(rating('y'), 2)).toBe(true);
      expect(await ratings.rate(rating('z'), 2)).toBe(false);
      expect(await ratings.ratedBy('x')).toBe(1);
      expect(await ratings.ratings(10)).toEqual([
        { ...rating('x'), agents: 'scripts', matched: 'category' },
        { ...rating('y'), agents: 'scripts', matched: 'category' },
      ]);
    });
  });
}

test('a database that is no Postgres is refused in words', async () => {
  await expect(openStorage({ url: 'mysql://x', folder: '.' })).rejects.toThrow('postgres://');
});

test('an address whose password is not escaped is refused with what to do, and without the password', async () => {
  const opening = openStorage({ folder: '.', url: 'postgres://parley:se/cret@db:5432/parley' });
  await expect(opening).rejects.toThrow(/^DATABASE_URL cannot be read: write what is no letter .+ as %40 for @/);
  await expect(opening).rejects.not.toThrow('cret');
});

async function emptyDatabase(url: string): Promise<string> {
  const server = connect(url);
  await server.unsafe('CREATE DATABASE fresh');
  await server.end();
  return url.replace(/postgres$/, 'fresh');
}
