/**
 * A row of a role table: one turn of one side, with what that side knew and what it did.
 *
 * The names of AgreeMate's columns come first, then what its tables lacked: what is negotiated, the terms of
 * an offer, where the row comes from, and its splits. `partner_values` are the other side's secrets: they are for measuring, and
 * no prompt is made from them unless somebody asks for it.
 */
import { parseCsv } from '../import/csv.ts';
import { ImportError, textOf } from '../import/text.ts';
import { SPLITS, type Split } from '../parquet/splits.ts';

const roles = ['buyer', 'seller'] as const;
export type Role = (typeof roles)[number];
export const roleActions = ['offer', 'accept', 'reject', 'walk', 'say'] as const;
export type RoleAction = (typeof roleActions)[number];

export interface RoleRow {
  readonly role: Role;
  /** What both heard before this turn, a line a turn; its own lines begin with "You", the others with "Them". */
  readonly context: string;
  /** Computed from what this side knew before it spoke (thought.ts). */
  readonly thought: string;
  /** Own secrets as JSON: a target, or the count and value of each item. */
  readonly values: string;
  /** The other side's, in the same form. */
  readonly partner_values: string;
  readonly utterance: string;
  readonly action: RoleAction;
  /** The price of an offer; of a share of items what it is worth to the speaker. */
  readonly price: number | undefined;
  /** How it ended, as JSON. Nobody knew it at this turn. */
  readonly outcome: string;
  /** The terms of an offer as JSON, `{"price":80}` or `{"mine":{"book":1}}`; empty for any other act. */
  readonly terms: string;
  /** What both know, as JSON. */
  readonly scenario: string;
  readonly source: string;
  readonly dialogue: string;
  readonly turn: number;
  /** As the corpus was published; ours where it was published in one piece. */
  readonly split_published: Split;
  /** By what belongs together: the same listing, the same game. */
  readonly split_scenario: Split;
  readonly split_trajectory: Split;
}

/** Columns in their order, with the type that Parquet gives them. */
export const ROLE_COLUMNS: Readonly<Record<keyof RoleRow, string>> = {
  role: 'VARCHAR',
  context: 'VARCHAR',
  thought: 'VARCHAR',
  values: 'VARCHAR',
  partner_values: 'VARCHAR',
  utterance: 'VARCHAR',
  action: 'VARCHAR',
  price: 'DOUBLE',
  outcome: 'VARCHAR',
  terms: 'VARCHAR',
  scenario: 'VARCHAR',
  source: 'VARCHAR',
  dialogue: 'VARCHAR',
  turn: 'BIGINT',
  split_published: 'VARCHAR',
  split_scenario: 'VARCHAR',
  split_trajectory: 'VARCHAR',
};
export const roleColumns = Object.keys(ROLE_COLUMNS) as (keyof RoleRow)[];

export const cellsOf = (row: RoleRow): (string | number | undefined)[] => roleColumns.map((column) => row[column]);

export interface RoleTable {
  readonly rows: readonly RoleRow[];
  /** Rows that could not be used, each in a sentence. */
  readonly problems: readonly string[];
}

/** Reads a table that `parley data prepare roles` wrote, or one edited since. */
export function readRoleTable(file: string): RoleTable {
  const { columns, rows, broken } = parseCsv(textOf(file, 'a role table as CSV'));
  const missing = roleColumns.filter((column) => !columns.includes(column));
  if (missing.length > 0)
    throw new ImportError(
      `${file} has no column ${missing.join(', ')}; a role table has ${roleColumns.join(', ')}: make it with parley data prepare roles`,
    );
  const problems = broken.map(({ line, says }) => `${file} line ${line}: ${says}; it is left out`);
  const whole = rows.flatMap(({ line, cells }) => {
    const problem = cellProblem(cells);
    if (problem === undefined) return [rowOf(cells)];
    problems.push(`${file} line ${line}: ${problem}; it is left out`);
    return [];
  });
  if (whole.length === 0) {
    const first = problems[0] === undefined ? '' : ` (${problems[0]})`;
    throw new ImportError(`${file} holds no whole row of a role table${first}`);
  }
  return { rows: whole, problems };
}

type Cells = Readonly<Record<string, string>>;

function cellProblem(cells: Cells): string | undefined {
  const among = (column: string, allowed: readonly string[]) =>
    allowed.includes(cells[column] as string)
      ? undefined
      : `${column} is "${cells[column]}", expected one of ${allowed.join(', ')}`;
  const problem =
    among('role', roles) ??
    among('action', roleActions) ??
    among('split_scenario', SPLITS) ??
    among('split_trajectory', SPLITS);
  if (problem) return problem;
  const empty = ['thought', 'values', 'scenario', 'dialogue'].find((column) => cells[column] === '');
  if (empty) return `${empty} is empty`;
  if (cells.action === 'say' && cells.utterance === '') return 'nothing is said and nothing is done';
  if (cells.action === 'offer' && cells.terms === '') return 'an offer has no terms';
  const unread = ['values', 'partner_values', 'scenario', 'terms', 'outcome'].find((column) => !isJson(cells[column]));
  return unread && `${unread} is not JSON`;
}

function isJson(text: string | undefined): boolean {
  if (text === '' || text === undefined) return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function rowOf(cells: Cells): RoleRow {
  const price = cells.price === '' ? undefined : Number(cells.price);
  return { ...(cells as unknown as RoleRow), price, turn: Number(cells.turn) };
}
