/**
 * summary.json: of a large run, what a page shows first. The report without the games behind its rows, and how each measure spreads; both could be
 * made from report.json and games.parquet at any time, and take seconds where there are a million games.
 */
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { askDuckDB } from '../../data/parquet/duckdb.ts';
import { writeWhole } from '../../models/node/files.ts';
import { LARGEST_TEXT, readPlain } from '../../models/node/plain.ts';
import { type SpreadColumn, type Spreads, spreadOf } from './spread.ts';

/** A smaller run is answered from its table in no time. */
const LARGE = 50_000;
const FORMAT = 1;
const NAME = 'summary.json';

/** What it was made from, by length: a file that was written since is another. */
const SOURCES = ['report.json', 'games.parquet'] as const;

interface ReportRow {
  readonly games?: string;
}

export interface ReportData {
  readonly found?: unknown;
  readonly sections: readonly { readonly rows?: readonly ReportRow[] }[];
}

export interface SummaryOptions {
  readonly games: number;
  readonly measures: readonly SpreadColumn[];
  readonly controls: readonly string[];
  /** Games from which on there is one. */
  readonly from?: number;
}

export function removeSummary(folder: string): void {
  rmSync(join(folder, NAME), { force: true });
}

/** Written where the run is large, removed where it is not: an older one would be of other games. */
export async function writeSummary(
  folder: string,
  { games, measures, controls, from = LARGE }: SummaryOptions,
): Promise<void> {
  removeSummary(folder);
  if (games < from) return;
  const table = join(folder, 'games.parquet');
  const spreads: Record<string, Spreads> = {};
  await askDuckDB(table, async (ask) => {
    for (const one of measures) spreads[one.name] = await spreadOf(ask, table, one, { hasTested: true, controls });
  });
  const report = slimReport(JSON.parse(readPlain(join(folder, 'report.json'), LARGEST_TEXT)) as ReportData);
  const of = Object.fromEntries(SOURCES.map((name) => [name, statSync(join(folder, name)).size]));
  writeWhole(join(folder, NAME), `${JSON.stringify({ format: FORMAT, of, controls, report, spreads })}\n`);
}

const spread = z.strictObject({
  measure: z.string(),
  low: z.number(),
  high: z.number(),
  agents: z.array(
    z.strictObject({
      agent: z.string(),
      control: z.boolean(),
      games: z.int(),
      mean: z.number().nullable(),
      quartiles: z.array(z.number()).nullable(),
      bins: z.array(z.int()),
      won: z.int(),
      tied: z.int(),
      lost: z.int(),
      impasse: z.int(),
      turns: z.number(),
    }),
  ),
});
const texts = z.array(z.string());
/** As report.json has them: whoever shows one goes by these. */
const section = z.looseObject({
  title: z.string(),
  about: z.string().optional(),
  notes: texts.optional(),
  columns: texts.optional(),
  rows: z
    .array(z.looseObject({ cells: z.array(z.union([z.string(), z.looseObject({ text: z.string().optional() })])) }))
    .optional(),
});
const report = z.looseObject({
  title: z.string(),
  about: z.string().optional(),
  inShort: texts.optional(),
  facts: texts,
  warnings: texts,
  sections: z.array(section.refine(({ columns, rows }) => !columns === !rows, 'a table has columns and rows')),
});

/** What of a report is not as a page shows it, in a sentence; undefined for none. */
export function problemOfReport(value: unknown): string | undefined {
  const [issue] = report.safeParse(value).error?.issues ?? [];
  return issue && `${issue.path.join('.') || 'it'}: ${issue.message}`;
}

const schema = z.object({
  format: z.literal(FORMAT),
  of: z.record(z.string(), z.number()),
  controls: z.array(z.string()),
  report,
  spreads: z.record(z.string(), spread),
});
export type Summary = z.output<typeof schema>;

/** Undefined where it is broken, or of other files than those of these lengths. */
export function parseSummary(text: string, sizes: Readonly<Record<string, number | undefined>>): Summary | undefined {
  try {
    const { data } = schema.safeParse(JSON.parse(text));
    // What is nested too deep can be read, and not be written again.
    JSON.stringify(data);
    return data && SOURCES.every((name) => data.of[name] === sizes[name]) ? data : undefined;
  } catch {
    return undefined;
  }
}

/** A report as a page wants it: without the numbers of the games behind each row, which may be most of it, but with their count. */
export function slimReport({ sections, found: _, ...report }: ReportData): object {
  // What the sentences were found from stands in the tables too.
  return {
    ...report,
    sections: sections.map(({ rows, ...section }) => ({
      ...section,
      ...(rows && {
        rows: rows.map(({ games, ...row }) => ({
          ...row,
          ...(typeof games === 'string' && { games: countOf(games) }),
        })),
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
