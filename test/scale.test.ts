/** docs/SCALE.md has what bench/scale.ts says, and that goes by the costs which the page says were measured. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('the tables of the page are those of the simulation, from the costs of its own table', () => {
  const page = readFileSync(new URL('../docs/SCALE.md', import.meta.url), 'utf8');
  const words = ['--import', 'tsx', 'bench/scale.ts'];
  const said = execFileSync(process.execPath, words, { cwd: new URL('..', import.meta.url), encoding: 'utf8' });
  const [, coordinator, worker] = /^\| Parquet in parts, .+? \| .+? \| (\d+) \/ \d+ ms \| (\d+) \//m.exec(page) ?? [];
  expect(said).toContain(`${worker} ms of a worker and ${coordinator} ms of the coordinator a shard`);
  const rows = said.split('\n').filter((line) => line.startsWith('| '));
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter((row) => !page.includes(`${row}\n`))).toEqual([]);
}, 60_000);
