/**
 * The findings of a file of transcripts, from a place in it on: a run may have a million games, and may still go. Games in which nothing was
 * said and nothing refused are passed over unparsed, which is most of a run of scripts.
 */
import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { parseEpisode } from '../../../data/episodes.ts';
import { eachLine } from '../../../models/node/lines.ts';
import { FileError } from '../../../models/node/plain.ts';
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
  /** Those that are left out are not among them. */
  readonly games: number;
  /** The byte after the last game that was read; `bytes` of the file when all were, but for a line that is being written. */
  readonly next: number;
  readonly bytes: number;
  readonly done: boolean;
  /** Lines that are left out, the first of them, each by its byte. */
  readonly problems: readonly string[];
}

const SPEAKS = ['"words":', '"action-refused"', '"problem":'];
/** Broken lines that are named; whoever has more has another problem. */
const MOST_PROBLEMS = 20;

export function readFindings(file: string, { from = 0, goOn = () => true }: ReadOptions = {}): ReadFindings {
  const findings: Finding[] = [];
  const problems: string[] = [];
  if (!existsSync(file)) return { findings, games: 0, next: 0, bytes: 0, done: true, problems };
  const { size: bytes } = statSync(file);
  let [next, games] = [from, 0];
  try {
    for (const { text, offset, bytes: length } of eachLine(file, from)) {
      next = offset + length + 1;
      games++;
      try {
        if (isLookedAt(text))
          for (const one of findingsIn(parseEpisode(text, `${basename(file)} byte ${offset}`))) findings.push(one);
      } catch (error) {
        // Somebody's broken line does not take the findings of all other games away.
        games--;
        if (problems.length < MOST_PROBLEMS) problems.push(`${(error as Error).message}; this game is left out`);
      }
      if (!goOn()) return { findings, games, next, bytes, done: next >= bytes, problems };
    }
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    problems.push(`${error.message.replace(file, basename(file))}; the games from there on are left out`);
  }
  return { findings, games, next, bytes, done: true, problems };
}

/** What is not even an object is looked at too, to be named. */
function isLookedAt(line: string): boolean {
  return SPEAKS.some((mark) => line.includes(mark)) || !line.startsWith('{"format":') || !line.endsWith('}');
}
