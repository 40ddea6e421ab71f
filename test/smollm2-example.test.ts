/**
 * examples/smollm2/run.sh from the outside: what it says when something is missing, and its first stage on tiny counts.
 * All stages are rehearsed by hand (TINY=1, see the README there): sixteen starts of Python take longer than a test may.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadExperiment } from '../src/lab/experiment/load.ts';

const root = join(import.meta.dirname, '..');
const corpus = join(root, '../shared/data/craigslist');
const main = join(root, 'dist/cli/main.js');
const candidates = [process.env.PARLEY_TRAINER_PYTHON, join(root, '.ci/trainer/bin/python')];
const python = candidates.find((path) => path && existsSync(path));
const missing = !python
  ? 'no Python with pyarrow'
  : !existsSync(corpus)
    ? 'no ../shared'
    : !existsSync(main)
      ? 'no dist'
      : '';
if (missing) process.stderr.write(`skipped: the rows of examples/smollm2 (${missing})\n`);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-smollm2-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function runStages(args: string[], env: Record<string, string> = {}) {
  const outside = { PATH: process.env.PATH ?? '', HOME: folder, PARLEY: `node ${main}` };
  return spawnSync('bash', [join(root, 'examples/smollm2/run.sh'), ...args], {
    env: { ...outside, ...env },
    encoding: 'utf8',
  });
}

const lines = (file: string) => readFileSync(join(folder, file), 'utf8').trim().split('\n');

test('help names every stage, and a word that is none is refused', () => {
  const { stdout, status } = runStages(['--help']);
  expect(status).toBe(0);
  for (const stage of ['rows', 'tune', 'dial', 'chain', 'crossplay', 'presets', 'probe'])
    expect(stdout).toMatch(new RegExp(`^  ${stage} `, 'm'));
  const wrong = runStages([join(folder, 'none'), 'tuna']);
  expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining('a stage is one of rows tune')]);
  expect(existsSync(join(folder, 'none'))).toBe(false);
});

test.each([
  'smollm2/expert-games',
  'smollm2/cross-play',
  'smollm2/verdict',
  'negotiator/selection',
  'negotiator/students',
  'negotiator/verdict',
  'negotiator/verdict-controls',
])('the lab reads %s.yaml', async (name) => {
  expect((await loadExperiment(join(root, `examples/${name}.yaml`))).agents.length).toBeGreaterThan(0);
});

test('what is missing is said in a sentence, with what to do', () => {
  const rows = runStages([join(folder, 'bare'), 'rows']);
  expect([rows.status, rows.stderr]).toEqual([1, expect.stringContaining('set CRAIGSLIST to the folder')]);
  const chain = runStages([join(folder, 'bare'), 'chain'], { MODEL: 'toy' });
  expect([chain.status, chain.stderr]).toEqual([1, expect.stringContaining('run.sh')]);
  expect(chain.stderr).toContain(' tune makes it');
});

/** Stands in for parley and for the trainer: servers that only listen, rollouts without a pair, a grpo that may fail. */
const standIn = `
import { createServer } from 'node:net';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
const words = process.argv.slice(2);
const after = (flag) => words[words.indexOf(flag) + 1];
const write = (folder, name, text) => (mkdirSync(folder, { recursive: true }), writeFileSync(folder + '/' + name, text));
if (words.includes('serve')) {
  const set = words.find((word) => word.startsWith('port='));
  const said = () => console.log('{"event": "serving"}');
  createServer().listen(Number(set ? set.slice(5) : after('--port')), '127.0.0.1', said);
  process.on('SIGTERM', () => process.exit(0));
} else if (words[0] === 'grpo') {
  if (process.env.NO_GRPO) { console.log('the server went away'); process.exit(1); }
  write('runs/grpo/adapter', 'adapter_model.safetensors', '');
} else if (words[0] === 'data') write(after('--out'), 'pairs.jsonl', '');
else if (words[0] === 'run') write(after('--out'), 'report.md', readFileSync(words[1], 'utf8'));
else process.exit(3);
`;

test.each([
  ['games that leave no pair', {}, 'there is nothing for dpo to learn', ['smollm2', 'expert', 'grpo']],
  ['a grpo that fails', { NO_GRPO: '1' }, 'grpo: ended with 1: the server went away', ['smollm2', 'expert']],
])('the chain judges what there is: %s', (name, more, said, agents) => {
  const work = join(folder, name);
  mkdirSync(join(work, 'runs/expert/adapter'), { recursive: true });
  mkdirSync(join(work, 'rows'));
  for (const file of [
    'runs/expert/adapter/adapter_model.safetensors',
    'rows/grpo_train.jsonl',
    'rows/grpo_validation.jsonl',
  ])
    writeFileSync(join(work, file), '');
  writeFileSync(join(folder, 'stand-in.mjs'), standIn);
  const command = `node ${join(folder, 'stand-in.mjs')}`;
  const port = `${20_000 + (process.pid % 20_000)}`;
  const chain = runStages([work, 'chain'], { TINY: '1', PARLEY: command, TRAIN: command, PORT: port, ...more });
  expect([chain.status, chain.stderr]).toEqual([0, '']);
  expect(chain.stdout).toContain(said);
  expect(chain.stdout).toContain('dpo is not there and does not take part');
  const judged = readFileSync(join(work, 'verdicts/verdict/report.md'), 'utf8');
  expect([...judged.matchAll(/compatible\/(\w+)\?/g)].map(([, agent]) => agent)).toEqual(agents);
});

test.skipIf(missing !== '')(
  'the rows of every stage; a second call makes nothing again',
  () => {
    const env = { TINY: '1', CRAIGSLIST: corpus, PYTHON: python ?? '' };
    const first = runStages([join(folder, 'work'), 'rows'], env);
    expect([first.status, first.stderr]).toEqual([0, '']);
    expect(readdirSync(join(folder, 'work/rows')).sort()).toEqual([
      'buyer',
      'decision_steps.parquet',
      'expert',
      'generalist',
      'grpo_train.jsonl',
      'grpo_validation.jsonl',
      'seller',
    ]);
    // The expert's own turns in both seats, accepts at most a sixth.
    const expert = lines('work/rows/expert/train.jsonl').map((line) => JSON.parse(line));
    expect(expert).toHaveLength(24);
    expect(new Set(expert.map((row) => row.id.split('-').at(-1)))).toEqual(new Set(['buyer', 'seller']));
    const accepts = expert.filter((row) => JSON.parse(row.messages.at(-1).content).act === 'accept');
    expect(accepts.length).toBeLessThanOrEqual(4);
    const games = lines('work/rows/grpo_train.jsonl').map((line) => JSON.parse(line));
    expect(games.map((game) => game.seed).sort()).toEqual(Array.from({ length: 8 }, (_, i) => 1000200 + i));
    expect(games.filter((game) => game.task === 'price-any')).toHaveLength(2);
    expect(runStages([join(folder, 'work'), 'rows'], env).stdout).toContain('rows: all there');
  },
  120_000,
);
