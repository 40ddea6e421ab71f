import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { agentKinds, kindOf } from '../agents/index.ts';
import { testCommand } from './command.fixture.ts';
import { explain } from './explain.ts';

const seen = testCommand(explain);
const { run } = seen;

test('a script is told with its options as they are set, and what it sees', async () => {
  await run('boulware?exponent=3', '--as', 'seller', '--scenario', 'oak-dining-table');
  const printed = stripVTControlCharacters(seen.printed);
  expect(printed).toContain('script: concedes by the clock');
  expect(printed).toMatch(/exponent=3 +above 1 tough/);
  expect(printed).toContain('What it sees as seller:');
  expect(printed).toMatch(/you are seller: takes at least €\d+/);
  expect(printed).not.toContain('pays at most');
});

test('the prompt of a model is the one that it would be sent, and nobody is asked', async () => {
  await run('llm:ollama/never-asked?persona=fair&tokens=90', '--as', 'seller', '--json');
  const { prompt, options, fingerprint } = JSON.parse(seen.printed);
  expect(prompt.messages[0]).toMatchObject({ role: 'system' });
  expect(prompt.messages[0].content).toContain('You are the seller');
  expect(prompt.messages[0].content).toContain('fair');
  expect(prompt.maxTokens).toBe(90);
  expect(options).toContainEqual(expect.objectContaining({ name: 'persona', value: 'fair' }));
  // Who answers is not known, so nothing pins it.
  expect(fingerprint).toBeUndefined();
});

test.each([
  ['worded:boulware_firm@embedded', 'price', 'worded:SCRIPT@MODEL'],
  ['sauda@ollama/x', 'price', 'sauda@MODEL'],
  ['shopkeeper@ollama/x', 'price', 'shopkeeper@MODEL'],
  ['planner@ollama/x', 'mindgames', 'planner@MODEL'],
  ['llm:ollama/x', 'trace', 'llm:MODEL'],
])('%s of %s: a prompt is shown', async (spec, domain, kind) => {
  await run(spec, '--domain', domain, '--as', spec.startsWith('shopkeeper') ? 'seller' : 'a', '--json');
  const told = JSON.parse(seen.printed);
  expect(told.kind).toBe(kind);
  expect(told.prompt.messages.length).toBeGreaterThan(0);
});

test('every kind is known by a spec of its own form', () => {
  for (const kind of agentKinds) expect(kindOf(kind.form)).toBe(kind);
});

test('a name that is near is proposed, and one that is far is not', async () => {
  await expect(run('bulware_hard')).rejects.toThrow('did you mean boulware_hard');
  await expect(run('zzzzqqqq')).rejects.toThrow(
    'there is no price agent "zzzzqqqq"; parley list agents --domain price names them, and one of your own plays in parley run, from the modules of an experiment',
  );
});

test('a model that nothing can be called is refused, as by negotiate', async () => {
  await expect(run('llm:embedded&persona=fair')).rejects.toThrow(
    'got "embedded&persona=fair"; the first option follows a question mark, as in embedded?persona=fair',
  );
});
