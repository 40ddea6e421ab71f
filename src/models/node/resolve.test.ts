import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeTinyAdapter, writeTinyModel } from '../../../test/gguf.ts';
import { type StandIn, standIn } from '../backends/stand-in.fixture.ts';
import { closeModels, resolveModel } from './resolve.ts';
import { fileDigest } from './store.ts';

let home: string;
const servers: StandIn[] = [];
const nobody = () => ({ status: 500, body: {} });

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'parley-home-'));
  mkdirSync(join(home, 'models'));
  vi.stubEnv('PARLEY_HOME', home);
  vi.stubEnv('PARLEY_MODEL', '');
  vi.stubEnv('PARLEY_SERVER_URL', '');
});

afterEach(async () => {
  await closeModels();
  for (const server of servers.splice(0)) await server.close();
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true });
});

const store = (name: string, seed = 1) => {
  const path = join(home, 'models', `${name}.gguf`);
  writeTinyModel(path, { seed });
  return path;
};

async function serving(...[answering = nobody, telling]: Partial<Parameters<typeof standIn>>): Promise<StandIn> {
  const server = await standIn(answering, telling);
  servers.push(server);
  return server;
}

test('a model has the name by which it was asked for, and its address and key come from the environment', async () => {
  const said = { models: [{ name: 'llama3.2:3b', digest: 'ab'.repeat(32) }], data: [{ id: 'gpt-x' }] };
  const server = await serving(nobody, () => ({ body: said }));
  vi.stubEnv('OLLAMA_HOST', server.url);
  vi.stubEnv('OPENAI_API_KEY', 'key-o');
  vi.stubEnv('OPENAI_BASE_URL', `${server.url}/v1`);
  vi.stubEnv('ANTHROPIC_API_KEY', 'key-a');
  vi.stubEnv('ANTHROPIC_BASE_URL', `${server.url}/v1`);
  vi.stubEnv('PARLEY_SERVER_URL', `${server.url}/v1`);
  vi.stubEnv('PARLEY_SERVER_KEY', 'key-c');
  for (const name of ['ollama/llama3.2:3b', 'openai/gpt-x', 'anthropic/claude-x', 'compatible/org/qwen', 'scripted'])
    expect((await resolveModel(name)).name).toBe(name);
  expect(server.looked.map(({ path, headers }) => [path, headers.authorization ?? headers['x-api-key']])).toEqual([
    ['/api/tags', undefined],
    ['/v1/models', 'Bearer key-o'],
    ['/v1/models/claude-x', 'key-a'],
    ['/v1/models', 'Bearer key-c'],
  ]);
});

test.each([
  ['openai/gpt-x', 'openai/gpt-x: OPENAI_API_KEY is not set in the environment'],
  ['anthropic/claude-x', 'anthropic/claude-x: ANTHROPIC_API_KEY is not set in the environment'],
])('%s without a key is refused before anything is sent', async (name, message) => {
  for (const variable of ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'ANTHROPIC_API_KEY', 'ANTHROPIC_BASE_URL'])
    vi.stubEnv(variable, '');
  await expect(resolveModel(name)).rejects.toThrow(message);
});

test('two servers with a model of one name are two models', async () => {
  const [a, b] = [await serving(), await serving()];
  const named = async ({ url }: StandIn) => resolveModel(`compatible/qwen?url=${url}/v1`);
  const [one, two] = [await named(a), await named(b)];
  expect(one.name).toBe(two.name);
  expect(one.digest).not.toBe(two.digest);
  expect(await named(a)).toBe(one);
});

test('a tag that was pulled again is another model, and the same one as long as it was not', async () => {
  let digest = 'a'.repeat(64);
  const server = await serving(nobody, () => ({ body: { models: [{ name: 'llama3.2:3b', digest }] } }));
  vi.stubEnv('OLLAMA_HOST', server.url);
  const before = await resolveModel('ollama/llama3.2:3b');
  expect(await resolveModel('ollama/llama3.2:3b')).toBe(before);
  digest = 'b'.repeat(64);
  const after = await resolveModel('ollama/llama3.2:3b');
  expect([before.digest, after.digest]).toEqual([`sha256:${'a'.repeat(64)}`, `sha256:${'b'.repeat(64)}`]);
});

test('a server that is not there is one sentence at once, not a digest', async () => {
  const server = await serving();
  await server.close();
  const { host } = new URL(server.url);
  await expect(resolveModel(`compatible/qwen?url=${server.url}/v1`)).rejects.toMatchObject({
    kind: 'transport',
    message: `compatible/qwen: cannot reach ${host} to ask which weights it serves: connect ECONNREFUSED ${host}`,
  });
});

test('embedded is the one model of the store, and its digest the hash of the file', async () => {
  const path = store('only');
  const model = await resolveModel('embedded');
  expect(model.name).toBe('embedded/only');
  expect(model.digest).toBe(`sha256:${fileDigest(path)}`);
  expect(await resolveModel('embedded/only')).toBe(model); // the same weights, loaded once
  expect(await resolveModel(`embedded/${path}`)).toBe(model);
});

test('embedded with several models wants a name, or PARLEY_MODEL', async () => {
  store('one');
  store('two', 2);
  await expect(resolveModel('embedded')).rejects.toThrow('it has one, two');
  vi.stubEnv('PARLEY_MODEL', 'two');
  expect((await resolveModel('embedded')).name).toBe('embedded/two');
});

test('a file is named by its last part, and adapters by theirs', async () => {
  const path = store('base');
  const lora = join(home, 'polite.gguf');
  writeTinyAdapter(lora);
  const model = await resolveModel(`embedded/${path}?lora=${lora}*0.5&sequences=2&threads=1`);
  expect(model.name).toBe('embedded/base+polite*0.5');
  expect(model.digest).toBe(`sha256:${fileDigest(path)}+${fileDigest(lora)}*0.5`);
});

test('one name is one model until it is closed', async () => {
  const model = await resolveModel('scripted');
  expect(await resolveModel('scripted')).toBe(model);
  await model.close?.();
  expect(await resolveModel('scripted')).not.toBe(model);
});

test.each([
  ['embedded', 'embedded: there is no model in the store; get one with "parley models pull smollm2"'],
  ['embedded/qwen', 'embedded/qwen: the store has no such model; get one with'],
  ['embedded/no/such.gguf', 'embedded/such: there is no file no/such.gguf'],
])('%s without its weights says how to get some', async (name, message) => {
  await expect(resolveModel(name)).rejects.toThrow(message);
  await expect(resolveModel(name)).rejects.toMatchObject({ name: 'ModelError', kind: 'missing' });
});

test.each([
  ['gpt-4', 'a model is BACKEND/MODEL with a backend out of embedded, ollama, openai'],
  ['toString', 'a model is BACKEND/MODEL'],
  ['embedded:smollm2', 'got "embedded:smollm2"; did you mean embedded/smollm2?'],
  ['', 'a model is BACKEND/MODEL'],
  ['ollama', 'ollama needs a model, as in ollama/llama3.2:3b'],
  ['openai/', 'openai needs a model'],
  ['compatible/x', 'set PARLEY_SERVER_URL'],
  ['compatible/x?url=localhost:80', 'begins with http:// or https://'],
  ['compatible/x?url=http://me:secret@localhost/v1', 'the address of localhost holds a user or a password'],
  ['ollama/x?seed=1', 'ollama has no option "seed"; it takes none'],
  ['embedded/x?sequence=1', 'embedded has no option "sequence"; it takes lora, sequences'],
])('"%s" is refused: %s', async (name, message) => {
  await expect(resolveModel(name)).rejects.toThrow(message);
});

test.each([
  ['sequences=0', 'sequences is a whole number from 1 to 1024, got "0"'],
  ['threads=two', 'threads is a whole number'],
  ['gpu=yes', 'gpu is auto or off, got "yes"'],
  ['lora=x.gguf*big', 'the scale of an adapter is a number'],
  ['lora=x.gguf', 'there is no file x.gguf'],
])('embedded/base?%s is refused', async (query, message) => {
  store('base');
  await expect(resolveModel(`embedded/base?${query}`)).rejects.toThrow(message);
});

test('a caller of a server names models and adapters of the store, and sets nothing that the owner sets', async () => {
  const outside = join(home, 'outside.gguf');
  writeTinyModel(outside);
  store('tiny');
  for (const name of ['a', 'b', 'c', 'd', 'e']) writeTinyAdapter(join(home, 'models', `${name}.gguf`));
  const asked = (name: string) => resolveModel(name, { addresses: [] });
  expect((await asked('embedded/tiny')).name).toBe('embedded/tiny');
  for (const name of [outside, 'x/../tiny.gguf', '../outside', '/dev/zero'])
    await expect(asked(`embedded/${name}`), name).rejects.toThrow('a caller names models and adapters of the store');
  for (const lora of [outside, '/dev/zero', home, 'none'])
    await expect(asked(`embedded/tiny?lora=${lora}`), lora).rejects.toThrow('models and adapters of the store');
  for (const option of ['context', 'sequences', 'threads', 'gpu'])
    await expect(asked(`embedded/tiny?${option}=1`)).rejects.toThrow(
      `${option} is not for a caller of a server to set`,
    );
  for (const name of ['a', 'b', 'c', 'd', 'd']) await asked(`embedded/tiny?lora=${name}`);
  await expect(asked('embedded/tiny?lora=e')).rejects.toThrow('4 models with adapters are open');
  await expect(asked('embedded/tiny?lora=a*0.5')).rejects.toThrow('4 models with adapters are open');
});

test('what is no plain file is refused before it is read', async () => {
  store('tiny');
  for (const path of ['/dev/zero', home])
    await expect(resolveModel(`embedded/tiny?lora=${path}`), path).rejects.toThrow('is not a plain file');
});
