/** schemathesis over the OpenAPI document, with a real game to ask about: no 5xx, no status that is not documented. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { testServer } from '../src/server/server.fixture.ts';
import { pythonWith } from './python.ts';
import { repetitions } from './repetitions.ts';

const run = promisify(execFile);
const python = pythonWith('schemathesis');
if (!python) process.stderr.write('skipped: schemathesis (no Python here has it; set PARLEY_PYTHON)\n');

it.skipIf(!python)(
  'no answer is a 5xx or undocumented',
  async () => {
    const server = await testServer();
    const folder = mkdtempSync(join(tmpdir(), 'parley-schemathesis-'));
    try {
      const { json } = await server.ask('POST /v1/games', { opens: 'buyer' });
      const seat = { 'x-seat-token': json.tokens.buyer };
      await server.ask(`POST /v1/games/${json.id}/acts`, { act: { type: 'walk' } }, seat);
      const config = join(folder, 'schemathesis.toml');
      writeFileSync(config, `[parameters]\n"path.id" = "${json.id}"\n"path.env" = "parley"\n`);
      const checks = [
        'not_a_server_error',
        'status_code_conformance',
        'content_type_conformance',
        'response_schema_conformance',
        'unsupported_method',
      ];
      const { stdout } = await run(
        python as string,
        [
          ...['-m', 'schemathesis.cli', '--config-file', config, 'run', `${server.url}/openapi.json`],
          ...['--checks', checks.join(','), '--phases', 'fuzzing', '--max-examples', String(repetitions(60))],
          ...[
            '--header',
            `x-seat-token: ${json.tokens.buyer}`,
            '--workers',
            '1',
            '--seed',
            '1',
            '--request-timeout',
            '30',
          ],
        ],
        { cwd: folder, maxBuffer: 1e8 },
      ).catch((error: { stdout?: string; message: string }) => {
        throw new Error(error.stdout?.slice(-6000) ?? error.message);
      });
      expect(stdout).toMatch(/(\d+) generated, \1 passed/);
    } finally {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
  1_800_000,
);
