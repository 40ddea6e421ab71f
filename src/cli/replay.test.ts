import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { splitPlace } from './replay.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-replay-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a run is named by its folder, and a file may have a # in its name', () => {
  const run = join(folder, 'run');
  mkdirSync(run);
  writeFileSync(join(run, 'episodes.jsonl'), '');
  expect(splitPlace(run)).toEqual({ file: join(run, 'episodes.jsonl') });
  expect(splitPlace(`${run}#1f0c`)).toEqual({ file: join(run, 'episodes.jsonl'), id: '1f0c' });
  const file = join(folder, 'games #1.jsonl');
  writeFileSync(file, '');
  expect(splitPlace(file)).toEqual({ file });
  expect(splitPlace(`${file}#1f0c`)).toEqual({ file, id: '1f0c' });
  expect(() => splitPlace(`${file}#`)).toThrow('expected FILE#ID');
});
