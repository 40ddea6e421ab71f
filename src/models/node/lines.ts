/** The lines of a file one after the other, however long the file is: a part of it is in memory at a time. */
import { closeSync, readSync } from 'node:fs';
import { FileError, openPlain } from './plain.ts';

export interface Line {
  readonly text: string;
  /** The byte where it begins. */
  readonly offset: number;
  /** Without the line's end. */
  readonly bytes: number;
}

const CHUNK = 4 << 20;
const NEWLINE = 10;
/** Bytes of a line. */
export const LONGEST = 64 << 20;

/** From the byte `from` on, which begins a line. A last line without its end is left out: it is being written, or was cut off.
 * One that is longer than any transcript is refused. */
export function* eachLine(file: string, from = 0): Generator<Line, void> {
  const handle = openPlain(file);
  try {
    let buffer = Buffer.allocUnsafe(CHUNK);
    let [offset, held] = [from, 0];
    for (;;) {
      const got = held + readSync(handle, buffer, held, buffer.length - held, offset + held);
      const atEnd = got < buffer.length;
      let begin = 0;
      for (let end = buffer.indexOf(NEWLINE); end >= 0 && end < got; end = buffer.indexOf(NEWLINE, begin)) {
        yield { text: buffer.toString('utf8', begin, end), offset: offset + begin, bytes: end - begin };
        begin = end + 1;
      }
      if (atEnd) return;
      offset += begin;
      held = got - begin;
      // A line longer than the buffer needs a longer one.
      if (begin === 0 && buffer.length >= LONGEST)
        throw new FileError(
          `${file} byte ${offset} begins a line of more than ${LONGEST >> 20} MB, which no transcript is`,
        );
      const next = begin === 0 ? Buffer.allocUnsafe(2 * buffer.length) : buffer;
      buffer.copy(next, 0, begin, got);
      buffer = next;
    }
  } finally {
    closeSync(handle);
  }
}
