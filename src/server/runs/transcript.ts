/** The transcript of a game by its place in the file; while there is no table, found by its id. */
import type { Episode } from '../../core/index.ts';
import { parseEpisode, TranscriptError } from '../../data/episodes.ts';
import { ApiError } from '../routes.ts';
import type { Database } from './database.ts';
import { type RunFolders, readBytes } from './folder.ts';
import { placeOf } from './games.ts';
import { refuseTable } from './listed.ts';
import { findGame, idIn } from './tail.ts';

interface Wanted {
  readonly folders: RunFolders;
  readonly database: Database;
  readonly run: string;
  readonly game: string;
  readonly signal?: AbortSignal;
}

/** The episode itself. */
export async function episodeOf(wanted: Wanted): Promise<Episode> {
  const text = await transcriptOf(wanted);
  try {
    return parseEpisode(text, wanted.game);
  } catch (error) {
    if (error instanceof TranscriptError) throw new ApiError(409, 'bad_transcript', error.message);
    throw error;
  }
}

/** The line of JSON; 404 where there is none, 409 where the table has one. */
export async function transcriptOf({ folders, database, run, game, signal }: Wanted): Promise<string> {
  const folder = await folders.find(run);
  const table = await folders.fileIn(folder, 'games.parquet');
  const place = table && (await placeOf(database, table, game, signal).catch(refuseTable));
  const file = place && (await folders.fileIn(folder, place.file));
  if (place && file) {
    const text = (await readBytes(file, place.offset, place.length)).toString('utf8');
    if (idIn(text) === game) return text;
  }
  for (const name of ['episodes.jsonl', 'ahead.jsonl']) {
    const transcripts = await folders.fileIn(folder, name);
    const found = transcripts && (await findGame(transcripts, game, { signal }));
    if (found !== undefined) return found;
  }
  if (!file) throw new ApiError(404, 'not_found', 'there is no such game in this run');
  throw new ApiError(
    409,
    'bad_transcript',
    `the transcript of ${game} is not where games.parquet has it, or its line is broken: parley report FOLDER names the line, or writes the table anew`,
  );
}
