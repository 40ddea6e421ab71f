/**
 * Two servers on one Postgres behind a proxy that asks them in turn, and every few seconds one of them is killed (SIGKILL) and
 * started again, or every third time stopped for longer than a lease lasts. Both sides of every game act through the proxy, several people want each open seat, and somebody watches.
 * No seat is given twice, no act is lost or counted double, whoever watches hears every act once and in order, and each transcript
 * has the bytes of the same game played in one process that nobody kills. 200 games with PARLEY_FULL=1, 20 in a plain run.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { completeAct, resolvePlayer } from '../src/agents/index.ts';
import { type Act, type Domain, type Episode, price, type Seat } from '../src/core/index.ts';
import { LiveGame } from '../src/server/games/live-game.ts';
import { type Answer, askAt } from '../src/server/server.fixture.ts';
import { noServer, startServer } from './database-servers.ts';
import { repetitions } from './repetitions.ts';
import { type Served, serve } from './served.ts';

const GAMES = repetitions(200);
const AT_ONCE = 40;
const BETWEEN_KILLS = 2500;
const LAST_TURN = 11;
const AGENT = 'clean:hardliner';

/** To the next server in turn, dead or not; what it had begun to answer when it died breaks off. */
async function roundRobin(servers: readonly { url: string }[]): Promise<Server> {
  let turn = 0;
  const proxy = createServer(async (request, reply) => {
    const { url } = servers[turn++ % servers.length] as { url: string };
    const stop = new AbortController();
    reply.on('close', () => stop.abort());
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { host: _h, connection: _c, 'content-length': _l, ...headers } = request.headers;
      const answer = await fetch(`${url}${request.url}`, {
        method: request.method,
        headers: headers as Record<string, string>,
        signal: stop.signal,
        ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      });
      reply.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
      for await (const chunk of answer.body ?? []) reply.write(chunk);
      reply.end();
    } catch {
      if (reply.headersSent) reply.destroy();
      else reply.writeHead(502).end();
    }
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return proxy;
}

/** What a seat tries in a turn, one after the other until one is taken; the buyer has the odd turns. */
function plan(game: number, turn: number, { low, high }: { low: number; high: number }): Act[] {
  const offer = (amount: number) => ({ type: 'offer', price: amount }) as Act;
  if (turn >= LAST_TURN) return [game % 2 === 0 ? ({ type: 'accept' } as Act) : { type: 'walk' }];
  const good =
    turn % 3 === 0 || turn === LAST_TURN - 1
      ? offer(turn % 2 === 0 ? high : low)
      : ({ type: 'say', words: `game ${game}, turn ${turn}` } as Act);
  // Nothing is on the table yet, and nobody may ask for that much.
  return turn === 1 ? [{ type: 'accept' } as Act, good] : turn % 4 === 1 ? [offer(high + 1), good] : [good];
}

test.skipIf(noServer.postgres !== undefined)(
  `${GAMES} games at two servers of which one is killed every few seconds`,
  async () => {
    const data = mkdtempSync(join(tmpdir(), 'parley-replicas-'));
    const postgres = await startServer('postgres');
    const servers: Served[] = await Promise.all([serve(data, postgres.url), serve(data, postgres.url)]);
    const proxy = await roundRobin(servers);
    const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    let over = false;
    const counts = { kills: 0, acts: 0, again: 0, resumed: 0 };

    /** Asks until there is an answer of a server. */
    const ask = async (what: string, body?: unknown, headers?: Record<string, string>): Promise<Answer> => {
      for (;;) {
        const answer = await askAt(url, what, body, headers).catch(() => undefined);
        if (answer && answer.status < 500) return answer;
        if (over) throw new Error('the test is over');
        counts.again++;
        await sleep(50);
      }
    };

    /** Plays a seat to the end. */
    const playSeat = async (id: string, game: number, headers: Record<string, string>): Promise<void> => {
      for (;;) {
        const { json } = await ask(`GET /v1/games/${id}`, undefined, headers);
        if (json.status === 'over') return;
        expect(json.status).toBe('live');
        if (!json.you.yourTurn) {
          await sleep(60);
          continue;
        }
        await sleep(250);
        for (const act of plan(game, json.turn, json.facts.range)) {
          counts.acts++;
          const { status, text } = await ask(`POST /v1/games/${id}/acts`, { act, turn: json.turn, wait: 0 }, headers);
          if (status === 200) break;
          expect(status, text).toBe(422);
        }
      }
    };

    /** The acts that somebody who watches hears of, by the ids they came with. */
    const watch = async (id: string): Promise<{ id: number; act: unknown }[]> => {
      const heard: { id: number; act: unknown }[] = [];
      for (let first = true; !over; first = false) {
        if (!first) counts.resumed++;
        try {
          const last = heard.at(-1)?.id;
          const headers: Record<string, string> = last === undefined ? {} : { 'last-event-id': String(last) };
          const reply = await fetch(`${url}/v1/games/${id}/events`, { headers });
          let text = '';
          for await (const chunk of reply.body?.pipeThrough(new TextDecoderStream()) ?? []) {
            text += chunk;
            const messages = text.split('\n\n');
            text = messages.pop() as string;
            for (const message of messages) {
              const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(message)?.[1] ?? '';
              if (field('event') === 'act') heard.push({ id: Number(field('id')), act: JSON.parse(field('data')) });
              if (field('event') === 'over') return heard;
              expect(field('event')).not.toBe('closed');
            }
          }
        } catch (error) {
          if ((error as Error).name === 'AssertionError') throw error;
        }
        await sleep(50);
      }
      return heard;
    };

    /** The same game in this process. */
    const alone = async (game: number, { scenario, source, seed, session, seats }: Episode): Promise<string> => {
      const domain = price as unknown as Domain;
      const players = Object.fromEntries(
        Object.entries(seats).map(([seat, { spec }]) => [
          seat,
          spec === 'remote' ? undefined : resolvePlayer(spec, price),
        ]),
      );
      const live = new LiveGame({ domain, scenario, source, seed, session, players });
      const { range } = scenario.public as { range: { low: number; high: number } };
      const asked = () => live.remote.find((seat) => live.asked(seat));
      while (!live.episode) {
        const seat = asked() as Seat;
        for (const act of plan(game, live.asked(seat)?.view.turn as number, range)) {
          live.answer(seat, completeAct(act, live.asked(seat)?.view as never));
          while (!live.episode && !asked()) await new Promise((resolve) => setImmediate(resolve));
        }
      }
      return JSON.stringify(live.episode);
    };

    const playGame = async (game: number): Promise<void> => {
      const agent = game % 4 === 3;
      const seller = agent ? AGENT : 'open';
      const { json } = await ask('POST /v1/games', {
        task: 'price-wide',
        opens: 'buyer',
        turnLimit: 20,
        ...(agent && { pace: 200 }),
        seats: { buyer: 'remote', seller },
      });
      const seats = [json.tokens.buyer as string];
      const watching = watch(json.id);
      if (!agent) {
        const wanted = ['x', 'y', 'z'].map((letter) => `${letter.repeat(30)}-${game}`);
        const answers = await Promise.all(
          wanted.map((token) => ask(`POST /v1/games/${json.id}/seats/seller`, { token })),
        );
        expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
        seats.push(wanted[answers.findIndex(({ status }) => status === 201)] as string);
      }
      await Promise.all(seats.map((token) => playSeat(json.id, game, { 'x-seat-token': token })));
      const { text } = await ask(`GET /v1/games/${json.id}/transcript`, undefined, {
        'x-seat-token': seats[0] as string,
      });
      const episode = JSON.parse(text) as Episode;
      expect(text).toBe(`${await alone(game, episode)}\n`);
      const taken = episode.events.flatMap((event) =>
        event.type === 'action-taken' ? [{ turn: event.turn, seat: event.seat, act: event.act }] : [],
      );
      expect(await watching).toEqual(taken.map((act, i) => ({ id: i + 1, act })));
    };

    const killing = (async () => {
      for (let k = 0; !over; k++) {
        await sleep(BETWEEN_KILLS);
        if (over) return;
        const { server } = servers[k % 2] as Served;
        counts.kills++;
        if (k % 3 === 2) {
          // It stands still for longer than its leases last, and goes on as if nothing had been.
          server.kill('SIGSTOP');
          await sleep(6000);
          server.kill('SIGCONT');
          continue;
        }
        server.kill('SIGKILL');
        await once(server, 'exit');
        servers[k % 2] = await serve(data, postgres.url);
      }
    })();
    try {
      let next = 0;
      const table = async () => {
        while (next < GAMES) await playGame(next++);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, table));
      expect(counts.kills).toBeGreaterThan(0);
      process.stderr.write(
        `${GAMES} games, ${counts.kills} kills, ${counts.acts} acts, ${counts.again} requests sent again, ${counts.resumed} streams resumed\n`,
      );
    } finally {
      over = true;
      await killing;
      proxy.closeAllConnections();
      proxy.close();
      for (const { server } of servers) server.kill('SIGKILL');
      await postgres.stop();
      rmSync(data, { recursive: true, force: true });
    }
  },
  900_000,
);
