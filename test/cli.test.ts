/** The command as a person meets it: the built binary in an empty folder. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const binary = join(import.meta.dirname, '../dist/cli/main.js');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-cli-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function parley(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [binary, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', OPENAI_API_KEY: 'sk-do-not-print-me' },
  });
  return { status, stdout, stderr };
}

describe('demo', () => {
  test('prints a readable negotiation and leaves a report and a transcript that replays', () => {
    const { status, stdout } = parley('demo');
    expect(status).toBe(0);
    expect(stdout).toMatch(/zone {4}€\d+ to €\d+/);
    expect(stdout).toMatch(/deal at €[\d.,]+ in turn \d+/);
    const page = readFileSync(join(folder, 'parley-demo/report.html'), 'utf8');
    expect(page).toContain('<svg');
    expect(page).not.toMatch(/(?:src|href)="https?:|<script/);
    const [, place] = /parley replay (\S+)/.exec(stdout) as unknown as [string, string];
    expect(parley('replay', place).stdout).toContain('replayed: the rules give the recorded result');
  });

  test('twice in the same folder gives the same files', () => {
    parley('demo');
    const first = readFileSync(join(folder, 'parley-demo/report.html'), 'utf8');
    expect(parley('demo').status).toBe(0);
    expect(readFileSync(join(folder, 'parley-demo/report.html'), 'utf8')).toBe(first);
  });
});

describe('negotiate', () => {
  const game = ['negotiate', '--a', 'boulware_hard', '--b', 'tit_for_tat', '--seed', '7'];

  test('--json prints one line: the transcript', () => {
    const { stdout } = parley(...game, '--json');
    expect(stdout.trim().split('\n')).toHaveLength(1);
    expect(JSON.parse(stdout)).toMatchObject({
      format: 2,
      domain: 'price',
      seats: { buyer: { spec: 'boulware_hard' } },
    });
  });

  test('the same request twice into one file is refused, naming the id', () => {
    const { stdout } = parley(...game, '--json', '--out', 'e.jsonl');
    const before = readFileSync(join(folder, 'e.jsonl'), 'utf8');
    const again = parley(...game, '--out', 'e.jsonl');
    expect(again.status).toBe(1);
    expect(again.stderr).toContain(`e.jsonl already has this request as ${JSON.parse(stdout).id}`);
    expect(readFileSync(join(folder, 'e.jsonl'), 'utf8')).toBe(before);
  });

  test('an empty zone is said out loud and is no error', () => {
    const { status, stdout } = parley(...game, '--zone', 'empty');
    expect(status).toBe(0);
    expect(stdout).toContain('zone    empty: the best either side can do is walk away');
  });

  test('a scenario from a file', () => {
    const scenario = JSON.parse(parley(...game, '--json').stdout).scenario;
    writeFileSync(join(folder, 'mine.json'), JSON.stringify({ ...scenario, id: 'mine' }));
    expect(JSON.parse(parley(...game, '--scenario', 'mine.json', '--json').stdout).scenario.id).toBe('mine');
  });
});

describe('replay', () => {
  test('--fork with --swap shows both futures and appends the fork', () => {
    parley('negotiate', '--a', 'boulware_hard', '--b', 'tit_for_tat', '--out', 'e.jsonl');
    const id = JSON.parse(readFileSync(join(folder, 'e.jsonl'), 'utf8')).id;
    const { status, stdout } = parley(
      'replay',
      `e.jsonl#${id}`,
      '--fork',
      '3',
      '--swap',
      'b=janus-b:naive_concession',
      '--out',
      'e.jsonl',
    );
    expect(status).toBe(0);
    expect(stdout).toContain(`as recorded, episode ${id}`);
    expect(stdout).toContain('forked at turn 3');
    const lines = readFileSync(join(folder, 'e.jsonl'), 'utf8').trim().split('\n');
    expect(JSON.parse(lines[1] as string)).toMatchObject({
      fork: { of: id, turn: 3 },
      seats: { seller: { spec: 'janus-b:naive_concession' } },
    });
  });
});

test('replay --fork --act plays another act, and two such forks are two episodes', () => {
  parley(
    'negotiate',
    '--a',
    'boulware_hard',
    '--b',
    'tit_for_tat',
    '--scenario',
    'oak-dining-table',
    '--out',
    'e.jsonl',
  );
  const id = JSON.parse(readFileSync(join(folder, 'e.jsonl'), 'utf8')).id;
  const fork = (act: string) =>
    parley('replay', `e.jsonl#${id}`, '--fork', '3', '--act', act, '--out', 'e.jsonl', '--json');
  const [one, two] = ['seller=offer 380', 'seller=offer 381'].map((act) => JSON.parse(fork(act).stdout || '{}'));
  const [other] = ['buyer=offer 310'].map((act) => JSON.parse(fork(act).stdout || '{}'));
  // One of the two seats opens in turn 3; the other is told so.
  const acted = one.id ? [one, two] : [other];
  expect(acted.every(({ fork: { turn, forced } }) => turn === 3 && forced.length === 1)).toBe(true);
  expect(new Set(acted.map((episode) => episode.id)).size).toBe(acted.length);
  const wrong = fork(one.id ? 'buyer=offer 310' : 'seller=offer 380');
  expect(wrong.status).toBe(2);
  expect(wrong.stderr).toContain(`in turn 3 it is ${one.id ? 'seller' : 'buyer'} who acts`);
});

test('a person shares out items against the adviser of that game', () => {
  const { stdout } = spawnSync(process.execPath, [binary, 'play', '--domain', 'items'], {
    cwd: folder,
    encoding: 'utf8',
    input: 'walk\n',
    env: { ...process.env, NO_COLOR: '1' },
  });
  expect(stdout).toContain('across sits pareto_walking');
});

function playing(lines: string, ...args: string[]): string {
  return spawnSync(process.execPath, [binary, 'play', ...args], {
    cwd: folder,
    encoding: 'utf8',
    input: lines,
    env: { ...process.env, NO_COLOR: '1' },
  }).stdout;
}

test('help is for the person and not for the opponent, and a deal past the own limit is doubted once', () => {
  const told = playing('help\n588\n588\nwalk\n', '--scenario', 'oak-dining-table');
  expect(told).toContain('you may offer, walk, say');
  expect(told.match(/past your own limit/g)).toHaveLength(1);
  // The offer that was said twice was made: the seller closes or answers it.
  expect(told).toMatch(/deal at €588|2 seller {2}offers/);
});

test('who wants to persuade somebody sits across a mind, not across a persuader', () => {
  expect(playing('', '--domain', 'mindgames')).toContain('across sits rational');
});

test('a person hears no sealed bid of the others, nor which of them was accepted', () => {
  const told = playing('offer 20\n'.repeat(12), '--domain', 'arena', '--as', 'buyer-1', '--seed', '1');
  const played = told.slice(0, told.indexOf('the cards on the table'));
  expect(played).toMatch(/seller {2}accepts$/m);
  expect(played).not.toMatch(/^ +\d+ buyer-[23] /m);
});

test('a file of games is listed, and a fork says who played on', () => {
  parley('demo');
  const { stdout } = parley('replay', 'parley-demo/episodes.jsonl');
  expect(stdout).toMatch(
    /^[0-9a-f]{20} {2}worded:clean:boulware_firm@templates against .*: deal at €330\.20 in turn 7$/m,
  );
  const [, place] = /parley replay (\S+) replays the first/.exec(stdout) as unknown as [string, string];
  const fork = parley('replay', place, '--fork', '5', '--swap', 'seller=hardliner').stdout;
  expect(fork).toMatch(/^seller {2}worded:clean:boulware_conceding@templates$/m);
  expect(fork).toContain('forked at turn 5, from there on with hardliner as seller');
});

test('a place that cannot be written is found out before anything is played, and a missing folder is made', () => {
  const args = ['negotiate', '--a', 'boulware_hard', '--b', 'tit_for_tat', '--out'];
  const { status, stdout, stderr } = parley(...args, '/proc/nowhere/games.jsonl');
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^parley: cannot write \/proc\/nowhere\/games\.jsonl: .*; nothing was played\n$/);
  expect(parley(...args, 'new/folder/games.jsonl').status).toBe(0);
  expect(existsSync(join(folder, 'new/folder/games.jsonl'))).toBe(true);
});

test('a trainer without its file is refused before anything is installed', () => {
  const { status, stderr } = parley('train', 'sft', '--config', 'missing.yaml');
  expect([status, stderr]).toEqual([2, 'parley: there is no file missing.yaml\n']);
});

test('report --regret prints the regret', () => {
  parley('tournament', 'boulware_hard', 'tit_for_tat', '--episodes', '2', '--out', 'runs/t');
  const { stdout } = parley('report', 'runs/t', '--regret');
  expect(stdout).toMatch(/Regret\n.*best response/s);
});

test('a person has as many turns in trace as agents have', () => {
  const { stdout } = spawnSync(process.execPath, [binary, 'play', '--domain', 'trace', '--seed', '3'], {
    cwd: folder,
    encoding: 'utf8',
    input: '',
    env: { ...process.env, NO_COLOR: '1' },
  });
  expect(stdout).toContain('of 100, 8 turns');
});

test('what a file has already is refused before it is played', () => {
  const args = ['negotiate', '--a', 'boulware_hard', '--b', 'tit_for_tat', '--out', 'e.jsonl'];
  expect(parley(...args).status).toBe(0);
  const { status, stdout, stderr } = parley(...args);
  expect(status).toBe(1);
  expect(stderr).toContain('already has this request as');
  expect(stdout).toBe('');
});

test('two games of a person on one scenario are two episodes', () => {
  const play = (line: string) =>
    spawnSync(process.execPath, [binary, 'play', '--scenario', 'oak-dining-table', '--out', 'mine.jsonl'], {
      cwd: folder,
      encoding: 'utf8',
      input: `${line}\n`,
    });
  for (const line of ['walk', 'walk']) expect(play(line).status).toBe(0);
  const ids = readFileSync(join(folder, 'mine.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text).id);
  expect(new Set(ids).size).toBe(2);
});

test('tournament --json prints one line with the figures', () => {
  const { stdout } = parley('tournament', 'boulware_hard', 'tit_for_tat', 'null', '--episodes', '4', '--json');
  const line = JSON.parse(stdout);
  expect(stdout.trim().split('\n')).toHaveLength(1);
  expect(line).toMatchObject({ episodes: 36, forfeited: 20, failed: 0 });
  // The controls stand behind those who entered.
  expect(Object.keys(line.utility)).toEqual(['boulware_hard', 'tit_for_tat', 'null', 'random']);
  expect(line).toMatchObject({ controls: ['random'], interval: { null: null } });
  expect(line.meanRho).toBeGreaterThan(0);
  expect(line.agreement).toBeGreaterThan(0);
});

test('doctor names the keys that are set and never shows one', () => {
  const { status, stdout } = parley('doctor');
  expect(status).toBe(0);
  expect(stdout).toMatch(/OPENAI_API_KEY +set/);
  expect(stdout).not.toContain('sk-do-not-print-me');
  expect(JSON.parse(parley('doctor', '--json').stdout).ok).toBe(true);
});

describe('every verb has --help with an example', () => {
  const verbs = ['demo', 'negotiate', 'replay', 'tournament', 'doctor'];
  test.each(verbs)('%s', (verb) => {
    const { status, stdout } = parley(verb, '--help');
    expect(status).toBe(0);
    expect(stdout).toContain(`Examples:\n  parley ${verb}`);
  });
});

describe('bad usage: one sentence, exit code 2, nothing written', () => {
  const sides = ['--a', 'fair_openings', '--b', 'fair_openings'];
  test.each([
    [['negotiate', '--a', 'boulwar', '--b', 'fair_openings'], 'there is no price agent "boulwar"; did you mean'],
    [['negotiate', '--a', 'fair_openings?pase=1', '--b', 'fair_openings'], 'fair has no option "pase"'],
    [['negotiate', '--a', 'fair_openings'], "required option '--b <spec>' not specified"],
    [['negotiate', ...sides, '--turns', '0'], 'Expected a whole number from 1 to 10000, got "0".'],
    [['negotiate', ...sides, '--seed', '-1'], 'Expected a whole number of 0 or more, got "-1".'],
    [['negotiate', ...sides, '--seed', '1e9'], 'Expected a whole number of 0 or more, got "1e9".'],
    [['negotiate', ...sides, '--scenario', 'oak-table'], 'there is no listing or task "oak-table"; did you mean'],
    [['negotiate', ...sides, '--scenario', 'none.json'], 'cannot read a scenario from none.json'],
    [['negotiate', ...sides, '--zone', 'huge'], 'Allowed choices are wide, narrow, empty.'],
    [['negotiate', ...sides, '--wrong'], "unknown option '--wrong'"],
    [['tournament', 'fair_openings'], 'a tournament takes two or more agents, or --registry NAME'],
    [['tournament', 'fair_openings', 'fair_openings'], '"fair_openings" is entered twice'],
    [['tournament', '--registry', 'mine'], 'Allowed choices are clean'],
    [['replay', 'e.jsonl#'], 'expected FILE#ID, as in episodes.jsonl#1f0c, got "e.jsonl#"'],
    [['replay', 'e.jsonl#1', '--swap', 'b=fair_openings'], '--swap needs --fork TURN'],
    [['serve', '--trust-proxy', '2nd'], 'none, private, any or a number of proxies from 1 to 9, got "2nd"'],
    [['negotiat'], "unknown command 'negotiat'"],
  ])('parley %j', (args, message) => {
    const { status, stderr } = parley(...args);
    expect(stderr).toContain(message);
    expect(status).toBe(2);
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each([
    [
      'negative',
      { buyer: { reservation: -5, target: 1 } },
      "the buyer's reservation must be a price of 0 or more, got -5",
    ],
    ['not a number', { buyer: { reservation: 'ten', target: 1 } }, 'must be a price of 0 or more, got "ten"'],
    ['infinite', { buyer: { reservation: null, target: 1 } }, 'must be a price of 0 or more, got null'],
  ])('a scenario file with a %s price', (_what, secrets, message) => {
    const { scenario } = JSON.parse(parley('negotiate', ...sides, '--json').stdout);
    writeFileSync(
      join(folder, 'bad.json'),
      JSON.stringify({ ...scenario, private: { ...scenario.private, ...secrets } }),
    );
    const { status, stderr } = parley('negotiate', ...sides, '--scenario', 'bad.json', '--out', 'e.jsonl');
    expect(stderr).toContain(message);
    expect(status).toBe(2);
    expect(existsSync(join(folder, 'e.jsonl'))).toBe(false);
  });
});

describe('a broken transcript: one sentence, exit code 1', () => {
  test.each([
    ['truncated', (text: string) => text.slice(0, 100), 'e.jsonl line 1 is cut off'],
    [
      'of another version',
      (text: string) => text.replace('"format":2', '"format":3'),
      'e.jsonl line 1 has format version 3; this parley reads versions 1 and 2',
    ],
    ['tampered with', (text: string) => text.replace(/"price":[\d.]+/, '"price":1'), 'does not replay'],
  ])('%s', (_what, damage, message) => {
    const { id } = JSON.parse(
      parley('negotiate', '--a', 'fair_openings', '--b', 'fair_openings', '--out', 'e.jsonl', '--json').stdout,
    );
    const file = join(folder, 'e.jsonl');
    writeFileSync(file, damage(readFileSync(file, 'utf8')));
    const { status, stderr } = parley('replay', `e.jsonl#${id}`);
    expect(stderr).toContain(message);
    expect(status).toBe(1);
  });
});
