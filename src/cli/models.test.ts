import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeTinyModel } from '../../test/gguf.ts';
import { testCommand } from './command.fixture.ts';
import { models } from './models.ts';

const seen = testCommand(models);
const { run, at } = seen;
beforeEach(() => {
  vi.stubEnv('PARLEY_HOME', seen.folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

test('an empty store says what can be pulled', async () => {
  await run('list');
  expect(seen.printed).toContain(`there is no model in ${at('models')}`);
  expect(seen.printed).toContain('parley models pull smollm2: SmolLM2-135M-Instruct');
  expect(seen.printed).toMatch(/parley models pull qwen2.5-coder-1.5b: .*\(Apache-2.0\)/);
  expect(seen.printed).toMatch(/parley models pull qwen3-4b: .*hash not verified/);
});

test('what was pulled is listed under its name, for people and for machines', async () => {
  const path = at('tiny.gguf');
  writeTinyModel(path);
  await run('pull', path, '--name', 'mine', '--licence', 'mit');
  expect(seen.printed).toMatch(/^embedded\/mine: 0\.5 MB, sha256 [0-9a-f]{64}, in /);
  seen.printed = '';
  await run('list');
  expect(seen.printed).toMatch(/embedded\/mine .*0\.5 MB.*mit.*file/);
  seen.printed = '';
  await run('list', '--json');
  expect(JSON.parse(seen.printed)).toMatchObject([{ name: 'mine', licence: 'mit', source: 'file' }]);
});

test('a checksum that is none is bad usage', async () => {
  await expect(run('pull', 'smollm2', '--sha256', 'abc')).rejects.toThrow('--sha256 takes 64 hexadecimal digits');
});

test('serving without a model says how to get one', async () => {
  await expect(run('serve', '--port', '0')).rejects.toThrow('get one with "parley models pull smollm2"');
});
