import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeTinyModel } from '../../test/gguf.ts';
import { models } from './models.ts';

let home: string;
let printed: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'parley-home-'));
  vi.stubEnv('PARLEY_HOME', home);
  printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += text;
    return true;
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true });
});

const run = (...args: string[]) => models().parseAsync(args, { from: 'user' });

test('an empty store says what can be pulled', async () => {
  await run('list');
  expect(printed).toContain(`there is no model in ${join(home, 'models')}`);
  expect(printed).toContain('parley models pull smollm2: SmolLM2-135M-Instruct');
});

test('what was pulled is listed under its name, for people and for machines', async () => {
  const path = join(home, 'tiny.gguf');
  writeTinyModel(path);
  await run('pull', path, '--name', 'mine', '--licence', 'mit');
  expect(printed).toMatch(/^embedded\/mine: 0\.5 MB, sha256 [0-9a-f]{64}, in /);
  printed = '';
  await run('list');
  expect(printed).toMatch(/embedded\/mine .*0\.5 MB.*mit.*file/);
  printed = '';
  await run('list', '--json');
  expect(JSON.parse(printed)).toMatchObject([{ name: 'mine', licence: 'mit', source: 'file' }]);
});

test('a checksum that is none is bad usage', async () => {
  await expect(run('pull', 'smollm2', '--sha256', 'abc')).rejects.toThrow('--sha256 takes 64 hexadecimal digits');
});

test('serving without a model says how to get one', async () => {
  await expect(run('serve', '--port', '0')).rejects.toThrow('get one with "parley models pull smollm2"');
});
