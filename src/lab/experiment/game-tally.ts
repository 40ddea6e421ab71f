/** Games in the bytes of a file of transcripts, without reading them: a list must not take as long as a report. */
import { LONGEST } from '../../models/node/lines.ts';

export interface GameTally {
  games: number;
  failed: number;
  /** The end of what was counted, in which a mark may have begun. */
  left: string;
  /** Bytes since the last line ended. */
  line: number;
}

const FAILED = '"result":{"kind":"failed"';
const NEWLINE = 10;

export const noGames = (): GameTally => ({ games: 0, failed: 0, left: '', line: 0 });

/** Counts on; false where a line is longer than any transcript, as a hole in a file is. */
export function countOn(tally: GameTally, part: Buffer): boolean {
  for (let at = part.indexOf(NEWLINE); at >= 0; at = part.indexOf(NEWLINE, at + 1)) tally.games++;
  const text = tally.left + part.toString('latin1');
  for (let at = text.indexOf(FAILED); at >= 0; at = text.indexOf(FAILED, at + 1)) tally.failed++;
  tally.left = text.slice(1 - FAILED.length);
  const last = part.lastIndexOf(NEWLINE);
  tally.line = last < 0 ? tally.line + part.length : part.length - last - 1;
  return tally.line <= LONGEST;
}
