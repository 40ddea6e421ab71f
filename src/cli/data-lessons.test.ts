import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
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

test('what a folder holds belongs together, and nothing is lost to what does not end well', async () => {
  const out = at('lessons');
  const held = () => Object.fromEntries(readdirSync(out).map((name) => [name, readFileSync(join(out, name), 'utf8')]));
  const teacher = ['--teacher', 'exact', '--student', 'teacher:'];
  await run('--count', '3', '--teacher', 'exact', '--out', out);
  const before = held();
  expect(Object.keys(before).toSorted()).toEqual(['episodes.jsonl', 'manifest.json', 'train.jsonl']);
  const games = at('games.jsonl');
  copyFileSync(join(out, 'episodes.jsonl'), games);

  await expect(run('--met', games, '--student', 'llm:none', '--out', out)).rejects.toThrow(
    `${games} has no finished game over the price of something taught of an agent that begins with "llm:none"`,
  );
  await expect(run('--domain', 'ptom', '--met', games, '--out', out)).rejects.toThrow('has no finished game of ptom');
  await expect(run('--met', out, '--out', out)).rejects.toThrow(`${out} is a folder`);
  const [one, other] = await Promise.allSettled([
    run('--count', '4', '--teacher', 'exact', '--out', at('both')),
    run('--count', '2', '--teacher', 'exact', '--out', at('both')),
  ]);
  expect([one.status, other.status]).toEqual(['fulfilled', 'rejected']);
  expect(String((other as PromiseRejectedResult).reason)).toContain('is being written by');
  expect(held()).toEqual(before);

  // The games that were met are those of the folder, and stay; earlier games beside rows of others do not.
  await run('--met', join(out, 'episodes.jsonl'), ...teacher, '--out', out);
  expect(held()['episodes.jsonl']).toBe(before['episodes.jsonl']);
  expect(JSON.parse(held()['manifest.json'] as string)).toMatchObject({ games: 3, student: 'teacher:' });
  expect(JSON.parse(held()['manifest.json'] as string)).not.toHaveProperty('seed');
  await run('--met', games, ...teacher, '--out', out);
  expect(existsSync(join(out, 'episodes.jsonl'))).toBe(false);

  // A run's plan stands in such a file.
  writeFileSync(join(out, 'manifest.json'), '{"format": 1, "games": 3}');
  await expect(run('--count', '1', '--out', out)).rejects.toThrow('manifest.json is not of lessons');
  expect(held()['manifest.json']).toBe('{"format": 1, "games": 3}');
});
