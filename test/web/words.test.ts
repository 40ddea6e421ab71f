/** Names in the picker: no game stands there by the name that programs use. */
import { expect, test } from 'vitest';
import { houseTasks } from '../../src/core/index.ts';
import { en } from '../../web/words/en.ts';
import { hi } from '../../web/words/hi.ts';

test('every game of one deal has a name in plain words, in every language', () => {
  const games = houseTasks.filter(({ deals }) => deals === 1).map(({ name }) => name.split('+')[0] as string);
  expect(games).toContain('terms-candid');
  for (const { start } of [en, hi])
    expect(games.filter((name) => (start.games as Record<string, string>)[name] === undefined)).toEqual([]);
});
