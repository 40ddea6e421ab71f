import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, contentHash, sameJson, sha256 } from './hash.ts';

// FIPS 180-4 examples.
test('SHA-256 of the standard examples', () => {
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(sha256('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq')).toBe(
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  );
});

test('SHA-256 agrees with the platform on any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      expect(sha256(text)).toBe(createHash('sha256').update(text, 'utf8').digest('hex'));
    }),
    { numRuns: 500 },
  );
});

test('canonical JSON sorts keys, drops undefined and keeps arrays in order', () => {
  expect(canonicalJson({ b: [2, 1, null], a: { d: undefined, c: 'ü"' }, e: -0, f: 1e21 })).toBe(
    '{"a":{"c":"ü\\""},"b":[2,1,null],"e":0,"f":1e+21}',
  );
  expect(sameJson({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(true);
  expect(contentHash({ a: 1, b: 2 })).toBe(contentHash({ b: 2, a: 1 }));
  expect(contentHash({ a: 1 })).not.toBe(contentHash({ a: 2 }));
});

test('what JSON cannot hold is refused', () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, () => 1, undefined, 1n]) {
    expect(() => canonicalJson(value)).toThrow('JSON cannot hold');
  }
});
