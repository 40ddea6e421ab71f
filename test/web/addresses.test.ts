import { expect, test } from 'vitest';
import { pageNames } from '../../src/server/web.ts';
import { pages } from '../../web/pages.ts';

test('the server knows the address of every page of the app', () => {
  const names = pages.map(({ path }) => path.split('/')[1] ?? '').filter((name) => name !== '');
  expect([...pageNames].sort()).toEqual([...new Set(names)].sort());
});
