/**
 * The rows of a dataset as steps, in the order of the file and with nothing held but the piece at hand: turn rows from JSON
 * lines or Parquet, decision steps from Parquet.
 */
import { statSync } from 'node:fs';
import type { DuckDBConnection } from '@duckdb/node-api';
import { quotedFile } from '../parquet/duckdb.ts';
import { linesOf } from '../parquet/lines.ts';
import { parseTurnRow } from '../parquet/turn-row.ts';
import { readTurnRows } from '../parquet/turn-rows.ts';
import { type Step, stepOfDecisionStep, stepOfTurnRow } from './step.ts';

export interface Reader {
  /** `text` is the row as it stands in the file, or as JSON. */
  onStep(step: Step, text: string): void;
  onBroken(row: number, reason: string): void;
  /** How much of the file is done, from 0 to 1. */
  onProgress?(share: number): void;
}

export function readJsonLines(file: string, { onStep, onBroken, onProgress }: Reader): void {
  const { size } = statSync(file);
  let done = 0;
  const onBytes = (bytes: Uint8Array): void => {
    onProgress?.(done / size);
    done += bytes.length;
  };
  for (const [line, number] of linesOf(file, onBytes)) {
    if (line === '') continue;
    const row = parseTurnRow(line);
    if (typeof row === 'string') onBroken(number, row);
    else onStep(stepOfTurnRow(row, number), line);
  }
}

export async function readParquetRows(file: string, { onStep, onProgress }: Reader): Promise<void> {
  const { rows } = await describeParquet(file);
  let number = 0;
  for await (const row of readTurnRows(file)) {
    onStep(stepOfTurnRow(row, ++number), JSON.stringify(row));
    if (number % 2048 === 0) onProgress?.(number / rows);
  }
}

export async function readDecisionSteps(file: string, { onStep, onBroken, onProgress }: Reader): Promise<void> {
  const { rows } = await describeParquet(file);
  await eachRecord(file, (record, number, text) => {
    const step = stepOfDecisionStep(record, number);
    if (typeof step === 'string') onBroken(number, step);
    else onStep(step, text);
    if (number % 2048 === 0) onProgress?.(number / rows);
  });
}

type OnRecord = (record: Readonly<Record<string, unknown>>, number: number, text: string) => void;

/** Rows of any Parquet file, by way of JSON: whole numbers are then numbers, and enumerations are text. */
export async function eachRecord(file: string, onRecord: OnRecord): Promise<void> {
  await withConnection(async (connection) => {
    const result = await connection.stream(`SELECT to_json(t)::VARCHAR FROM read_parquet(${quotedFile(file)}) t`);
    let number = 0;
    for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
      for (const text of chunk.getColumnValues(0) as string[]) onRecord(JSON.parse(text), ++number, text);
    }
  });
}

export async function describeParquet(file: string): Promise<{ columns: string[]; rows: number }> {
  return withConnection(async (connection) => {
    const source = `read_parquet(${quotedFile(file)})`;
    const columns = (await connection.runAndReadAll(`SELECT * FROM ${source} LIMIT 0`)).columnNames();
    const counted = await connection.runAndReadAll(`SELECT count(*)::DOUBLE FROM ${source}`);
    return { columns, rows: Number(counted.getRows()[0]?.[0]) };
  });
}

/** How many different values a column has. */
export async function distinctIn(file: string, column: string): Promise<number> {
  return withConnection(async (connection) => {
    const query = `SELECT count(DISTINCT "${column}")::DOUBLE FROM read_parquet(${quotedFile(file)})`;
    return Number((await connection.runAndReadAll(query)).getRows()[0]?.[0]);
  });
}

async function withConnection<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  try {
    return await work(connection);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
