/** From dialogues to chat rows and pairs by the command line, as a trainer would. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { bike } from '../data/roles/dialogue.fixture.ts';
import { testCommand } from './command.fixture.ts';
import { data } from './data.ts';
import { exitCodeOf } from './errors.ts';

const seen = testCommand(data);
const { run, at } = seen;

test('role tables become chat rows, and secrets need a flag', async () => {
  mkdirSync(at('corpus'));
  writeFileSync(at('corpus', 'dialogues.jsonl'), `${JSON.stringify(bike)}\n`);
  await run('prepare', 'roles', '--in', at('corpus'), '--out', at('roles'));
  expect(seen.printed).toContain('- 5 rows (buyer 3, seller 2) of 1 dialogues; by source: craigslist 5\n');
  const convert = ['convert', '--in', at('roles', 'seller_training.csv'), '--format', 'openai', '--out'];
  await run(...convert, at('rows'), '--thoughts');
  expect(seen.printed).toContain(`${at('rows')}: train 2, validation 0, test 0 rows (openai, from roles)\n`);
  await run(...convert, at('open'), '--with-partner-values', '--json');
  expect(JSON.parse(seen.printed.trim().split('\n').at(-1)!)).toMatchObject({
    done: true,
    options: { withPartnerValues: true },
  });
  // The buyer's target.
  expect(readFileSync(at('rows', 'train.jsonl'), 'utf8')).not.toContain('85.25');
  expect(readFileSync(at('open', 'train.jsonl'), 'utf8')).toContain('85.25');
});

test('transcripts of a run of which other bytes were played teach nothing', async () => {
  writeFileSync(at('episodes.jsonl'), '');
  writeFileSync(at('conflict.txt'), 'shard 0 was entered as a, and was b');
  const convert = ['convert', '--in', at('episodes.jsonl'), '--format', 'openai', '--out', at('rows')];
  await expect(run(...convert)).rejects.toThrow(/ cannot be converted: shard 0 was entered as a, and was b$/);
});

test('pairs are counted with what was dropped, and need an opponent', async () => {
  const pairs = ['prepare', 'pairs', '--a', 'clean:boulware_hard', '--b', 'clean:linear_standard', '--count', '6'];
  await run(...pairs, '--opponent', 'clean:tit_for_tat', '--out', at('pairs'));
  expect(seen.printed).toMatch(/pairs: \d pairs from 6 scenarios; dropped: \d tie\n$/);
  await expect(run(...pairs, '--out', at('none'))).rejects.toThrow('nobody sits across: give --opponent SPEC');
  await run(...pairs, '--opponent', 'clean:tit_for_tat', '--out', at('pairs'), '--resume', '--json');
  expect(JSON.parse(seen.printed.trim().split('\n').at(-1)!)).toMatchObject({ done: 6, of: 6, stopped: false });
});

test('pairs that were asked for rightly and not played are a failure, and no bad usage', async () => {
  const server = createServer((_, answer) => answer.end('{"data":[{"id":"x"}]}')).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const model = `llm:compatible/x?url=http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const pairs = ['prepare', 'pairs', '--a', model, '--b', 'fair_openings', '--opponent', 'tit_for_tat', '--count', '2'];
  const failure = (...more: string[]) => run(...pairs, '--out', at('pairs'), ...more).catch((error: unknown) => error);
  const spent = await failure('--budget', '1');
  expect([String(spent), exitCodeOf(spent)]).toEqual([expect.stringContaining('budget'), 1]);
  expect(exitCodeOf(await failure())).toBe(2);
  server.close();
});
