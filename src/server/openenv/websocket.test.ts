/** A line that answers no ping: patience first, since a busy client answers late, and in the end its session is given up. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Sessions } from './sessions.ts';
import { createSockets } from './websocket.ts';

test('a client that answers late is kept, and one that never answers is dropped with its session', async () => {
  const closed: unknown[] = [];
  const sessions = {
    create: () => ({ place: {} }),
    close: (session: unknown) => closed.push(session),
    size: 0,
    limit: 9,
  };
  const sockets = createSockets({
    sessions: sessions as unknown as Sessions,
    callerOf: () => ({ address: 'here', known: true, mayUseModels: false, foreign: undefined }),
    admit: () => undefined,
    pingEvery: 20,
  });
  const server = createServer();
  server.on('upgrade', (request, socket, head) =>
    sockets.upgrade(request, socket, head, '/mcp', new URLSearchParams()),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [late, never] = [new WebSocket(url, { autoPong: false }), new WebSocket(url, { autoPong: false })];
  let pings = 0;
  // One pong for ten pings, as from a client that reads now and then.
  late.on('ping', () => ++pings % 10 === 0 && late.pong());
  await Promise.all([once(late, 'open'), once(never, 'open')]);
  await once(never, 'close');
  expect(pings).toBeGreaterThanOrEqual(19);
  await sleep(200);
  expect(late.readyState).toBe(WebSocket.OPEN);
  expect(closed).toHaveLength(1);
  late.terminate();
  sockets.close();
  server.close();
});
