/** Who asks and does not read holds little, and not for long. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { type BackpressureOptions, withBackpressure } from './backpressure.ts';

const stops: (() => unknown)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

async function start(options: BackpressureOptions, handle: (response: ServerResponse) => void) {
  const server = createServer((_, response) => handle(response));
  withBackpressure(server, options);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stops.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  return (): Socket => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
    stops.push(() => socket.destroy());
    return socket;
  };
}

test('pipelined requests are taken one at a time, answered in order, and cut when very many wait', async () => {
  let [asked, underWay, most] = [0, 0, 0];
  const line = await start({ waiting: 5 }, (response) => {
    most = Math.max(most, ++underWay);
    const mine = ++asked;
    setTimeout(() => {
      underWay--;
      response.end(`answer ${mine}.`);
    }, 5);
  });
  const few = line();
  let text = '';
  few.on('data', (chunk) => {
    text += chunk;
  });
  few.write(GET.repeat(6));
  while (!text.includes('answer 6.')) await once(few, 'data');
  expect(text.match(/answer \d/g)?.join()).toBe('answer 1,answer 2,answer 3,answer 4,answer 5,answer 6');
  expect(most).toBe(1);
  const many = line();
  many.write(GET.repeat(7));
  many.resume();
  await once(many, 'close');
  expect(asked).toBe(7);
});

const LARGE = Buffer.alloc(16 << 20);

test('an answer that is not read is given up after a while; one that is read slowly is not', async () => {
  const closed: Promise<unknown>[] = [];
  const line = await start({ patience: 1500 }, (response) => {
    closed.push(once(response.socket as Socket, 'close'));
    response.end(LARGE);
  });
  const slow = line();
  slow.write(GET);
  let got = 0;
  slow.on('data', (chunk: Buffer) => {
    got += chunk.length;
    slow.pause();
    setTimeout(() => slow.resume(), 8);
  });
  const begun = Date.now();
  await once(slow, 'data');
  line().write(GET);
  while (got < LARGE.length && !slow.destroyed) await sleep(20);
  expect(got).toBeGreaterThan(LARGE.length);
  expect(Date.now() - begun).toBeGreaterThan(1500);
  // Nobody but the server closes the second.
  await closed[1];
});

test('where all that is unwritten is too much, a connection that holds most of it goes', async () => {
  let answered = 0;
  const line = await start({ unwritten: 20 << 20 }, (response) => {
    answered++;
    response.end(LARGE);
  });
  const [first, second] = [line(), line()];
  first.write(GET);
  while (answered < 1) await sleep(5);
  second.write(GET);
  while (answered < 2) await sleep(5);
  const got = await Promise.all(
    [first, second].map(async (one) => {
      let bytes = 0;
      one.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > LARGE.length) one.destroy();
      });
      await once(one, 'close');
      return bytes > LARGE.length;
    }),
  );
  expect(got.filter(Boolean)).toHaveLength(1);
});
