/** What is said to somebody who asks for a queue in the wrong way. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { redisWarning, shownAddress } from '../lab/queue/broker.ts';
import { whyNotWritable } from './calls-folder.ts';
import { testCommand } from './command.fixture.ts';
import { run } from './run.ts';
import { worker } from './worker.ts';

describe('parley run', () => {
  const command = testCommand(() => run().exitOverride());
  const asked = (...words: string[]) => command.run('tournament', '--out', command.at('out'), ...words);

  test('what is for a queue needs one', async () => {
    await expect(asked('--places', '3')).rejects.toThrow(
      '--places is for a queue: give --queue URL too, or leave it out',
    );
  });

  test('files of one machine are refused with it', async () => {
    await expect(asked('--queue', 'redis://127.0.0.1:1', '--record', 'answers.jsonl')).rejects.toThrow(
      '--record is a file of one machine, and workers are on many',
    );
  });

  test('games at once are for the workers to say', async () => {
    await expect(asked('--queue', 'redis://127.0.0.1:1', '--concurrency', '1')).rejects.toThrow(
      '--concurrency is of games in this process, and workers play as many at once as they have --threads: leave it out',
    );
  });

  test('another address is refused, and nobody there is said without the password', async () => {
    await expect(asked('--queue', 'http://db')).rejects.toThrow('--queue is a postgres:// or redis:// address');
    await expect(asked('--queue', 'http://me:hidden@db')).rejects.not.toThrow('hidden');
    await expect(asked('--queue', 'postgres://me:hidden@127.0.0.1:1/parley')).rejects.toThrow(
      /^cannot use the queue at postgres:\/\/\*\*\*@127\.0\.0\.1:1\/parley: .*ECONNREFUSED.*; is it running\?$/,
    );
  });
});

test('of a port or database that none is, and a file that is not there, it is said which', async () => {
  const command = testCommand(() => worker().exitOverride());
  await expect(command.run('--queue', 'postgres://me:hidden@db:99999/x')).rejects.toThrow(
    'cannot use the queue at postgres://***@db:99999/x: its port is 99999, and a port is a number from 1 to 65535',
  );
  for (const odd of ['abc', '-1', '1.5', '1/2'])
    await expect(command.run('--queue', `redis://127.0.0.1:1/${odd}`)).rejects.toThrow(
      `cannot use the queue at redis://127.0.0.1:1/${odd}: what follows the host is the number of a database, such as /1`,
    );
  for (const odd of ['keyPrefix=x', 'db=3', 'family=5', 'family=6&connectTimeout=abc'])
    await expect(command.run('--queue', `redis://127.0.0.1:1?${odd}`)).rejects.toThrow(
      /: of a Redis the only option is \?family=4 or 6 \(0 for either\); leave (keyPrefix|db|family|connectTimeout) out$/,
    );
  await expect(command.run('--queue', 'redis://localhost:1?family=4')).rejects.toThrow('ECONNREFUSED');
  await expect(command.run('--queue', 'postgres://127.0.0.1:1/x?sslrootcert=nowhere.crt')).rejects.toThrow(
    /no such file or directory, open 'nowhere.crt'; name a file that is there$/,
  );
});

test.each([
  ['postgres://me:hid/den@db/x', 'postgres://***@db/x'],
  ['postgres://me:hid@den@db/x', 'postgres://***@db/x'],
  ['postgres://me:hid?den@db/x', 'postgres://***@db/x'],
  ['postgres://me:hid den@db/x', 'postgres://***@db/x'],
  ['redis://:hid\nden@cache', 'redis://***@cache'],
  ['postgres://db/x?user=me&password=hidden&max=1', 'postgres://db/x?user=me&password=***&max=1'],
  ['postgres://db/x?pass%77ord=hidden&a=b&%zz=hidden', 'postgres://db/x?pass%77ord=***&a=b&%zz=***'],
  ['postgres://db/x?sslmode=verify-full', 'postgres://db/x?sslmode=verify-full'],
])('of %j no password is shown', (url, shown) => {
  expect(shownAddress(url)).toBe(shown);
});

test('a Redis that throws away any key is refused, one that may forget shards is warned of', () => {
  const info = (aof: number, most: number, policy: string) =>
    `# Memory\r\nmaxmemory:${most}\r\nmaxmemory_policy:${policy}\r\naof_enabled:${aof}\r\n`;
  expect(() => redisWarning(info(1, 1e9, 'allkeys-lru'))).toThrow(
    /throws away keys .+ \(maxmemory-policy allkeys-lru\).+: set maxmemory-policy noeviction$/,
  );
  expect(redisWarning(info(1, 0, 'allkeys-lru'))).toMatch(/: set maxmemory-policy noeviction$/);
  expect(redisWarning(info(0, 1e9, 'volatile-lru'))).toMatch(/: set appendonly yes and maxmemory-policy noeviction$/);
  expect(redisWarning(info(1, 1e9, 'noeviction'))).toBeUndefined();
  expect(redisWarning('# Server\r\n')).toBeUndefined();
});

describe('parley worker', () => {
  const command = testCommand(() => worker().exitOverride());
  test('says the same', async () => {
    await expect(command.run('--queue', 'redis://:hidden@127.0.0.1:1')).rejects.toThrow(
      /^cannot use the queue at redis:\/\/\*\*\*@127\.0\.0\.1:1: .*ECONNREFUSED.*; is it running\?$/,
    );
    await expect(command.run('--queue', 'redis://:hid/den@127.0.0.1:1')).rejects.toThrow(
      /^cannot use the queue at redis:\/\/\*\*\*@127\.0\.0\.1:1: Invalid URL; write what is no letter/,
    );
    await expect(command.run('--queue', 'redis://:hid@den@127.0.0.1:1')).rejects.toThrow(
      /^cannot use the queue at redis:\/\/\*\*\*@127\.0\.0\.1:1: it has more than one @; write/,
    );
  });
});

test('where calls of models cannot be logged is known before one is made', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-calls-'));
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(whyNotWritable(join(folder, 'not', 'yet'))).toBeUndefined();
  for (const one of [file, join(file, 'calls')])
    expect(whyNotWritable(one)).toBe(
      `cannot log calls of models in ${one} (ENOTDIR): name a folder that this user may write to with --calls`,
    );
  rmSync(folder, { recursive: true });
});
