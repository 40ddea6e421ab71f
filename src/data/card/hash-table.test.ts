import { expect, test } from 'vitest';
import { HashTable, hashText } from './hash-table.ts';

test('what was added is found, through many doublings, and nothing else is', () => {
  const table = new HashTable(16);
  for (let i = 0; i < 20_000; i++) table.add(hashText(`run_${i}`), i);
  expect(table.size).toBe(20_000);
  for (let i = 0; i < 20_000; i++) expect(table.find(hashText(`run_${i}`))).toBe(i);
  for (let i = 20_000; i < 40_000; i++) expect(table.find(hashText(`run_${i}`))).toBe(-1);
});

test('a key holds several values', () => {
  const table = new HashTable();
  const key = hashText('turn 1 of a');
  table.add(key, 7);
  table.add(key, 0);
  expect(table.find(key)).toBe(7);
  expect([7, 0, 3].map((value) => table.has(key, value))).toEqual([true, true, false]);
});

test('texts that differ little do not share a hash', () => {
  // By chance 200 000 texts share one of 2^64 hashes once in a billion runs, and one of 2^32 with near certainty.
  const seen = new Set<string>();
  for (let i = 0; i < 100_000; i++) {
    for (const text of [`{"turn":${i % 20},"price":${i / 100}}`, `{"turn":${i % 20},"price":${i / 100}} `]) {
      const { high, low } = hashText(text);
      seen.add(`${high} ${low}`);
    }
  }
  expect(seen.size).toBe(200_000);
});
