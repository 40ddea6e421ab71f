/** examples/negotiator/run.sh and examples/persuader/run.sh from the outside: what is missing, a port that is taken, games that failed. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-taught-'));
  writeFileSync(join(folder, 'stand-in.mjs'), standIn);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Stands in for parley and for the trainer: a server that says where it serves, and a run that fails once. */
const standIn = `
import { createServer } from 'node:net';
import { existsSync, mkdirSync, appendFileSync, writeFileSync } from 'node:fs';
const words = process.argv.slice(2);
const after = (flag) => words[words.indexOf(flag) + 1];
if (words[0] === 'serve') {
  const port = Number(words.find((word) => word.startsWith('port=')).slice(5));
  createServer().listen(port, '127.0.0.1', () => console.log('serving base at http://127.0.0.1:' + port + '/v1'));
  process.on('SIGTERM', () => process.exit(0));
} else if (words[0] === 'run') {
  appendFileSync('ran.txt', words.filter((word) => /^--re/.test(word)).join() + ';');
  const first = !existsSync(after('--out'));
  mkdirSync(after('--out'), { recursive: true });
  writeFileSync(after('--out') + '/report.md', '');
  if (first) { console.error('every game of base failed'); process.exit(1); }
} else process.exit(3);
`;

const PORT = 20_000 + (process.pid % 20_000);
const environment = (more: Record<string, string> = {}) => {
  const command = `node ${join(folder, 'stand-in.mjs')}`;
  return { PATH: process.env.PATH ?? '', HOME: folder, PARLEY: command, TRAIN: command, PORT: `${PORT}`, ...more };
};

function stages(example: string, work: string, stage: string, more: Record<string, string> = {}) {
  const script = join(root, `examples/${example}/run.sh`);
  const { status, stderr } = spawnSync('bash', [script, join(folder, work), stage], {
    env: environment(more),
    encoding: 'utf8',
  });
  return [status, stderr.trim()];
}

test.each([
  ['negotiator', 'thought', {}, /rows\/train\.jsonl: run stage lessons first/],
  ['negotiator', 'zero', {}, /there is no model at \S*\/models\/qwen: set MODEL/],
  ['negotiator', 'dagger', { MODEL: 'toy' }, /thought is not trained: run that stage first/],
  ['negotiator', 'crossplay', { MODEL: 'toy' }, /buyer is not trained: run that stage first/],
  ['persuader', 'sft', {}, /rows\/train\.jsonl: run stage lessons first/],
  ['persuader', 'select', { MODEL: 'toy' }, /nothing of sft dagger grpo is trained/],
  ['persuader', 'lessons', { LESSONS: '1' }, /LESSONS is 4 at least, got 1/],
])('%s %s without what it needs is one sentence', (example, stage, more, says) => {
  const [status, stderr] = stages(example, 'bare', stage, more as Record<string, string>);
  expect([status, stderr]).toEqual([1, expect.stringMatching(says)]);
  expect(`${stderr}`.split('\n')).toHaveLength(1);
});

test('a port that is taken is refused: two servers would answer for each other', async () => {
  const other = createServer().listen(PORT, '127.0.0.1');
  await once(other, 'listening');
  // Beside this process, which has to take the connection.
  const asked = spawn('bash', [join(root, 'examples/persuader/run.sh'), join(folder, 'taken'), 'verdict'], {
    env: environment({ MODEL: 'toy' }),
  });
  let said = '';
  asked.stderr.on('data', (text) => {
    said += text;
  });
  const [status] = await once(asked, 'close');
  other.close();
  expect([status, said.trim()]).toEqual([1, expect.stringContaining(`port ${PORT} is taken`)]);
});

test('a run in which somebody failed is not taken for whole: its failed games are played again', () => {
  const played = () => stages('negotiator', 'failed', 'zero', { MODEL: 'toy' });
  expect(played()).toEqual([1, 'every game of base failed']);
  expect(played()).toEqual([0, '']);
  expect(played()).toEqual([0, '']);
  expect(readFileSync(join(folder, 'failed/ran.txt'), 'utf8')).toBe(';--retry-failed;');
  expect(existsSync(join(folder, 'failed/log/judged-zero.log.failed'))).toBe(false);
});
