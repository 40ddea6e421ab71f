/**
 * Games of a run by their table: filtered, sorted, a page at a time. Columns come from the table's own list, seats and values are
 * bound: nothing that was asked becomes part of a query.
 *
 * A condition is COLUMN OP VALUE, several are joined by ";" (a ";" in a value is written %3B). What is of a seat is a list: COLUMN.SEAT is
 * that seat's value, COLUMN alone is any of them, COLUMN.* all of them. An order may also
 * name an agent: COLUMN.AGENT is the value of its seat.
 */
import { oneFile } from '../../data/parquet/duckdb.ts';
import { ApiError } from '../routes.ts';
import type { Database, Row } from './database.ts';
import type { OrderedRows } from './ordered.ts';

type Kind = 'text' | 'number' | 'texts' | 'numbers';

export interface Column {
  readonly name: string;
  readonly kind: Kind;
  /** No game of the run has a value. */
  readonly empty?: true;
}

export interface Asked {
  readonly where?: string | undefined;
  /** A column, with "-" before it for the highest first. */
  readonly sort?: string | undefined;
  readonly offset: number;
  readonly limit: number;
  /** Words, or a pattern of RE2, in what was said. */
  readonly said?: string | undefined;
  readonly pattern?: boolean | undefined;
  /** Row numbers, as in "0-11,24". */
  readonly rows?: string | undefined;
}

export interface Page {
  readonly games: readonly Row[];
  /** Of their transcripts, in the same order. */
  readonly places: readonly (Place | undefined)[];
  readonly total: number;
}

/** What every row is told by. */
const SHOWN = ['episode', 'domain', 'field', 'scenario', 'seed', 'seats', 'agents', 'result', 'turn', 'utility'];
/** Told where a run has them. */
const MARKED = ['regret', 'regret_turn', 'surprise', 'rho'];
/** Places in files are nobody's question. */
const HIDDEN: ReadonlySet<string> = new Set(['file', 'byte_offset', 'byte_length', 'said', 'fingerprints']);
const KINDS: Readonly<Record<string, Kind>> = {
  VARCHAR: 'text',
  'VARCHAR[]': 'texts',
  DOUBLE: 'number',
  BIGINT: 'number',
  'DOUBLE[]': 'numbers',
  'BIGINT[]': 'numbers',
};
const OPERATORS = ['!=', '<=', '>=', '=', '<', '>', '~'] as const;
type Operator = (typeof OPERATORS)[number];
const MOST_CONDITIONS = 12;

export interface Table {
  readonly columns: readonly Column[];
  /** Whether its words can be searched: tables of older reports have none. */
  readonly hasSaid: boolean;
  readonly rows: number;
}

export async function tableOf(database: Database, table: string, signal?: AbortSignal): Promise<Table> {
  const found = await database.ask('DESCRIBE SELECT * FROM read_parquet($table)', { table: oneFile(table) }, signal);
  const names = found.map(({ column_name }) => String(column_name));
  // By the foot of the file: no value is read. A list is named by its elements too.
  const without = await database.ask(
    `SELECT split_part(path_in_schema, ',', 1) AS name FROM parquet_metadata($table)
     GROUP BY name HAVING sum(num_values) = sum(stats_null_count)`,
    { table: oneFile(table) },
    signal,
  );
  const empty = new Set(without.map(({ name }) => String(name)));
  const columns = found.flatMap(({ column_name, column_type }): Column[] => {
    const kind = KINDS[String(column_type)];
    const name = String(column_name);
    // A metric of one's own may be called anything; what needs quotes is left out.
    return kind && /^[a-z_][a-z0-9_]*$/i.test(name) && !HIDDEN.has(name)
      ? [{ name, kind, ...(empty.has(name) && { empty: true }) }]
      : [];
  });
  const [counted] = await database.ask(
    'SELECT count(*)::DOUBLE AS rows FROM read_parquet($table)',
    { table: oneFile(table) },
    signal,
  );
  return { columns, hasSaid: names.includes('said'), rows: Number(counted?.rows ?? 0) };
}

interface Query {
  readonly where: string;
  readonly values: Record<string, string | number>;
  readonly named: Set<string>;
}

export interface Tabled {
  readonly database: Database;
  readonly ordered: OrderedRows;
  readonly file: string;
  /** Changes with the file. */
  readonly version: string;
  readonly table: Table;
}

export async function gamesOf(tabled: Tabled, asked: Asked, signal?: AbortSignal): Promise<Page> {
  const { database, ordered, file, version } = tabled;
  const { columns, hasSaid } = tabled.table;
  if (asked.said !== undefined && !hasSaid)
    throw new ApiError(
      409,
      'old_table',
      'this table was written without what was said: parley report FOLDER writes it anew',
    );
  const rows = asked.rows === undefined ? undefined : rowsWithin(asked.rows, tabled.table.rows);
  const { where, values, named } = conditionsOf(columns, { ...asked, rows });
  const { sql } = orderOf(columns, asked.sort, values, named);
  const shown = columns.filter(({ name }) => SHOWN.includes(name) || MARKED.includes(name) || named.has(name));
  const source = 'read_parquet($table, file_row_number = true)';
  const { offset, limit } = asked;
  const isAll = where === 'true' && sql === '';
  const key = JSON.stringify([file, version, where, sql, values]);
  const bound = { ...only(values, `${where} ${sql}`), table: oneFile(file) };
  const question = {
    sql: `SELECT file_row_number AS r FROM ${source} WHERE ${where} ORDER BY ${sql}file_row_number`,
    values: bound,
  };
  const found = isAll
    ? { rows: undefined, total: tabled.table.rows }
    : await ordered.page(key, question, { offset, limit }, signal);
  // Numbers that the table itself gave.
  const wanted = found.rows
    ? `file_row_number IN (${found.rows.join(', ') || '-1'})`
    : 'file_row_number >= $from AND file_row_number < $to';
  const shownRows = await database.ask(
    `SELECT file_row_number::DOUBLE AS row, file, byte_offset::DOUBLE AS byte_offset, byte_length::DOUBLE AS byte_length,
       ${shown.map(shownAs).join(', ')}
     FROM ${source} WHERE ${wanted} ORDER BY file_row_number`,
    { table: oneFile(file), ...(!found.rows && { from: offset, to: offset + limit }) },
    signal,
  );
  const byNumber = new Map(shownRows.map((one) => [Number(one.row), one]));
  const inOrder = found.rows
    ? found.rows.map((row) => byNumber.get(row)).filter((row): row is Row => row !== undefined)
    : shownRows;
  const games = inOrder.map(({ file: _, byte_offset: __, byte_length: ___, ...game }) => game);
  return { games, places: inOrder.map(placeIn), total: found.total };
}

/** Row numbers as a report has them, once each: they become a list, which a text of a few characters could make longer than memory. */
function rowsWithin(text: string, rows: number): string {
  const merged: [number, number][] = [];
  for (const piece of text === '' ? [] : text.split(',')) {
    const [, first = '', end = first] = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(piece) ?? [];
    const [from, to] = [Number(first), Number(end)];
    const last = merged.at(-1);
    if (first === '' || from > to || to >= rows || (last && from < last[0]))
      throw new ApiError(
        409,
        'bad_report',
        `report.json names games by "${piece.slice(0, 40)}", where row numbers below ${rows} in order are expected: parley report FOLDER writes it anew`,
      );
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged.map(([from, to]) => `${from}-${to}`).join(',');
}

/** Only what a query names may be bound to it. */
function only(values: Readonly<Record<string, string | number>>, sql: string): Record<string, string | number> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => new RegExp(`\\$${name}\\b`).test(sql)));
}

function conditionsOf(columns: readonly Column[], asked: Pick<Asked, 'where' | 'said' | 'pattern' | 'rows'>): Query {
  const values: Record<string, string | number> = {};
  const named = new Set<string>();
  const conditions: string[] = [];
  for (const [i, text] of (asked.where ?? '').split(';').filter(Boolean).entries()) {
    if (i >= MOST_CONDITIONS) throw bad(`where: ${MOST_CONDITIONS} conditions at most`);
    conditions.push(conditionOf(columns, text, `v${i}`, values, named));
  }
  if (asked.rows !== undefined) {
    values.rows = asked.rows;
    conditions.push(`file_row_number IN (SELECT unnest(range(split_part(one, '-', 1)::BIGINT, split_part(one, '-', -1)::BIGINT + 1))
      FROM (SELECT unnest(string_split($rows, ',')) AS one) WHERE one <> '')`);
  }
  if (asked.said !== undefined) {
    values.said = asked.said;
    conditions.push(asked.pattern ? "regexp_matches(said, $said, 'i')" : 'contains(lower(said), lower($said))');
  }
  return { where: conditions.length === 0 ? 'true' : conditions.join(' AND '), values, named };
}

function conditionOf(
  columns: readonly Column[],
  text: string,
  key: string,
  values: Record<string, string | number>,
  named: Set<string>,
): string {
  const [, name = '', seat, operator, written = ''] =
    /^(\w+)(?:\.([^!<>=~]+))?(!=|<=|>=|=|<|>|~)(.*)$/s.exec(text) ?? [];
  const column = columns.find((one) => one.name === name);
  if (!column || operator === undefined)
    throw bad(
      `where: "${text.slice(0, 80)}" is no condition; expected COLUMN OP VALUE with one of ${OPERATORS.join(' ')} and a column of this run`,
    );
  named.add(name);
  const isNumber = column.kind.startsWith('number');
  const isList = column.kind.endsWith('s');
  const value = decoded(written);
  if (operator === '~') {
    if (isNumber) throw bad(`where: ${name} is a number, and ~ looks for words`);
    values[key] = value;
  } else if (isNumber) {
    const number = Number(value);
    if (value.trim() === '' || !Number.isFinite(number))
      throw bad(`where: ${name} is a number, got "${value.slice(0, 40)}"`);
    if (Math.abs(number) > Number.MAX_SAFE_INTEGER) throw bad(`where: ${name} is never as large as ${number}`);
    values[key] = number;
  } else values[key] = value;
  const holds = (what: string) => comparison(what, operator as Operator, key);
  if (!isList) return holds(quotedName(name));
  const fitting = `len(list_filter(${quotedName(name)}, one -> ${holds('one')}))`;
  if (seat === '*') return `${fitting} = len(seats)`;
  if (seat !== undefined) {
    values[`${key}s`] = seat;
    return holds(`${quotedName(name)}[list_position(seats, $${key}s)]`);
  }
  return `${fitting} > 0`;
}

function comparison(what: string, operator: Operator, key: string): string {
  if (operator === '~') return `contains(lower(${what}), lower($${key}))`;
  return `${what} ${operator === '!=' ? '<>' : operator} $${key}`;
}

function orderOf(
  columns: readonly Column[],
  sort: string | undefined,
  values: Record<string, string | number>,
  named: Set<string>,
): { readonly sql: string } {
  if (sort === undefined || sort === '') return { sql: '' };
  const [, minus, name = '', who] = /^(-?)(\w+)(?:\.(.+))?$/s.exec(sort) ?? [];
  const column = columns.find((one) => one.name === name);
  if (!column) throw bad(`sort: "${sort.slice(0, 80)}" is no column of this run`);
  named.add(name);
  const direction = minus ? 'DESC' : 'ASC';
  let what = quotedName(name);
  if (column.kind.endsWith('s')) {
    const most = minus ? 'list_max' : 'list_min';
    if (who === undefined) what = `${most}(${what})`;
    else {
      values.sortWho = who;
      const ofAgent = `${most}(list_filter(${what}, (one, i) -> agents[i] = $sortWho))`;
      what = `coalesce(${what}[list_position(seats, $sortWho)], ${ofAgent})`;
    }
  }
  return { sql: `${what} ${direction} NULLS LAST, ` };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw bad(`where: "${text.slice(0, 40)}" is not well written: a % is written %25`);
  }
}

/** Whole numbers are numbers too: as they are they would be text. */
function shownAs({ name, kind }: Column): string {
  return kind === 'number' ? `${quotedName(name)}::DOUBLE AS ${quotedName(name)}` : quotedName(name);
}

/** Only for names of the table's own list. */
function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function bad(message: string): ApiError {
  return new ApiError(400, 'bad_request', message);
}

export interface Place {
  readonly file: string;
  readonly offset: number;
  readonly length: number;
}

/** Where the transcript of a game lies, by the table. */
export async function placeOf(
  database: Database,
  table: string,
  game: string,
  signal?: AbortSignal,
): Promise<Place | undefined> {
  const [row] = await database.ask(
    `SELECT file, byte_offset::DOUBLE AS byte_offset, byte_length::DOUBLE AS byte_length
     FROM read_parquet($table) WHERE episode = $game LIMIT 1`,
    { table: oneFile(table), game },
    signal,
  );
  return row && placeIn(row);
}

export function placeIn({ file, byte_offset, byte_length }: Row): Place | undefined {
  const [offset, length] = [Number(byte_offset), Number(byte_length)];
  const isPlace = typeof file === 'string' && isWhole(offset) && isWhole(length) && length <= LARGEST_GAME;
  return isPlace ? { file, offset, length } : undefined;
}

/** Bytes of one transcript. */
const LARGEST_GAME = 64 << 20;

const isWhole = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
