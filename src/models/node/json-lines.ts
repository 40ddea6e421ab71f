/**
 * JSON lines on disk: appended durably, read with every broken line named.
 *
 * An append is on the disk when its promise resolves, and not there when it rejects. Lines that come while others are being
 * written go together, with one sync for all of them. A last line without its newline was cut off by a kill before anybody was
 * told that it is there: it is left out when read, and cut away by the next append. One process writes a file at a time.
 */
import { existsSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder, WriteError } from './files.ts';
import { eachLine } from './lines.ts';
import { FileError } from './plain.ts';

export type Append = (value: unknown) => Promise<void>;

export interface AppenderOptions {
  /** The order of the lines counts: after one that could not be written none is. */
  readonly inOrder?: boolean;
}

export function createAppender(file: string, { inOrder = false }: AppenderOptions = {}): Append {
  let text = '';
  let writing: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  let whole = false; // whether the file is known to end with a whole line

  const write = async () => {
    const lines = text;
    text = '';
    next = undefined;
    try {
      makeFolder(dirname(file));
      const handle = await open(file, 'a+');
      try {
        if (!whole) await dropCutLine(handle);
        whole = false;
        const { size } = await handle.stat();
        try {
          await handle.appendFile(lines);
          await handle.datasync();
        } catch (error) {
          // Nobody was told of these lines: what went through of them before the disk was full is taken back.
          await handle.truncate(size);
          throw error;
        }
        whole = true;
      } finally {
        await handle.close();
      }
    } catch (error) {
      throw new WriteError(`cannot write ${file}: ${(error as Error).message}`, { cause: error });
    }
  };

  return (value) => {
    text += `${JSON.stringify(value)}\n`;
    if (!next) {
      // A batch that failed told its own callers; the one after it is written all the same, unless the order counts.
      next = inOrder ? writing.then(write) : writing.then(write, write);
      writing = next;
    }
    return next;
  };
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
