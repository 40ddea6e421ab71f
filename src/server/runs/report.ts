/** report.json as the page wants it: without the numbers of the games behind each row, which may be most of it, but with their count. */
import { readFileSync, statSync } from 'node:fs';
import { ApiError } from '../routes.ts';

interface ReportRow {
  readonly games?: string;
}

interface Report {
  readonly found?: unknown;
  readonly sections: readonly { readonly rows?: readonly ReportRow[] }[];
}

/** Of the report that was read last: a table is asked for row by row. */
let last: { readonly of: string; readonly report: Report } | undefined;

function readReport(file: string): Report {
  const { mtimeMs, size, ino } = statSync(file);
  const of = `${file} ${mtimeMs} ${size} ${ino}`;
  if (last?.of === of) return last.report;
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
    if (!Array.isArray(report.sections)) throw new TypeError('it has no sections');
    last = { of, report };
    return report;
  } catch (error) {
    throw new ApiError(409, 'no_report', `report.json cannot be read: ${(error as Error).message.slice(0, 200)}`);
  }
}

export function slimReport(file: string): object {
  // What the sentences were found from stands in the tables too.
  const { sections, found: _, ...report } = readReport(file);
  return {
    ...report,
    sections: sections.map(({ rows, ...section }) => ({
      ...section,
      ...(rows && {
        rows: rows.map(({ games, ...row }) => ({ ...row, ...(games !== undefined && { games: countOf(games) }) })),
      }),
    })),
  };
}

/** "0-2,5" to 4. */
function countOf(games: string): number {
  return games.split(',').reduce((sum, run) => {
    if (run === '') return sum;
    const [from, to = from] = run.split('-').map(Number) as [number, number?];
    return sum + to - from + 1;
  }, 0);
}

/** The row numbers behind row R of section S. */
export function rowsBehind(file: string, section: number, row: number): string {
  const games = readReport(file).sections[section]?.rows?.[row]?.games;
  if (games === undefined) throw new ApiError(404, 'not_found', 'the report names no games behind this row');
  return games;
}
