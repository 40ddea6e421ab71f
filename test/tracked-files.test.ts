/** A clone stays small: weights, corpora and runs are made by commands and never tracked. */
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const MOST_BYTES = 12e6;

test('tracked files take less than 12 MB', () => {
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' });
  const files = listed.split('\0').filter((file) => file !== '');
  expect(files.length).toBeGreaterThan(100);
  const sizes = files.map((file) => statSync(join(ROOT, file), { throwIfNoEntry: false })?.size ?? 0);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST_BYTES);
});
