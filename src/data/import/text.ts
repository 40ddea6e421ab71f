/** The text of a file that somebody else wrote: whole, or one sentence on why it cannot be read. */
import { readFileSync } from 'node:fs';
import { FileError, readPlainBytes } from '../../models/node/plain.ts';

export class ImportError extends Error {
  override readonly name = 'ImportError';
}

/**
 * `expected` names what the file should have been, with its article: "a CSV of results". With `largest` it is a plain file of at most so many
 * bytes; without, whatever somebody names on the command line, also a pipe.
 */
export function textOf(file: string, expected: string, largest?: number): string {
  const bytes = bytesOf(file, expected, largest);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ImportError(`${file} is not UTF-8 text; expected ${expected}: save it as UTF-8 first`);
  }
  if (text.trim() === '') throw new ImportError(`${file} is empty; expected ${expected}`);
  return text;
}

function bytesOf(file: string, expected: string, largest: number | undefined): Buffer {
  try {
    return largest === undefined ? readFileSync(file) : readPlainBytes(file, largest);
  } catch (error) {
    if (error instanceof FileError) throw new ImportError(`${error.message}; expected ${expected}`);
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new ImportError(`there is no file ${file}; give the path of ${expected}`);
    if (code === 'EISDIR') throw new ImportError(`${file} is a folder; give the files in it, for example ${file}/*`);
    throw new ImportError(`${file} cannot be read (${code}); expected ${expected}`, { cause: error });
  }
}
