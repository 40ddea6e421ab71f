/** Folders that can be made or are refused, and files that are whole or not there. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Something could not be put on the disk: it is full, or one may not write there. */
export class WriteError extends Error {
  override readonly name = 'WriteError';
}

/**
 * Makes a folder and those above it; gives back the ones it made, the lowest first. One by one: where the system answers "no such
 * file" for a folder that cannot be made, as in /proc, Node's own recursive mkdir never returns.
 */
export function makeFolder(folder: string): string[] {
  const missing: string[] = [];
  for (let at = resolve(folder); !existsSync(at) && dirname(at) !== at; at = dirname(at)) missing.push(at);
  try {
    for (const one of missing.toReversed()) makeOne(one);
    if (!statSync(folder).isDirectory()) throw new Error('it is a file');
  } catch (error) {
    throw new WriteError(`cannot make the folder ${folder}: ${(error as Error).message}`, { cause: error });
  }
  return missing;
}

function makeOne(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    // Somebody else was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Whatever the system refuses, with the name of the file. */
export function naming<T>(file: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw new WriteError(`cannot write ${file}: ${(error as Error).message}`, { cause: error });
  }
}

/** Puts a file in its place when all of it is on the disk; what is longer than a text may be comes in parts. */
export function writeWhole(file: string, content: string | Iterable<string>): void {
  const part = `${file}.part`;
  try {
    const handle = openSync(part, 'w');
    try {
      for (const text of typeof content === 'string' ? [content] : content) writeFileSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw new WriteError(`cannot write ${file}: ${(error as Error).message}`, { cause: error });
  }
}
