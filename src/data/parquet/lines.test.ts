import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { linesOf } from './lines.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-lines-'));
  file = join(folder, 'lines');
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each([
  ['nothing', '', []],
  ['one newline', '\n', ['']],
  ['no newline at the end', 'a\nb', ['a', 'b']],
  ['a newline at the end', 'a\nb\n', ['a', 'b']],
  ['empty lines', '\n\na\n\n', ['', '', 'a', '']],
])('%s', (_what, text, expected) => {
  writeFileSync(file, text);
  expect([...linesOf(file)]).toEqual(expected.map((line, i) => [line, i + 1]));
});

// A read is 4 MB: lines and letters of several bytes are cut by it, and one line is longer than two of them.
test('lines that are cut by a read are whole, and all bytes are heard', () => {
  const lines = Array.from({ length: 300 }, (_, i) => `${i} ${'€'.repeat((i * 7919) % 30_011)}`);
  lines[150] = '€'.repeat(3_000_000);
  const text = lines.map((line) => `${line}\n`).join('');
  writeFileSync(file, text);
  let bytes = 0;
  const read = [...linesOf(file, (chunk) => (bytes += chunk.length))].map(([line]) => line);
  expect(read.length).toBe(lines.length);
  expect(read.every((line, i) => line === lines[i])).toBe(true);
  expect(bytes).toBe(Buffer.byteLength(text));
});
