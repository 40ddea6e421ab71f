import { expect, test } from 'vitest';
import { OutputNameError } from '../data/simulate/play.ts';
import { ExperimentError, FolderError } from '../lab/experiment/index.ts';
import { ModelNameError } from '../models/node/resolve.ts';
import { BAD_USAGE, exitCodeOf, FAILED, inWords } from './errors.ts';

test('what the system says, without its codes and calls', () => {
  const read = "cannot read x.jsonl: ENOENT: no such file or directory, open 'x.jsonl'";
  expect(inWords(read)).toBe('cannot read x.jsonl: no such file or directory');
  const moved = "cannot write a: EACCES: permission denied, rename 'a.part' -> 'a'; nothing was played";
  expect(inWords(moved)).toBe('cannot write a: permission denied; nothing was played');
  const folder = "cannot write .: EISDIR: illegal operation on a directory, open '.'; nothing was played";
  expect(inWords(folder)).toBe('cannot write .: it is a folder; nothing was played');
  expect(inWords('ERROR: this, that')).toBe('ERROR: this, that');
});

test('a folder that holds no run was asked for wrongly; a model that went away is work that failed', () => {
  expect(exitCodeOf(new FolderError('x holds no run'))).toBe(BAD_USAGE);
  expect(exitCodeOf(new ExperimentError('it stopped answering'))).toBe(FAILED);
});

test('what is not there was asked for wrongly; what is there and broken has failed', () => {
  for (const not of [
    'there is no file x.csv; give one',
    "cannot read x: ENOENT: no such file, open 'x'",
    'x has no episode "z"',
  ])
    expect(exitCodeOf(new Error(not)), not).toBe(BAD_USAGE);
  expect(exitCodeOf(new Error('x.jsonl line 1 is not JSON'))).toBe(FAILED);
  expect(exitCodeOf(new OutputNameError('got "s.csv"'))).toBe(BAD_USAGE);
  expect(exitCodeOf(new ModelNameError('a model is BACKEND/MODEL'))).toBe(BAD_USAGE);
});
