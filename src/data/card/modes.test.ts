import { expect, test } from 'vitest';
import { modesOf } from './modes.ts';

test('the tenths of the published Janus table have three modes', () => {
  // The decile counts of the Janus lab's committed tables, strongly multimodal. The dip from 1193 to 1000 is too shallow.
  expect(modesOf([651, 204, 2246, 927, 661, 415, 1193, 1000, 1561, 493])).toEqual([0, 2, 8]);
});

test.each([
  ['nothing', [0, 0, 0], []],
  ['a flat line', [100, 100, 100, 100], [3]],
  ['one hill', [1, 5, 40, 90, 30, 2], [3]],
  ['a hill with a wave that chance explains: 12 - 8 is less than three roots of 20', [12, 8, 13], [2]],
  ['the same wave a hundred times as high: 400 is more than three roots of 2000', [1200, 800, 1300], [0, 2]],
  ['a dip that is certain but shallow', [100_000, 90_000, 99_000], [0]],
])('%s', (_, counts, modes) => {
  expect(modesOf(counts)).toEqual(modes);
});
