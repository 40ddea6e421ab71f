/**
 * The lines of a large file, one at a time: a synchronous read of a few megabytes, then as many lines as it holds.
 *
 * node:readline gives the same at a third of the speed. A line is text without its newline; the last one may lack it.
 */
import { closeSync, openSync, readSync } from 'node:fs';

const CHUNK = 4 << 20;

/** Yields each line with its number, from 1. `onBytes` hears the bytes of the file in order, as they are read. */
export function* linesOf(file: string, onBytes?: (bytes: Buffer) => void): Generator<[line: string, number: number]> {
  const handle = openSync(file, 'r');
  try {
    let buffer = Buffer.allocUnsafe(CHUNK);
    let kept = 0;
    let number = 0;
    for (;;) {
      // A line longer than the buffer: make room for more of it.
      if (kept === buffer.length) buffer = Buffer.concat([buffer, Buffer.allocUnsafe(buffer.length)]);
      const got = readSync(handle, buffer, kept, buffer.length - kept, null);
      if (got === 0) break;
      onBytes?.(buffer.subarray(kept, kept + got));
      const read = buffer.subarray(0, kept + got);
      let from = 0;
      for (let end = read.indexOf(10, kept); end >= 0; end = read.indexOf(10, from)) {
        yield [read.toString('utf8', from, end), ++number];
        from = end + 1;
      }
      read.copy(buffer, 0, from);
      kept = read.length - from;
    }
    if (kept > 0) yield [buffer.toString('utf8', 0, kept), ++number];
  } finally {
    closeSync(handle);
  }
}
