import { afterEach, expect, test, vi } from 'vitest';
import { resolveAgent, SpecError } from '../agents/index.ts';
import { type Domain, price } from '../core/index.ts';
import { standIn as scriptedStandIn } from '../lab/experiment/stand-in.ts';
import { type StandIn, standIn } from '../models/backends/stand-in.fixture.ts';
import { createPlayers } from './players.ts';

let server: StandIn;
const players = createPlayers(undefined);
afterEach(async () => {
  vi.unstubAllEnvs();
  await players.close();
  await server.close();
});

const find = async () => players.find('llm:ollama/llama3.2:3b', price as unknown as Domain, true);

test('a tag that was pulled again while the server runs is another player', async () => {
  let digest = 'a'.repeat(64);
  server = await standIn(
    () => ({ body: {} }),
    () => ({ body: { models: [{ name: 'llama3.2:3b', digest }] } }),
  );
  vi.stubEnv('OLLAMA_HOST', server.url);
  const { fingerprint } = await find();
  expect((await find()).fingerprint).toBe(fingerprint);
  digest = 'b'.repeat(64);
  expect((await find()).fingerprint).not.toBe(fingerprint);
});

test('a model whose server is down is told to the caller in a sentence', async () => {
  server = await standIn(() => ({ body: {} }));
  await server.close();
  vi.stubEnv('OLLAMA_HOST', server.url);
  await expect(find()).rejects.toThrow(SpecError);
  await expect(find()).rejects.toThrow('ollama/llama3.2:3b: cannot reach 127.0.0.1');
});

test('an agent played again with other draws is found as the agent itself is: a model only for who may', async () => {
  server = await standIn(
    () => ({ body: {} }),
    () => ({ body: { models: [{ name: 'llama3.2:3b', digest: 'a'.repeat(64) }] } }),
  );
  vi.stubEnv('OLLAMA_HOST', server.url);
  const rules = price as unknown as Domain;
  const { fingerprint, spec } = await players.find('again:llm:ollama/llama3.2:3b', rules, true);
  expect([fingerprint, spec]).toEqual([(await find()).fingerprint, 'again:llm:ollama/llama3.2:3b']);
  expect(() => players.find('again:again:llm:ollama/llama3.2:3b', rules, false)).toThrow('asks a model');
  const script = await players.find('again:worded:boulware_hard@templates', rules, false);
  expect(script.spec).toBe('again:worded:boulware_hard@templates');
});

test('the scripted stand-in is the model that it was in a run', async () => {
  server = await standIn(() => ({ body: {} }));
  const rules = price as unknown as Domain;
  const played = await resolveAgent('llm:scripted/stand-in', rules, { model: async () => scriptedStandIn() });
  expect((await players.find('llm:scripted/stand-in', rules, true)).fingerprint).toBe(played.fingerprint);
});
