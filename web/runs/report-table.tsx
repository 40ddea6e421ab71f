/** A table of the report. Its figures are those of report.json, as they are written there; each opens the games behind its row. */
import { Link } from '@tanstack/react-router';
import { useWords } from '../words/index.ts';
import style from './report-table.module.css';
import type { Cell, ReportSection } from './run.ts';
import { Spec } from './spec.tsx';

interface ReportTableProps {
  readonly section: ReportSection;
  /** The address of the games behind a row; undefined where there are none to open. */
  behind?(row: number): string | undefined;
  /** The address of one game, for cells that name one. */
  game?(id: string): string;
}

/** Games of a row that failed, where its table counts them: they are opened with the others, and are in no mean. */
function failedIn(columns: readonly string[], cells: readonly Cell[]): number {
  const cell = cells[columns.indexOf('failed')];
  return (typeof cell === 'object' && cell.value) || 0;
}

const textOf = (cell: Cell): string => (typeof cell === 'string' ? cell : (cell.text ?? ''));

const shown = (cell: Cell) => (typeof cell === 'string' ? <Spec text={cell} /> : textOf(cell));

export function ReportTable({ section: { title, columns = [], rows = [] }, behind, game }: ReportTableProps) {
  const words = useWords();
  const isNumber = (column: number) => rows.some(({ cells }) => typeof cells[column] === 'object');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <section className={style.scroll} aria-label={words.report.title(title)} tabIndex={0}>
      <table className={style.table}>
        <thead>
          <tr>
            {columns.map((column, i) => (
              <th key={column} scope="col" data-number={isNumber(i)}>
                {words.report.column(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ cells, control, games }, i) => {
            const address = games === undefined || games === 0 ? undefined : behind?.(i);
            const first = cells.findIndex((cell) => typeof cell === 'object');
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a report keep their places
              <tr key={i} data-control={control}>
                {cells.map((cell, j) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: so do its columns
                  <td key={j} data-number={typeof cell === 'object'}>
                    {game && typeof cell === 'object' && cell.kind === 'game' ? (
                      <Link to={game(String(cell.id)) as '/'}>{shown(cell)}</Link>
                    ) : address !== undefined &&
                      (j === first || (first < 0 && j === cells.length - 1) || typeof cell === 'object') ? (
                      <Link
                        to={address as '/'}
                        title={words.runs.behind(games as number, failedIn(columns, cells))}
                        // One way by keyboard is enough: every figure of a row leads to the same games.
                        tabIndex={j === first || first < 0 ? 0 : -1}
                      >
                        {shown(cell)}
                      </Link>
                    ) : (
                      shown(cell)
                    )}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
