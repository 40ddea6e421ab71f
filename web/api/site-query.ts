/** Conditions and orders of games as the server reads them (src/server/runs/games.ts), over rows in the tab. */
import { Problem } from './problem.ts';

type Row = Readonly<Record<string, unknown>>;
type Value = string | number | null;

export interface Condition {
  readonly column: string;
  readonly seat: string | undefined;
  readonly operator: string;
  readonly value: string;
}

export function conditionsOf(where: string): Condition[] {
  return where
    .split(';')
    .filter(Boolean)
    .map((text) => {
      const [, column, seat, operator, value] = /^(\w+)(?:\.([^!<>=~]+))?(!=|<=|>=|=|<|>|~)(.*)$/s.exec(text) ?? [];
      if (column === undefined || operator === undefined)
        throw new Problem(400, 'bad_request', `"${text}" is no condition`);
      return { column, seat, operator, value: decodeURIComponent(value ?? '') };
    });
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
