import { expect, test } from 'vitest';
import { isBefore } from './broker.ts';

test('a version is before another by its first number, then by its second', () => {
  const before = ['5.81.5', '6.0.0', '6.6.9', '6.7.0', '6.10.0', '7.0.0-rc.1'].map((one) => isBefore(one, [6, 7]));
  expect(before).toEqual([true, true, true, false, false, false]);
});
