/** parley serve and parley mcp as commands: they start, answer, stop, and refuse bad usage with exit code 2. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const main = join(import.meta.dirname, '../../dist/cli/main.js');
const folder = mkdtempSync(join(tmpdir(), 'parley-serve-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const run = (...args: string[]) =>
  spawn(process.execPath, [main, ...args, ...(args.includes('--data') ? [] : ['--data', folder])]);

test('it serves, and a signal stops it with 0 once everything is stored', async () => {
  const server = run('serve', '--port', '0', '--log', 'silent', '--grace', '0');
  const [line] = (await once(server.stdout, 'data')) as [Buffer];
  const url = /http:\S+\d/.exec(String(line))?.[0] as string;
  expect(await (await fetch(`${url}/health`)).json()).toEqual({ status: 'healthy' });
  server.kill('SIGTERM');
  expect(await once(server, 'exit')).toEqual([0, null]);
});

test('tools over stdio: one line in, one line out, and the end of the input ends it', async () => {
  const tools = run('mcp');
  tools.stdin.end('{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n');
  let text = '';
  for await (const chunk of tools.stdout) text += chunk;
  expect(JSON.parse(text).result.tools).toHaveLength(5);
});

test.each([
  [['serve', '--port', '99999'], 'Expected a whole number'],
  [['serve', '--address-limit', '5/week'], 'a limit is NUMBER/minute'],
  [['serve', '--log', 'loud'], 'Allowed choices'],
])('%j is bad usage', async (args, why) => {
  const server = run(...args);
  let text = '';
  server.stderr.on('data', (chunk) => {
    text += chunk;
  });
  expect(await once(server, 'exit')).toEqual([2, null]);
  expect(text).toContain(why);
});
