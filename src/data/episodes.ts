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
import { eachLine, type Line } from '../models/node/lines.ts';
import { FileError, openPlain, readPlain } from '../models/node/plain.ts';

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
  const whole = indented(file);
  if (whole) return yield { episode: parseEpisode(whole.text, file), place: { file, offset: 0, bytes: whole.bytes } };
  const last = unended(file);
  let line = 0;
  const read = ({ text, offset, bytes }: Line) => ({
    episode: parseEpisode(text, `${file} line ${++line}`),
    place: { file, offset, bytes },
  });
  for (const one of eachLine(file)) yield read(one);
  if (last) yield read(last);
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
  const handle = openSync(file, 'a+');
  const { size } = fstatSync(handle);
  const last = Buffer.alloc(1, '\n');
  if (size > 0) readSync(handle, last, 0, 1, size - 1);
  const between = last.toString() === '\n' ? '' : '\n';
  try {
    writeFileSync(handle, `${between}${text}`);
    fsyncSync(handle);
  } catch (error) {
    // A disk that is full takes a part of it.
    ftruncateSync(handle, size);
    throw new TranscriptError(`cannot write ${file}: ${(error as Error).message}; nothing was added`);
  } finally {
    closeSync(handle);
  }
}

/** Of a file that lines can be added to. */
function idsIn(file: string): Set<string> {
  const ids = new Set(Array.from(eachEpisode(file), ({ episode }) => episode.id));
  if (indented(file))
    throw new TranscriptError(`${file} is one transcript over many lines, so none can be added: name another file`);
  return ids;
}

/** One transcript over many lines, as a tool that formats JSON writes it. */
function indented(file: string): { readonly text: string; readonly bytes: number } | undefined {
  const first = Buffer.alloc(3);
  reading(file, (handle) => readSync(handle, first, 0, 3, 0));
  if (!/^\{\r?\n/.test(first.toString('latin1'))) return undefined;
  const text = readPlain(file);
  return isJson(text) ? { text, bytes: Buffer.byteLength(text) } : undefined;
}

/** As a server or an editor leaves it, the last line may want its newline; a kill leaves half a line, which is refused. */
function unended(file: string): Line | undefined {
  const size = reading(file, (handle) => {
    const { size } = fstatSync(handle);
    const last = Buffer.alloc(1);
    // Of a folder nothing can be read, and that is said below.
    readSync(handle, last, 0, 1, Math.max(0, size - 1));
    return last.toString() === '\n' ? 0 : size;
  });
  if (size === 0) return undefined;
  let [lines, offset] = [0, 0];
  for (const line of eachLine(file)) {
    lines++;
    offset = line.offset + line.bytes + 1;
  }
  const rest = Buffer.alloc(size - offset);
  reading(file, (handle) => readSync(handle, rest, 0, rest.length, offset));
  const text = rest.toString('utf8');
  if (!isJson(text))
    throw new TranscriptError(`${file} line ${lines + 1} is cut off: it ends in the middle of its JSON`);
  return { text, offset, bytes: rest.length };
}

function reading<T>(file: string, read: (handle: number) => T): T {
  try {
    const handle = openPlain(file);
    try {
      return read(handle);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    if (error instanceof FileError) throw error;
    throw new TranscriptError(`cannot read ${file}: ${(error as Error).message}`);
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
