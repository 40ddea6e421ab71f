/** The trainer's environment, with a shell script in place of Python: what is made, said and left behind. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { trainerPython } from './environment.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-environment-'));
  vi.stubEnv('PARLEY_HOME', folder);
  vi.stubEnv('PARLEY_TRAINER_PYTHON', '');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** Answers -c with a version, makes a folder for -m venv, and does as told for -m pip. */
function standIn(version: string, pip: string): string {
  const path = join(folder, 'python');
  const script = `#!/bin/sh
case "$1 $2" in
  "-m venv") mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
  "-m pip") ${pip} ;;
  *) echo ${version} ;;
esac
`;
  writeFileSync(path, script);
  chmodSync(path, 0o755);
  return path;
}

test('it is made once, and what is done is said first', async () => {
  vi.stubEnv('PARLEY_PYTHON', standIn('3 11', 'true'));
  const said: string[] = [];
  const python = await trainerPython({ say: (sentence) => said.push(sentence) });
  expect(existsSync(python)).toBe(true);
  expect(said[0]).toMatch(/^making the trainer's environment in .* this takes minutes/);
  expect(said).toHaveLength(3);
  expect(await trainerPython({ say: (sentence) => said.push(sentence) })).toBe(python);
  expect(said).toHaveLength(3);
});

test('without a network it is one sentence, and nothing is left half made', async () => {
  vi.stubEnv('PARLEY_PYTHON', standIn('3 12', 'echo "ERROR: No matching distribution found for torch" >&2; exit 1'));
  await expect(trainerPython()).rejects.toThrow(
    /^the packages could not be installed \(ERROR: No matching distribution found for torch\): check the network/,
  );
  expect(readdirSync(join(folder, 'trainer'))).toEqual([]);
});

test('a Python that is too old is passed over, and named where there is no other', async () => {
  vi.stubEnv('PARLEY_PYTHON', standIn('3 9', 'true'));
  vi.stubEnv('PATH', folder);
  await expect(trainerPython()).rejects.toThrow(/needs Python 3.11 or newer and only found that .* is 3\.9/);
});

test('an interpreter of one’s own must be able to train', async () => {
  vi.stubEnv('PARLEY_TRAINER_PYTHON', join(folder, 'absent'));
  await expect(trainerPython()).rejects.toThrow(/PARLEY_TRAINER_PYTHON .* cannot train: .*ENOENT/);
});

test.skipIf(spawnSync('python3', ['--version']).status !== 0)('what it lacks is named', async () => {
  const bare = join(folder, 'bare');
  writeFileSync(bare, '#!/bin/sh\nexec python3 -I -S "$@"\n', { mode: 0o755 });
  vi.stubEnv('PARLEY_TRAINER_PYTHON', bare);
  await expect(trainerPython()).rejects.toThrow('cannot train: it has no torch, transformers, peft');
});
