/**
 * episodes.jsonl: one transcript a line, the product of every run.
 *
 * A broken or cut line is named by its number (agents/parse-episode.ts reads a line). Appending an episode that the file already has is refused, naming its
 * id, before anything is written.
 */
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { parseEpisode, TranscriptError } from '../agents/parse-episode.ts';
import type { Episode } from '../core/index.ts';
import { makeFolder } from '../models/node/files.ts';
import { eachLine } from '../models/node/lines.ts';

export { parseEpisode, TranscriptError };

/** Where the transcript of an episode stands. */
export interface Place {
  readonly file: string;
  readonly offset: number;
  /** Without the line's end. */
  readonly bytes: number;
}

/** The episodes of a file one after the other, each with its place. Nothing is read of a file that is cut off. */
export function* eachEpisode(file: string): Generator<{ readonly episode: Episode; readonly place: Place }, void> {
  refuseCut(file);
  let line = 0;
  for (const { text, offset, bytes } of eachLine(file))
    yield { episode: parseEpisode(text, `${file} line ${++line}`), place: { file, offset, bytes } };
}

/** All of them at once, with their transcripts: for files that somebody names by hand. */
export function readEpisodes(file: string): Episode[] {
  return Array.from(eachEpisode(file), ({ episode }) => episode);
}

/** The episode whose id begins with `id`, which must be one only. */
export function findEpisode(file: string, id: string): Episode {
  const found: Episode[] = [];
  const others: string[] = [];
  let count = 0;
  for (const { episode } of eachEpisode(file)) {
    if (!episode.id.startsWith(id)) {
      if (others.length < EXAMPLES) others.push(episode.id);
    } else if (++count <= EXAMPLES) found.push(episode);
  }
  if (count === 1) return found[0] as Episode;
  const ids = count > 0 ? found.map((episode) => episode.id) : others;
  const problem = count > 0 ? `${count} episodes whose id begins with` : 'no episode';
  throw new TranscriptError(`${file} has ${problem} "${id}"; for example ${ids.join(', ') || 'it is empty'}`);
}

const EXAMPLES = 5;

/** Makes sure before anything is played, or paid, that a file will take episodes; one that is no transcript is left alone. */
export function readyToAppend(file: string): void {
  if (canBeWritten(file) === 'there') idsIn(file);
}

/** Makes the folder of a file that games will be added to, and says whether the file is there already. */
export function canBeWritten(file: string): 'new' | 'there' {
  const isNew = !existsSync(file);
  try {
    makeFolder(dirname(file));
    closeSync(openSync(file, 'a'));
    if (isNew) unlinkSync(file);
  } catch (error) {
    throw new TranscriptError(`cannot write ${file}: ${(error as Error).message}; nothing was played`);
  }
  return isNew ? 'new' : 'there';
}

/** Refuses to play for a file what the file has already: found out beforehand, nothing is played, or paid, for nothing. */
export function refuseKnown(file: string, id: string): void {
  if (existsSync(file) && idsIn(file).has(id))
    throw new TranscriptError(`${file} already has this request as ${id}: give another --seed, or another file`);
}

/** Adds episodes to the end of a file, all or none. */
export function appendEpisodes(file: string, episodes: readonly Episode[]): void {
  const known = existsSync(file) ? idsIn(file) : new Set<string>();
  const duplicates: string[] = [];
  for (const { id } of episodes) {
    if (known.has(id)) duplicates.push(id);
    known.add(id);
  }
  if (duplicates.length > 0) {
    const named =
      duplicates.slice(0, 5).join(', ') + (duplicates.length > 5 ? ` and ${duplicates.length - 5} more` : '');
    throw new TranscriptError(
      `${file} already has ${named}; the same request gives the same episode, so nothing was added`,
    );
  }
  const text = episodes.map((episode) => `${JSON.stringify(episode)}\n`).join('');
  const handle = openSync(file, 'a');
  const { size } = fstatSync(handle);
  try {
    writeFileSync(handle, text);
    fsyncSync(handle);
  } catch (error) {
    // A disk that is full takes a part of it.
    ftruncateSync(handle, size);
    throw new TranscriptError(`cannot write ${file}: ${(error as Error).message}; nothing was added`);
  } finally {
    closeSync(handle);
  }
}

function idsIn(file: string): Set<string> {
  return new Set(Array.from(eachEpisode(file), ({ episode }) => episode.id));
}

function refuseCut(file: string): void {
  try {
    const handle = openSync(file, 'r');
    try {
      const { size } = fstatSync(handle);
      const last = Buffer.alloc(1);
      // Of a folder nothing can be read, and that is said below.
      readSync(handle, last, 0, 1, Math.max(0, size - 1));
      if (size === 0 || last.toString() === '\n') return;
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    throw new TranscriptError(`cannot read ${file}: ${(error as Error).message}`);
  }
  let lines = 0;
  for (const _ of eachLine(file)) lines++;
  throw new TranscriptError(`${file} line ${lines + 1} is cut off: it does not end with a newline`);
}
