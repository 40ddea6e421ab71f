/** The transcript of a game by its place in the file; while there is no table, from the end of the transcripts. */
import type { Database } from './database.ts';
import { type RunFolders, readBytes } from './folder.ts';
import { placeOf } from './games.ts';
import { findInTail, idIn } from './tail.ts';

interface Wanted {
  readonly folders: RunFolders;
  readonly database: Database;
  readonly run: string;
  readonly game: string;
  readonly signal?: AbortSignal;
}

/** The line of JSON; undefined where there is none. */
export async function transcriptOf({ folders, database, run, game, signal }: Wanted): Promise<string | undefined> {
  const folder = await folders.find(run);
  const table = await folders.fileIn(folder, 'games.parquet');
  const place = table && (await placeOf(database, table, game, signal));
  if (place) {
    const file = await folders.fileIn(folder, place.file);
    const text = file && (await readBytes(file, place.offset, place.length)).toString('utf8');
    if (text !== undefined && idIn(text) === game) return text;
  }
  const transcripts = await folders.fileIn(folder, 'episodes.jsonl');
  return transcripts && findInTail(transcripts, game);
}
