/** What is said to somebody who asks for a queue in the wrong way. */
import { describe, expect, test } from 'vitest';
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

  test('another address is refused, and nobody there is said without the password', async () => {
    await expect(asked('--queue', 'http://db')).rejects.toThrow('Expected a postgres:// or redis:// address.');
    await expect(asked('--queue', 'postgres://me:hidden@127.0.0.1:1/parley')).rejects.toThrow(
      /^cannot use the queue at postgres:\/\/\*\*\*@127\.0\.0\.1:1\/parley: .*ECONNREFUSED.*; is it running\?$/,
    );
  });
});

describe('parley worker', () => {
  const command = testCommand(() => worker().exitOverride());
  test('says the same', async () => {
    await expect(command.run('--queue', 'redis://:hidden@127.0.0.1:1')).rejects.toThrow(
      /^cannot use the queue at redis:\/\/\*\*\*@127\.0\.0\.1:1: .+; is it running\?$/,
    );
  });
});
