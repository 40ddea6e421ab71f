/** Two servers on one database: a seat is given once, an act counts once, everybody sees and hears the same. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DatabaseServer, noServer, startServer } from '../../../test/database-servers.ts';
import { type TestServer, testServer } from '../server.fixture.ts';

const people = { opens: 'buyer', seats: { buyer: 'remote', seller: 'remote' } };
const as = (token: string) => ({ 'x-seat-token': token });
const say = (words: string) => ({ type: 'say', words });

for (const kind of ['sqlite', 'postgres'] as const) {
  const skip = kind === 'postgres' && noServer.postgres !== undefined;
  if (skip) process.stderr.write(`two servers on postgres are not tested: ${noServer.postgres}\n`);

  describe.skipIf(skip)(kind, () => {
    let a: TestServer;
    let b: TestServer;
    let postgres: DatabaseServer | undefined;
    const dataFolder = mkdtempSync(join(tmpdir(), 'parley-replicas-'));
    const open = () => testServer({ dataFolder, databaseUrl: postgres?.url });
    beforeAll(async () => {
      if (kind === 'postgres') postgres = await startServer('postgres');
      [a, b] = await Promise.all([open(), open()]);
    });
    afterAll(async () => {
      await Promise.all([a.stop(), b.stop()]);
      await postgres?.stop();
      rmSync(dataFolder, { recursive: true, force: true });
    });

    test('one seat goes to one of those who ask at once; who brought a token may ask again', async () => {
      const { json } = await a.ask('POST /v1/games', { seats: { buyer: 'remote', seller: 'open' } });
      const path = `/v1/games/${json.id}/seats/seller`;
      await b.ask(`GET /v1/games/${json.id}`);
      const tokens = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => letter.repeat(32));
      const join = (token: string, i: number) => (i % 2 === 0 ? a : b).ask(`POST ${path}`, { token });
      const answers = await Promise.all(tokens.map(join));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
      const winner = tokens[answers.findIndex(({ status }) => status === 201)] as string;
      for (const server of [a, b]) {
        expect((await server.ask(`POST ${path}`, { token: winner })).json).toMatchObject({ token: winner });
        expect((await server.ask(`GET /v1/games/${json.id}`, undefined, as(winner))).json.you.seat).toBe('seller');
      }
    });

    test('acts by turns at either server all count, and both show the same', async () => {
      const { json } = await a.ask('POST /v1/games', {
        opens: 'buyer',
        turnLimit: 40,
        seats: { buyer: 'remote', seller: 'clean:hardliner' },
      });
      const seat = as(json.tokens.buyer);
      for (let k = 0; k < 8; k++) {
        const [here, there] = k % 2 === 0 ? [a, b] : [b, a];
        const acted = await here.ask(`POST /v1/games/${json.id}/acts`, { act: say(`w${k}`), wait: 1 }, seat);
        expect(acted.status).toBe(200);
        expect((await there.ask(`GET /v1/games/${json.id}`, undefined, seat)).json).toEqual(acted.json);
      }
      const { history } = (await a.ask(`GET /v1/games/${json.id}`, undefined, seat)).json;
      const words = history.filter((one: { seat: string }) => one.seat === 'buyer');
      expect(words.map(({ act }: { act: { words: string } }) => act.words)).toEqual(
        [0, 1, 2, 3, 4, 5, 6, 7].map((k) => `w${k}`),
      );
    });

    test('an act that names its turn counts once, however often it is sent and to whom', async () => {
      const { json } = await a.ask('POST /v1/games', people);
      const seat = as(json.tokens.buyer);
      const send = (server: TestServer, act: object, turn: number) =>
        server.ask(`POST /v1/games/${json.id}/acts`, { act, turn, wait: 0 }, seat);
      // Refused: the first try is used up once.
      const bad = { type: 'accept', offer: 1 };
      for (const server of [a, b, b]) {
        const { status, json: refused } = await send(server, bad, 1);
        expect([status, refused.error.attemptsLeft]).toEqual([422, 2]);
      }
      const answers = await Promise.all([a, b, a, b].map((server) => send(server, say('once'), 1)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(answers[0]?.json.history).toHaveLength(1);
      expect((await send(b, say('other'), 1)).json.error.code).toBe('not_your_turn');
      const text = { text: 'Hello there.', turn: 2, wait: 0 };
      for (const server of [b, a]) {
        const { status } = await server.ask(`POST /v1/games/${json.id}/acts`, text, as(json.tokens.seller));
        expect(status).toBe(200);
      }
      expect((await send(a, say('late'), 1)).json.error.code).toBe('other_turn');
      expect((await b.ask(`GET /v1/games/${json.id}`)).json.history).toHaveLength(2);
    });

    test('two different acts of one turn at once: one stands, the other hears that it does not', async () => {
      const { json } = await a.ask('POST /v1/games', people);
      await b.ask(`GET /v1/games/${json.id}`);
      const send = (server: TestServer, words: string) =>
        server.ask(`POST /v1/games/${json.id}/acts`, { act: say(words), wait: 0 }, as(json.tokens.buyer));
      const answers = await Promise.all([send(a, 'from a'), send(b, 'from b')]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const stands = answers.findIndex(({ status }) => status === 200);
      const { history } = (await b.ask(`GET /v1/games/${json.id}`)).json;
      expect(history).toMatchObject([{ act: say(stands === 0 ? 'from a' : 'from b') }]);
    });

    test('a game that was given up at one server is played at none', async () => {
      const { json } = await a.ask('POST /v1/games', people);
      expect((await b.ask(`DELETE /v1/games/${json.id}`, undefined, as(json.tokens.seller))).status).toBe(200);
      const act = { act: say('hello?'), wait: 0 };
      expect((await a.ask(`POST /v1/games/${json.id}/acts`, act, as(json.tokens.buyer))).status).toBe(409);
      for (const server of [a, b])
        expect((await server.ask(`GET /v1/games/${json.id}`)).json).toMatchObject({ status: 'abandoned', history: [] });
    });

    test('who listens or waits at one server hears what is done at the other, to the end', async () => {
      const { json } = await a.ask('POST /v1/games', people);
      const path = `/v1/games/${json.id}`;
      const stream = fetch(`${a.url}${path}/events`).then((reply) => reply.text());
      const waiting = a.ask(`POST ${path}/acts`, { act: say('hi'), wait: 20 }, as(json.tokens.buyer));
      await expect.poll(async () => (await b.ask(`GET ${path}`)).json.toAct).toEqual(['seller']);
      await b.ask(`POST ${path}/acts`, { act: say('ho'), wait: 0 }, as(json.tokens.seller));
      expect((await waiting).json.you.yourTurn).toBe(true);
      await b.ask(`POST ${path}/acts`, { act: { type: 'walk' }, wait: 0 }, as(json.tokens.buyer));
      const events = (await stream).split('\n').filter((line) => /^(event|id)/.test(line));
      const acts = events.filter((_, i) => events[i - 1] === 'event: act');
      expect(acts).toEqual(['id: 1', 'id: 2', 'id: 3']);
      expect(events.at(-2)).toBe('event: over');
      // Who lost the line at one goes on at the other.
      const headers = { 'last-event-id': '2' };
      const rest = await (await fetch(`${b.url}${path}/events`, { headers })).text();
      expect(rest.match(/^id: .*/gm)).toEqual(['id: 3', 'id: 3']);
      const [one, two] = await Promise.all(
        [a, b].map((server) => server.ask(`GET ${path}/transcript`, undefined, as(json.tokens.buyer))),
      );
      expect(one?.status).toBe(200);
      expect(one?.text).toBe(two?.text);
    });

    test('an agent that thinks at one server is asked there alone; an act sealed at the other reaches it', async () => {
      const { json } = await a.ask('POST /v1/games', {
        task: 'marketplace_arena',
        pace: 300,
        seats: { 'buyer-1': 'remote' },
      });
      const path = `/v1/games/${json.id}`;
      const seat = as(json.tokens['buyer-1']);
      const mine = async () => (await b.ask(`GET ${path}`, undefined, seat)).json;
      await expect.poll(async () => (await mine()).you.yourTurn, { timeout: 5000 }).toBe(true);
      const { turn } = await mine();
      const acted = await b.ask(`POST ${path}/acts`, { act: say('hm'), turn, wait: 10 }, seat);
      expect(acted.status).toBe(200);
      expect(acted.json.turn).toBeGreaterThan(turn);
    });

    test('when a server goes, another lets its agents go on', async () => {
      const gone = await open();
      const { json } = await gone.ask('POST /v1/games', {
        turnLimit: 6,
        pace: 150,
        listed: true,
        seats: { buyer: 'clean:hardliner', seller: 'clean:hardliner' },
      });
      await gone.stop();
      const { status, turn } = (await a.ask(`GET /v1/games/${json.id}`)).json;
      expect(status).toBe('live');
      expect(turn).toBeLessThan(6);
      const later = async () => (await b.ask(`GET /v1/games/${json.id}`)).json.status;
      await expect.poll(later, { timeout: 8000, interval: 100 }).toBe('over');
    });
  });
}
