/** CONTRIBUTING can be followed: its strategy and its sample test are loaded from the page, and that test is run here. */
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'parley-contributing-'));
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
afterAll(() => rmSync(folder, { recursive: true }));

const [strategy = '', sample = ''] = [...page.matchAll(/^ {3}```ts\n([\s\S]*?)^ {3}```$/gm)].map(([, text = '']) =>
  text.replaceAll(/^ {3}/gm, ''),
);
/** As if the file stood where the page says, beside the house's own. */
const beside = (text: string) =>
  text.replaceAll(/from '(\.{1,2}\/[^']+)'/g, (all, path: string) =>
    path === './patient.ts' ? all : `from '${resolve(root, 'src/core/strategies/price', path)}'`,
  );
writeFileSync(join(folder, 'patient.ts'), beside(strategy));
writeFileSync(join(folder, 'patient.test.ts'), beside(sample));

// Its tests are tests of this file from here on.
await import(join(folder, 'patient.test.ts'));

test('the page shows a strategy, its test, and the line of the list as it is written there', () => {
  expect(sample).toContain("from './patient.ts'");
  expect(page).toContain("`entry('patient', patient)`");
  expect(readFileSync(join(root, 'src/core/strategies/price/clean.ts'), 'utf8')).toMatch(
    /^ {2}entry\('tit_for_tat', titForTat\),$/m,
  );
});

test('what it tells to run is there, and the build stands before the command', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const [, name = ''] of page.matchAll(/npm run ([\w:]+)/g)) expect(scripts).toHaveProperty([name]);
  expect(page.indexOf('npm run build')).toBeLessThan(page.indexOf('npx parley'));
  expect(page.indexOf('npm run build')).toBeGreaterThan(0);
});
