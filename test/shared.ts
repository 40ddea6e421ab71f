/** Files beside the repository that are not part of it. A test that needs them says so when it is skipped. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'vitest';

/** The path of a file or folder in ../shared. */
export function shared(path: string): string {
  return join(import.meta.dirname, '../../shared', path);
}

/** `it`, or a skipped test with the reason printed where one of the paths is absent. */
export function itWithShared(...paths: string[]): (name: string, run: () => unknown) => void {
  const absent = paths.find((path) => !existsSync(shared(path)));
  if (absent === undefined) return (name, run) => it(name, run);
  return (name) => {
    process.stderr.write(`skipped: ${name} (there is no ../shared/${absent})\n`);
    it.skip(name);
  };
}
