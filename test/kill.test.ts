/**
 * SIGKILL under load: no acknowledged turn is lost. Ten players act as fast as they are answered; the server is killed in the
 * middle and started again on the same data; every act that was answered is in its game, in order, and the games go on.
 * Twenty kills on each database with PARLEY_FULL=1, two in a plain run.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { askAt } from '../src/server/server.fixture.ts';
import { noServer, startServer } from './database-servers.ts';
import { repetitions } from './repetitions.ts';
import { serve } from './served.ts';

const KILLS = repetitions(20);
const PLAYERS = 10;

interface Player {
  readonly game: string;
  readonly seat: Record<string, string>;
  /** What was acknowledged, in order. */
  readonly said: string[];
}

async function sitDown(url: string): Promise<Player> {
  const { json } = await askAt(url, 'POST /v1/games', {
    opens: 'buyer',
    turnLimit: 1000,
    seats: { buyer: 'remote', seller: 'clean:hardliner' },
  });
  return { game: json.id, seat: { 'x-seat-token': json.tokens.buyer }, said: [] };
}

/** Acts until the line breaks. */
async function keepTalking(url: string, player: Player, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const words = `word ${player.said.length + 1}`;
    try {
      const { status } = await askAt(
        url,
        `POST /v1/games/${player.game}/acts`,
        { act: { type: 'say', words } },
        player.seat,
      );
      if (status === 200) player.said.push(words);
      else return;
    } catch {
      return;
    }
  }
}

/** The game, once the agent has answered: its lease of 5 seconds may still be with the server that was killed. */
async function onesTurn(url: string, { game, seat }: Player) {
  for (let tries = 0; ; tries++) {
    const { json } = await askAt(url, `GET /v1/games/${game}`, undefined, seat);
    if (json.you.yourTurn || tries === 60) return json;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

for (const kind of ['sqlite', 'postgres'] as const) {
  const skip = kind === 'postgres' && noServer.postgres !== undefined;
  if (skip) process.stderr.write(`killing on postgres is not tested: ${noServer.postgres}\n`);
  describe.skipIf(skip)(kind, () => {
    const data = mkdtempSync(join(tmpdir(), 'parley-kill-'));
    afterAll(() => rmSync(data, { recursive: true, force: true }));

    test(`${KILLS} kills lose no acknowledged turn`, async () => {
      const postgres = kind === 'postgres' ? await startServer('postgres') : undefined;
      let running = await serve(data, postgres?.url);
      try {
        let players: Player[] = [];
        let acknowledged = 0;
        for (let kill = 0; kill < KILLS; kill++) {
          // A game has 1000 turns at most: everybody begins a new one now and then.
          if (kill % 5 === 0) players = await Promise.all(Array.from({ length: PLAYERS }, () => sitDown(running.url)));
          const stop = new AbortController();
          const talking = players.map((player) => keepTalking(running.url, player, stop.signal));
          await new Promise((resolve) => setTimeout(resolve, 300 + 130 * (kill % 7)));
          running.server.kill('SIGKILL');
          await once(running.server, 'exit');
          stop.abort();
          await Promise.all(talking);
          running = await serve(data, postgres?.url);
          for (const player of players) {
            const json = await onesTurn(running.url, player);
            const stored = (json.history as { seat: string; act: { words: string } }[])
              .filter(({ seat }) => seat === 'buyer')
              .map(({ act }) => act.words);
            // The last one may be on disk without the answer having reached us.
            expect(stored.length - player.said.length).toBeLessThanOrEqual(1);
            expect(stored.slice(0, player.said.length)).toEqual(player.said);
            if (stored.length > player.said.length) player.said.push(stored.at(-1) as string);
            expect(json.you.yourTurn, 'the game goes on').toBe(true);
          }
        }
        acknowledged = players.reduce((sum, { said }) => sum + said.length, 0);
        expect(acknowledged).toBeGreaterThan(PLAYERS);
        process.stderr.write(
          `${kind}: ${KILLS} kills, ${acknowledged} acknowledged turns in the last games, none lost\n`,
        );
      } finally {
        running.server.kill('SIGKILL');
        await postgres?.stop();
      }
    }, 600_000);
  });
}
