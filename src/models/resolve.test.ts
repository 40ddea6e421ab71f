import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeTinyAdapter, writeTinyModel } from '../../test/gguf.ts';
import { closeModels, resolveModel } from './resolve.ts';
import { fileDigest } from './store.ts';

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'parley-home-'));
  mkdirSync(join(home, 'models'));
  vi.stubEnv('PARLEY_HOME', home);
  vi.stubEnv('PARLEY_MODEL', '');
  vi.stubEnv('PARLEY_SERVER_URL', '');
});

afterEach(async () => {
  await closeModels();
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true });
});

const store = (name: string, seed = 1) => {
  const path = join(home, 'models', `${name}.gguf`);
  writeTinyModel(path, { seed });
  return path;
};

test.each(['ollama/llama3.2:3b', 'openai/gpt-x', 'anthropic/claude-x', 'scripted'])('%s has its own name', (name) => {
  expect(resolveModel(name).name).toBe(name);
});

test('a compatible server is named by its model, wherever it is', () => {
  expect(resolveModel('compatible/org/qwen?url=http://127.0.0.1:8080/v1').name).toBe('compatible/org/qwen');
  vi.stubEnv('PARLEY_SERVER_URL', 'http://127.0.0.1:8080/v1');
  expect(resolveModel('compatible/qwen').name).toBe('compatible/qwen');
});

test('embedded is the one model of the store, and its digest the hash of the file', () => {
  const path = store('only');
  const model = resolveModel('embedded');
  expect(model.name).toBe('embedded/only');
  expect(model.digest).toBe(`sha256:${fileDigest(path)}`);
  expect(resolveModel('embedded/only')).toBe(model); // the same weights, loaded once
  expect(resolveModel(`embedded/${path}`)).toBe(model);
});

test('embedded with several models wants a name, or PARLEY_MODEL', () => {
  store('one');
  store('two', 2);
  expect(() => resolveModel('embedded')).toThrow('it has one, two');
  vi.stubEnv('PARLEY_MODEL', 'two');
  expect(resolveModel('embedded').name).toBe('embedded/two');
});

test('a file is named by its last part, and adapters by theirs', () => {
  const path = store('base');
  const lora = join(home, 'polite.gguf');
  writeTinyAdapter(lora);
  const model = resolveModel(`embedded/${path}?lora=${lora}*0.5&sequences=2&threads=1`);
  expect(model.name).toBe('embedded/base+polite*0.5');
  expect(model.digest).toBe(`sha256:${fileDigest(path)}+${fileDigest(lora)}*0.5`);
});

test('one name is one model until it is closed', async () => {
  const model = resolveModel('scripted');
  expect(resolveModel('scripted')).toBe(model);
  await model.close?.();
  expect(resolveModel('scripted')).not.toBe(model);
});

test.each([
  ['embedded', 'embedded: there is no model in the store; get one with "parley models pull smollm2"'],
  ['embedded/qwen', 'embedded/qwen: the store has no such model; get one with'],
  ['embedded/no/such.gguf', 'embedded/such: there is no file no/such.gguf'],
])('%s without its weights says how to get some', (name, message) => {
  expect(() => resolveModel(name)).toThrow(message);
  try {
    resolveModel(name);
  } catch (error) {
    expect(error).toMatchObject({ name: 'ModelError', kind: 'missing' });
  }
});

test.each([
  ['gpt-4', 'a model is BACKEND/MODEL with a backend out of embedded, ollama, openai'],
  ['toString', 'a model is BACKEND/MODEL'],
  ['', 'a model is BACKEND/MODEL'],
  ['ollama', 'ollama needs a model, as in ollama/llama3.2:3b'],
  ['openai/', 'openai needs a model'],
  ['compatible/x', 'set PARLEY_SERVER_URL'],
  ['compatible/x?url=localhost:80', 'begins with http:// or https://'],
  ['ollama/x?seed=1', 'ollama has no option "seed"; it takes none'],
  ['embedded/x?sequence=1', 'embedded has no option "sequence"; it takes lora, sequences'],
])('"%s" is refused: %s', (name, message) => {
  expect(() => resolveModel(name)).toThrow(message);
});

test.each([
  ['sequences=0', 'sequences is a whole number from 1 to 1024, got "0"'],
  ['threads=two', 'threads is a whole number'],
  ['gpu=yes', 'gpu is auto or off, got "yes"'],
  ['lora=x.gguf*big', 'the scale of an adapter is a number'],
  ['lora=x.gguf', 'there is no file x.gguf'],
])('embedded/base?%s is refused', (query, message) => {
  store('base');
  expect(() => resolveModel(`embedded/base?${query}`)).toThrow(message);
});
