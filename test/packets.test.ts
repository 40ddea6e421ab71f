/**
 * 200,000 malformed packets against a running server with PARLEY_FULL=1, a twentieth in a plain run: it does not fall, answers no 5xx
 * but 503 with Retry-After, and keeps its memory bounded.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { askAt } from '../src/server/server.fixture.ts';
import { attack } from './packets.ts';
import { repetitions } from './repetitions.ts';

const PACKETS = repetitions(200_000, 10_000);
const MOST_MEGABYTES = 900;

test(`${PACKETS} malformed packets`, async () => {
  const data = mkdtempSync(join(tmpdir(), 'parley-packets-'));
  const main = join(import.meta.dirname, '../dist/cli/main.js');
  const flags = ['--address-limit', 'off', '--game-limit', 'off', '--log', 'error'];
  const server = spawn(process.execPath, [main, 'serve', '--port', '0', '--data', data, ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  server.stderr.on('data', (chunk) => {
    log += chunk;
  });
  try {
    const [line] = (await once(server.stdout, 'data')) as [Buffer];
    server.stdout.on('data', (chunk) => {
      log += chunk;
    });
    const url = /http:\S+\d/.exec(String(line))?.[0] as string;
    const { json } = await askAt(url, 'POST /v1/games', { opens: 'buyer', turnLimit: 1000 });
    const game = { id: json.id, token: json.tokens.buyer };
    const outcome = await attack({ port: Number(new URL(url).port), count: PACKETS, seed: 19, game });
    process.stderr.write(`${outcome.packets} packets: ${JSON.stringify(outcome.statuses)}\n`);
    expect(server.exitCode).toBeNull();
    expect(outcome.wrong.slice(0, 3).join('\n\n'), log.slice(-3000)).toBe('');
    // They got as far as the routes, the sockets and the refusals.
    for (const status of ['101', '200', '400', '404', '422']) expect(outcome.statuses[status]).toBeGreaterThan(20);
    expect((await askAt(url, 'GET /health')).status).toBe(200);
    const file = `/proc/${server.pid}/status`;
    const peak = existsSync(file) ? Number(/VmHWM:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1]) / 1024 : 0;
    expect(peak).toBeLessThan(MOST_MEGABYTES);
  } finally {
    server.kill('SIGKILL');
    rmSync(data, { recursive: true, force: true });
  }
}, 1_800_000);
