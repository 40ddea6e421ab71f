import { expect, test } from 'vitest';
import { inWords } from './errors.ts';

test('what the system says, without its codes and calls', () => {
  const read = "cannot read x.jsonl: ENOENT: no such file or directory, open 'x.jsonl'";
  expect(inWords(read)).toBe('cannot read x.jsonl: no such file or directory');
  const moved = "cannot write a: EACCES: permission denied, rename 'a.part' -> 'a'; nothing was played";
  expect(inWords(moved)).toBe('cannot write a: permission denied; nothing was played');
  const folder = "cannot write .: EISDIR: illegal operation on a directory, open '.'; nothing was played";
  expect(inWords(folder)).toBe('cannot write .: it is a folder; nothing was played');
  expect(inWords('ERROR: this, that')).toBe('ERROR: this, that');
});
