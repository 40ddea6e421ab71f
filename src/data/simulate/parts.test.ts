/** A data set in parts: one table to whoever reads the folder, the same bytes whoever played it and wherever it was stopped. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pythonWith } from '../../../test/python.ts';
import { ConflictError } from '../conflict.ts';
import { queryParquet } from '../parquet/query.fixture.ts';
import { type BlockExecutor, type PartsManifest, simulate } from './index.ts';
import { blockPlayer } from './play.ts';

const python = pythonWith('datasets');
if (!python)
  process.stderr.write('skipped: parts under datasets (no Python here has it; set PARLEY_PYTHON to one that has)\n');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-parts-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const at = (name: string) => join(folder, name);
const plan = {
  sampler: 'janus' as const,
  turnLimit: 20,
  seed: 1,
  scripts: ['boulware_hard', 'tit_for_tat'].map((spec) => ({ name: spec, spec })),
  episodes: 4500,
  shard: { index: 1, count: 1 },
  failures: 'keep' as const,
};
/** Threads need the built files; test/simulate.test.ts has them. */
const here: BlockExecutor = async function* (one, lines, { from, to }) {
  const play = blockPlayer(one, lines);
  for (let block = from; block < to; block++) yield play(block);
};
const made = async (name: string, more: Partial<Parameters<typeof simulate>[0]> = {}) => {
  const common = { plan, executor: here, workers: 1, resume: false, append: false, partSize: 2000 };
  const [manifest] = await simulate({ ...common, outs: [at(name)], ...more });
  return manifest as PartsManifest;
};
const contents = (name: string) =>
  Object.fromEntries(
    readdirSync(at(name)).map((file) => [file, readFileSync(join(at(name), file)).toString('base64')]),
  );
const table = (where: string) =>
  queryParquet(`SELECT count(*)::INT AS rows, sum(hash(trajectory_id, turn, state::VARCHAR, action::VARCHAR))::VARCHAR AS sum
    FROM read_parquet('${where}')`);

test('the parts are the rows of one file, in its order, and the manifest says what each holds', async () => {
  const manifest = await made('set/');
  expect(readdirSync(at('set')).sort()).toEqual([
    '_manifest.json',
    'part-00000.parquet',
    'part-00001.parquet',
    'part-00002.parquet',
  ]);
  await made('one.parquet');
  expect(await table(at('set/*.parquet'))).toEqual(await table(at('one.parquet')));
  const order = (where: string) =>
    queryParquet(`SELECT string_agg(trajectory_id || turn, ' ') AS all FROM read_parquet('${where}')`);
  expect(await order(at('set/*.parquet'))).toEqual(await order(at('one.parquet')));
  expect(manifest.parts.map(({ first, end }) => [first, end])).toEqual([
    [0, 2000],
    [2000, 4000],
    [4000, 4500],
  ]);
  for (const { file, rows, bytes, sha256 } of manifest.parts) {
    const held = readFileSync(join(at('set'), file));
    expect([held.length, createHash('sha256').update(held).digest('hex')]).toEqual([bytes, sha256]);
    expect(await queryParquet(`SELECT count(*)::INT AS rows FROM read_parquet('${at('set')}/${file}')`)).toEqual([
      { rows },
    ]);
  }
  expect(manifest.schema).toMatchObject({ trajectory_id: 'VARCHAR', turn: 'BIGINT', rho: 'DOUBLE' });
  expect(manifest.command).toMatch(/ --part-size 2000$/);
  // A longer run begins with the same parts.
  await made('longer/', { plan: { ...plan, episodes: 6000 } });
  expect(contents('longer')['part-00001.parquet']).toBe(contents('set')['part-00001.parquet']);
});

test.skipIf(!python)(
  'datasets and Arrow read the folder as one table, by its name alone: the rows and types that DuckDB reads, in the same order',
  async () => {
    const program = `
import sys, datasets, pyarrow.dataset, pyarrow.parquet
[folder, cache, seen, arrow] = sys.argv[1:]
datasets.load_dataset(folder, split="train", cache_dir=cache).to_parquet(seen)
pyarrow.parquet.write_table(pyarrow.dataset.dataset(folder).to_table(), arrow)`;
    const env = { ...process.env, HF_HUB_OFFLINE: '1', HF_DATASETS_DISABLE_PROGRESS_BARS: '1' };
    const [seen, arrow] = [at('seen.parquet'), at('arrow.parquet')];
    execFileSync(python as string, ['-c', program, at('set'), at('cache'), seen, arrow], { env, stdio: 'pipe' });
    const columns = (where: string) =>
      queryParquet(`SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM read_parquet('${where}'))`);
    const numbered = (where: string) => `SELECT row_number() OVER () AS place, * FROM read_parquet('${where}')`;
    const here = at('set/*.parquet');
    const { rows } = JSON.parse(readFileSync(at('set/_manifest.json'), 'utf8')) as PartsManifest;
    for (const there of [seen, arrow]) {
      expect(await columns(there)).toEqual(await columns(here));
      expect(await queryParquet(`SELECT count(*)::INT AS rows FROM read_parquet('${there}')`)).toEqual([{ rows }]);
      expect(await queryParquet(`${numbered(here)} EXCEPT ${numbered(there)} LIMIT 3`)).toEqual([]);
    }
  },
  60_000,
);

test('stopped anywhere, it goes on to the same bytes, and keeps the parts that are there', async () => {
  const whole = contents('set');
  for (const blocks of [1, 3]) {
    const name = `stopped-${blocks}/`;
    const dies: BlockExecutor = async function* (...words) {
      let left = blocks;
      for await (const block of here(...words)) {
        if (left-- === 0) throw new Error('killed');
        yield block;
      }
    };
    await expect(made(name, { executor: dies })).rejects.toThrow('killed');
    await expect(made(name)).rejects.toThrow('was stopped; go on with --resume');
    await expect(made(name, { resume: true, partSize: 1000 })).rejects.toThrow('is another one');
    const from: number[] = [];
    const heard: string[] = [];
    const executor: BlockExecutor = (one, lines, wanted) => {
      from.push(wanted.from);
      return here(one, lines, wanted);
    };
    const onFile = async (file: string) => void heard.push(file.split('/').at(-1) as string);
    await made(name, { resume: true, executor, onFile });
    expect(from).toEqual([2 * Math.floor(blocks / 2)]);
    expect(heard).toEqual(['part-00000.parquet', 'part-00001.parquet', 'part-00002.parquet', '_manifest.json']);
    expect(contents(name)).toEqual(whole);
    expect((await made(name, { resume: true })).parts).toHaveLength(3);
  }
});

test('killed between a note and its part being put in place, nothing is made twice', async () => {
  const name = 'between/';
  mkdirSync(join(at(name), '_work'), { recursive: true });
  const manifest = JSON.parse(readFileSync(at('set/_manifest.json'), 'utf8')) as PartsManifest;
  const [{ tally, ...request }] = manifest.runs as [PartsManifest['runs'][number]];
  writeFileSync(join(at(name), '_work/request.json'), JSON.stringify({ ...request, partSize: 2000 }));
  // The whole tally in the one part: it shows in the manifest that the note was read.
  writeFileSync(join(at(name), '_work/part-00000.parquet.json'), JSON.stringify({ ...manifest.parts[0], tally }));
  copyFileSync(at('set/part-00000.parquet'), join(at(name), '_work/part-00000.parquet'));
  const resumed = await made(name, { resume: true });
  expect(resumed.parts).toEqual(manifest.parts);
  expect(resumed.rows).toBeGreaterThan(manifest.rows);
});

test('machines that make a share each fill one folder, without meeting, whatever their part sizes', async () => {
  for (const [index, partSize] of [[1, 1000] as const, [2, 2000] as const])
    await made('shares/', { partSize, plan: { ...plan, shard: { index, count: 2 } } });
  expect(readdirSync(at('shares')).sort()).toEqual([
    '_manifest-1-of-2.json',
    '_manifest-2-of-2.json',
    ...[0, 1, 2].map((i) => `part-1of2-0000${i}.parquet`),
    ...[0, 1].map((i) => `part-2of2-0000${i}.parquet`),
  ]);
  expect(await table(at('shares/*.parquet'))).toEqual(await table(at('one.parquet')));
});

test('a part that is no longer what was made is named, in a finished set and in one that was stopped', async () => {
  const dies: BlockExecutor = async function* (...words) {
    let left = 4;
    for await (const block of here(...words)) {
      if (left-- === 0) throw new Error('killed');
      yield block;
    }
  };
  await made('changed/');
  await expect(made('halted/', { executor: dies })).rejects.toThrow('killed');
  for (const name of ['changed', 'halted']) {
    const again = () => made(`${name}/`, { resume: true });
    const file = at(`${name}/part-00000.parquet`);
    const bytes = readFileSync(file);
    writeFileSync(file, Buffer.from(bytes.map((byte, i) => (i === 2000 ? byte ^ 1 : byte))));
    await expect(again()).rejects.toThrow(/part-00000\.parquet has SHA-256 \w+ and was made with \w+: bring it back/);
    writeFileSync(file, '');
    await expect(again()).rejects.toThrow(/part-00000\.parquet has 0 bytes and was made with \d+: bring it back/);
    rmSync(file);
    await expect(again()).rejects.toThrow('part-00000.parquet is missing: bring it back');
    writeFileSync(file, bytes);
    await again();
    expect(contents(name)).toEqual(contents('set'));
  }
  for (const [text, why] of [
    ['{', 'is not JSON'],
    ['{"runs":[]}', 'is not the manifest of a data set in parts'],
  ] as const) {
    writeFileSync(at('changed/_manifest.json'), text);
    await expect(made('changed/', { resume: true })).rejects.toThrow(`_manifest.json ${why}`);
  }
});

test('a part that somebody else put in its place meanwhile stays as it is', async () => {
  const file = at('meanwhile/part-00001.parquet');
  const slow: BlockExecutor = async function* (...words) {
    let count = 0;
    for await (const block of here(...words)) {
      if (count++ === 3) writeFileSync(file, 'theirs');
      yield block;
    }
  };
  await expect(made('meanwhile/', { executor: slow })).rejects.toThrow('part-00001.parquet is there already');
  expect(readFileSync(file, 'utf8')).toBe('theirs');
});

test('parts of which somebody played other bytes are not gone on with, by whomever', async () => {
  const doubted: BlockExecutor = async function* (...words) {
    let count = 0;
    for await (const block of here(...words)) {
      if (count++ === 3) throw new ConflictError('shard 0 was entered as a, and was b when played again');
      yield block;
    }
  };
  await expect(made('doubted/', { executor: doubted })).rejects.toThrow(/^shard 0 was entered as a/);
  for (const executor of [here, doubted])
    await expect(made('doubted/', { resume: true, executor })).rejects.toThrow(
      /doubted\/ cannot be gone on with: shard 0 was entered as a, .+ begin anew with another --out/,
    );
});

test('what is there is not written over', async () => {
  await expect(made('set/')).rejects.toThrow('is there already; choose another --out');
  await expect(made('set/', { resume: true, plan: { ...plan, seed: 2 } })).rejects.toThrow('holds another run');
  mkdirSync(at('foreign'));
  writeFileSync(at('foreign/part-00001.parquet'), 'mine');
  await expect(made('foreign/')).rejects.toThrow('part-00001.parquet is there already; choose another --out');
  mkdirSync(at('run'));
  writeFileSync(at('run/games.parquet'), 'of a run');
  await expect(made('run/')).rejects.toThrow('run/ holds games.parquet, and its tables would no longer be read as one');
  expect(readdirSync(at('run'))).toEqual(['games.parquet']);
  await expect(made('odd/', { partSize: 1500 })).rejects.toThrow('a multiple of 1000, got 1500');
});
