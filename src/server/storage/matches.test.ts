/** One suite for both databases: what must not happen twice does not, whoever tries at the same time. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type DatabaseServer, noServer, startServer } from '../../../test/database-servers.ts';
import { showGame } from '../games/show.ts';
import { seatOf } from '../games/table.ts';
import { Tables } from '../games/tables.ts';
import { createMatchmaker } from '../matches/matchmaker.ts';
import { createPlayers } from '../players.ts';
import { openSqlite } from './libsql.ts';
import { type Identity, type MatchSeat, matchTables, type Ticket } from './matches.ts';
import { Overtaken, openStorage, type Storage } from './storage.ts';

for (const kind of ['sqlite', 'postgres'] as const) {
  const skip = kind === 'postgres' && noServer.postgres !== undefined;
  if (skip) process.stderr.write(`matches on postgres are not tested: ${noServer.postgres}\n`);

  describe.skipIf(skip)(kind, () => {
    let postgres: DatabaseServer | undefined;
    const servers: { storage: Storage; tables: Tables; matchmaker: ReturnType<typeof createMatchmaker> }[] = [];
    const folder = mkdtempSync(join(tmpdir(), 'parley-matches-'));
    beforeAll(async () => {
      if (kind === 'postgres') postgres = await startServer('postgres');
      const players = createPlayers(undefined);
      for (let i = 0; i < 2; i++) {
        const storage = await openStorage({ folder, url: postgres?.url });
        const tables = new Tables({ storage, players });
        servers.push({ storage, tables, matchmaker: createMatchmaker({ storage, tables, clock: 0 }) });
      }
    });
    afterAll(async () => {
      for (const { storage, tables } of servers) {
        await tables.close();
        await storage.close();
      }
      await postgres?.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    let made = 0;
    const late = '2020-02-01T00:00:00.000Z';
    const [one, two] = [0, 1].map((i) => () => servers[i] as (typeof servers)[number]) as [
      () => (typeof servers)[number],
      () => (typeof servers)[number],
    ];
    const welcome = () =>
      one().matchmaker.welcome({ key: `key-${++made}`, kind: 'person', name: `Name ${made}` }, `10.0.0.${made}`);
    const newTicket = (player: string): Ticket => ({
      id: `ticket-${++made}`,
      player,
      state: 'waiting',
      domain: 'items',
      created: late,
      asked: late,
      agentAt: late,
      place: 'x',
      placeBefore: null,
    });
    const seat = (game: string, ticket: Ticket, where: string): MatchSeat => ({
      game,
      seat: where,
      ticket: ticket.id,
      player: ticket.player,
      kind: 'person',
      opponents: 'person',
      domain: 'items',
      task: 'items-dond',
      created: late,
    });

    test('two servers have one secret, and a nonce serves once', async () => {
      const secrets = await Promise.all(servers.map(({ storage }, i) => storage.matches.secret('secret', `made ${i}`)));
      expect(secrets[0]).toBe(secrets[1]);
      const used = await Promise.all(servers.map(({ storage }) => storage.matches.useNonce('key', 'nonce', late)));
      expect(used.sort()).toEqual([false, true]);
      await one().storage.matches.forgetNonces('2020-02-02');
      expect(await two().storage.matches.useNonce('key', 'nonce', late)).toBe(true);
    });

    test('one name goes to one key, and a key has one open ticket', async () => {
      const attempts = servers.map(({ storage }, i) =>
        storage.matches.addIdentity(
          {
            key: `twin-${i}`,
            kind: 'agent',
            name: 'Twin',
            created: late,
            place: 'x',
            revoked: null,
          },
          20,
        ),
      );
      expect((await Promise.all(attempts)).sort()).toEqual([false, true]);
      const { key } = await welcome();
      const opened = servers.map(({ storage }) => storage.matches.openTicket(newTicket(key)));
      expect((await Promise.all(opened)).sort()).toEqual([false, true]);
      const open = (await one().storage.matches.openTicketOf(key)) as Ticket;
      expect(await one().storage.matches.leave(open.id)).toBe(true);
      expect(await two().storage.matches.leave(open.id)).toBe(false);
      expect(await two().storage.matches.openTicket(newTicket(key))).toBe(true);
      await one().storage.matches.leaveUnasked('2020-03-01');
      expect(await two().storage.matches.openTicketOf(key)).toBeUndefined();
    });

    test('a ticket is seated once: two matches that want it are one, and the other leaves nothing behind', async () => {
      const tickets: Ticket[] = [];
      for (let i = 0; i < 3; i++) {
        const ticket = newTicket((await welcome()).key);
        tickets.push(ticket);
        expect(await one().storage.matches.openTicket(ticket)).toBe(true);
      }
      const [a, b, c] = tickets as [Ticket, Ticket, Ticket];
      const done = await Promise.all([
        one().storage.matches.seat([seat('g1', a, 'a'), seat('g1', b, 'b')]),
        two().storage.matches.seat([seat('g2', b, 'a'), seat('g2', c, 'b')]),
      ]);
      expect([...done].sort()).toEqual([false, true]);
      const [won, lost] = done[0] ? ['g1', 'g2'] : ['g2', 'g1'];
      expect(await two().storage.matches.seatsOf(won)).toHaveLength(2);
      expect(await two().storage.matches.seatsOf(lost)).toEqual([]);
      const alone = (await one().storage.matches.ticket(done[0] ? c.id : a.id)) as Ticket;
      expect(alone.state).toBe('waiting');
      await expect(
        one().storage.matches.seat([{ ...seat('g3', alone, 'a'), player: null as never }]),
      ).rejects.toThrow();
    });

    test('a score is written once, and who gave up too late has not given up', async () => {
      const { matches } = one().storage;
      const ticket = newTicket((await welcome()).key);
      await matches.openTicket(ticket);
      await matches.seat([seat('g4', ticket, 'a')]);
      await matches.quit('g4', ['a']);
      await matches.score('g4', [{ seat: 'a', score: 0.5 }], 'agreement', late);
      await two().storage.matches.score('g4', [{ seat: 'a', score: 0.9 }], 'abandoned', late);
      expect(await matches.seatOf(ticket.id)).toMatchObject({ score: 0.5, ending: 'agreement', quit: false });
      expect((await matches.ticket(ticket.id))?.state).toBe('over');
    });

    test('many who ask two servers at once sit at one table each, and any server hands out the token', async () => {
      const devices: Identity[] = [];
      for (let i = 0; i < 8; i++) devices.push(await welcome());
      const asked = await Promise.all(
        devices.map((identity, i) =>
          (servers[i % 2] as (typeof servers)[number]).matchmaker.ask(identity, {
            domain: 'items',
            patience: 60,
            address: `10.1.0.${i}`,
          }),
        ),
      );
      const look = async () => {
        const held = [];
        for (const [i, { held: old }] of asked.entries())
          held.push(await two().matchmaker.look(old.ticket, devices[i] as Identity));
        return held;
      };
      await look();
      const held = await look();
      expect(held.map(({ ticket }) => ticket.state)).toEqual(Array(8).fill('playing'));
      const tables = new Set(held.map(({ game }) => game));
      expect(tables.size).toBe(4);
      for (const game of tables) expect(held.filter((one) => one.game === game)).toHaveLength(2);
      const { game, seat: own, token } = held[0] as (typeof held)[number];
      const table = await one().tables.find(game as string);
      expect(seatOf(table, token as string)).toBe(own);
      expect(new Set(held.map((one) => one.token)).size).toBe(8);
    });

    test('who acts after the sweep has listed the match has not given it up', async () => {
      const asking = { domain: 'price', patience: 60 };
      const [mine, other] = [await welcome(), await welcome()];
      await one().matchmaker.ask(mine, { ...asking, address: '10.5.0.1' });
      const { held } = await one().matchmaker.ask(other, { ...asking, address: '10.5.0.2' });
      const game = held.game as string;
      const { storage, tables } = one();
      const table = await tables.find(game);
      const [slow] = showGame(table, undefined).toAct as [string];
      const hour = 3_600_000;
      expect((await storage.matches.idle(hour)).map((idle) => idle.game)).not.toContain(game);
      const { version } = table;
      await expect(storage.timeOut(game, version, hour, [slow], late)).rejects.toThrow(Overtaken);
      // The act comes between the list and the match's place in it.
      const overtaken = createMatchmaker({
        storage: {
          ...storage,
          matches: {
            ...storage.matches,
            async idle() {
              const act = { type: 'offer', price: 1 } as never;
              await two().tables.act(await two().tables.find(game), slow, act, { wait: 0 });
              return [{ game, version }];
            },
          },
        },
        tables,
        clock: 0,
      });
      await overtaken.sweep();
      const stored = await storage.game(game);
      expect([stored?.status, (await storage.matches.seatsOf(game)).map(({ quit }) => quit)]).toEqual([
        'live',
        [false, false],
      ]);
      expect((await storage.matches.idle(0)).map((idle) => idle.game)).toContain(game);
    });

    test('a secret that could not be read is asked for again', async () => {
      const { storage, tables } = one();
      let failures = 1;
      const secret = (name: string, made: string) =>
        failures-- > 0 ? Promise.reject(new Error('the disk is full')) : storage.matches.secret(name, made);
      const matchmaker = createMatchmaker({
        storage: { ...storage, matches: { ...storage.matches, secret } },
        tables,
      });
      await expect(matchmaker.placeOf('10.6.0.1')).rejects.toThrow('full');
      expect(await matchmaker.placeOf('10.6.0.1')).toBe(await two().matchmaker.placeOf('10.6.0.1'));
    });

    test('many rows of one seat push none of another out', async () => {
      const { matches } = one().storage;
      const row = { kind: 'agent', opponents: 'agent', matches: 1, quit: 0, low: null, high: null } as const;
      for (const [domain, count] of [
        ['crowded', 5],
        ['quiet', 2],
      ] as const)
        for (let i = 0; i < count; i++)
          await matches.putStanding({ ...row, player: `row-${i}`, domain, seat: 'a', mean: i / 10 });
      const placed = async (limit: number, offset: number) =>
        (await matches.standings({ kind: 'agent', seat: 'a', opponents: 'agent', limit, offset })).flatMap(
          ({ domain, player }) => (player.startsWith('row-') ? [`${domain} ${player}`] : []),
        );
      expect(await placed(1, 0)).toEqual(['crowded row-4', 'quiet row-1']);
      expect(await placed(2, 1)).toEqual(['crowded row-3', 'crowded row-2', 'quiet row-0']);
    });

    test('of keys that come at once from one address so many are taken and no more', async () => {
      const coming = Array.from({ length: 12 }, (_, i) =>
        (servers[i % 2] as (typeof servers)[number]).storage.matches.addIdentity(
          { key: `crowd-${i}`, kind: 'agent', name: `Crowd ${i}`, created: late, place: 'crowd', revoked: null },
          5,
        ),
      );
      expect((await Promise.all(coming)).filter(Boolean)).toHaveLength(5);
    });

    test('a crowd at one address, or that has stopped asking, keeps nobody else from waiting, and nobody from an agent', async () => {
      const { matchmaker, storage, tables } = one();
      const asking = { domain: 'items', patience: 60, address: '10.7.0.1' };
      const devices: Identity[] = [];
      for (let i = 0; i < 24; i++) devices.push(await welcome());
      // All at once, at two servers.
      const asked = await Promise.allSettled(
        devices.map((identity, i) => (servers[i % 2] as (typeof servers)[number]).matchmaker.ask(identity, asking)),
      );
      const refused = devices.filter((_, i) => asked[i]?.status === 'rejected');
      expect(refused).toHaveLength(4);
      const [late1, late2, late3] = refused as [Identity, Identity, Identity];
      await expect(matchmaker.ask(late1, asking)).rejects.toThrow('20 wait at this address');
      const { held } = await matchmaker.ask(late1, { ...asking, patience: 0 });
      expect(held.ticket.state).toBe('playing');
      const crowded = createMatchmaker({ storage, tables, mostWaiting: { all: 20, here: 20 } });
      await expect(crowded.ask(late2, { ...asking, address: '10.7.0.2' })).rejects.toThrow('20 wait for a match');
      const waiting = await storage.matches.waiting('person', new Date(Date.now() - 30_000).toISOString());
      const stopped = waiting.find(({ player }) => devices.some(({ key }) => key === player)) as Ticket;
      const long = new Date(Date.now() - 31_000).toISOString();
      await storage.matches.asked(stopped, long, { since: '', all: 0, here: 0 });
      expect((await matchmaker.ask(late2, asking)).held.ticket.state).toBe('waiting');
      // Who comes back after others took its place is not among them, until its agent is due.
      const back = { ...stopped, asked: long };
      const identity = devices.find(({ key }) => key === stopped.player) as Identity;
      await matchmaker.look(back, identity);
      expect((await storage.matches.ticket(stopped.id))?.asked).toBe(long);
      await expect(matchmaker.ask(late3, asking)).rejects.toThrow('20 wait at this address');
      expect((await matchmaker.look({ ...back, agentAt: long }, identity)).ticket.asked > long).toBe(true);
      for (const { player } of waiting) {
        const open = await storage.matches.openTicketOf(player);
        if (open) await storage.matches.leave(open.id);
      }
    });

    test('one address asks for so many matches a day; who is known asks on', async () => {
      const { storage, tables } = one();
      const matchmaker = createMatchmaker({ storage, tables, mostToday: 2 });
      const asking = { domain: 'items', patience: 0, address: '10.11.0.1' };
      const states: string[] = [];
      for (let i = 0; i < 2; i++) states.push((await matchmaker.ask(await welcome(), asking)).held.ticket.state);
      expect(states).toEqual(['playing', 'playing']);
      const late1 = await welcome();
      await expect(matchmaker.ask(late1, asking)).rejects.toThrow('2 matches a day');
      expect((await matchmaker.ask(late1, { ...asking, known: true })).held.ticket.state).toBe('playing');
    });

    test('who may meet nobody of a crowd asks the database no more for it', async () => {
      const { storage, tables } = one();
      let questions = 0;
      const matches = Object.fromEntries(
        Object.entries(storage.matches).map(([name, ask]) => [
          name,
          (...args: never[]) => {
            questions++;
            return (ask as (...all: never[]) => unknown)(...args);
          },
        ]),
      ) as unknown as Storage['matches'];
      const asking = { domain: 'price', patience: 60, address: '10.12.0.1' };
      const mine = await welcome();
      const { held } = await one().matchmaker.ask(mine, asking);
      const counted = createMatchmaker({ storage: { ...storage, matches }, tables });
      const look = async () => {
        questions = 0;
        expect((await counted.look(held.ticket, mine)).ticket.state).toBe('waiting');
        return questions;
      };
      const before = await look();
      const crowd: string[] = [];
      for (let i = 0; i < 6; i++) {
        const { key } = await welcome();
        const now = new Date().toISOString();
        // They have met before, so none of them is free to.
        const [past, other] = [newTicket(key), newTicket(mine.key)];
        await storage.matches.openTicket(past);
        await storage.matches.seat([
          { ...seat(`past-${i}`, past, 'a'), created: now },
          { ...seat(`past-${i}`, other, 'b'), ticket: null, created: now },
        ]);
        await storage.matches.score(`past-${i}`, [{ seat: 'a', score: 0 }], 'walked', now);
        const waiting = { ...newTicket(key), domain: 'price', asked: now, agentAt: '2099', place: `crowd ${i}` };
        expect(await storage.matches.openTicket(waiting)).toBe(true);
        crowd.push(waiting.id);
      }
      expect(await look()).toBe(before);
      for (const id of [...crowd, held.ticket.id]) await storage.matches.leave(id);
    });

    test('where somebody asked from is forgotten after two days, and the secret that would tell goes too', async () => {
      const { matchmaker, storage } = one();
      const identity = await welcome();
      vi.useFakeTimers({ toFake: ['Date'], now: new Date('2032-01-01T12:00:00Z') });
      try {
        const { held } = await matchmaker.ask(identity, { domain: 'price', patience: 60, address: '10.10.0.1' });
        const before = await matchmaker.placeOf('10.10.0.1');
        const stored = async () => storage.matches.ticket(held.ticket.id);
        vi.setSystemTime(new Date('2032-01-03T11:00:00Z'));
        await two().matchmaker.sweep();
        expect(await stored()).toMatchObject({ place: before, placeBefore: held.ticket.placeBefore });
        vi.setSystemTime(new Date('2032-01-04T12:00:01Z'));
        await two().matchmaker.sweep();
        expect(await stored()).toMatchObject({ place: '', placeBefore: null });
        await one().matchmaker.sweep();
        vi.setSystemTime(new Date('2032-01-01T12:00:00Z'));
        expect(await one().matchmaker.placeOf('10.10.0.1')).not.toBe(before);
      } finally {
        vi.useRealTimers();
      }
    });

    test('keys of one address do not meet across midnight', async () => {
      const { matchmaker } = one();
      const [mine, other] = [await welcome(), await welcome()];
      const asking = { domain: 'price', patience: 60, address: '10.8.0.1' };
      vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-01-01T23:59:50Z') });
      try {
        const { held } = await matchmaker.ask(mine, asking);
        vi.setSystemTime(new Date('2031-01-02T00:00:05Z'));
        const late = (await matchmaker.ask(other, asking)).held;
        expect([held.ticket.state, late.ticket.state]).toEqual(['waiting', 'waiting']);
        await matchmaker.leave(held.ticket);
        await matchmaker.leave(late.ticket);
      } finally {
        vi.useRealTimers();
      }
    });

    test('keys of the same two addresses meet three times a day, however many keys there are', async () => {
      const { matchmaker } = one();
      const asking = { domain: 'price', patience: 60 };
      const states: string[] = [];
      for (let i = 0; i < 4; i++) {
        const [mine, other] = [await welcome(), await welcome()];
        const { held } = await matchmaker.ask(mine, { ...asking, address: '10.9.0.1' });
        const second = (await matchmaker.ask(other, { ...asking, address: '10.9.0.2' })).held;
        states.push(second.ticket.state);
        await matchmaker.leave(held.ticket);
        await matchmaker.leave(second.ticket);
      }
      expect(states).toEqual(['playing', 'playing', 'playing', 'waiting']);
    });

    test('of pairs from the same two addresses that are seated at once three are, and no more', async () => {
      const meetings = { these: ['here'], those: ['there', 'there before'], since: late, most: 3 };
      const pairs: [Ticket, Ticket][] = [];
      for (let i = 0; i < 6; i++) {
        const [mine, other] = [newTicket((await welcome()).key), newTicket((await welcome()).key)];
        await one().storage.matches.openTicket({ ...mine, place: 'here' });
        await one().storage.matches.openTicket({ ...other, place: i % 2 ? 'there' : 'there before' });
        pairs.push([mine, other]);
      }
      const seated = await Promise.all(
        pairs.map(([mine, other], i) => {
          const { storage } = servers[i % 2] as (typeof servers)[number];
          return storage.matches.seat([seat(`at-once-${i}`, mine, 'a'), seat(`at-once-${i}`, other, 'b')], meetings);
        }),
      );
      expect(seated.filter(Boolean)).toHaveLength(3);
      const { matches } = two().storage;
      for (const [i, [mine]] of pairs.entries())
        expect((await matches.ticket(mine.id))?.state).toBe(seated[i] ? 'playing' : 'waiting');
      for (const pair of pairs) for (const { id } of pair) await matches.leave(id);
    });

    test('a server that starts gives every match its whole time', async () => {
      const { storage, tables } = one();
      let asked = 0;
      const idle = async () => {
        asked++;
        return [];
      };
      const matches = { ...storage.matches, idle };
      const matchmaker = createMatchmaker({ storage: { ...storage, matches }, tables, clock: 50 });
      await matchmaker.sweep();
      expect(asked).toBe(0);
      await new Promise((resolve) => setTimeout(resolve, 60));
      await matchmaker.sweep();
      expect(asked).toBe(1);
    });

    test('a seat that lets its time run out has given the match up, and it is scored once', async () => {
      const [mine, other] = [await welcome(), await welcome()];
      const asking = { domain: 'price', patience: 60 };
      await one().matchmaker.ask(mine, { ...asking, address: '10.2.0.1' });
      const { held } = await one().matchmaker.ask(other, { ...asking, address: '10.2.0.2' });
      const table = await one().tables.find(held.game as string);
      const [slow] = showGame(table, undefined).toAct;
      await one().tables.close();
      await Promise.all(servers.map(({ matchmaker }) => matchmaker.sweep()));
      const seats = await two().storage.matches.seatsOf(held.game as string);
      expect(seats.map(({ seat: where, score, ending, quit }) => [where, score, ending, quit])).toEqual(
        ['buyer', 'seller'].map((where) => [where, 0, 'abandoned', where === slow]),
      );
      const rows = await two().storage.matches.standings({ kind: 'person', domain: 'price', limit: 9, offset: 0 });
      const own = rows.filter(({ player }) => player === mine.key || player === other.key);
      expect(own.map(({ matches }) => matches)).toEqual([1, 1]);
      expect((await two().storage.matches.openTicketOf(mine.key)) ?? null).toBeNull();
    });
  });
}

test('what stood on the old leaderboard is kept under another name', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-old-'));
  const database = await openSqlite(folder);
  await database.write([
    { sql: 'CREATE TABLE leaderboard (game TEXT, name TEXT, score REAL)', args: [] },
    { sql: "INSERT INTO leaderboard VALUES ('g', 'cheat', 5.6)", args: [] },
    ...matchTables.map((sql) => ({ sql, args: [] })),
  ]);
  expect(await database.ask('SELECT name, score FROM leaderboard_unproven')).toMatchObject([
    { name: 'cheat', score: 5.6 },
  ]);
  await expect(database.ask('SELECT * FROM leaderboard')).rejects.toThrow();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});
