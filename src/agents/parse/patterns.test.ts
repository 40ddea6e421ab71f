import { expect, test } from 'vitest';
import { grammarOf, patternOf } from './patterns.ts';

const says = (pattern: (words: readonly string[]) => boolean, text: string) => pattern(text.split(' '));

test('elements are words, alternatives, options, repetitions and fragments', () => {
  const accept = patternOf('i|we will? gladly|really* accept OFFER?', { OFFER: 'the|your last? offer\n that_one' });
  for (const text of [
    'i accept',
    'we will gladly really gladly accept',
    'i accept your last offer',
    'i accept that one',
  ])
    expect(says(accept, text), text).toBe(true);
  for (const text of ['accept', 'i accept not', 'i will', 'i accept that', 'do i accept'])
    expect(says(accept, text), text).toBe(false);
});

test('fragments are read once for many patterns', () => {
  const known = grammarOf({ OFFER: 'your|the offer' });
  const [take, leave] = ['accept', 'refuse'].map((verb) => patternOf('i VERB OFFER', { VERB: verb }, known));
  expect([says(take!, 'i accept the offer'), says(leave!, 'i accept the offer')]).toEqual([true, false]);
});

test('a fragment that is not there is refused', () => {
  expect(() => patternOf('i accept OFFER', {})).toThrow('OFFER');
});

// As a regular expression this took seconds for thirty words: every way to part them into ones and twos was tried.
test('a clause that can be parted in many ways costs no more than another', () => {
  let reads = 0;
  const days = new Proxy(Array.from({ length: 200 }, () => 'monday').concat('never'), {
    get(target, key) {
      reads++;
      return target[key as unknown as number];
    },
  });
  expect(patternOf('see_you DAYS*', { DAYS: 'monday monday?' })(['see', 'you', ...days])).toBe(false);
  reads = 0;
  expect(patternOf('DAYS*', { DAYS: 'monday monday?' })(days)).toBe(false);
  expect(reads).toBeLessThan(10_000);
});
