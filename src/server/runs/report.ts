/** report.json as the page wants it, and the games behind a row of it. */
import { readFileSync, statSync } from 'node:fs';
import { type ReportData, slimReport } from '../../lab/report/summary.ts';
import { ApiError } from '../routes.ts';

/** Of the report that was read last: a table is asked for row by row. */
let last: { readonly of: string; readonly report: ReportData } | undefined;

function readReport(file: string): ReportData {
  const { mtimeMs, size, ino } = statSync(file);
  const of = `${file} ${mtimeMs} ${size} ${ino}`;
  if (last?.of === of) return last.report;
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as ReportData;
    if (!Array.isArray(report?.sections)) throw new TypeError('it has no sections');
    if (!report.sections.every((one) => isRecord(one) && rowsAreWell(one.rows)))
      throw new TypeError('its sections are not those of a report');
    last = { of, report };
    return report;
  } catch (error) {
    throw new ApiError(409, 'no_report', `report.json cannot be read: ${(error as Error).message.slice(0, 200)}`);
  }
}

const isRecord = (value: unknown): boolean => typeof value === 'object' && value !== null;
const rowsAreWell = (rows: unknown) => rows === undefined || (Array.isArray(rows) && rows.every(isRecord));

export function slimReportIn(file: string): object {
  return slimReport(readReport(file));
}

/** The row numbers behind row R of section S. */
export function rowsBehind(file: string, section: number, row: number): string {
  const games = readReport(file).sections[section]?.rows?.[row]?.games;
  if (games === undefined) throw new ApiError(404, 'not_found', 'the report names no games behind this row');
  if (typeof games !== 'string')
    throw new ApiError(
      409,
      'bad_report',
      'report.json names games by something else than the text of their row numbers',
    );
  return games;
}
