/** parley simulate as it is used: many workers, killed and resumed, appended to, in parts; always the same bytes. */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createRng } from '../src/core/index.ts';
import type { TurnRow } from '../src/data/index.ts';
import { repetitions } from './repetitions.ts';

const binary = join(import.meta.dirname, '../dist/cli/main.js');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-simulate-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const command = (...args: string[]) => [binary, 'simulate', '--domain', 'price', ...args];
const simulate = (...args: string[]) =>
  spawnSync(process.execPath, command(...args), { cwd: folder, encoding: 'utf8' });
const bytes = (name: string) => readFileSync(join(folder, name));
const rowsOf = (name: string) =>
  bytes(name)
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as TurnRow);
const manifestOf = (name: string) => JSON.parse(bytes(`${name}.manifest.json`).toString());

test('rows in the schema of the Janus lab, and a manifest that counts them', () => {
  const { status, stdout } = simulate('--episodes', '2000', '--out', 'a.jsonl');
  expect(status).toBe(0);
  expect(stdout).toContain('a.jsonl: 2,000 negotiations');
  const rows = rowsOf('a.jsonl');
  const manifest = manifestOf('a.jsonl');
  expect(manifest).toMatchObject({
    rows: rows.length,
    trajectories: 2000,
    bytes: statSync(join(folder, 'a.jsonl')).size,
  });
  expect(manifest.sha256).toBe(createHash('sha256').update(bytes('a.jsonl')).digest('hex'));
  expect(manifest.runs[0].scripts).toHaveLength(16);
  const { tally } = manifest.runs[0];
  expect(tally.agreements + tally.failures).toBe(2000);
  expect(tally.rho.reduce((a: number, b: number) => a + b, 0)).toBe(tally.agreements);
  expect(readdirSync(folder).sort()).toEqual(['a.jsonl', 'a.jsonl.manifest.json']);

  // Agreement over random pairs of registry A: .746, standard error .0097 over 2,000.
  expect(Math.abs(tally.agreements / 2000 - 0.746)).toBeLessThan(0.04);
  const byId = new Map<string, TurnRow[]>();
  for (const row of rows) byId.set(row.trajectory_id, [...(byId.get(row.trajectory_id) ?? []), row]);
  for (const episode of byId.values()) {
    const last = episode.at(-1) as TurnRow;
    expect(episode.map((row) => row.turn)).toEqual(episode.map((_, i) => i + 1));
    expect(episode.filter((row) => row.is_terminal)).toEqual([last]);
    expect(last.meta.episode_outcome.num_turns).toBe(episode.length);
    const { buyer_max, seller_min, accepted_price } = last.meta;
    expect(buyer_max - seller_min).toBeCloseTo(500, 6);
    const rho = accepted_price === null ? -1 : (accepted_price - seller_min) / (buyer_max - seller_min);
    for (const row of episode) expect(row.rho).toBeCloseTo(rho, 3);
    if (accepted_price !== null) expect(last.state.last_offer_price).toBe(accepted_price);
    const offers = episode
      .filter((row) => row.action.type === 'OFFER')
      .map((row) => [row.state.role, row.action.price]);
    expect(last.state.offer_history).toEqual(last.action.type === 'OFFER' ? offers.slice(0, -1) : offers);
  }
});

test('workers change nothing but the time, and shards in order make the whole', () => {
  simulate('--episodes', '2300', '--out', 'one.jsonl');
  simulate('--episodes', '2300', '--workers', '3', '--out', 'three.jsonl');
  expect(bytes('three.jsonl').equals(bytes('one.jsonl'))).toBe(true);
  expect(bytes('three.jsonl.manifest.json').equals(bytes('one.jsonl.manifest.json'))).toBe(true);
  for (const i of [1, 2, 3]) simulate('--episodes', '2300', '--shard', `${i}/3`, '--out', `part${i}.jsonl`);
  expect(
    Buffer.concat([bytes('part1.jsonl'), bytes('part2.jsonl'), bytes('part3.jsonl')]).equals(bytes('one.jsonl')),
  ).toBe(true);
});

test('a longer run begins with the same episodes; another seed shares no id', () => {
  simulate('--episodes', '100', '--out', 'short.jsonl');
  simulate('--episodes', '300', '--out', 'long.jsonl');
  simulate('--episodes', '300', '--seed', '2', '--out', 'other.jsonl');
  expect(bytes('long.jsonl').toString().startsWith(bytes('short.jsonl').toString())).toBe(true);
  const ids = (name: string) => new Set(rowsOf(name).map((row) => row.trajectory_id));
  const long = ids('long.jsonl');
  expect([...ids('other.jsonl')].filter((id) => long.has(id))).toEqual([]);
});

test('failures are kept with rho -1 by default and left out on request', () => {
  simulate('--episodes', '500', '--out', 'keep.jsonl');
  simulate('--episodes', '500', '--failures', 'drop', '--out', 'drop.jsonl');
  const failed = rowsOf('keep.jsonl').filter((row) => row.rho === -1);
  expect(failed.length).toBeGreaterThan(0);
  expect(failed.every((row) => !row.meta.episode_outcome.agreement_bool)).toBe(true);
  expect(rowsOf('drop.jsonl')).toEqual(rowsOf('keep.jsonl').filter((row) => row.rho !== -1));
});

test('the general sampler has random and empty zones', () => {
  simulate('--episodes', '500', '--sampler', 'general', '--out', 'g.jsonl');
  const widths = rowsOf('g.jsonl').map((row) => row.meta.zopa_width);
  expect(Math.min(...widths)).toBeLessThan(0);
  expect(new Set(widths).size).toBeGreaterThan(100);
});

describe('killed by SIGKILL and resumed', () => {
  test('at any step of the end', () => {
    simulate('--episodes', '500', '--out', 'end.jsonl');
    const whole = { rows: bytes('end.jsonl'), manifest: bytes('end.jsonl.manifest.json') };
    const [run] = JSON.parse(whole.manifest.toString()).runs;
    const { tally, ...request } = run;
    const progress = JSON.stringify({ request, blocks: 1, bytes: whole.rows.length, tally });
    for (const left of [['part'], ['out'], ['out', 'manifest']]) {
      for (const name of readdirSync(folder).filter((one) => one.startsWith('end.'))) rmSync(join(folder, name));
      writeFileSync(join(folder, 'end.jsonl.progress'), progress);
      if (left.includes('part')) writeFileSync(join(folder, 'end.jsonl.part'), whole.rows);
      if (left.includes('out')) writeFileSync(join(folder, 'end.jsonl'), whole.rows);
      if (left.includes('manifest')) writeFileSync(join(folder, 'end.jsonl.manifest.json'), whole.manifest);
      expect(simulate('--episodes', '500', '--out', 'end.jsonl', '--resume').stderr, left.join()).toBe('');
      expect(bytes('end.jsonl').equals(whole.rows)).toBe(true);
      expect(bytes('end.jsonl.manifest.json').equals(whole.manifest), left.join()).toBe(true);
      expect(
        readdirSync(folder)
          .filter((one) => one.startsWith('end.'))
          .sort(),
      ).toEqual(['end.jsonl', 'end.jsonl.manifest.json']);
    }
    for (const name of ['end.jsonl', 'end.jsonl.manifest.json']) rmSync(join(folder, name));
    writeFileSync(join(folder, 'end.jsonl.progress'), progress);
    expect(simulate('--episodes', '500', '--out', 'end.jsonl', '--resume').stderr).toBe(
      'parley: end.jsonl.part is gone; remove end.jsonl.progress and start again\n',
    );
  });

  const episodes = String(repetitions(20_000, 8000));
  test.each([1, 2])(
    'with %i workers the files are those of an undisturbed run',
    async (workers) => {
      const args = ['--episodes', episodes, '--workers', String(workers)];
      const begun = Date.now();
      simulate(...args, '--out', 'whole.jsonl');
      const took = Date.now() - begun;
      const rng = createRng(workers);
      for (let kill = 0; kill < repetitions(50, 2); kill++) {
        const out = `killed${kill}.jsonl`;
        // Killed twice on the way, then left to finish.
        for (let k = 0; k < 2; k++) {
          const child = spawn(process.execPath, command(...args, '--out', out, '--resume'), {
            cwd: folder,
            stdio: 'ignore',
          });
          const ended = new Promise((resolve) => child.on('exit', resolve));
          await Promise.race([sleep(rng.uniform(0, took)), ended]);
          child.kill('SIGKILL');
          await ended;
        }
        const { status, stderr } = simulate(...args, '--out', out, '--resume');
        expect(stderr).toBe('');
        expect(status).toBe(0);
        expect(bytes(out).equals(bytes('whole.jsonl'))).toBe(true);
        expect(bytes(`${out}.manifest.json`).equals(bytes('whole.jsonl.manifest.json'))).toBe(true);
        for (const name of readdirSync(folder).filter((one) => one.startsWith(out))) rmSync(join(folder, name));
      }
    },
    1_800_000,
  );
});

test('a folder of parts is the same whatever the number of workers', () => {
  for (const workers of ['1', '3'])
    simulate('--episodes', '3200', '--part-size', '2000', '--workers', workers, '--out', `by-${workers}/`);
  expect(readdirSync(join(folder, 'by-1')).sort()).toEqual([
    '_manifest.json',
    'part-00000.parquet',
    'part-00001.parquet',
  ]);
  for (const name of readdirSync(join(folder, 'by-1')))
    expect(bytes(`by-3/${name}`).equals(bytes(`by-1/${name}`))).toBe(true);
});

test('Parquet, killed by SIGKILL and resumed, is that of an undisturbed run, whatever the number of workers', async () => {
  const args = ['--episodes', String(repetitions(12_000, 6000))];
  const begun = Date.now();
  simulate(...args, '--out', 'whole.parquet');
  const took = Date.now() - begun;
  const rng = createRng(3);
  for (let kill = 0; kill < repetitions(20); kill++) {
    const again = [...args, '--workers', String(1 + (kill % 2)), '--out', 'killed.parquet', '--resume'];
    const child = spawn(process.execPath, command(...again), { cwd: folder, stdio: 'ignore' });
    const ended = new Promise((resolve) => child.on('exit', resolve));
    await Promise.race([sleep(rng.uniform(0.2 * took, took)), ended]);
    child.kill('SIGKILL');
    await ended;
    expect(simulate(...again).stderr).toBe('');
    expect(bytes('killed.parquet').equals(bytes('whole.parquet'))).toBe(true);
    expect(bytes('killed.parquet.manifest.json').equals(bytes('whole.parquet.manifest.json'))).toBe(true);
    const left = readdirSync(folder).filter((name) => name.startsWith('killed'));
    expect(left.sort()).toEqual(['killed.parquet', 'killed.parquet.manifest.json']);
    for (const name of left) rmSync(join(folder, name));
  }
}, 600_000);

describe('what is there is not lost', () => {
  beforeEach(() => {
    simulate('--episodes', '50', '--out', 'a.jsonl');
  });

  test('the same run again is refused, naming the ids, and nothing changes', () => {
    const before = bytes('a.jsonl');
    const key = rowsOf('a.jsonl')[0]?.trajectory_id.split('-')[0];
    for (const extra of [[], ['--append']]) {
      const { status, stderr } = simulate('--episodes', '80', '--out', 'a.jsonl', ...extra);
      expect(status).toBe(1);
      expect(stderr).toContain(`a.jsonl already has the trajectories ${key}-0 to ${key}-49, so nothing was added`);
    }
    expect(bytes('a.jsonl').equals(before)).toBe(true);
  });

  test('another run is added with --append, and the manifest knows both', () => {
    const before = bytes('a.jsonl').toString();
    expect(simulate('--episodes', '50', '--seed', '2', '--out', 'a.jsonl').stderr).toContain(
      'a.jsonl is there already; add another run to it with --append',
    );
    expect(simulate('--episodes', '50', '--seed', '2', '--out', 'a.jsonl', '--append').status).toBe(0);
    expect(bytes('a.jsonl').toString().startsWith(before)).toBe(true);
    expect(manifestOf('a.jsonl').runs).toHaveLength(2);
    expect(manifestOf('a.jsonl').sha256).toBe(createHash('sha256').update(bytes('a.jsonl')).digest('hex'));
  });

  test('--resume of a complete run is done at once', () => {
    const before = bytes('a.jsonl');
    expect(simulate('--episodes', '50', '--out', 'a.jsonl', '--resume').status).toBe(0);
    expect(bytes('a.jsonl').equals(before)).toBe(true);
  });

  test('a file that parley did not write is not touched', () => {
    writeFileSync(join(folder, 'mine.jsonl'), 'precious\n');
    expect(simulate('--episodes', '5', '--out', 'mine.jsonl', '--append').stderr).toContain(
      'mine.jsonl is there already and has no',
    );
    expect(bytes('mine.jsonl').toString()).toBe('precious\n');
  });
});

describe('bad usage', () => {
  test.each([
    [['--episodes', '0', '--out', 'a.jsonl'], 'Expected a whole number of 1 or more, got "0".', 2],
    [['--episodes', '5'], "required option '--out <file>' not specified", 2],
    [
      ['--episodes', '5', '--out', 'a.csv'],
      'the name of an output ends in .jsonl or .parquet, or in / for a folder of parts, got "a.csv"',
      2,
    ],
    [
      ['--episodes', '5', '--part-size', '1000', '--out', 'a.parquet'],
      '--part-size is for parts: let --out end in /',
      2,
    ],
    [['--episodes', '5', '--out', 's3://lab/a.jsonl'], 'give one, and --push s3://lab/a.jsonl to have it there', 2],
    [
      ['--episodes', '5', '--shard', '3/2', '--out', 'a.jsonl'],
      'Expected I/N with I from 1 to N, as in 2/4, got "3/2".',
      2,
    ],
    [
      ['--episodes', '5', '--strategies', 'fair_openings,fare', '--out', 'a.jsonl'],
      'there is no price agent "fare"',
      2,
    ],
    [
      ['--episodes', '5', '--strategies', 'fair_openings', '--registry', 'clean', '--out', 'a.jsonl'],
      'give --registry or --strategies, not both',
      2,
    ],
    [['--episodes', '5', '--turns', '0', '--out', 'a.jsonl'], 'Expected a whole number from 1 to 10000, got "0".', 2],
  ])('%j', (args, message, code) => {
    const { status, stderr } = simulate(...args);
    expect(stderr).toContain(message);
    expect(status).toBe(code);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('an oracle where the zone is hidden stops the run with its reason', () => {
    const { status, stderr } = simulate(
      '--episodes',
      '50',
      '--sampler',
      'general',
      '--strategies',
      'janus-a:random_zopa',
      '--out',
      'a.jsonl',
    );
    expect(stderr).toContain(
      'janus-a:random_zopa broke down in episode 0 and the run stopped: Error: random_zone?over=zone is an oracle',
    );
    expect(status).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
  });
});
