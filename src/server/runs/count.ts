/** How many games a file of transcripts has: by its bytes alone, and only by those that have come since it was asked last. */
import { open, stat } from 'node:fs/promises';

export interface Counted {
  readonly games: number;
  readonly failed: number;
  /** Games a second, of the last minute; undefined until there are two looks to tell it from. */
  readonly perSecond: number | undefined;
}

interface Known {
  inode: number;
  bytes: number;
  games: number;
  failed: number;
  /** The end of what was read, in which a mark may have begun. */
  left: string;
  looks: { readonly at: number; readonly games: number }[];
}

const CHUNK = 1 << 20;
const FAILED = '"result":{"kind":"failed"';
const NEWLINE = 10;
/** Milliseconds that a rate is told from. */
const WINDOW = 60_000;

export function gameCounter(now: () => number = Date.now): (file: string) => Promise<Counted> {
  const known = new Map<string, Known>();
  const under = new Map<string, Promise<Counted>>();

  const count = async (file: string): Promise<Counted> => {
    const found = await stat(file).catch(() => undefined);
    if (!found) return { games: 0, failed: 0, perSecond: undefined };
    let one = known.get(file);
    // Another file, or one that was cut back to its last whole table.
    if (!one || one.inode !== found.ino || found.size < one.bytes)
      one = { inode: found.ino, bytes: 0, games: 0, failed: 0, left: '', looks: [] };
    known.set(file, one);
    if (found.size > one.bytes) await readOn(file, one, found.size);
    const at = now();
    one.looks = [...one.looks.filter((look) => at - look.at < WINDOW), { at, games: one.games }];
    const [first] = one.looks;
    const seconds = first ? (at - first.at) / 1000 : 0;
    const perSecond = first && seconds >= 0.5 ? (one.games - first.games) / seconds : undefined;
    return { games: one.games, failed: one.failed, perSecond };
  };

  // Two who ask at once count once.
  return (file) => {
    const going = under.get(file) ?? count(file).finally(() => under.delete(file));
    under.set(file, going);
    return going;
  };
}

async function readOn(file: string, one: Known, end: number): Promise<void> {
  const handle = await open(file, 'r');
  const bytes = Buffer.alloc(Math.min(CHUNK, end - one.bytes));
  try {
    while (one.bytes < end) {
      const { bytesRead } = await handle.read(bytes, 0, Math.min(bytes.length, end - one.bytes), one.bytes);
      if (bytesRead === 0) return;
      const part = bytes.subarray(0, bytesRead);
      for (let at = part.indexOf(NEWLINE); at >= 0; at = part.indexOf(NEWLINE, at + 1)) one.games++;
      const text = one.left + part.toString('latin1');
      for (let at = text.indexOf(FAILED); at >= 0; at = text.indexOf(FAILED, at + 1)) one.failed++;
      one.left = text.slice(1 - FAILED.length);
      one.bytes += bytesRead;
    }
  } finally {
    await handle.close();
  }
}
