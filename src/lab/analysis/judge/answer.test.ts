import { expect, test } from 'vitest';
import { saidUnder } from './answer.ts';

test.each([
  ['{"answer": "A"}', { answer: 'A' }, 'A'],
  ['{thinking} {"answer": "A"}', undefined, 'A'],
  ['{"answer": "A"} and again {"answer": "A"}', { answer: 'A' }, 'A'],
  ['{"answer": "A"} no, {"answer": "B"}', undefined, undefined],
  ['{"answer": "A", "answer": "B"}', { answer: 'B' }, undefined],
  ['A, clearly', undefined, undefined],
  ['', { answer: 'A' }, 'A'],
])('a judge that replies %s, read as %j, has said %s', (text, value, said) => {
  expect(saidUnder('answer', { text, value })).toBe(said);
});
