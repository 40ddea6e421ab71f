import { expect, test } from 'vitest';
import { splitByHash, splitByPair, splitByZone } from './splits.ts';

// python3 -c 'import hashlib; [print(k, int.from_bytes(hashlib.sha256(k.encode()).digest()[:4], "big") / 2**32) for k in ...]'
const hashed = [
  ['a', 'train'],
  ['b', 'train'],
  ['k-0', 'train'],
  ['k-1', 'train'],
  ['k-2', 'train'],
  ['k-3', 'validation'],
  ['run_000001', 'test'],
  ['run_000002', 'train'],
  ['run_000003', 'train'],
  ['["fair","micro_own"]', 'train'],
  ['["hardliner","null"]', 'validation'],
  ['seven', 'train'],
] as const;

test('the hash is that of other languages', () => {
  for (const [key, split] of hashed) expect(splitByHash(key)).toBe(split);
});

test('eight tenths are train, a tenth each validation and test', () => {
  const counts = { train: 0, validation: 0, test: 0 };
  for (let i = 0; i < 10_000; i++) counts[splitByHash(`id-${i}`)]++;
  expect(counts.train / 10_000).toBeCloseTo(0.8, 1);
  expect(counts.validation / 10_000).toBeCloseTo(0.1, 1);
  expect(counts.test / 10_000).toBeCloseTo(0.1, 1);
});

test('a pair is held out in both seatings', () => {
  const names = Array.from({ length: 20 }, (_, i) => `strategy_${i}`);
  for (const one of names) for (const other of names) expect(splitByPair(one, other)).toBe(splitByPair(other, one));
});

test('a width is held out by its place on a scale of 2 % of the price range', () => {
  const at = (width: number) => splitByZone({ buyerMax: 500 + width, sellerMin: 500, low: 0, high: 1000 });
  // Steps of 20 on a range of 1000: 60 to 80 is the fourth, 140 to 160 the eighth.
  expect([0, 59.99, 60, 79.99, 80, 139.99, 140, 159.99, 160].map(at)).toEqual([
    'train',
    'train',
    'validation',
    'validation',
    'train',
    'train',
    'test',
    'test',
    'train',
  ]);
  // Ten steps further up, and below zero, where -60 to -40 is step -3, that is 7 of the ten before.
  expect([260, 340, -50, -130].map(at)).toEqual(['validation', 'test', 'test', 'validation']);
});

test('the one width of the Janus sampler is trained on', () => {
  expect(splitByZone({ buyerMax: 912.34, sellerMin: 412.34, low: 200, high: 1500 })).toBe('train');
});
