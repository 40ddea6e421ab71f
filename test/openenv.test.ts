/** OpenEnv's own words on our server: the probe of the contract, the real Python client, its validator, and the example. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, testServer } from '../src/server/server.fixture.ts';
import { pythonWith } from './python.ts';
import { itWithShared, shared } from './shared.ts';

const run = promisify(execFile);
const plan = join(import.meta.dirname, '../validation/runtime.json');
const SESSIONS = 24;

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ maxSessions: SESSIONS });
});
afterAll(() => server.stop());

const anyPython = pythonWith('json');
const python = pythonWith('openenv.core');
const itWithClient = (name: string, body: () => Promise<void>) => {
  if (python) return it(name, body);
  process.stderr.write(`skipped: ${name} (no Python here has openenv-core; set PARLEY_PYTHON)\n`);
  return it.skip(name);
};

itWithShared('tools/openenv_probe.py')('the probe of the newest contract finds nothing', async () => {
  if (!anyPython) return process.stderr.write('skipped: there is no python3\n');
  const args = [shared('tools/openenv_probe.py'), server.url, '--plan', plan, '--max-sessions', String(SESSIONS)];
  const { stdout } = await run(anyPython, args);
  expect(stdout).toContain('44 passed, 0 failed, 0 skipped');
});

itWithShared('tools/openenv_client_check.py')('the real client plays, in parallel and over capacity', async () => {
  if (!python) return process.stderr.write('skipped: no Python here has openenv-core; set PARLEY_PYTHON\n');
  const args = [
    shared('tools/openenv_client_check.py'),
    server.url,
    '--plan',
    plan,
    '--max-sessions',
    String(SESSIONS),
  ];
  const { stdout } = await run(python, args);
  expect(stdout).toContain('9 passed, 0 failed');
});

itWithClient('openenv validate --url passes', async () => {
  const code = `from openenv.cli._validation import validate_running_environment as v
import json, sys
r = v(sys.argv[1], timeout_s=20)
print(json.dumps(r))`;
  const { stdout } = await run(python as string, ['-c', code, server.url]);
  const report = JSON.parse(stdout);
  expect(report.criteria.filter((one: { passed: boolean }) => !one.passed)).toEqual([]);
  expect(report.passed).toBe(true);
});

itWithClient('the example plays an episode to its end', async () => {
  const example = join(import.meta.dirname, '../examples/openenv_client.py');
  const { stdout } = await run(python as string, [example, server.url]);
  expect(stdout).toMatch(/agreement \{'price': [\d.]+\}, reward 0\.\d+/);
});
