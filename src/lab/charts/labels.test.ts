import { expect, test } from 'vitest';
import { sharedPrefix, spread, wrapped, wrapWords } from './labels.ts';

test('labels that would touch are moved apart around the middle of what they want', () => {
  // By hand: 10 and 12 want to be 10 apart; the pair is centred on 11, so 6 and 16. 50 is free.
  expect(spread([10, 12, 50], 10, 0, 100)).toEqual([6, 16, 50]);
});

test('a label keeps its place in the list, whatever its place on the page', () => {
  expect(spread([50, 12, 10], 10, 0, 100)).toEqual([50, 16, 6]);
});

test('a block that grows takes in its neighbour', () => {
  // 10, 12 form 6 and 16, which reaches 20: the three are centred on (10 + 12 + 20) / 3 = 14, so 4, 14, 24.
  expect(spread([10, 12, 20], 10, 0, 100)).toEqual([4, 14, 24]);
});

test('labels stay inside the frame while there is room', () => {
  expect(spread([-5, 1], 10, 0, 100)).toEqual([0, 10]);
  expect(spread([99, 104], 10, 0, 100)).toEqual([90, 100]);
});

test('long names break after an underscore, and words at a space', () => {
  expect(wrapped('boulware_very_conceding', 14)).toBe('boulware_very_\nconceding');
  // 10 letters of size 10 are about 52 wide.
  expect(wrapWords('no price suits both', 60, 10)).toEqual(['no price', 'suits both']);
});

test('a registry that all names share is left out of them', () => {
  const { prefix, short } = sharedPrefix(['clean:fair', 'clean:micro_own']);
  expect([prefix, short('clean:fair')]).toEqual(['clean:', 'fair']);
  expect(sharedPrefix(['clean:fair', 'fair']).short('clean:fair')).toBe('clean:fair');
});
