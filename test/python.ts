/** A Python with what a test needs: PARLEY_PYTHON, else one of those that .ci/run makes, else the machine's. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const candidates = [
  process.env.PARLEY_PYTHON,
  join(import.meta.dirname, '../.ci/python/bin/python'),
  join(import.meta.dirname, '../.ci/trainer/bin/python'),
  'python3',
];

/** The first that can import all of the modules; undefined where none can. */
export function pythonWith(...modules: string[]): string | undefined {
  return candidates.find((python) => {
    if (!python || (python.includes('/') && !existsSync(python))) return false;
    try {
      execFileSync(python, ['-c', modules.map((name) => `import ${name}`).join('\n')], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });
}
