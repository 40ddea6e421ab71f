import { expect, test } from 'vitest';
import { concessionPattern, roundingOf } from './play.ts';
import { repeats, topicChanges } from './talk.ts';

test('rounding', () => {
  expect([7, 50, 55, 185, 1250, 36000].map(roundingOf)).toEqual(Array(6).fill('round'));
  expect([54, 183, 199, 1249, 35999, 42.5].map(roundingOf)).toEqual(Array(6).fill('precise'));
});

test('concession patterns', () => {
  expect(concessionPattern([60], 'seller')).toBeUndefined();
  // BazaarBATNA's schedule of single_deal: six a round, until it stands at its reserve of 31.5.
  expect(concessionPattern([60, 54, 48, 42, 36], 'seller')).toBe('steady');
  expect(concessionPattern([60, 54, 48, 42, 36, 31.5, 31.5], 'seller')).toBe('stalling');
  // Its impatient_seller: 60, 46.92, 35.28, 33: the first step 13.08, the mean of the others 6.96, not twice as much;
  // with the next, 31.5, the mean is 5.14.
  expect(concessionPattern([60, 46.92, 35.28, 33, 31.5], 'seller')).toBe('front_loaded');
  expect(concessionPattern([60, 50, 53, 45], 'seller')).toBe('erratic');
  expect(concessionPattern([30, 40, 50], 'buyer')).toBe('steady');
});

test('repeats', () => {
  expect(repeats(['I can do 54. Not lower.', 'I can do 48. Not lower.', 'Fine, take it for less.'])).toBe(1);
  expect(repeats(['Not lower.', 'Not lower.'])).toBe(0);
});

test('topic changes', () => {
  const talk = [
    { seat: 'seller', words: 'It works, no scratches.' },
    { seat: 'buyer', words: 'What about the warranty?' },
    { seat: 'seller', words: 'My family needs this.' },
    { seat: 'buyer', words: 'So no warranty?' },
    { seat: 'seller', words: 'The warranty ended.' },
  ];
  expect(topicChanges(talk, 'seller')).toBe(1);
});
