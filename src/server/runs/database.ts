/**
 * DuckDB for questions about tables in the folders of runs and data: one instance, two threads of its own and a bound on memory, a few
 * connections that are lent to one question each. It sees those folders and nothing else. A question whose asker has gone is
 * interrupted. DuckDB is a heavy import, so it is loaded by the first who asks.
 */

import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { DuckDBConnection, DuckDBInstance, DuckDBValue, Json } from '@duckdb/node-api';
import { oneFile, quoted } from '../../data/parquet/duckdb.ts';
import { errorFields, type Logger } from '../log.ts';
import { ApiError } from '../routes.ts';

export type Row = Readonly<Record<string, Json>>;

export interface Database {
  /** Rows of a query as JSON has them. What comes from outside goes into `values`, never into `sql`. */
  ask(sql: string, values?: Readonly<Record<string, DuckDBValue>>, signal?: AbortSignal): Promise<Row[]>;
  close(): void;
}

const MEMORY_LIMIT = '700MB';
const CONNECTIONS = 3;
/** Questions that wait for a connection. */
const MOST_WAITING = 32;
/** Milliseconds. */
const LONGEST = 20_000;

interface Opened {
  readonly instance: DuckDBInstance;
  readonly free: DuckDBConnection[];
}

/** `also`: folders beside that of runs that it sees. */
export function runsDatabase(root: string | undefined, log?: Logger, also: readonly string[] = []): Database {
  let opened: Promise<Opened> | undefined;
  const waiting: ((connection: DuckDBConnection) => void)[] = [];
  let closed = false;

  const start = async (): Promise<Opened> => {
    const { DuckDBInstance } = await import('@duckdb/node-api');
    const instance = await DuckDBInstance.create(':memory:', {
      threads: '2',
      memory_limit: MEMORY_LIMIT,
      // What does not fit is refused: a page of games never needs that much.
      temp_directory: '',
      autoinstall_known_extensions: 'false',
    });
    const free: DuckDBConnection[] = [];
    for (let i = 0; i < CONNECTIONS; i++) free.push(await instance.connect());
    const folders = await Promise.all([root ?? '.', ...also].map((one) => realpath(one).catch(() => resolve(one))));
    await free[0]?.run(
      `SET allowed_directories = [${folders
        .flatMap((one) => [one, oneFile(one)])
        .map(quoted)
        .join(', ')}]; SET enable_external_access = false; SET lock_configuration = true`,
    );
    return { instance, free };
  };
  const lend = async (): Promise<DuckDBConnection> => {
    opened ??= start().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    const { free } = await opened;
    const connection = free.pop();
    if (connection) return connection;
    if (waiting.length >= MOST_WAITING)
      throw new ApiError(503, 'busy', 'too many questions at once; come back in a moment');
    return new Promise((lent) => waiting.push(lent));
  };
  const giveBack = async (connection: DuckDBConnection) => {
    const next = waiting.shift();
    if (next) next(connection);
    else (await opened)?.free.push(connection);
  };

  return {
    async ask(sql, values, signal) {
      if (closed) throw new ApiError(503, 'stopping', 'the server is stopping');
      const connection = await lend();
      const stop = () => connection.interrupt();
      const timer = setTimeout(stop, LONGEST);
      signal?.addEventListener('abort', stop);
      try {
        if (signal?.aborted) throw new Error('nobody waits for it');
        const reader = await connection.runAndReadAll(sql, values);
        return reader.getRowObjectsJson();
      } catch (error) {
        throw asApiError(error, signal, log);
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener('abort', stop);
        await giveBack(connection);
      }
    },
    close() {
      closed = true;
      void opened?.then(({ instance, free }) => {
        for (const connection of free) connection.closeSync();
        instance.closeSync();
      });
    },
  };
}

function asApiError(error: unknown, signal: AbortSignal | undefined, log: Logger | undefined): ApiError {
  const text = error instanceof Error ? error.message : String(error);
  if (signal?.aborted) return new ApiError(503, 'gone', 'nobody waits for this any more');
  if (/^INTERRUPT/i.test(text)) return new ApiError(503, 'busy', 'this takes longer than there is time for');
  // What is bound came from outside: a pattern that RE2 does not take, for one.
  const [, invalid] = /^Invalid Input Error: (.*)/.exec(text) ?? [];
  if (invalid !== undefined) return new ApiError(400, 'bad_request', `this cannot be asked: ${invalid}`);
  log?.error(errorFields(error), 'runs');
  return new ApiError(503, 'failed', 'the table of games could not be read; parley report FOLDER writes it anew');
}
