/**
 * JSON lines on disk: appended durably, read with every broken line named.
 *
 * An append is on the disk when its promise resolves, and not there when it rejects. Lines that come while others are being
 * written go together, with one sync for all of them. A last line without its newline was cut off by a kill before anybody was
 * told that it is there: it is left out when read, and cut away by the next append. One process writes a file at a time; one that was
 * taken away from it meanwhile is not begun anew, since what it held would be lost without a word.
 */
import { closeSync, constants, existsSync, fstatSync, readSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder, WriteError } from './files.ts';
import { eachLine } from './lines.ts';
import type { Lock } from './lock.ts';
import { FileError, openPlain } from './plain.ts';

export interface Append {
  (value: unknown): Promise<void>;
  /** Rejects where what was written lies there no more. */
  check(): Promise<void>;
}

export interface AppenderOptions {
  /** The order of the lines counts: after one that could not be written none is. */
  readonly inOrder?: boolean;
  /** Where it is taken away it begins anew, as a log that somebody turns over: nothing rests on its lines. */
  readonly anew?: boolean;
  /** The lock under which it is written: nothing is once another holds it. */
  readonly lock?: Pick<Lock, 'check'> | undefined;
}

export function createAppender(file: string, { inOrder = false, anew = false, lock }: AppenderOptions = {}): Append {
  let text = '';
  let writing: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  let whole = false; // whether the file is known to end with a whole line
  let held = anew ? undefined : endOfFile(file);
  // One that was there is not made again: others have lost what they wrote in it.
  const makes = anew || !isFolder(dirname(file));

  const opened = async () => {
    lock?.check();
    if (makes && !held) makeFolder(dirname(file));
    const handle = await open(file, held ? constants.O_RDWR | constants.O_APPEND : 'a+').catch((error) => {
      throw ['ENOENT', 'ENOTDIR'].includes(error.code) ? new Error(TAKEN, { cause: error }) : error;
    });
    if (!held || goesOn(handle.fd, held)) return handle;
    await handle.close();
    throw new Error(TAKEN);
  };
  const inFile = async (work: (handle: FileHandle) => Promise<void>) => {
    try {
      const handle = await opened();
      try {
        await work(handle);
      } finally {
        await handle.close();
      }
    } catch (error) {
      throw new WriteError(`cannot write ${file}: ${(error as Error).message}`, { cause: error });
    }
  };
  const write = () => {
    const lines = text;
    text = '';
    next = undefined;
    return inFile(async (handle) => {
      if (!whole) await dropCutLine(handle);
      whole = false;
      // Not what lies there afterwards: that may have been cut meanwhile.
      const before = endOf(handle.fd);
      const { size } = before;
      if (held) held = before;
      try {
        await handle.appendFile(lines);
        await handle.datasync();
      } catch (error) {
        // Nobody was told of these lines: what went through of them before the disk was full is taken back.
        await handle.truncate(size);
        throw error;
      }
      whole = true;
      if (!anew) held = endBehind(before, Buffer.from(lines));
    });
  };
  const look = async () => {
    if (held) await inFile(async () => undefined);
  };

  const append = (value: unknown) => {
    text += `${JSON.stringify(value)}\n`;
    if (!next) {
      // A batch that failed told its own callers; the one after it is written all the same, unless the order counts.
      next = inOrder ? writing.then(write) : writing.then(write, write);
      writing = next;
    }
    return next;
  };
  const check = () => {
    writing = inOrder ? writing.then(look) : writing.then(look, look);
    return writing;
  };
  return Object.assign(append, { check });
}

const TAKEN =
  'it was taken away, cut or replaced while it was being written; begin again in a folder that nobody else changes (--resume keeps what is there)';

/**
 * Where a file ended, and its last bytes there: one that has them there still holds what was written, however long it has become. By what it
 * holds and not by its number: some file systems give one file another number later.
 */
interface End {
  readonly size: number;
  readonly last: Buffer;
}

const LAST = 64;

function endOf(handle: number): End {
  const { size } = fstatSync(handle);
  const last = Buffer.alloc(Math.min(size, LAST));
  readSync(handle, last, 0, last.length, size - last.length);
  return { size, last };
}

function endBehind({ size, last }: End, more: Buffer): End {
  return { size: size + more.length, last: Buffer.concat([last, more]).subarray(-LAST) };
}

function goesOn(handle: number, { size, last }: End): boolean {
  const found = Buffer.alloc(last.length);
  return readSync(handle, found, 0, last.length, size - last.length) === last.length && found.equals(last);
}

function isFolder(at: string): boolean {
  try {
    return statSync(at).isDirectory();
  } catch {
    return false;
  }
}

/** Undefined where nothing lies there that could be taken away; who writes is told of the rest. */
function endOfFile(file: string): End | undefined {
  try {
    const handle = openPlain(file);
    try {
      return endOf(handle);
    } finally {
      closeSync(handle);
    }
  } catch {
    return undefined;
  }
}

async function dropCutLine(handle: FileHandle): Promise<void> {
  const { size } = await handle.stat();
  const last = Buffer.alloc(1);
  for (let end = size; end > 0; end--) {
    await handle.read(last, 0, 1, end - 1);
    if (last.toString() === '\n') {
      if (end < size) await handle.truncate(end);
      return;
    }
  }
  if (size > 0) await handle.truncate(0);
}

/** Every whole line as JSON, with its place for an error. A file that is not there has none. */
export function readJsonLines(file: string): { readonly value: unknown; readonly where: string }[] {
  if (!existsSync(file)) return [];
  return Array.from(eachLine(file), ({ text }, i) => {
    const where = `${file} line ${i + 1}`;
    try {
      return { value: JSON.parse(text), where };
    } catch {
      throw new FileError(`${where} is not JSON`);
    }
  });
}
