import { expect, test } from 'vitest';
import { gamesAddress, meetingsOf, replayAddress } from '../../web/runs/address.ts';
import { readSearch, writeSearch } from '../../web/shell/search-params.ts';

const afterMark = (address: string) => address.slice(address.indexOf('?'));

test.each(['71213345976400744454', '57482427679037e37381', '1e3', '1.0', 'true', 'null', '[1]', '"q"', 'a b+c&d'])(
  'a run or game called %s is that text in its address',
  (name) => {
    expect(readSearch(afterMark(replayAddress(name, name)))).toEqual({ run: name, game: name });
    expect(writeSearch(readSearch(writeSearch({ runs: name })))).toBe(writeSearch({ runs: name }));
  },
);

test.each(['731.50', '[1]', '"deal"', '"1"', '1e3', '12345678901234567890', '{"a":1}', ' x '])(
  'what is looked for stays as typed: %s',
  (said) => {
    expect(readSearch(afterMark(gamesAddress('one', { said, pattern: true })))).toEqual({ said, pattern: true });
  },
);

test('what is no text is read as what it is, and what was mistyped is left for the page', () => {
  const asked = { seed: 7, turn: 12, speed: 0.5, see: true, forks: [{ turn: 2, acts: { buyer: { type: 'walk' } } }] };
  expect(readSearch(writeSearch(asked))).toEqual(asked);
  expect(readSearch('?turn=x&rail=&see=1&forks=[')).toEqual({ turn: 'x', rail: '', see: '1', forks: '[' });
  expect(writeSearch({ run: undefined })).toBe('');
});

test('links of earlier versions, which have such text in quotes, stay valid', () => {
  expect(readSearch('?run=%221e3%22&game=%2271213345976400744454%22&turn=3')).toEqual({
    run: '1e3',
    game: '71213345976400744454',
    turn: 3,
  });
});

test('a cell of the heat map opens the games in which its two met, on the diagonal those of one with itself', () => {
  expect(meetingsOf('x;', 'y')).toBe('agents=x%3B;agents=y');
  expect(meetingsOf('x;', 'x;')).toBe('agents.*=x%3B');
});
