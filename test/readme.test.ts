/** The README shows what really happens: its output is the demo's, its program is the first example. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

test('the output shown is the output of parley demo', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'parley-readme-'));
  const env = { ...process.env, NO_COLOR: '1' };
  const { stdout } = spawnSync(process.execPath, [join(root, 'dist/cli/main.js'), 'demo'], {
    cwd,
    env,
    encoding: 'utf8',
  });
  rmSync(cwd, { recursive: true });
  expect(readme).toContain(`\`\`\`text\n${stdout.trimEnd()}\n\`\`\``);
});

test('the program shown is the first example', () => {
  const example = readFileSync(join(root, 'examples/01-two-scripts.ts'), 'utf8')
    .split('\n')
    .slice(1)
    .join('\n')
    .trimEnd();
  expect(readme).toContain(`\`\`\`ts\n${example}\n\`\`\``);
});
