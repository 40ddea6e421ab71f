/**
 * Games that ended before their turn. They wait in ahead.jsonl, a table a line, until the tables before them have ended; a line stays there
 * when its turn has come. Counted by the bytes that have come since it was asked last, as those in their turn are.
 */
import { open, stat } from 'node:fs/promises';
import { LONGEST } from '../../models/node/lines.ts';

export interface Early {
  readonly games: number;
  readonly failed: number;
}

interface Known {
  readonly inode: number;
  bytes: number;
  /** A line that has not ended yet. */
  left: string;
  /** By the number of the table in the plan. */
  readonly tables: Map<number, Early>;
}

const NONE: Early = { games: 0, failed: 0 };
const CHUNK = 1 << 20;
const GAME = /"result":\{"kind":"(failed")?/g;

/** `inTurn`: the games that have come to their turn. */
export function aheadCounter(): (file: string | undefined, inTurn: number) => Promise<Early> {
  const known = new Map<string, Known>();
  return async (file, inTurn) => {
    const found = file === undefined ? undefined : await stat(file).catch(() => undefined);
    if (file === undefined || !found) return NONE;
    let one = known.get(file);
    if (!one || one.inode !== found.ino || found.size < one.bytes)
      one = { inode: found.ino, bytes: 0, left: '', tables: new Map() };
    known.set(file, one);
    if (found.size > one.bytes) await readOn(file, one, found.size);
    // The tables of a plan have as many games each.
    const [each] = one.tables.values();
    let [games, failed] = [0, 0];
    for (const [table, early] of one.tables) {
      if (table * (each?.games ?? 1) < inTurn) continue;
      games += early.games;
      failed += early.failed;
    }
    return { games, failed };
  };
}

async function readOn(file: string, one: Known, end: number): Promise<void> {
  const handle = await open(file, 'r');
  const bytes = Buffer.alloc(Math.min(CHUNK, end - one.bytes));
  try {
    while (one.bytes < end && one.left.length <= LONGEST) {
      const { bytesRead } = await handle.read(bytes, 0, Math.min(bytes.length, end - one.bytes), one.bytes);
      if (bytesRead === 0) return;
      one.bytes += bytesRead;
      const lines = (one.left + bytes.toString('latin1', 0, bytesRead)).split('\n');
      one.left = lines.pop() ?? '';
      for (const line of lines) {
        const [, table] = /^\{"table":(\d{1,15}),/.exec(line) ?? [];
        if (table !== undefined) one.tables.set(Number(table), inLine(line));
      }
    }
  } finally {
    await handle.close();
  }
}

function inLine(line: string): Early {
  const ends = [...line.matchAll(GAME)];
  return { games: ends.length, failed: ends.filter(([, failed]) => failed !== undefined).length };
}
