/** parley run as it is used: killed and resumed to the same bytes, stopped by Ctrl-C, reported, compared. */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRng } from '../src/core/index.ts';
import { repetitions } from './repetitions.ts';

const binary = join(import.meta.dirname, '../dist/cli/main.js');
let folder: string;
let took: number;
const COUNT = repetitions(8, 4);
const experiment = {
  title: 'Small',
  scenarios: { sampler: 'general', count: COUNT },
  models: ['scripted/stand-in'],
  agents: ['clean:boulware_hard', 'clean:tit_for_tat', 'worded:fair_openings@templates', 'llm:{model}'],
};

const parley = (...args: string[]) => spawnSync(process.execPath, [binary, ...args], { cwd: folder, encoding: 'utf8' });
const run = (out: string, ...args: string[]) => parley('run', 'small.json', '--out', out, ...args);

/** Every file of a run and its bytes; calls.jsonl has clocks in it, and the manifest names the command with its folder. */
function filesOf(out: string): Record<string, string> {
  const names = readdirSync(join(folder, out), { recursive: true, encoding: 'utf8' })
    .filter((name) => name !== 'games')
    .sort();
  return Object.fromEntries(
    names.map((name) => {
      const bytes = readFileSync(join(folder, out, name));
      if (name !== 'manifest.json') return [name, bytes.toString('base64')];
      const { made, ...manifest } = JSON.parse(bytes.toString());
      expect(made).toMatchObject({
        version: expect.any(String),
        command: expect.stringMatching(/^parley run \S+ --out /),
      });
      return [name, JSON.stringify(manifest)];
    }),
  );
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-run-'));
  writeFileSync(join(folder, 'small.json'), JSON.stringify(experiment));
  const begun = Date.now();
  const { status, stderr } = run('whole');
  expect(stderr).toBe('');
  expect(status).toBe(0);
  took = Date.now() - begun;
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a run leaves its manifest, its episodes, its metrics and its report, and nothing else', () => {
  const files = Object.keys(filesOf('whole'));
  const page = readFileSync(join(folder, 'whole/report.html'), 'utf8');
  const games = [...new Set([...page.matchAll(/href="(games\/[^"]*)"/g)].map(([, path]) => path))];
  expect(games.length).toBeGreaterThan(5);
  expect(files).toEqual([
    'episodes.jsonl',
    'games.parquet',
    ...games.sort(),
    'manifest.json',
    'metrics.parquet',
    'report.csv',
    'report.html',
    'report.json',
    'report.md',
  ]);
  expect(page).toContain('plumbing test');
  expect(page).not.toMatch(/<script|<link|src=|https?:(?!\/\/www\.w3\.org)/);
  for (const part of [
    'Agents',
    'Paired differences',
    'Who beats whom',
    'How games ended',
    'By field',
    'Cells',
    'Who played',
  ])
    expect(page).toMatch(new RegExp(`<h2 id="\\w+">${part}</h2>`));
});

test('killed by SIGKILL at random moments and resumed, the files are those of an undisturbed run', async () => {
  const whole = filesOf('whole');
  const rng = createRng(7);
  for (let kill = 0; kill < repetitions(50, 1); kill++) {
    const out = `killed${kill}`;
    // Killed twice on the way, then left to finish.
    for (let k = 0; k < 2; k++) {
      const child = spawn(process.execPath, [binary, 'run', 'small.json', '--out', out, '--resume'], {
        cwd: folder,
        stdio: 'ignore',
      });
      const ended = new Promise((resolve) => child.on('exit', resolve));
      await Promise.race([sleep(rng.uniform(0.2 * took, took)), ended]);
      child.kill('SIGKILL');
      await ended;
    }
    const { status, stderr } = run(out, '--resume');
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(filesOf(out)).toEqual(whole);
    rmSync(join(folder, out), { recursive: true });
  }
}, 1_800_000);

test('a run with a rule to stop ends at a look, and killed at random moments it ends at the same one', async () => {
  cpSync(join(import.meta.dirname, '../examples/stop-early.yaml'), join(folder, 'stop.yaml'));
  const stop = (out: string, ...args: string[]) => parley('run', 'stop.yaml', '--out', out, ...args);
  expect(stop('planned', '--dry-run').stdout).toContain(
    'looks after 10, 20, 30, 40, 50, 60 scenarios, error at most 0.05',
  );
  const begun = Date.now();
  const { status, stdout } = stop('stopped-early', '--json');
  const length = Date.now() - begun;
  expect(status).toBe(0);
  const { stop: stops, episodes } = JSON.parse(stdout);
  const last = stops[0].looks.at(-1);
  expect(last).toMatchObject({ decision: 'different', games: episodes });
  expect(stops[0].looks.length).toBeLessThan(6);
  const whole = filesOf('stopped-early');
  const rng = createRng(8);
  for (let kill = 0; kill < repetitions(20); kill++) {
    const out = `early${kill}`;
    const child = spawn(process.execPath, [binary, 'run', 'stop.yaml', '--out', out], { cwd: folder, stdio: 'ignore' });
    const ended = new Promise((resolve) => child.on('exit', resolve));
    await Promise.race([sleep(rng.uniform(0.2 * length, length)), ended]);
    child.kill('SIGKILL');
    await ended;
    expect(stop(out, '--resume').status).toBe(0);
    expect(filesOf(out)).toEqual(whole);
  }
}, 600_000);

test('Ctrl-C stops cleanly and says how to go on', async () => {
  const args = [binary, 'run', 'tournament', '--out', 'stopped', '--count', '200', '--json'];
  const child = spawn(process.execPath, args, { cwd: folder });
  let [said, printed] = ['', ''];
  let sent = false;
  // Progress of the games comes a line a second.
  child.stderr.on('data', (data) => {
    said += data;
    if (!sent && said.includes('"deals"')) sent = child.kill('SIGINT');
  });
  child.stdout.on('data', (data) => {
    printed += data;
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  expect(code).toBe(1);
  expect(said).toMatch(
    /\nparley: stopped after \d+ of \d+ tables; the same command with --resume goes on from here\n$/,
  );
  expect(
    printed
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toMatchObject([{ folder: 'stopped', done: false }]);
  const text = readFileSync(join(folder, 'stopped/episodes.jsonl'), 'utf8');
  expect(text.endsWith('\n')).toBe(true);
});

test('--dry-run shows the plan and writes nothing', () => {
  const { status, stdout } = run('dry', '--dry-run');
  expect(status).toBe(0);
  // 4 x 4 ordered pairs; 3 controls (the script and the guarded model are agents) and the model again, in both seats against 4.
  expect(stdout).toContain(`${(COUNT * (16 + 4 * 8)).toLocaleString('en')} games`);
  expect(stdout).toMatch(/about [\d,]+ model calls: [\d,]+ tokens in/);
  expect(readdirSync(folder)).not.toContain('dry');
});

describe('report and compare', () => {
  test('the report is rebuilt from the transcripts to the same bytes', () => {
    cpSync(join(folder, 'whole'), join(folder, 'again'), { recursive: true });
    for (const name of ['report.html', 'report.md', 'metrics.parquet']) rmSync(join(folder, 'again', name));
    expect(parley('report', 'again').status).toBe(0);
    expect(filesOf('again')).toEqual(filesOf('whole'));
  });

  test('transcripts alone, without a manifest, give a report too', () => {
    cpSync(join(folder, 'whole/episodes.jsonl'), join(folder, 'bare/episodes.jsonl'), { recursive: true });
    const { status, stdout } = parley('report', 'bare', '--json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ title: expect.stringContaining('bare'), episodes: 48 * COUNT });
  });

  test('two runs in one table, games that both have counted once', () => {
    writeFileSync(
      join(folder, 'other.json'),
      JSON.stringify({
        ...experiment,
        title: 'Other',
        agents: ['clean:boulware_firm'],
        opponents: ['clean:boulware_hard'],
      }),
    );
    expect(parley('run', 'other.json', '--out', 'other').status).toBe(0);
    const { status, stdout } = parley('compare', 'whole', 'other', 'whole', '--out', 'both', '--json');
    expect(status).toBe(0);
    const agents = JSON.parse(stdout).agents.map(({ agent }: { agent: string }) => agent);
    expect(agents).toContain('clean:boulware_firm');
    expect(agents).toContain('llm:scripted/stand-in');
    expect(readFileSync(join(folder, 'both/report.md'), 'utf8')).toContain(
      'are in more than one folder and were counted once',
    );
  });

  test('two fingerprints of one name are refused', () => {
    cpSync(join(folder, 'whole'), join(folder, 'mixed'), { recursive: true });
    const file = join(folder, 'mixed/episodes.jsonl');
    const lines = readFileSync(file, 'utf8').split('\n');
    const fingerprint = JSON.parse(lines[0] as string).seats.buyer.fingerprint;
    writeFileSync(file, [lines[0]?.replaceAll(fingerprint, 'f'.repeat(20)), ...lines.slice(1)].join('\n'));
    const { status, stderr } = parley('report', 'mixed');
    expect(status).toBe(1);
    expect(stderr).toContain('got two fingerprints of clean:boulware_hard in one table');
  });

  test('a folder that is no run', () => {
    expect(parley('report', 'nowhere').stderr).toContain('nowhere holds no episodes.jsonl');
  });
});

test('an ablation whose switch does nothing fails, and says so', () => {
  const dead = {
    title: 'Dead switch',
    scenarios: { tasks: ['single_deal+hard'], count: 3 },
    agents: [{ spec: 'sauda@templates?steering=off&tells={tells}', over: { tells: ['patterns', 'off'] } }],
    opponents: ['bazaar:seller'],
    seating: 'buyer',
    differs: ['tells'],
  };
  writeFileSync(join(folder, 'dead.json'), JSON.stringify(dead));
  const { status, stderr } = parley('run', 'dead.json', '--out', 'dead');
  expect(status).toBe(1);
  expect(stderr).toContain(
    'tells=patterns and tells=off played exactly alike in all 3 games: the option changed nothing',
  );
});

test('parley exploit finds who waits for a conceder, and keeps the games', () => {
  const { status, stdout } = parley(
    'exploit',
    'clean:boulware_conceding',
    '--games',
    '400',
    '--scenarios',
    '5',
    '--out',
    'exploited',
    '--json',
  );
  expect(status).toBe(0);
  const { exploitability, low, games, bound } = JSON.parse(stdout);
  expect(low).toBeGreaterThan(0.1);
  expect(bound.found).toBeLessThanOrEqual(bound.mean + 1e-9);
  expect(exploitability).toBeLessThan(1);
  expect(parley('replay', `exploited/episodes.jsonl#${games[0]}`).status).toBe(0);
  expect(readFileSync(join(folder, 'exploited/report.md'), 'utf8')).toContain(
    '| turn | act | could still have had | regret | words |',
  );
});

describe('bad usage', () => {
  test.each([
    [['run', 'ladder', '--count', '0'], 'Expected a whole number from 1 to 100000, got "0".', 2],
    [
      ['run', 'seller-quality', '--judge', 'scripted/stand-in', '--out', 'x'],
      'a judge must not be the one it judges',
      2,
    ],
    [['run', 'lader'], 'there is no preset "lader" (did you mean ladder?)', 2],
    [['run', 'ladder', '--agent', 'nobody', '--out', 'x', '--dry-run'], 'there is no price agent "nobody"', 2],
    [['run', 'small.json', '--out', 'whole'], 'whole is there already: go on with that run with --resume', 2],
    [['run', 'small.json', '--seed', '9', '--out', 'whole', '--resume'], 'whole holds another run', 2],
  ])('%j', (args, message, code) => {
    const { status, stderr } = parley(...args);
    expect(stderr).toContain(message);
    expect(status).toBe(code);
  });
});
