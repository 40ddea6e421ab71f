/** A clone stays small: weights, corpora and runs are made by commands and never tracked. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const MOST_BYTES = 13e6;

test('tracked files take less than 13 MB', () => {
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' });
  const files = listed.split('\0').filter((file) => file !== '');
  expect(files.length).toBeGreaterThan(100);
  const sizes = files.map((file) => statSync(join(ROOT, file), { throwIfNoEntry: false })?.size ?? 0);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST_BYTES);
});

test('what the commands of the pages write is ignored, by git and so by the linter', () => {
  const pages = ['README.md', 'docs/TUTORIAL.md', 'docs/COMMANDS.md', 'docs/MODELS.md', 'docs/EXPERIMENTS.md'];
  const text = pages.map((page) => readFileSync(join(ROOT, page), 'utf8')).join('\n');
  const named = [...text.matchAll(/--(?:out|page|record) ([a-z][\w./-]*)/g)].map(([, place = '']) => place);
  const shown = [...text.matchAll(/^(?:\/\/|#) (mine\.\w+)$/gm)].map(([, file = '']) => file);
  expect(shown).toEqual(['mine.ts', 'mine.yaml']);
  // A folder is ignored with what is in it.
  const written = [...new Set([...named, ...shown, 'comparison'])].map((place) =>
    place.includes('.') ? place : `${place.replace(/\/$/, '')}/x.json`,
  );
  const { stdout } = spawnSync('git', ['check-ignore', '--stdin', '--no-index'], {
    cwd: ROOT,
    input: written.join('\n'),
    encoding: 'utf8',
  });
  expect(stdout.trim().split('\n').sort()).toEqual(written.sort());
});
