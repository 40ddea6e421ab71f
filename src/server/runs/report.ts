/** report.json as the page wants it, and the games behind a row of it. */
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { problemOfReport, type ReportData, slimReport } from '../../lab/report/summary.ts';
import { readPlain } from '../../models/node/plain.ts';
import { ApiError } from '../routes.ts';

/** Of the report that was read last: a table is asked for row by row. */
let last: { readonly of: string; readonly report: ReportData } | undefined;

/** Bytes: a run of a million games has a third of it. */
const LARGEST = 128 << 20;

function readReport(file: string): ReportData {
  const { mtimeMs, size, ino } = statSync(file);
  const of = `${file} ${mtimeMs} ${size} ${ino}`;
  if (last?.of === of) return last.report;
  try {
    const report = JSON.parse(readPlain(file, LARGEST)) as ReportData;
    const problem = problemOfReport(report);
    if (problem) throw new TypeError(problem);
    last = { of, report };
    return report;
  } catch (error) {
    throw new ApiError(
      409,
      'no_report',
      `report.json cannot be read: ${(error as Error).message.replaceAll(file, basename(file)).slice(0, 200)}`,
    );
  }
}

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
