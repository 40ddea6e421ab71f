/** A lock: named, taken over from the dead by exactly one, and refused in a sentence. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { repetitions } from '../../../test/repetitions.ts';
import { makeFolder } from './files.ts';
import { type Holder, holderOf, holdLock, lockIn } from './lock.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-lock-'));
  file = lockIn(join(folder, 'run'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = () => JSON.parse(readFileSync(file, 'utf8')) as Holder;

function ownHolder(): Holder {
  const aside = join(folder, 'aside');
  const { release } = holdLock(aside);
  try {
    return JSON.parse(readFileSync(aside, 'utf8')) as Holder;
  } finally {
    release();
  }
}

/** The lock that this process would have taken, with something changed. */
function leave(change: Partial<Holder>): void {
  makeFolder(dirname(file));
  writeFileSync(join(dirname(file), 'kept'), '');
  writeFileSync(file, JSON.stringify({ ...ownHolder(), ...change }));
}

/** The number of a process that has ended. */
const deadPid = () => spawnSync(process.execPath, ['-e', '']).pid;

test('it names its holder, keeps everybody else out, and leaves nothing behind', () => {
  const { release } = holdLock(file);
  expect(read()).toMatchObject({ pid: process.pid });
  expect(holderOf(file)?.pid).toBe(process.pid);
  expect(() => holdLock(file)).toThrow(`is being written by process ${process.pid} of this machine`);
  expect(() => holdLock(file, { takeOver: true })).toThrow('wait for its end, or stop it');
  expect(readdirSync(join(folder, 'run'))).toEqual(['lock']);
  release();
  expect(existsSync(join(folder, 'run'))).toBe(false);
});

test('a lock that leads back to itself, or to another folder, is refused in a sentence', () => {
  leave({ token: 'a', pid: deadPid() });
  writeFileSync(`${file}.a`, readFileSync(file));
  for (const ask of [holderOf, holdLock]) expect(() => ask(file)).toThrow('leads in a circle: remove it');
  for (const token of ['../x', 'a/b', '', '..']) {
    leave({ token });
    expect(() => holderOf(file)).toThrow('is not a lock of parley');
  }
});

test('a lock of any length is not read whole', () => {
  const file = lockIn(folder);
  writeFileSync(file, '');
  truncateSync(file, 1 << 20);
  expect(() => holderOf(file)).toThrow('lock is too large to be read: 1048576 bytes');
});

test('a dead holder is followed, also where its number belongs to another process by now', () => {
  for (const change of [{ pid: deadPid() }, { started: '1' }]) {
    leave({ token: 'dead', ...change });
    expect(holderOf(file)).toBeUndefined();
    const { release } = holdLock(file);
    expect(read().token).not.toBe('dead');
    expect(readdirSync(join(folder, 'run')).sort()).toEqual(['kept', 'lock']);
    release();
  }
});

test('one of another host, or of another container, is taken only when told to', () => {
  const [boot] = ownHolder().space.split(' ');
  for (const [change, where] of [
    [{ host: 'elsewhere' }, 'elsewhere'],
    [{ space: `${boot} pid:[1]` }, 'another container of'],
  ] as const) {
    leave(change);
    expect(() => holdLock(file)).toThrow(where);
    expect(() => holdLock(file)).toThrow('take its place with --take-over');
    holdLock(file, { takeOver: true }).release();
    expect(existsSync(file)).toBe(false);
  }
  // Before the last start of this machine.
  leave({ space: 'another-boot pid:[1]' });
  holdLock(file).release();
});

test('a taker that was killed on its way is followed too', () => {
  leave({ token: 'dead', pid: deadPid() });
  writeFileSync(`${file}.dead`, JSON.stringify({ ...read(), token: 'taker' }));
  writeFileSync(`${file}.other.part`, JSON.stringify({ ...read(), token: 'other' }));
  const { release } = holdLock(file);
  expect(readdirSync(join(folder, 'run')).sort()).toEqual(['kept', 'lock']);
  release();
});

test('of many that find a dead holder at once, one wins', async () => {
  // Each waits for the same moment, tries, and says whether it has it; the winner holds it until all have spoken.
  const script = `
    import { holdLock } from ${JSON.stringify(join(import.meta.dirname, '../../../dist/models/node/lock.js'))};
    process.stdout.write('ready\\n');
    process.stdin.on('data', (words) => {
      for (const file of String(words).split('\\n').filter(Boolean)) {
        if (file === 'end') process.exit(0);
        try { holdLock(file); process.stdout.write('won\\n'); } catch (error) { process.stdout.write(error.name + '\\n'); }
      }
    });`;
  const takers = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      await once(child.stdout, 'data');
      return child;
    }),
  );
  const pid = deadPid();
  try {
    for (let round = 0; round < repetitions(200); round++) {
      file = lockIn(join(folder, `run${round}`));
      leave({ pid });
      const said = takers.map((child) => once(child.stdout, 'data').then(String));
      for (const child of takers) child.stdin.write(`${file}\n`);
      expect((await Promise.all(said)).sort()).toEqual(['LockError\n', 'LockError\n', 'won\n']);
    }
  } finally {
    for (const child of takers) child.stdin.write('end\n');
  }
}, 120_000);

test('where nothing can be written it says so at once', () => {
  expect(() => holdLock('/proc/parley/run/lock')).toThrow('cannot make the folder /proc/parley/run');
  writeFileSync(join(folder, 'file'), '');
  expect(() => holdLock(join(folder, 'file', 'lock'))).toThrow('it is a file');
  expect(() => holdLock('/dev/null/run/lock')).toThrow('cannot make the folder');
});
