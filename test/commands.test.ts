/** README and tutorial can be typed: every command runs as printed, in the order printed, and prints what is shown. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const env = { ...process.env, NO_COLOR: '1' };
const binary = join(root, 'dist/cli/main.js');

/** A folder with what a checkout has that commands name. */
function checkout(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-commands-'));
  for (const part of ['examples', 'node_modules', 'package.json', 'dist'])
    symlinkSync(join(root, part), join(folder, part));
  return folder;
}

/** `npx parley` is the binary of this checkout. The shell is the reader's: quotation marks and question marks are read as there. */
function run(command: string, cwd: string): { readonly status: number | null; readonly output: string } {
  const line = command.replace(/^npx parley/, `'${process.execPath}' '${binary}'`);
  // Whoever plays walks away at once.
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line], { cwd, env, encoding: 'utf8', input: 'walk\n' });
  return { status, output: `${stdout}${stderr}` };
}

async function served(cwd: string): Promise<string> {
  const server: ChildProcess = spawn(process.execPath, [binary, 'serve', '--port', '0'], { cwd, env });
  let said = '';
  server.stdout?.on('data', (text) => {
    said += text;
  });
  while (!/http:\/\/\S+?;/.test(said)) await once(server.stdout as NodeJS.EventEmitter, 'data');
  const page = await fetch(/http:\/\/[^\s;]+/.exec(said)?.[0] ?? '');
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('<title>');
  server.kill('SIGINT');
  const [code] = await once(server, 'exit');
  expect(code).toBe(0);
  return said;
}

describe('README', () => {
  let folder: string;
  beforeAll(() => {
    folder = checkout();
    run('npx parley demo', folder);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const rows = read('README.md')
    .split('\n')
    .filter((line) => line.startsWith('| ') && line.includes('`npx parley'));
  const commands = rows.flatMap((row) =>
    [...row.matchAll(/`(npx parley[^`]*)`([^`|]*)/g)].map(([, command = '', after = '']) => ({ command, after, row })),
  );
  /** A download: the row says so. */
  const costs = ({ row }: { row: string }) => /\(\d+ MB\)/.test(row);

  const PRINTS: Readonly<Record<string, RegExp>> = {
    negotiate: /deal at €341\.28 in turn 17/,
    play: /walked/,
    list: /boulware_hard/,
    explain: /The prompt of its first turn/,
    tournament: /9000 episodes among the agents/,
    run: /runs\/mine\/report\.html/,
    report: /Regret/,
    replay: /forked at turn 5, from there on with hardliner as seller/,
    simulate: /1,000 negotiations/,
    data: /boulware_hard/,
    doctor: /ok {2}node/,
  };

  test('its first table has about a dozen rows, and what costs more than seconds says so', () => {
    expect(rows.length).toBeGreaterThan(9);
    expect(rows.length).toBeLessThan(15);
    expect(commands.filter(costs).map(({ command }) => command.split(' ')[2])).toEqual(['models', 'negotiate', 'run']);
  });

  test.each(commands.filter((one) => !costs(one)).map(({ command }) => command))('%s', async (command) => {
    const verb = command.split(' ')[2] ?? '';
    if (verb === 'serve') return void expect(await served(folder)).toContain('Ctrl-C stops it');
    const { status, output } = run(command, folder);
    expect({ status, output: output.slice(-2000) }).toMatchObject({ status: 0 });
    expect(output).toMatch(PRINTS[verb] ?? /never/);
  });
});

describe('tutorial', () => {
  let folder: string;
  beforeAll(() => {
    folder = checkout();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const blocks = [...read('docs/TUTORIAL.md').matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, kind, text]) => ({
    kind: kind ?? '',
    text: text ?? '',
  }));

  test('from the first line to the last, in one folder', { timeout: 120_000 }, async () => {
    let output = '';
    for (const { kind, text } of blocks) {
      const [, file] = /^(?:\/\/|#) (mine\.\w+)\n/.exec(text) ?? [];
      if (file !== undefined) writeFileSync(join(folder, file), text);
      if (kind === 'text')
        expect(linesIn(text, output), `${text}\n--- was shown, and this printed:\n${output}`).toBe(true);
      if (kind !== 'sh') continue;
      output = '';
      for (const command of text.trim().split('\n')) {
        if (command === 'npx parley serve') output += await served(folder);
        else {
          const done = run(command, folder);
          expect({ command, ...done }).toMatchObject({ status: 0 });
          output += done.output;
        }
      }
    }
    expect(blocks.filter(({ kind }) => kind === 'sh').length).toBeGreaterThan(5);
  });
});

/** Whether what is shown was printed, line for line; dots stand for lines left out, and a line may go on. */
function linesIn(shown: string, printed: string): boolean {
  const lines = printed.split('\n').map((line) => line.trimEnd());
  let at = 0;
  let skips = true;
  for (const line of shown.trimEnd().split('\n')) {
    if (line === '...') {
      skips = true;
      continue;
    }
    const found = lines.findIndex((one, i) => i >= at && one.startsWith(line));
    if (found < 0 || (!skips && found !== at)) return false;
    at = found + 1;
    skips = false;
  }
  return true;
}
