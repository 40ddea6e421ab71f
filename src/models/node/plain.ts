/**
 * Files of folders that somebody may have sent. A pipe under the name of a file would be waited for without end, and a file with holes is as
 * long as its sender likes: what is no plain file is refused as it is opened, and what is too large before it is read.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** What lies there cannot be what its name says. */
export class FileError extends Error {
  override readonly name = 'FileError';
}

/** Bytes. */
const LARGEST = 64 << 20;
/** Bytes of what somebody names to be read whole: more than this is no text here. */
export const LARGEST_TEXT = 512 << 20;

/** A handle to read with. Of a folder nothing can be read, and the system says so to who tries. */
export function openPlain(file: string): number {
  // Opening a pipe waits for who writes into it, unless told not to.
  const handle = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  const found = fstatSync(handle);
  if (found.isFile() || found.isDirectory()) return handle;
  closeSync(handle);
  throw new FileError(`${file} is no plain file`);
}

export function readPlain(file: string, largest = LARGEST): string {
  return readPlainBytes(file, largest).toString('utf8');
}

export function readPlainBytes(file: string, largest = LARGEST): Buffer<ArrayBuffer> {
  const handle = openPlain(file);
  try {
    const { size } = fstatSync(handle);
    if (size > largest)
      throw new FileError(`${file} is too large to be read: ${size} bytes, of ${largest} that it may have`);
    return readFileSync(handle);
  } finally {
    closeSync(handle);
  }
}
