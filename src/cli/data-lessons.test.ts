import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testCommand } from './command.fixture.ts';
import { lessons } from './data-lessons.ts';

const seen = testCommand(lessons);
const { run, at } = seen;

test('lessons of persuasion are written for one rule set, and what is for another game is refused', async () => {
  const out = at('rows');
  await run('--domain', 'ptom', '--count', '1', '--seed', '9', '--slips', '0.5', '--out', out);
  expect(seen.printed).toMatch(/: \d+ rows of 1 games of ptom \(the persuader earned [01]\.000\)\n$/);
  expect(JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'))).toMatchObject({
    domain: 'ptom',
    slips: 0.5,
    seed: 9,
  });
  await expect(run('--slips', '0.5', '--out', out)).rejects.toThrow('--slips of a price needs --thoughts');
  await expect(run('--domain', 'trace', '--thoughts', '--out', out)).rejects.toThrow('--thoughts is for a price');
  await expect(run('--domain', 'trace', '--figures', '--out', out)).rejects.toThrow('--figures is for a price');
  for (const [flag, value] of [
    ['--count', '3'],
    ['--slips', '0.5'],
    ['--terms', '0'],
    ['--seed', '4'],
  ] as const)
    await expect(run('--met', 'games.jsonl', '--thoughts', flag, value, '--out', out)).rejects.toThrow(
      `${flag} is for games of the teacher, and with --met a student has played: leave it out`,
    );
  await run('--count', '2', '--seed', '9', '--thoughts', '--terms', '1', '--out', out);
  expect(readFileSync(join(out, 'train.jsonl'), 'utf8')).toContain('The contract');
  const rows = readFileSync(join(out, 'train.jsonl'), 'utf8');
  await expect(run('--met', at('none.jsonl'), '--out', out)).rejects.toThrow(`there is no file ${at('none.jsonl')}`);
  await expect(run('--met', join(out, 'train.jsonl'), '--out', out)).rejects.toThrow(/train\.jsonl line 1/);
  expect(readFileSync(join(out, 'train.jsonl'), 'utf8')).toBe(rows);
});
