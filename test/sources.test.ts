/** Comments and pages cite what a reader can open: a paper, a repository of docs/SOURCES.md, a file here. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const texts = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(ts|py|md|yaml|sh)$/.test(file) && existsSync(join(root, file)));

test('no line cites a page by a number that only its authors have', () => {
  expect(texts.length).toBeGreaterThan(500);
  const cited = texts.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, i) =>
        /\bfacts?,? (on [\w ]+, )?(pages?\b|section\b|\d)/i.test(line) ? [`${file}:${i + 1} ${line.trim()}`] : [],
      ),
  );
  expect(cited).toEqual([]);
});
