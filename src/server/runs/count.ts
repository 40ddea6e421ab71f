/**
 * How many games a file of transcripts has: by its bytes alone, and only by those that have come since it was asked last. A file with holes
 * may be longer than anybody can count: it is counted up to a line that is none and up to a size, and nobody waits long.
 */
import { open, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { countOn, type GameTally, noGames } from '../../lab/experiment/game-tally.ts';
import { ApiError } from '../routes.ts';
import { aheadCounter } from './ahead.ts';

export interface Counted {
  readonly games: number;
  readonly failed: number;
  /** Games a second, of the last minute; undefined until there are two looks to tell it from. */
  readonly perSecond: number | undefined;
}

interface Known extends GameTally {
  inode: number;
  bytes: number;
  /** Where a line began that is none. */
  broken: number | undefined;
  looks: { readonly at: number; readonly games: number }[];
}

const CHUNK = 1 << 20;
/** Bytes of a file that is counted: 64 GiB, millions of games. */
export const LARGEST = 2 ** 36;
/** Milliseconds that somebody waits for a count. */
const PATIENCE = 5000;
/** Milliseconds that a rate is told from. */
const WINDOW = 60_000;

export interface CounterOptions {
  readonly now?: () => number;
  /** A count under way ends where the server does. */
  readonly isStopping?: () => boolean;
  readonly largest?: number;
  readonly patience?: number;
}

export function gameCounter({
  now = Date.now,
  isStopping = () => false,
  largest = LARGEST,
  patience = PATIENCE,
}: CounterOptions = {}): (file: string, ahead?: string) => Promise<Counted> {
  const known = new Map<string, Known>();
  const under = new Map<string, Promise<Counted>>();
  const countAhead = aheadCounter();

  const count = async (file: string, ahead: string | undefined): Promise<Counted> => {
    const found = await stat(file).catch(() => undefined);
    if (!found) return { games: 0, failed: 0, perSecond: undefined };
    if (found.size > largest)
      throw uncounted(`is too large to be counted (${found.size} bytes): parley report FOLDER writes its table`);
    let one = known.get(file);
    // Another file, or one that was cut back to its last whole table.
    if (!one || one.inode !== found.ino || found.size < one.bytes)
      one = { ...noGames(), inode: found.ino, bytes: 0, broken: undefined, looks: [] };
    known.set(file, one);
    if (found.size > one.bytes) await readOn(file, one, found.size, isStopping);
    if (one.broken !== undefined)
      throw uncounted(`has a line at byte ${one.broken} that is longer than any transcript: its games are not counted`);
    const early = await countAhead(ahead, one.games);
    const [games, failed] = [one.games + early.games, one.failed + early.failed];
    const at = now();
    one.looks = [...one.looks.filter((look) => at - look.at < WINDOW), { at, games }];
    const [first] = one.looks;
    const seconds = first ? (at - first.at) / 1000 : 0;
    const perSecond = first && seconds >= 0.5 ? (games - first.games) / seconds : undefined;
    return { games, failed, perSecond };
  };

  // Two who ask at once count once; the count goes on when who asked has waited long enough.
  return async (file, ahead) => {
    const going = under.get(file) ?? count(file, ahead).finally(() => under.delete(file));
    under.set(file, going);
    const enough = new AbortController();
    const late = sleep(patience, undefined, { ref: false, signal: enough.signal }).then(() => {
      throw uncounted('is long: its games are being counted, ask again');
    });
    try {
      return await Promise.race([going, late]);
    } finally {
      enough.abort();
    }
  };
}

function uncounted(why: string): ApiError {
  return new ApiError(409, 'not_counted', `episodes.jsonl of this run ${why}`);
}

async function readOn(file: string, one: Known, end: number, isStopping: () => boolean): Promise<void> {
  const handle = await open(file, 'r');
  const bytes = Buffer.alloc(Math.min(CHUNK, end - one.bytes));
  try {
    while (one.bytes < end && one.broken === undefined) {
      if (isStopping()) throw new ApiError(503, 'stopping', 'the server is stopping');
      const { bytesRead } = await handle.read(bytes, 0, Math.min(bytes.length, end - one.bytes), one.bytes);
      if (bytesRead === 0) return;
      const isWell = countOn(one, bytes.subarray(0, bytesRead));
      one.bytes += bytesRead;
      if (!isWell) one.broken = one.bytes - one.line;
    }
  } finally {
    await handle.close();
  }
}
