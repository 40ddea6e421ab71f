import { cpSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { resolveAgent } from '../agents/index.ts';
import { findBazaarTask, findDomain, kits, metrics, tasks } from '../core/index.ts';
import { chooseScenarioOf, parseExperiment, planOf, presets, runPlan } from '../lab/index.ts';
import { testCommand } from './command.fixture.ts';
import { list } from './list.ts';

const seen = testCommand(list);
const { run } = seen;

async function listed(...words: string[]): Promise<{ name: string; about: string; domain?: string }[]> {
  seen.printed = '';
  await run(...words, '--json');
  return Object.values(JSON.parse(seen.printed) as object)[0] as [];
}

test('every agent that is listed can be played under the name it is listed by', async () => {
  const scripts = (await listed('agents')).filter(({ name, domain }) => domain !== undefined && !name.startsWith('('));
  expect(scripts.length).toBeGreaterThan(60);
  expect(scripts.map(({ name }) => name)).toContain('terms:candid');
  for (const { name, domain } of scripts)
    await expect(resolveAgent(name, findDomain(domain ?? '') as never)).resolves.toBeDefined();
});

test('every scenario that is listed by name can be drawn by it', async () => {
  for (const { name, domain } of await listed('scenarios')) {
    // Rows of deals are played whole, by parley negotiate.
    if (findBazaarTask(name)) continue;
    const asked = name.startsWith('--sampler ') ? { sampler: name.slice(10) } : { scenario: name };
    expect(chooseScenarioOf(domain ?? '', { ...asked, seed: 1 }).scenario.domain, name).toBe(domain);
  }
});

test('tasks, domains, metrics and presets are all there', async () => {
  expect((await listed('tasks')).map(({ name }) => name)).toEqual(tasks().map(({ name }) => name));
  expect((await listed('domains')).map(({ name }) => name)).toEqual(kits().map(({ rules }) => rules.name));
  expect((await listed('metrics')).map(({ name }) => name)).toEqual(metrics.map(({ name }) => name));
  expect((await listed('presets')).map(({ name }) => name)).toEqual(Object.keys(presets));
});

test('words choose among the lines, and a domain among what is of one', async () => {
  await run('agents', 'boulware', 'clock', '--domain', 'price');
  expect(seen.printed).toMatch(/^boulware_hard +concedes by the clock .*\(exponent=4\)$/m);
  expect(seen.printed).not.toContain('tit_for_tat');
  expect((await listed('metrics', '--domain', 'items')).map(({ name }) => name)).not.toContain('bazaar-score');
  await expect(run('agents', 'nobody-is-called-so')).rejects.toThrow('no line of parley list agents has');
  await expect(run('agents', '--domain', 'chess')).rejects.toThrow('chess');
});

test('before the first run the list is empty and says how to make one; a folder that was named must be there', async () => {
  const before = process.cwd();
  process.chdir(seen.folder);
  try {
    await run('runs');
    expect(seen.printed).toMatch(/^no runs in runs yet: parley run .+ makes one\n$/);
    await expect(run('runs', 'elsewhere')).rejects.toThrow('there is no folder elsewhere');
  } finally {
    process.chdir(before);
  }
});

test('what is wrong with a run stands under the list', async () => {
  const agents = ['boulware_hard', 'tit_for_tat'];
  const file = { title: 'Small', scenarios: { sampler: 'general', count: 1 }, agents, controls: false };
  await runPlan(planOf(parseExperiment(file, 'small')), { folder: seen.at('one') });
  cpSync(seen.at('one'), seen.at('two'), { recursive: true });
  writeFileSync(seen.at('two', 'ahead.jsonl'), 'none\n');
  await run('runs', seen.folder);
  expect(seen.printed.match(/Small/g)).toHaveLength(2);
  expect(seen.printed).toContain(`\n${seen.at('two')}: ${seen.at('two', 'ahead.jsonl')} line 1 is not JSON\n`);
});
