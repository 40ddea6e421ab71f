/** docs/SEEDS.md: every command in it is one of ours with options it has, and those marked `yes` run as printed. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { data } from '../src/cli/data.ts';
import { readDomain } from '../src/cli/domain-options.ts';
import { list } from '../src/cli/list.ts';
import { negotiate } from '../src/cli/negotiate.ts';
import { play } from '../src/cli/play.ts';
import { plot } from '../src/cli/plot.ts';
import { replay } from '../src/cli/replay.ts';
import { run } from '../src/cli/run.ts';
import { serve } from '../src/cli/serve.ts';
import { simulate } from '../src/cli/simulate.ts';
import { tournament } from '../src/cli/tournament.ts';
import { train } from '../src/cli/train.ts';

const verbs: Readonly<Record<string, () => Command>> = {
  data,
  list,
  negotiate,
  play,
  plot,
  replay,
  run,
  serve,
  simulate,
  tournament,
  train,
};

const page = readFileSync(join(import.meta.dirname, '../docs/SEEDS.md'), 'utf8');
const rows = page.split('\n').filter((line) => line.startsWith('| ') && !/^\| (?:it has|there) \|/.test(line));
const commandsIn = (row: string) => [...row.matchAll(/`parley ([^`]+)`/g)].map(([, words]) => words as string);
const printed = rows.flatMap(commandsIn);
const runnable = rows.filter((row) => row.endsWith('| yes |')).flatMap(commandsIn);

test('every source system has its rows, and every row its four cells', () => {
  const systems = [...page.matchAll(/^## (.+)$/gm)].map(([, name]) => name);
  expect(systems).toEqual([
    'Names',
    'AgreeMate',
    'Janus lab, repository A',
    'Janus lab, repository B',
    'Planning Theory-of-Mind (P-ToM)',
    'MindGames and PersuasionTrace',
    'BazaarBATNA (Sauda)',
  ]);
  const [, ...tables] = page.split(/^## .+$/m).slice(1);
  for (const table of tables) {
    const own = table.split('\n').filter((line) => line.startsWith('| '));
    expect(own.length).toBeGreaterThan(4);
    for (const row of own) expect(row.split(' |').length, row).toBe(5);
  }
  expect(runnable.length).toBeGreaterThan(15);
});

describe('the commands', () => {
  const unique = [...new Set(printed)];
  test.each(unique)('%s has options that there are', (line) => {
    const [verb = '', ...words] = line.split(' ');
    let command = (verbs[verb] as () => Command)();
    let next = words.find((word) => !word.startsWith('-'));
    for (let sub = named(command, next); sub; sub = named(command, next)) {
      command = sub;
      next = words[words.indexOf(next as string) + 1];
    }
    const known = command.options.map(({ long }) => long);
    for (const flag of words.filter((word) => word.startsWith('--'))) expect(known, line).toContain(flag);
  });

  const home = process.cwd();
  const folder = mkdtempSync(join(tmpdir(), 'parley-seeds-'));
  beforeAll(() => {
    process.chdir(folder);
    vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
    vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  });
  afterAll(() => {
    vi.restoreAllMocks();
    process.chdir(home);
    rmSync(folder, { recursive: true });
  });

  // In the order of the page: later ones read what earlier ones wrote.
  test.each(runnable)('%s runs', async (line) => {
    const [verb = '', ...words] = line.split(' ');
    const command = (verbs[verb] as () => Command)().hook('preAction', (_program, called) => readDomain(called));
    process.exitCode = undefined;
    await command.parseAsync(words, { from: 'user' });
    expect(process.exitCode ?? 0).toBe(0);
  });
});

function named(command: Command, name: string | undefined): Command | undefined {
  return command.commands.find((one) => one.name() === name || (name !== undefined && one.aliases().includes(name)));
}
