/** The clock of this machine beside the database's: BullMQ delays work, and on Postgres locks it, by the clock of its worker. */
import type { Board } from './board.ts';

/**
 * Why this machine may take no work. A lock is renewed at half its length, and counts as left behind when it has run out by the clock of
 * any other worker: so two may differ by half of it, and each from the database by a quarter.
 */
export async function wrongClock(board: Board, lock: number): Promise<string | undefined> {
  const before = Date.now();
  const { now } = await board.read('clock');
  // However long the answer took: so much at least.
  const off = Math.max(before - now, 0) || Math.min(Date.now() - now, 0);
  if (Math.abs(off) <= lock / 4) return undefined;
  const seconds = Number((Math.abs(off) / 1000).toPrecision(2));
  return `the clock of this machine is about ${seconds} s ${off > 0 ? 'ahead of' : 'behind'} the database's, over a quarter of --lock, and what it took would be held too long or played twice: set it, for example by NTP`;
}
