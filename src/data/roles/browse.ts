/**
 * Role tables to look through: rows that fit, a page at a time, by DuckDB over the Parquet file. Columns come from the list of a role table's
 * own, values are bound, so nothing that somebody types becomes a part of a query.
 */
import { oneFile } from '../parquet/duckdb.ts';
import { ROLE_COLUMNS, type RoleRow, roleActions, roleColumns } from './role-row.ts';

export const roleTables = ['buyer', 'seller', 'generalist'] as const;
export type RoleTableName = (typeof roleTables)[number];
export const tableFile = (name: RoleTableName): string => `${name}_training.parquet`;

/** What rows can be chosen by, as it stands in the cell. */
const chosenBy = ['source', 'action', 'split_scenario', 'dialogue', 'role'] as const;
/** What rows can be put in order by; `row` is their order in the table. */
export const orders = ['row', 'price', 'turn', 'utterance'] as const;

interface RowsAsked {
  readonly chosen?: Readonly<Partial<Record<(typeof chosenBy)[number], string | undefined>>>;
  /** In what was said before, thought or said: each word of it, in any order. */
  readonly search?: string | undefined;
  readonly order?: (typeof orders)[number];
  readonly descending?: boolean;
  readonly offset?: number;
  readonly limit?: number;
}

type NumberedRow = RoleRow & { readonly row: number };

interface RowsFound {
  readonly total: number;
  readonly rows: readonly NumberedRow[];
}

/** Of tables by their files. */
export interface Browser {
  rows(table: string, asked?: RowsAsked): Promise<RowsFound>;
  row(table: string, row: number): Promise<NumberedRow | undefined>;
  count(table: string): Promise<number>;
  /** The values of a column that stand most often, for a choice. */
  choices(table: string, column: (typeof chosenBy)[number]): Promise<readonly string[]>;
}

const SEARCHED = ['context', 'thought', 'utterance'] as const satisfies readonly (keyof RoleRow)[];
const MOST_WORDS = 8;
const MOST_CHOICES = 30;
const CELLS = roleColumns
  .map((name) => (ROLE_COLUMNS[name] === 'BIGINT' ? `"${name}"::DOUBLE AS "${name}"` : `"${name}"`))
  .join(', ');

/** Rows of a query as JSON has them; what comes from outside is bound by its name. */
export type Ask = (
  sql: string,
  values: Readonly<Record<string, string | number>>,
) => Promise<readonly Readonly<Record<string, unknown>>[]>;

export function createBrowser(database: Ask): Browser {
  const ask: Ask = (sql, values) => database(sql, { ...values, table: oneFile(String(values.table)) });
  const from = 'read_parquet($table, file_row_number = true)';
  const plain = (row: Readonly<Record<string, unknown>>) =>
    ({ ...row, price: row.price ?? undefined }) as unknown as NumberedRow;
  const count = async (where: string, values: Readonly<Record<string, string | number>>) =>
    Number((await ask(`SELECT count(*)::DOUBLE AS n FROM ${from} ${where}`, values))[0]?.n ?? 0);
  return {
    async rows(table, { chosen = {}, search = '', order = 'row', descending = false, offset = 0, limit = 50 } = {}) {
      const values: Record<string, string | number> = { table };
      const equal = chosenBy.flatMap((column) => {
        const value = chosen[column];
        if (value === undefined) return [];
        values[column] = value;
        return [`"${column}" = $${column}`];
      });
      const said = SEARCHED.map((column) => `"${column}"`).join(" || ' ' || ");
      const words = search.trim().split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
      const found = words.map((word, i) => {
        values[`word${i}`] = word;
        return `contains(lower(${said}), lower($word${i}))`;
      });
      const conditions = [...equal, ...found];
      const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
      const by = order === 'row' ? 'file_row_number' : order === 'utterance' ? 'length("utterance")' : `"${order}"`;
      const [total, page] = await Promise.all([
        count(where, values),
        ask(
          `SELECT file_row_number::DOUBLE AS row, ${CELLS} FROM ${from} ${where}
           ORDER BY ${by} ${descending ? 'DESC' : 'ASC'} NULLS LAST, file_row_number LIMIT $limit OFFSET $offset`,
          { ...values, limit, offset },
        ),
      ]);
      return { total, rows: page.map(plain) };
    },
    async row(table, row) {
      const query = `SELECT file_row_number::DOUBLE AS row, ${CELLS} FROM ${from} WHERE file_row_number = $row`;
      const [found] = await ask(query, { table, row });
      return found && plain(found);
    },
    count: (table) => count('', { table }),
    async choices(table, column) {
      if (column === 'action') return roleActions;
      const query = `SELECT "${column}" AS value FROM ${from} GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT ${MOST_CHOICES}`;
      return (await ask(query, { table })).map(({ value }) => String(value));
    },
  };
}
