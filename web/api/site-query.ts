/** Conditions and orders of games as the server reads them (src/server/runs/games.ts), over rows in the tab. */
import { Problem } from './problem.ts';

type Row = Readonly<Record<string, unknown>>;
type Value = string | number | null;

/** Of the table, as the run has them. */
export interface Column {
  readonly name: string;
  readonly kind: string;
}

export interface Condition {
  readonly column: string;
  readonly seat: string | undefined;
  readonly operator: string;
  readonly value: string;
}

const MOST_CONDITIONS = 12;

const bad = (message: string) => new Problem(400, 'bad_request', message);

export function conditionsOf(where: string, columns: readonly Column[]): Condition[] {
  const texts = where.split(';').filter(Boolean);
  if (texts.length > MOST_CONDITIONS) throw bad(`where: ${MOST_CONDITIONS} conditions at most`);
  return texts.map((text) => conditionOf(text, columns));
}

function conditionOf(text: string, columns: readonly Column[]): Condition {
  const [, name, seat, operator, written = ''] = /^(\w+)(?:\.([^!<>=~]+))?(!=|<=|>=|=|<|>|~)(.*)$/s.exec(text) ?? [];
  const column = columns.find((one) => one.name === name);
  if (!column || operator === undefined)
    throw bad(
      `where: "${text.slice(0, 80)}" is no condition; expected COLUMN OP VALUE with one of != <= >= = < > ~ and a column of this run`,
    );
  const value = decoded(written);
  if (column.kind.startsWith('number')) {
    if (operator === '~') throw bad(`where: ${name} is a number, and ~ looks for words`);
    const number = Number(value);
    if (value.trim() === '' || !Number.isFinite(number))
      throw bad(`where: ${name} is a number, got "${value.slice(0, 40)}"`);
    if (Math.abs(number) > Number.MAX_SAFE_INTEGER) throw bad(`where: ${name} is never as large as ${number}`);
  }
  return { column: column.name, seat, operator, value };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw bad(`where: "${text.slice(0, 40)}" is not well written: a % is written %25`);
  }
}

/** A part of a pattern: something escaped, a bracket, a group that is asked about, or a letter. */
const PARTS = /\\[\s\S]|\(\?<?[=!]|\[\^?\]?|[\s\S]/gu;

/**
 * A pattern of RE2 as this browser reads it the same: by whole characters, with the server's spaces and lines. What the two read differently
 * is refused.
 */
export function patternOf(said: string): RegExp {
  let inClass = false;
  const part = (one: string): string => {
    if (/^\\[1-9k]|^\(\?<?[=!]|^\[\^?\]$/.test(one)) throw new SyntaxError(one);
    if (one.startsWith('[') && !inClass) inClass = true;
    else if (one === ']') inClass = false;
    else if (one === '.' && !inClass) return '[^\\n]';
    else if (one === '\\s') return inClass ? '\\t\\n\\f\\r ' : '[\\t\\n\\f\\r ]';
    else if (one === '\\S' && !inClass) return '[^\\t\\n\\f\\r ]';
    // Any mark may be escaped there.
    else if (/^\\[!-/:-@[-`{-~]$/.test(one)) return `\\x${one.charCodeAt(1).toString(16)}`;
    return one;
  };
  try {
    return new RegExp(said.replaceAll(PARTS, part), 'iu');
  } catch {
    throw bad(
      `"${said.slice(0, 80)}" is no pattern, or one that only the server reads: here \\d stands for [[:digit:]], ^ for \\A, $ for \\z, and case never counts`,
    );
  }
}

export function holds({ column, seat, operator, value }: Condition, row: Row): boolean {
  const cell = row[column];
  if (!Array.isArray(cell)) return compared(cell as Value, operator, value);
  if (seat === '*') return cell.every((one: Value) => compared(one, operator, value));
  if (seat !== undefined) return compared(ofSeat(row, cell, seat), operator, value);
  return cell.some((one: Value) => compared(one, operator, value));
}

function ofSeat(row: Row, cell: readonly Value[], seat: string): Value {
  return cell[(row.seats as readonly string[]).indexOf(seat)] ?? null;
}

/** As SQL has it: what is missing fits nothing. */
function compared(cell: Value | undefined, operator: string, value: string): boolean {
  if (cell === null || cell === undefined) return false;
  if (operator === '~') return String(cell).toLowerCase().includes(value.toLowerCase());
  const other = typeof cell === 'number' ? Number(value) : value;
  switch (operator) {
    case '=':
      return cell === other;
    case '!=':
      return cell !== other;
    case '<':
      return cell < other;
    case '<=':
      return cell <= other;
    case '>':
      return cell > other;
    default:
      return cell >= other;
  }
}

export function refuseOrder(sort: string, columns: readonly Column[]): void {
  const [, name] = /^-?(\w+)(?:\.(.+))?$/s.exec(sort) ?? [];
  if (!columns.some((one) => one.name === name)) throw bad(`sort: "${sort.slice(0, 80)}" is no column of this run`);
}

/** What is missing comes last either way; of a list without a seat the lowest counts, or the highest where that comes first. */
export function sortBy<R extends Row>(rows: readonly R[], sort: string): R[] {
  const [, minus = '', column = '', who] = /^(-?)(\w+)(?:\.(.+))?$/s.exec(sort) ?? [];
  const keyOf = (row: R): Value => {
    const cell = row[column];
    if (!Array.isArray(cell)) return (cell as Value | undefined) ?? null;
    const [seats, agents] = [row.seats, row.agents] as [readonly string[], readonly string[]];
    const some = cell.filter(
      (one: Value, i) => one !== null && (who === undefined || seats[i] === who || agents[i] === who),
    ) as (string | number)[];
    return some.reduce<Value>((best, one) => (best === null || (minus ? one > best : one < best) ? one : best), null);
  };
  const keyed = rows.map((row) => ({ row, key: keyOf(row) }));
  const sign = minus ? -1 : 1;
  keyed.sort((a, b) => {
    if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null);
    return a.key === b.key ? 0 : a.key < b.key ? -sign : sign;
  });
  return keyed.map(({ row }) => row);
}
