import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pipeAt } from '../../../test/pipe.ts';
import { createAppender, readJsonLines } from './json-lines.ts';
import { readPlain } from './plain.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-'));
  file = join(folder, 'some', 'lines.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true }));

const values = () => readJsonLines(file).map(({ value }) => value);

test('lines come back in the order in which they were given, by however many appenders in turn', async () => {
  const append = createAppender(file);
  await Promise.all(Array.from({ length: 50 }, (_, i) => append(i)));
  await createAppender(file)('ü"\n');
  expect(values()).toEqual([...Array.from({ length: 50 }, (_, i) => i), 'ü"\n']);
  expect(readJsonLines(join(folder, 'nothing'))).toEqual([]);
});

test.each([
  ['after whole lines', '1\n2\n{"a":', [1, 2], [1, 2, 3]],
  ['as the only line', '{"a', [], [3]],
  ['in the middle of a letter', Buffer.from('1\n"ü').subarray(0, 4), [1], [1, 3]],
])('a line cut off %s is left out when read and cut away by the next append', async (_what, cut, read, after) => {
  file = join(folder, 'lines.jsonl');
  writeFileSync(file, cut);
  expect(values()).toEqual(read);
  await createAppender(file)(3);
  expect(values()).toEqual(after);
  expect(readFileSync(file, 'utf8')).toBe(after.map((n) => `${n}\n`).join(''));
});

test('a broken line is named, and so is a file that cannot be written; the appender works again when it can', async () => {
  file = join(folder, 'lines.jsonl');
  writeFileSync(file, '1\n{a}\n');
  expect(() => readJsonLines(file)).toThrow('lines.jsonl line 2 is not JSON');
  writeFileSync(join(folder, 'some'), 'a file where a folder should be');
  const later = join(folder, 'some', 'lines.jsonl');
  const append = createAppender(later);
  await expect(append(1)).rejects.toThrow(`cannot write ${later}: `);
  rmSync(join(folder, 'some'));
  await append(2);
  expect(readJsonLines(later).map(({ value }) => value)).toEqual([2]);
});

test('where the order counts, nothing is written after a line that could not be', async () => {
  writeFileSync(join(folder, 'some'), 'a file where a folder should be');
  const append = createAppender(file, { inOrder: true });
  await expect(append(1)).rejects.toThrow(`cannot write ${file}: `);
  rmSync(join(folder, 'some'));
  await expect(append(2)).rejects.toThrow(`cannot write ${file}: `);
  expect(values()).toEqual([]);
});

test.each([
  ['taken away with its folder', () => rmSync(join(folder, 'some'), { recursive: true })],
  ['moved with its folder', () => renameSync(join(folder, 'some'), join(folder, 'other'))],
  ['cut', () => truncateSync(file, 2)],
  ['replaced', () => writeFileSync(file, '"some other lines"\n"as long as those"\n')],
])('a file that was %s while it was written is not begun anew', async (_what, take) => {
  await createAppender(file)('before');
  const append = createAppender(file);
  take();
  await expect(append(1)).rejects.toThrow(`cannot write ${file}: it was taken away, cut or replaced`);
  await expect(append.check()).rejects.toThrow('(--resume keeps what is there)');
  expect(existsSync(file) && values().includes(1)).toBe(false);
});

test('a folder that was there is not made again for the first line', async () => {
  mkdirSync(join(folder, 'some'));
  const append = createAppender(file);
  rmSync(join(folder, 'some'), { recursive: true });
  await expect(append(1)).rejects.toThrow('it was taken away');
  expect(existsSync(join(folder, 'some'))).toBe(false);
});

test('what was taken away behind the last line is found by a look; a longer file is none that was', async () => {
  const append = createAppender(file);
  await append.check();
  await append(1);
  appendFileSync(file, '2\n');
  await append.check();
  await append(3);
  expect(values()).toEqual([1, 2, 3]);
  rmSync(file);
  await expect(append.check()).rejects.toThrow('it was taken away');
});

test('a line that the appender itself cut away was not cut by others', async () => {
  file = join(folder, 'lines.jsonl');
  writeFileSync(file, '1\n{"a":');
  const append = createAppender(file);
  await append(2);
  await append(3);
  expect(values()).toEqual([1, 2, 3]);
});

test('a file that is cut while a line is on its way to the disk was cut by others', async () => {
  const append = createAppender(file);
  await append('the first');
  const writing = append('the second');
  const cut = setInterval(() => {
    if (values().length === 2) truncateSync(file, 0);
  }, 0);
  await writing;
  clearInterval(cut);
  truncateSync(file, 0);
  await expect(append.check()).rejects.toThrow('cut or replaced');
});

test('a log begins anew where it was turned over', async () => {
  const append = createAppender(file, { anew: true });
  await append(1);
  rmSync(join(folder, 'some'), { recursive: true });
  await append(2);
  await append.check();
  expect(values()).toEqual([2]);
});

test('a pipe is not waited for, and a line or a file without end is not read whole', () => {
  const end = pipeAt(join(folder, 'pipe'));
  try {
    expect(() => readJsonLines(join(folder, 'pipe'))).toThrow('pipe is no plain file');
    expect(() => readPlain(join(folder, 'pipe'))).toThrow('pipe is no plain file');
  } finally {
    end();
  }
  file = join(folder, 'holes.jsonl');
  writeFileSync(file, '1\n');
  truncateSync(file, 3 * 2 ** 30);
  expect(() => readJsonLines(file)).toThrow('holes.jsonl byte 2 begins a line of more than 64 MB');
  expect(() => readPlain(file)).toThrow('holes.jsonl is too large to be read');
});
