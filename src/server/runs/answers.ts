/**
 * How many answers of each model stand in a file of transcripts: by its bytes alone, and only by those that have come since it was asked
 * last. Nobody waits long: while a long file is being counted it is not known, nor where one cannot be counted.
 */
import { open, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { LONGEST } from '../../models/node/lines.ts';
import { LARGEST } from './count.ts';

interface Known {
  readonly inode: number;
  bytes: number;
  /** The end of what was counted, in which a note may have begun. */
  left: string;
  /** Bytes since the last line ended: a hole in a file has no lines. */
  line: number;
  readonly answers: Map<string, number>;
}

const CHUNK = 1 << 20;
/** Milliseconds that somebody waits for a count. */
const PATIENCE = 500;
/** As notes of replies begin; longer names are none of models. */
const NOTE = /"model":"([^"\\]{1,200})","digest":"/g;
const LONGEST_NOTE = 230;
/** Names of models: no run has more. */
export const MOST_MODELS = 200;

type Answers = ReadonlyMap<string, number>;

export function answerCounter(isStopping = () => false): (file: string) => Promise<Answers | undefined> {
  const known = new Map<string, Known>();
  const under = new Map<string, Promise<Answers | undefined>>();
  const count = async (file: string): Promise<Answers | undefined> => {
    const { ino, size } = await stat(file);
    let one = known.get(file);
    if (!one || one.inode !== ino || size < one.bytes)
      one = { inode: ino, bytes: 0, left: '', line: 0, answers: new Map() };
    known.set(file, one);
    if (size > one.bytes && size <= LARGEST) await readOn(file, one, size, isStopping);
    return one.bytes >= size ? one.answers : undefined;
  };
  return (file) => {
    const going = under.get(file) ?? count(file).finally(() => under.delete(file));
    under.set(file, going);
    going.catch(() => undefined);
    return Promise.race([going, sleep(PATIENCE, undefined, { ref: false })]);
  };
}

async function readOn(file: string, one: Known, end: number, isStopping: () => boolean): Promise<void> {
  const handle = await open(file, 'r');
  const bytes = Buffer.alloc(Math.min(CHUNK, end - one.bytes));
  try {
    while (one.bytes < end && one.line <= LONGEST && !isStopping()) {
      const { bytesRead } = await handle.read(bytes, 0, Math.min(bytes.length, end - one.bytes), one.bytes);
      if (bytesRead === 0) return;
      one.bytes += bytesRead;
      countOn(one, bytes.toString('latin1', 0, bytesRead));
    }
  } finally {
    await handle.close();
  }
}

function countOn(one: Known, part: string): void {
  const text = one.left + part;
  for (const { 0: note, 1: bytes = '', index } of text.matchAll(NOTE)) {
    // It was counted before.
    if (index + note.length <= one.left.length) continue;
    const model = Buffer.from(bytes, 'latin1').toString('utf8');
    if (one.answers.has(model) || one.answers.size < MOST_MODELS)
      one.answers.set(model, (one.answers.get(model) ?? 0) + 1);
  }
  one.left = text.slice(-LONGEST_NOTE);
  const last = part.lastIndexOf('\n');
  one.line = last < 0 ? one.line + part.length : part.length - last - 1;
}
