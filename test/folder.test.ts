/**
 * Commands and the folders they write, as they are used: two processes on one, a kill in every stage, a disk that is full. Nothing
 * is double, nothing is lost, and whoever cannot go on says why in a sentence.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repetitions } from './repetitions.ts';

const binary = join(import.meta.dirname, '../dist/cli/main.js');
let folder: string;
const experiment = {
  title: 'Small',
  scenarios: { sampler: 'general', count: 2 },
  agents: ['clean:boulware_hard', 'llm:scripted/stand-in'],
  controls: false,
};

interface Ended {
  readonly status: number | null;
  readonly said: string;
}

function begin(words: readonly string[], limit?: number): { child: ChildProcess; ended: Promise<Ended> } {
  // In blocks of 1,024 bytes; the signal that comes with the limit is ignored, so that a write fails as on a full disk.
  const [command, args] =
    limit === undefined
      ? [process.execPath, [binary, ...words]]
      : ['bash', ['-c', `trap '' XFSZ; ulimit -f ${limit}; exec "$@"`, 'bash', process.execPath, binary, ...words]];
  const child = spawn(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (data) => {
    said += data;
  });
  return { child, ended: new Promise((resolve) => child.on('close', (status) => resolve({ status, said }))) };
}
const parley = (...words: string[]) => begin(words).ended;
const run = (out: string, ...more: string[]) => ['run', 'small.json', '--out', out, ...more];
const bytes = (...path: string[]) => readFileSync(join(folder, ...path), 'utf8');
const names = (out: string) => readdirSync(join(folder, out)).sort();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-folder-'));
  writeFileSync(join(folder, 'small.json'), JSON.stringify(experiment));
  expect(await parley(...run('whole'))).toEqual({ status: 0, said: '' });
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

function expectWhole(out: string): void {
  expect(names(out)).toEqual(names('whole'));
  for (const name of ['episodes.jsonl', 'report.md', 'metrics.parquet'])
    expect(bytes(out, name) === bytes('whole', name), name).toBe(true);
}

test('of two processes on one folder one plays, and the other says who does', async () => {
  for (let round = 0; round < repetitions(10); round++) {
    const out = `two${round}`;
    const both = await Promise.all([0, 1].map(() => parley(...run(out, '--resume'))));
    // Whoever comes when the other has ended finds a whole run.
    const refused = both.filter(({ status }) => status !== 0);
    expect(refused.length).toBeLessThan(2);
    for (const { said } of refused)
      expect(said).toMatch(/^parley: two\d+ is being written by process \d+ of this machine: .*\n$/);
    expectWhole(out);
  }
}, 60_000);

test('killed in the stages of plan, play and report, one after the other, it goes on to the same files', async () => {
  const at = (name: string) => existsSync(join(folder, 'killed', name));
  for (const name of ['lock', 'episodes.jsonl', 'report.md']) {
    const { child, ended } = begin(run('killed', '--resume'));
    while (!at(name) && child.exitCode === null) await sleep(1);
    child.kill('SIGKILL');
    expect(await ended, name).toEqual({ status: null, said: '' });
  }
  expect(await parley(...run('killed', '--resume'))).toEqual({ status: 0, said: '' });
  expectWhole('killed');
}, 60_000);

test('a full disk ends a run with a sentence, and with room it goes on to the same files', async () => {
  const kilobytes = Math.ceil(statSync(join(folder, 'whole/episodes.jsonl')).size / 1024);
  const { status, said } = await begin(run('full'), Math.floor(kilobytes / 2)).ended;
  expect(status).toBe(1);
  expect(said).toMatch(/^parley: cannot write full\/(episodes|ahead)\.jsonl: .*\n$/);
  const kept = bytes('full', 'episodes.jsonl');
  expect(kept === '' || kept.endsWith('\n')).toBe(true);
  expect(bytes('whole', 'episodes.jsonl').startsWith(kept)).toBe(true);
  expect(await parley(...run('full', '--resume'))).toEqual({ status: 0, said: '' });
  expectWhole('full');
}, 60_000);

test('a full disk and two processes on one file of simulated rows', async () => {
  const simulate = (out: string) => ['simulate', '--episodes', '300', '--out', out, '--resume'];
  const both = await Promise.all([0, 1].map(() => parley(...simulate('rows.jsonl'))));
  const refused = both.filter(({ status }) => status !== 0);
  expect(refused.length).toBeLessThan(2);
  for (const { said } of refused) expect(said).toMatch(/^parley: rows\.jsonl is being written by process \d+/);
  const { status, said } = await begin(simulate('full.jsonl'), 50).ended;
  expect(status).toBe(1);
  expect(said).toMatch(/^parley: cannot write full\.jsonl\.part: .*\n$/);
  expect(await parley(...simulate('full.jsonl'))).toEqual({ status: 0, said: '' });
  expect(bytes('full.jsonl') === bytes('rows.jsonl')).toBe(true);
  expect(readdirSync(folder).filter((name) => /lock|part|progress/.test(name))).toEqual([]);
}, 60_000);

test('a place that cannot be written is refused at once', async () => {
  const { status, said } = await parley(...run('/proc/none/run'));
  expect(status).toBe(1);
  expect(said).toMatch(/^parley: cannot make the folder \/proc\/none\/run: .*\n$/);
}, 10_000);
