/**
 * The findings of a file of transcripts, from a place in it on: a run may have a million games, and may still go. Games in which nothing was
 * said and nothing refused are passed over unparsed, which is most of a run of scripts.
 */
import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { parseEpisode } from '../../../data/index.ts';
import { findingsIn } from './find.ts';
import type { Finding } from './finding.ts';

export interface ReadOptions {
  /** The byte to begin at: 0, or the `next` of an earlier answer. */
  readonly from?: number;
  /** Whether to go on, asked after each game. */
  readonly goOn?: () => boolean;
}

export interface ReadFindings {
  readonly findings: readonly Finding[];
  readonly games: number;
  /** The byte after the last game that was read; `bytes` of the file when all were, but for a line that is being written. */
  readonly next: number;
  readonly bytes: number;
  readonly done: boolean;
}

const CHUNK = 4 << 20;
const SPEAKS = ['"words":', '"action-refused"', '"problem":'];

export function readFindings(file: string, { from = 0, goOn = () => true }: ReadOptions = {}): ReadFindings {
  const findings: Finding[] = [];
  if (!existsSync(file)) return { findings, games: 0, next: 0, bytes: 0, done: true };
  const handle = openSync(file, 'r');
  try {
    const bytes = fstatSync(handle).size;
    let [next, games] = [from, 0];
    let buffer = Buffer.allocUnsafe(CHUNK);
    for (;;) {
      const got = readSync(handle, buffer, 0, buffer.length, next);
      let begin = 0;
      for (let end = buffer.indexOf(10); end >= 0 && end < got; end = buffer.indexOf(10, begin)) {
        const line = buffer.toString('utf8', begin, end);
        begin = end + 1;
        games++;
        if (SPEAKS.some((mark) => line.includes(mark)))
          for (const one of findingsIn(parseEpisode(line, `${file} byte ${next}`))) findings.push(one);
        if (!goOn()) return { findings, games, next: next + begin, bytes, done: next + begin >= bytes };
      }
      next += begin;
      // A last line without its end is being written; a line longer than the buffer needs a longer one.
      if (got < buffer.length) return { findings, games, next, bytes, done: true };
      if (begin === 0) buffer = Buffer.allocUnsafe(2 * buffer.length);
    }
  } finally {
    closeSync(handle);
  }
}
