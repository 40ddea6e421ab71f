/**
 * Every program in docs/THEORY.md prints what the page shows, and that agrees with the figures it gives in brackets. No theory stands
 * in the core that nothing plays by and the page does not show.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as theory from '../src/core/theory/index.ts';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/THEORY.md'), 'utf8');
const chapters = page.split(/^## /m).slice(1);
const programs = chapters.map((chapter) => /```ts\n(.*?)```/s.exec(chapter)?.[1] ?? '');

test.each(chapters.map((chapter, i) => [chapter.split('\n')[0], chapter, i]))('%s', (_title, chapter, i) => {
  const program = programs[Number(i)] as string;
  const shown = /```text\n(.*?)```/s.exec(String(chapter))?.[1];
  // As a reader would run it: in the folder of the package, which knows parley/core as its own name.
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(stderr + stdout).toBe(shown);
  for (const line of stdout.trimEnd().split('\n')) {
    const figures = [...line.matchAll(/(.*?) \[([^\]]+)\]/g)];
    expect(figures.length, line).toBeGreaterThan(0);
    for (const [, printed, expected] of figures) expect(printed).toMatch(new RegExp(` ${expected}$`));
  }
});

test('what no room uses and no program shows is not kept', () => {
  const rooms = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test|\.fixture)\.ts$/.test(file) && !file.startsWith(join('core', 'theory')))
    .map((file) => readFileSync(join(root, 'src', file), 'utf8'));
  const known = new Set([...rooms, ...programs].flatMap((text) => text.match(/\w+/g) ?? []));
  expect(Object.keys(theory).filter((name) => !known.has(name))).toEqual([]);
});
