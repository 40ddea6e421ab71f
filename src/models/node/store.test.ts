import { mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fileDigest, findModel, isModelName, listModels, requireGguf, storeFolder, writeCard } from './store.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-store-'));
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

// SHA-256 of "abc": FIPS 180-4, example of appendix B.1.
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

test('the folder is under PARLEY_HOME', () => {
  vi.stubEnv('PARLEY_HOME', folder);
  expect(storeFolder()).toBe(join(folder, 'models'));
  expect(listModels()).toEqual([]);
});

test('a card says what a file is and where it came from', () => {
  writeFileSync(join(folder, 'm.gguf'), 'abc');
  const card = writeCard('m', { source: 'pypi:x', licence: 'MIT' }, folder);
  const expected = { name: 'm', path: join(folder, 'm.gguf'), bytes: 3, sha256: ABC, source: 'pypi:x', licence: 'MIT' };
  expect(card).toEqual(expected);
  expect(findModel('m', folder)).toEqual(expected);
});

test('a file copied there by hand counts, and one that changed is no longer what its card says', () => {
  const path = join(folder, 'm.gguf');
  writeFileSync(path, 'abcd');
  writeCard('m', { source: 'pypi:x' }, folder);
  truncateSync(path, 3);
  expect(listModels(folder)).toEqual([{ name: 'm', path, bytes: 3, sha256: ABC, source: 'file' }]);
});

test('models are listed by name, and nothing else in the folder is', () => {
  for (const file of ['b.gguf', 'a.gguf', 'c.gguf.part', 'notes.txt']) writeFileSync(join(folder, file), 'abc');
  mkdirSync(join(folder, '.digests'));
  expect(listModels(folder).map(({ name }) => name)).toEqual(['a', 'b']);
});

test('a digest is kept, and made anew when the size or the time of change differs', () => {
  const path = join(folder, 'm.gguf');
  writeFileSync(path, 'abc');
  expect(fileDigest(path, folder)).toBe(ABC);
  const [note] = readdirSync(join(folder, '.digests')) as [string];
  const kept = { sha256: '0'.repeat(64), bytes: 3, modified: 1_000_000_000 };
  writeFileSync(join(folder, '.digests', note), JSON.stringify(kept));
  expect(fileDigest(path, folder)).toBe(ABC); // the note is of another time
  writeFileSync(join(folder, '.digests', note), JSON.stringify(kept));
  utimesSync(path, 1_000_000, 1_000_000);
  expect(fileDigest(path, folder)).toBe('0'.repeat(64)); // so the note is what was read
  writeFileSync(join(folder, '.digests', note), 'broken');
  expect(fileDigest(path, folder)).toBe(ABC);
});

test('a name cannot lead out of the folder', () => {
  expect(['a', 'Qwen2.5-0.5B_x'].every(isModelName)).toBe(true);
  expect(['', '..', '../x', 'a/b', '.hidden', 'a b'].some(isModelName)).toBe(false);
  writeFileSync(join(folder, 'm.gguf'), 'abc');
  expect(findModel(`../${folder.split('/').at(-1)}/m`, folder)).toBeUndefined();
});

test.each([
  ['<html>not found</html>', 'begins with "<htm"'],
  ['', 'begins with'],
  ['GGUF', 'its head is broken'],
  ['GGUF but no more than a line of text', 'its head is broken'],
])('%j is no GGUF file', (content, message) => {
  const path = join(folder, 'm.gguf');
  writeFileSync(path, content);
  expect(() => requireGguf(path)).toThrow(message);
});
