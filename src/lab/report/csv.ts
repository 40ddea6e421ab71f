/** A report as one long table, a line a cell: for a spreadsheet or a data frame. */
import { sheetLine } from '../../data/import/csv.ts';
import type { Cell, Value } from '../analysis/cell.ts';
import type { ReportPage, ResultTable } from '../analysis/section.ts';
import { show } from '../analysis/show.ts';

const COLUMNS = ['section', 'row', 'column', 'kind', 'value', 'low', 'high', 'scenarios', 'games', 'text'];

/** A row is named by the words it begins with: an agent, two that are compared, a task and a seat. */
export function toCsv({ sections }: ReportPage): string {
  const lines = sections.flatMap(({ title, table }) =>
    table ? table.rows.flatMap((row) => rowLines(title, table, row)) : [],
  );
  return `${[COLUMNS, ...lines].map(sheetLine).join('\n')}\n`;
}

function rowLines(title: string, { head }: ResultTable, row: readonly Cell[]): (string | number | undefined)[][] {
  const named = row.findIndex((cell) => typeof cell !== 'string');
  const names = row.slice(0, Math.max(1, named)).map(show).join(' | ');
  return row.map((cell, i) => [
    title,
    names,
    head[i],
    ...(typeof cell === 'string' ? ['words', '', '', '', '', ''] : figures(cell)),
    show(cell),
  ]);
}

function figures(value: Value): (string | number | undefined)[] {
  switch (value.kind) {
    case 'estimate':
      return [value.kind, ...[value.mean, value.low, value.high].map(finite), value.clusters, value.games];
    case 'verdict':
      return [value.kind, value.verdict, '', '', '', ''];
    case 'beside':
    case 'aimed':
      return figures(value.value);
    default:
      return [value.kind, finite(value.value), '', '', '', ''];
  }
}

const finite = (value: number | undefined) => (Number.isFinite(value) ? value : undefined);
