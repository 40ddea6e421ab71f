/** The last games of a run that goes on, and one game of it: there is no table yet, so the transcripts are read, from their end. */
import { stat } from 'node:fs/promises';
import type { Episode } from '../../core/index.ts';
import { ApiError } from '../routes.ts';
import type { Row } from './database.ts';
import { readBytes } from './folder.ts';

/** Bytes that are read for a list, and for one game. */
const FOR_LIST = 1 << 20;
const FOR_ONE = 2 ** 32;
const STEP = 4 << 20;
const NEWLINE = 10;

/** The newest first. */
export async function lastGames(file: string, most: number): Promise<Row[]> {
  const { size } = await stat(file);
  const length = Math.min(size, FOR_LIST);
  const lines = wholeLines(await readBytes(file, size - length, length), length === size);
  return lines.slice(-most).reverse().flatMap(rowOf);
}

export interface FindOptions {
  readonly signal?: AbortSignal | undefined;
  /** Bytes that are looked through. */
  readonly most?: number;
}

/** A game by its id: its line of episodes.jsonl, or what a line of ahead.jsonl has of it. */
export async function findGame(
  file: string,
  id: string,
  { signal, most = FOR_ONE }: FindOptions = {},
): Promise<string | undefined> {
  const mark = Buffer.from(`"${id}"`);
  const { size } = await stat(file);
  // From the end: what somebody opens while a run goes on has just been played.
  for (let end = size; end > 0; end -= STEP) {
    signal?.throwIfAborted();
    if (size - end >= most)
      throw new ApiError(
        409,
        'no_table',
        'this run has no table of its games, and is too large to look through for one: parley report FOLDER writes the table',
      );
    const from = Math.max(0, end - STEP);
    const bytes = await readBytes(file, from, Math.min(size, end + mark.length) - from);
    for (let at = bytes.indexOf(mark); at >= 0; ) {
      // Other games may name it too: their forks, for one.
      const line = await lineAround(file, from + at, size);
      const game = line === undefined ? undefined : gameIn(line, id);
      if (game !== undefined) return game;
      const next = bytes.indexOf(NEWLINE, at);
      at = next < 0 ? -1 : bytes.indexOf(mark, next);
    }
  }
  return undefined;
}

function gameIn(line: string, id: string): string | undefined {
  try {
    const value = JSON.parse(line) as {
      readonly id?: unknown;
      readonly episodes?: readonly { readonly id: unknown }[];
    };
    if (value.id === id) return line;
    const game = value.episodes?.find((one) => one.id === id);
    return game && JSON.stringify(game);
  } catch {
    return undefined;
  }
}

/** Of a transcript, however its JSON is set; undefined where it is none. */
export function idIn(line: string): string | undefined {
  try {
    const { id } = JSON.parse(line) as { id?: unknown };
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}

async function lineAround(file: string, at: number, size: number): Promise<string | undefined> {
  const from = Math.max(0, at - STEP);
  const bytes = await readBytes(file, from, Math.min(size - from, 2 * STEP));
  const begin = bytes.lastIndexOf(NEWLINE, at - from) + 1;
  const end = bytes.indexOf(NEWLINE, at - from);
  return end < 0 || (begin === 0 && from > 0) ? undefined : bytes.toString('utf8', begin, end);
}

function wholeLines(bytes: Buffer, fromStart: boolean): string[] {
  const lines = bytes.toString('utf8').split('\n');
  // The last is empty, or being written; the first may have begun before.
  return lines.slice(fromStart ? 0 : 1, -1);
}

function rowOf(line: string): Row[] {
  try {
    const { id, domain, source, scenario, seed, seats, result } = JSON.parse(line) as Episode;
    const names = Object.keys(seats);
    return [
      {
        episode: id,
        domain,
        field: typeof source.task === 'string' ? source.task : null,
        scenario: scenario.id,
        seed,
        seats: names,
        agents: names.map((seat) => seats[seat]?.spec ?? ''),
        result: result.kind,
        turn: result.turn,
        utility: result.kind === 'failed' ? null : names.map((seat) => result.utility[seat] ?? null),
      },
    ];
  } catch {
    return [];
  }
}
