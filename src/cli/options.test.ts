/** Domains of one's own on the command line: each that is named is loaded. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { afterAll, expect, test } from 'vitest';
import { findKit, houseTasks } from '../core/index.ts';
import { readDomain } from './domain-options.ts';
import { mcp } from './mcp.ts';
import { refuseEmptyOut } from './options.ts';
import { serve } from './serve.ts';

const advice = resolve('examples/advice/index.ts');
const folder = mkdtempSync(join(tmpdir(), 'parley-domains-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A copy of the example under a name of its own. */
function copy(name: string, more = ''): string {
  const file = join(folder, `${name}.ts`);
  writeFileSync(
    file,
    `import { kit as advice } from ${JSON.stringify(advice)};
const rules = { ...advice.rules, name: '${name}' };
export const kit = { ...advice, rules, scripts: [], control: 'random', ${more} };`,
  );
  return file;
}

async function read(verb: Command, ...args: string[]): Promise<Command> {
  const program = new Command().addCommand(verb.action(() => undefined)).hook('preAction', (_, one) => readDomain(one));
  await program.parseAsync([verb.name(), ...args], { from: 'user' });
  return verb;
}

test.each([serve, mcp])('--domain given again loads another', async (verb) => {
  const two = copy('second');
  const command = await read(verb(), '--domain', advice, '--domain', two);
  expect(command.opts().domain).toEqual(['advice', 'second']);
  expect(findKit('advice')).toBeDefined();
  expect(findKit('second')).toBeDefined();
  await expect(read(verb(), '--domain', advice, '--domain', 'nowhere.ts')).rejects.toThrow(
    'there is no file nowhere.ts',
  );
});

test('a task that the house has already is refused with the file', async () => {
  const taken = houseTasks[0]?.name as string;
  const file = copy(
    'third',
    `environment: [{ name: '${taken}', domain: rules, about: '', opponent: 'random', deals: 1 }]`,
  );
  await expect(read(serve(), '--domain', file)).rejects.toThrow(`${file}: third: there is a task ${taken} already`);
  expect(findKit('third')).toBeUndefined();
});

test('an --out that is empty is named', () => {
  const command = new Command().option('--out <folder>');
  expect(() => refuseEmptyOut(command.parse(['--out', ''], { from: 'user' }))).toThrow('--out is empty');
  expect(() => refuseEmptyOut(command.parse(['--out', 'runs/x'], { from: 'user' }))).not.toThrow();
});
