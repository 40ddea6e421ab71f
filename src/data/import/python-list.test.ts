import { expect, it } from 'vitest';
import { pythonNumbers, pythonTexts } from './python-list.ts';

it('reads numbers as Python and numpy print them', () => {
  expect(pythonNumbers('[-1.0, 8, nan, None, np.float64(7.5), 1e3]')).toEqual([-1, 8, undefined, undefined, 7.5, 1000]);
  expect(pythonNumbers('[]')).toEqual([]);
});

it('reads texts with commas and both kinds of quotes', () => {
  expect(pythonTexts(`['intro', "can't, won't", 'it\\'s', '', None]`)).toEqual([
    'intro',
    "can't, won't",
    "it's",
    '',
    '',
  ]);
});

it('takes nothing else for a list', () => {
  expect(pythonNumbers('[1, two]')).toBeUndefined();
  expect(pythonNumbers('1, 2')).toBeUndefined();
  expect(pythonNumbers('')).toBeUndefined();
  expect(pythonTexts('[intro]')).toBeUndefined();
  expect(pythonTexts("['a', 'b'")).toBeUndefined();
});
