/**
 * The door to DuckDB: a query becomes a Parquet file that is whole or not there, in bounded memory, with the same bytes for
 * the same input.
 *
 * One thread. With two, DuckDB holds batches back to keep the rows in order: three times the memory, half as much work
 * again, and other bytes. DuckDB is a heavy import, so it is loaded by the first who asks.
 */
import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import type { DuckDBConnection, Json } from '@duckdb/node-api';

export class ParquetError extends Error {
  override readonly name = 'ParquetError';
}

export interface WriteOptions {
  /** Hears the share that is done, from 0 to 1, a few times a second. */
  readonly onProgress?: (share: number) => void;
}

interface PartOptions extends WriteOptions {
  readonly rowGroup?: number;
}

/** Of the buffers DuckDB keeps account of. Ten million rows took 290 MB in all. */
const MEMORY_LIMIT = '700MB';
/** A reader holds one row group at a time, and so does the writer. */
const ROW_GROUP = 122_880;
/** Columns with more distinct values are written as they are: hashing every price in vain took a tenth of the time or more. */
const DICTIONARY_LIMIT = 2000;
const PROGRESS_EVERY = 200;

/** Enumerations are text to readers of Parquet, and need no hashing to be written as a dictionary. */
export const ROLE = "ENUM('buyer', 'seller')";
export const ACTION = "ENUM('OFFER', 'ACCEPT', 'REJECT', 'WALK', 'SAY')";

/** Runs `work` on a database of its own; what does not fit in memory goes to a folder beside `file`, removed at the end. */
async function withDatabase<T>(file: string, work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const spill = `${resolve(file)}.tmp`;
  const instance = await DuckDBInstance.create(':memory:', {
    threads: '1',
    memory_limit: MEMORY_LIMIT,
    temp_directory: spill,
    preserve_insertion_order: 'true',
  });
  const connection = await instance.connect();
  try {
    return await work(connection);
  } finally {
    connection.closeSync();
    instance.closeSync();
    rmSync(spill, { recursive: true, force: true });
  }
}

/** Rows in a group of games of so many turns: every row carries its history, so the rows of long games are fewer. */
export function rowGroupFor(maxTurns: number): number {
  return Math.min(ROW_GROUP, Math.ceil((ROW_GROUP * 100) / maxTurns));
}

/** Writes the rows of a query, in their order, to a file that is whole or not there; gives back how many they are. */
export async function writeParquet(file: string, query: string, options?: PartOptions): Promise<number> {
  const part = `${file}.part`;
  const rows = await writePart(part, query, options);
  renameSync(part, file);
  return rows;
}

/** The same without the last step, for those who rename several files at once. */
export async function writePart(
  part: string,
  query: string,
  { onProgress, rowGroup = ROW_GROUP }: PartOptions = {},
): Promise<number> {
  try {
    const rows = await withDatabase(part, async (connection) => {
      await connection.run('SET enable_progress_bar = true; SET enable_progress_bar_print = false');
      const timer = onProgress && setInterval(() => report(connection, onProgress), PROGRESS_EVERY);
      try {
        const copied = await connection.run(
          `COPY (${query}) TO ${quoted(resolve(part))} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${rowGroup},
            DICTIONARY_SIZE_LIMIT ${DICTIONARY_LIMIT}, WRITE_BLOOM_FILTER false)`,
        );
        return Number((await copied.getRows())[0]?.[0]);
      } finally {
        clearInterval(timer);
      }
    });
    flush(part);
    onProgress?.(1);
    return rows;
  } catch (error) {
    rmSync(part, { force: true });
    throw new ParquetError(`cannot write ${part}: ${sentence(error)}`, { cause: error });
  }
}

/** Questions about a table, one after the other, on a database of its own; rows as JSON has them. */
export async function askDuckDB<T>(
  file: string,
  work: (ask: (sql: string, values: Record<string, string>) => Promise<Record<string, Json>[]>) => Promise<T>,
): Promise<T> {
  return withDatabase(file, (connection) =>
    work(async (sql, values) => (await connection.runAndReadAll(sql, values)).getRowObjectsJson()),
  );
}

/** Column to type, in their order. */
export async function schemaOf(file: string): Promise<Record<string, string>> {
  return withDatabase(file, async (connection) => {
    const described = await connection.run(`DESCRIBE SELECT * FROM read_parquet(${quotedFile(file)})`);
    return Object.fromEntries((await described.getRows()).map(([name, type]) => [String(name), String(type)]));
  });
}

/** A query that reads a file of JSON lines with the named columns and no guessing. */
export function readJsonLines(file: string, columns: Readonly<Record<string, string>>): string {
  const types = Object.entries(columns).map(([name, type]) => `"${name}": ${quoted(type)}`);
  // The longest line: a game of 10 000 turns takes some 300 kB. Buffers are a multiple of it.
  return `read_json(${quotedFile(file)}, format = 'newline_delimited', maximum_object_size = ${4 << 20},
    columns = {${types.join(', ')}})`;
}

export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A path as DuckDB reads it: one file by its name, not a pattern or an address. */
export function oneFile(file: string): string {
  return resolve(file).replace(/[*?[]/g, '[$&]');
}

export function quotedFile(file: string): string {
  return quoted(oneFile(file));
}

function report(connection: DuckDBConnection, onProgress: (share: number) => void): void {
  const { percentage } = connection.progress;
  if (percentage >= 0) onProgress(percentage / 100);
}

function flush(file: string): void {
  const handle = openSync(file, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** The first line of what DuckDB says; the rest shows the query. */
function sentence(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0] as string;
}
