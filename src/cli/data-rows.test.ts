/** From dialogues to chat rows and pairs by the command line, as a trainer would. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bike } from '../data/roles/dialogue.fixture.ts';
import { data } from './data.ts';

let folder: string;
let printed: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-rows-'));
  printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const at = (...path: string[]) => join(folder, ...path);
const run = (...words: string[]) => data().parseAsync(words, { from: 'user' });

test('role tables become chat rows, and secrets need a flag', async () => {
  mkdirSync(at('corpus'));
  writeFileSync(at('corpus', 'dialogues.jsonl'), `${JSON.stringify(bike)}\n`);
  await run('prepare', 'roles', '--in', at('corpus'), '--out', at('roles'));
  expect(printed).toContain('- 5 rows (buyer 3, seller 2) of 1 dialogues; by source: craigslist 5\n');
  const convert = ['convert', '--in', at('roles', 'seller_training.csv'), '--format', 'openai', '--out'];
  await run(...convert, at('rows'), '--thoughts');
  expect(printed).toContain(`${at('rows')}: train 2, validation 0, test 0 rows (openai, from roles)\n`);
  await run(...convert, at('open'), '--with-partner-values', '--json');
  expect(JSON.parse(printed.trim().split('\n').at(-1)!)).toMatchObject({
    done: true,
    options: { withPartnerValues: true },
  });
  // The buyer's target.
  expect(readFileSync(at('rows', 'train.jsonl'), 'utf8')).not.toContain('85.25');
  expect(readFileSync(at('open', 'train.jsonl'), 'utf8')).toContain('85.25');
});

test('pairs are counted with what was dropped, and need an opponent', async () => {
  const pairs = ['prepare', 'pairs', '--a', 'clean:boulware_hard', '--b', 'clean:linear_standard', '--count', '6'];
  await run(...pairs, '--opponent', 'clean:tit_for_tat', '--out', at('pairs'));
  expect(printed).toMatch(/pairs: \d pairs from 6 scenarios; dropped: \d tie\n$/);
  await expect(run(...pairs, '--out', at('none'))).rejects.toThrow('nobody sits across: give --opponent SPEC');
  await run(...pairs, '--opponent', 'clean:tit_for_tat', '--out', at('pairs'), '--resume', '--json');
  expect(JSON.parse(printed.trim().split('\n').at(-1)!)).toMatchObject({ done: 6, of: 6, stopped: false });
});
