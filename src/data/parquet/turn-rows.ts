/**
 * Turn rows between JSON lines, Parquet and memory. The Parquet columns are those that expand.ts writes.
 *
 * Nothing is worked out here: what a line says is what the row says, in the order of the file. Empty lines are passed over.
 */
import { existsSync } from 'node:fs';
import type { TurnRow } from '../simulate/rows.ts';
import {
  ACTION,
  ParquetError,
  quotedFile,
  ROLE,
  readJsonLines,
  rowGroupFor,
  type WriteOptions,
  writeParquet,
} from './duckdb.ts';
import { linesOf } from './lines.ts';
import { parseTurnRow } from './turn-row.ts';

const OUTCOME = 'STRUCT(agreement_bool BOOLEAN, price DOUBLE, num_turns BIGINT)';
const COLUMNS = {
  trajectory_id: 'VARCHAR',
  turn: 'BIGINT',
  agent: 'STRUCT(strategy VARCHAR, strategy_params VARCHAR)',
  // A pair of a word and a number has no type of its own in SQL: read as text, and made a record below.
  state: `STRUCT(timestep BIGINT, max_turns BIGINT, role ${ROLE}, last_offer_price DOUBLE, offer_history VARCHAR[][],
    reservation_price DOUBLE, price_range DOUBLE[])`,
  action: `STRUCT("type" ${ACTION}, price DOUBLE)`,
  is_terminal: 'BOOLEAN',
  meta: `STRUCT(buyer_max DOUBLE, seller_min DOUBLE, zopa_low DOUBLE, zopa_high DOUBLE, zopa_width DOUBLE,
    accepted_price DOUBLE, episode_outcome ${OUTCOME})`,
  rho: 'DOUBLE',
};

/** Writes a file of JSON lines as Parquet and gives back how many rows it has. A line that is not a turn row is named. */
export async function jsonlToParquet(jsonlFile: string, outFile: string, options?: WriteOptions): Promise<number> {
  const query = `
    SELECT
      trajectory_id,
      turn,
      agent,
      {
        timestep: state.timestep,
        max_turns: state.max_turns,
        role: state.role,
        last_offer_price: state.last_offer_price,
        offer_history: list_transform(state.offer_history, lambda pair: {
          role: pair[1]::${ROLE}, price: pair[2]::DOUBLE
        }),
        reservation_price: state.reservation_price,
        price_range: state.price_range
      } AS state,
      action,
      is_terminal,
      meta,
      rho
    FROM ${readJsonLines(jsonlFile, COLUMNS)}
    WHERE CASE WHEN trajectory_id IS NULL OR turn IS NULL OR agent.strategy IS NULL OR agent.strategy_params IS NULL
        OR state.role IS NULL OR state.max_turns IS NULL OR state.offer_history IS NULL OR action.type IS NULL
        OR is_terminal IS NULL OR meta.episode_outcome.agreement_bool IS NULL
      THEN error('a line is not a turn row') ELSE true END`;
  try {
    return await writeParquet(outFile, query, { ...options, rowGroup: rowGroupOf(jsonlFile) });
  } catch (error) {
    throw firstBadLine(jsonlFile) ?? error;
  }
}

/** By the first row: the games of a file have one turn limit as a rule. */
function rowGroupOf(file: string): number | undefined {
  if (!existsSync(file)) return undefined;
  const [first] = linesOf(file);
  const row = first && parseTurnRow(first[0]);
  return typeof row === 'object' ? rowGroupFor(row.state.max_turns) : undefined;
}

/** DuckDB says what it stumbled over; the line is found by reading the file again. */
function firstBadLine(file: string): ParquetError | undefined {
  try {
    for (const [line, number] of linesOf(file)) {
      const row = line === '' ? undefined : parseTurnRow(line);
      if (typeof row === 'string') return new ParquetError(`${file} line ${number} ${row}`);
    }
  } catch {
    // The file cannot be read at all: what DuckDB said stands.
  }
  return undefined;
}

/** The turn rows of a Parquet file, in its order, a few thousand in memory at a time. */
export async function* readTurnRows(file: string): AsyncGenerator<TurnRow> {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  try {
    // As text and back: the driver takes twice as long to make nested values, with a call for each part.
    const result = await connection.stream(`
      SELECT to_json({
        trajectory_id: trajectory_id, turn: turn,
        agent: { strategy: agent.strategy, strategy_params: agent.strategy_params::JSON },
        state: state, action: action, is_terminal: is_terminal, meta: meta, rho: rho
      }) FROM read_parquet(${quotedFile(file)})`);
    for await (const chunk of result) {
      for (const text of chunk.getColumnValues(0)) yield turnRow(JSON.parse(text as string) as StoredRow);
    }
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

interface StoredRow extends Omit<TurnRow, 'state'> {
  readonly state: Omit<TurnRow['state'], 'offer_history'> & {
    readonly offer_history: readonly { readonly role: 'buyer' | 'seller'; readonly price: number }[];
  };
}

function turnRow(row: StoredRow): TurnRow {
  const pairs = row.state.offer_history.map(({ role, price }) => [role, price] as const);
  return { ...row, state: { ...row.state, offer_history: pairs } };
}

/** The turn rows of a file of either kind, in its order; a line that is no turn row is named. */
export async function* turnRowsIn(file: string): AsyncGenerator<TurnRow> {
  if (file.endsWith('.parquet')) {
    yield* readTurnRows(file);
    return;
  }
  for (const [line, number] of linesOf(file)) {
    if (line === '') continue;
    const row = parseTurnRow(line);
    if (typeof row === 'string') throw new ParquetError(`${file} line ${number} ${row}`);
    yield row;
  }
}
