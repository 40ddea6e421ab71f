/** Names that look the same are one name, and there is something to see. */
import { expect, test } from 'vitest';
import { folded, readable } from './names.ts';

test.each([
  ['Ada', 'ADA'],
  ['Ada', '\uff21da'],
  ['Ada', 'Ada\u3164'],
  ['Ada', 'Ada\ufe0f'],
  ['Ada', 'A\u034fda'],
  ['Ada', 'Ada\u17b5'],
  ['Stra\u00dfe', 'STRASSE'],
  ['\u039f\u0394\u039f\u03a3', '\u03bf\u03b4\u03bf\u03c3'],
])('%j and %j are one', (one, other) => {
  expect(folded(one)).toBe(folded(other));
});

test('what is not seen is left out, and a name without anything to read is none', () => {
  expect(readable('A\u034fda \u3164')).toBe('Ada');
  expect(readable('\u3164')).toBeUndefined();
  expect(readable(`a${'\u0300'.repeat(4)}`)).toBeUndefined();
  expect(readable('Vi\u1ec7t \u0928\u093f')).toBe('Vi\u1ec7t \u0928\u093f');
});
