/**
 * A report as data: every value with its digits, what it rests on and what was decided, for programs and other pages. What has no
 * value, and the ends of an interval that has none, are null.
 */
import type { Cell } from '../analysis/cell.ts';
import type { DecidedComparison } from '../analysis/comparisons-section.ts';
import type { Found } from '../analysis/in-short.ts';
import type { ReportPage, Section } from '../analysis/section.ts';
import { show } from '../analysis/show.ts';

/** Raised when a reader of the file would have to change. */
const FORMAT = 1;

/** `games`: ids in the order of games.parquet. The games behind a row are the numbers of their rows there, as in "0-11,24". */
export function toJson({ sections, found, ...page }: ReportPage, games: readonly string[] = []): string {
  const rowOf = new Map(games.map((id, i) => [id, i]));
  const report = {
    format: FORMAT,
    ...page,
    ...(found && { found: foundData(found, rowOf) }),
    sections: sections.map((section) => sectionData(section, rowOf)),
  };
  return `${JSON.stringify(report, (_, value) => (value === undefined || isEndless(value) ? null : value), 1)}\n`;
}

const isEndless = (value: unknown) => typeof value === 'number' && !Number.isFinite(value);

/** The comparisons with the games behind them, as those of a table. */
function foundData({ paired, seats, factors, ...found }: Found, rowOf: ReadonlyMap<string, number>) {
  const compared = ({ episodes, ...one }: DecidedComparison) => ({ ...one, games: rowsOf(episodes, rowOf) });
  return { ...found, paired: paired.map(compared), seats: seats.map(compared), factors: factors.map(compared) };
}

/** `rowOf`: where a game stands in games.parquet. */
export function sectionData(section: Section, rowOf: ReadonlyMap<string, number>) {
  const { title, about, chart, table, notes } = section;
  const words = { title, ...(about !== undefined && { about }), ...(chart && { chart }), ...(notes && { notes }) };
  if (!table) return words;
  const { head, rows, games, quiet = [] } = table;
  return {
    ...words,
    columns: head,
    rows: rows.map((cells, i) => ({
      cells: cells.map(cellData),
      ...(quiet.includes(i) && { control: true }),
      ...(games && rowOf.size > 0 && { games: rowsOf(games[i] ?? [], rowOf) }),
    })),
  };
}

/** A value with the text that tables show for it. */
function cellData(cell: Cell): unknown {
  return typeof cell === 'string' ? cell : { ...cell, text: show(cell) };
}

function rowsOf(games: readonly string[], rowOf: ReadonlyMap<string, number>): string {
  return ranges(games.flatMap((id) => rowOf.get(id) ?? []));
}

/** 0, 1, 2, 5 to "0-2,5"; each once, where one game is both the best and the middle one. */
export function ranges(numbers: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const one of [...new Set(numbers)].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && one === last[1] + 1) last[1] = one;
    else runs.push([one, one]);
  }
  return runs.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(',');
}
