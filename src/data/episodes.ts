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
  readFileSync,
  readSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { parseEpisode, TranscriptError } from '../agents/parse-episode.ts';
import type { Episode } from '../core/index.ts';
import { makeFolder } from '../models/node/files.ts';

export { parseEpisode, TranscriptError };

/** Where the transcript of an episode stands. */
export interface Place {
  readonly file: string;
  readonly offset: number;
  /** Without the line's end. */
  readonly bytes: number;
}

/** The places of a file's lines, in the order of `readEpisodes`. */
export function placesIn(file: string): Place[] {
  const content = readFileSync(file);
  const first = content.toString('utf8', 0, Math.max(content.indexOf(10), 0));
  if (opensAlone(first) && isJson(content.toString('utf8'))) return [{ file, offset: 0, bytes: content.length }];
  const places: Place[] = [];
  let offset = 0;
  for (let end = content.indexOf(10); end >= 0; end = content.indexOf(10, offset)) {
    places.push({ file, offset, bytes: end - offset });
    offset = end + 1;
  }
  if (offset < content.length) places.push({ file, offset, bytes: content.length - offset });
  return places;
}

export function readEpisodes(file: string): Episode[] {
  return linesOf(file).map((line, i) => parseEpisode(line, `${file} line ${i + 1}`));
}

/** The episode whose id begins with `id`, which must be one only. */
export function findEpisode(file: string, id: string): Episode {
  const episodes = readEpisodes(file);
  const found = episodes.filter((episode) => episode.id.startsWith(id));
  if (found.length === 1) return found[0] as Episode;
  const ids = (found.length > 0 ? found : episodes).slice(0, 5).map((episode) => episode.id);
  const problem = found.length > 0 ? `${found.length} episodes whose id begins with` : 'no episode';
  throw new TranscriptError(`${file} has ${problem} "${id}"; for example ${ids.join(', ') || 'it is empty'}`);
}

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
  if (existsSync(file) && readEpisodes(file).some((episode) => episode.id === id))
    throw new TranscriptError(`${file} already has this request as ${id}: give another --seed, or another file`);
}

/** Adds episodes to the end of a file, all or none. */
export function appendEpisodes(file: string, episodes: readonly Episode[]): void {
  const known = new Set(existsSync(file) ? idsIn(file) : []);
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
function idsIn(file: string): string[] {
  const episodes = readEpisodes(file);
  if (isIndented(readFileSync(file, 'utf8')))
    throw new TranscriptError(`${file} is one transcript over many lines, so none can be added: name another file`);
  return episodes.map((episode) => episode.id);
}

function linesOf(file: string): string[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new TranscriptError(`cannot read ${file}: ${(error as Error).message}`);
  }
  if (isIndented(text)) return [text];
  const lines = text.split('\n');
  // As a server or an editor leaves it, the last line may want its newline; a kill leaves half a line.
  const last = lines.pop() ?? '';
  if (last === '') return lines;
  if (!isJson(last))
    throw new TranscriptError(`${file} line ${lines.length + 1} is cut off: it ends in the middle of its JSON`);
  return [...lines, last];
}

/** One transcript over many lines, as a tool that formats JSON writes it. */
function isIndented(text: string): boolean {
  const [first = ''] = text.split('\n', 1);
  return opensAlone(first) && isJson(text);
}

const opensAlone = (line: string) => line.trim() === '{';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
