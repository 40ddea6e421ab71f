/** A simulation that was killed between two writes: whatever lies there, a resumed one counts nothing twice and ends whole. */
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConflictError } from '../conflict.ts';
import { type BlockExecutor, simulate } from './index.ts';
import { emptyTally } from './tally.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-stopped-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const at = (name: string) => join(folder, name);
const plan = (seed: number) => ({
  sampler: 'janus' as const,
  turnLimit: 20,
  seed,
  scripts: ['boulware_hard', 'tit_for_tat'].map((spec) => ({ name: spec, spec })),
  episodes: 20,
  shard: { index: 1, count: 1 },
  failures: 'keep' as const,
});
const into = (out: string, seed: number, append = false, resume = true) =>
  simulate({ plan: plan(seed), outs: [at(out)], workers: 1, resume, append });

test('rows without a checkpoint are not gone on from: the run that is there is not added again', async () => {
  await into('a.jsonl', 1);
  const rows = readFileSync(at('a.jsonl'), 'utf8');
  // Somebody began to add another run and was killed before its first checkpoint.
  writeFileSync(at('a.jsonl.part'), rows);
  await expect(into('a.jsonl', 1, true, false)).rejects.toThrow('was stopped; go on with --resume');
  const [manifest] = await into('a.jsonl', 1, true);
  expect(manifest?.runs).toHaveLength(1);
  expect(readFileSync(at('a.jsonl'), 'utf8')).toBe(rows);
  expect(readdirSync(folder).sort()).toEqual(['a.jsonl', 'a.jsonl.manifest.json']);
});

test('Parquet, stopped after any of its last writes, is whole when resumed', async () => {
  const compact = 'a.parquet.compact.jsonl';
  await into('a.parquet', 1);
  const whole = readFileSync(at('a.parquet')).toString('base64');
  const manifest = readFileSync(at('a.parquet.manifest.json'), 'utf8');
  await into('b.jsonl', 1);
  for (const left of [
    ['a.parquet', compact, `${compact}.manifest.json`],
    ['a.parquet', 'a.parquet.manifest.json', compact, `${compact}.manifest.json`],
    ['a.parquet', 'a.parquet.manifest.json', `${compact}.manifest.json`],
    ['a.parquet', 'a.parquet.manifest.json', compact],
  ]) {
    // The compact lines as a run leaves them before they are expanded.
    const { runSimulation } = await import('./run.ts');
    const lines = { lines: 'compact' as const, workers: 1, resume: true, append: false };
    if (!existsSync(at(compact))) await runSimulation({ plan: plan(1), out: at(compact), ...lines });
    const all = ['a.parquet', 'a.parquet.manifest.json', compact, `${compact}.manifest.json`];
    for (const name of all.filter((one) => !left.includes(one))) rmSync(at(name), { force: true });
    await into('a.parquet', 1);
    expect(readFileSync(at('a.parquet')).toString('base64') === whole, left.join()).toBe(true);
    expect(readFileSync(at('a.parquet.manifest.json'), 'utf8')).toBe(manifest);
    expect(readdirSync(folder).filter((name) => name.startsWith('a.'))).toEqual([
      'a.parquet',
      'a.parquet.manifest.json',
    ]);
  }
  await expect(into('a.parquet', 2)).rejects.toThrow('holds another run');
  copyFileSync(at('b.jsonl'), at('c.parquet'));
  await expect(into('c.parquet', 1)).rejects.toThrow('is there already');
});

test.each([
  ['cut', () => truncateSync(at('a.jsonl.part'), 1000)],
  ['taken away', () => rmSync(at('a.jsonl.part'))],
])(
  'a part that is %s while it is written is no end, and what is left of it is not gone on with',
  async (_how, take) => {
    const large = 17 << 20;
    for (const last of [false, true]) {
      const taken: BlockExecutor = async function* () {
        yield { lines: { memory: new ArrayBuffer(large), length: large }, tally: emptyTally() };
        take();
        if (!last) yield { lines: { memory: new ArrayBuffer(large), length: large }, tally: emptyTally() };
      };
      const common = { plan: plan(1), outs: [at('a.jsonl')], workers: 1, append: false };
      await expect(simulate({ ...common, resume: false, executor: taken })).rejects.toThrow(
        /a\.jsonl\.part was taken away, cut or replaced while it was being written: .+ begin anew/,
      );
      expect(existsSync(at('a.jsonl'))).toBe(false);
      await expect(into('a.jsonl', 1)).rejects.toThrow('a.jsonl cannot be gone on with');
      for (const end of ['part', 'progress']) rmSync(at(`a.jsonl.${end}`), { force: true });
    }
  },
);

test('rows of which somebody played other bytes are not gone on with, by whomever, until they are removed', async () => {
  const beyondACheckpoint = 17 << 20;
  const doubted: BlockExecutor = async function* () {
    yield { lines: { memory: new ArrayBuffer(beyondACheckpoint), length: beyondACheckpoint }, tally: emptyTally() };
    throw new ConflictError('shard 0 was entered as a, and was b when played again');
  };
  const sentence =
    /a\.jsonl cannot be gone on with: shard 0 was entered as a, .+: nothing that .+ begin anew with another/;
  const common = { plan: plan(1), outs: [at('a.jsonl')], workers: 1, append: false };
  await expect(simulate({ ...common, resume: false, executor: doubted })).rejects.toThrow(/^shard 0 was entered as a/);
  for (const resume of [true, false]) {
    await expect(simulate({ ...common, resume })).rejects.toThrow(sentence);
    await expect(simulate({ ...common, resume, executor: doubted })).rejects.toThrow(sentence);
  }
  for (const end of ['part', 'progress']) rmSync(at(`a.jsonl.${end}`));
  await into('a.jsonl', 1);
  await into('b.jsonl', 1);
  expect(readFileSync(at('a.jsonl'), 'utf8')).toBe(readFileSync(at('b.jsonl'), 'utf8'));
  expect(readdirSync(folder).filter((name) => name.startsWith('a.'))).toEqual(['a.jsonl', 'a.jsonl.manifest.json']);
});
