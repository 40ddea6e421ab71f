/** What a large run has ready in its summary.json, and how a measure spreads where it has not: worked out once, and kept until the table changes. */
import { stat } from 'node:fs/promises';
import { type Spreads, spreadOf } from '../../lab/report/spread.ts';
import { parseSummary, type Summary } from '../../lab/report/summary.ts';
import { readPlain } from '../../models/node/plain.ts';
import { ApiError } from '../routes.ts';
import type { Database } from './database.ts';
import type { RunFolders } from './folder.ts';
import type { Column } from './games.ts';

/** Bytes: one of a run of this parley has some hundred kilobytes. */
const LARGEST = 4 << 20;
const MOST_KEPT = 4;
const MOST_SPREADS = 100;

/** Those that were read last are kept, one a run: a page asks for several parts of it. */
export function summaries(folders: RunFolders): (folder: string) => Promise<Summary | undefined> {
  const kept = new Map<string, { readonly key: string; readonly summary: Summary | undefined }>();
  return async (folder) => {
    const names = ['summary.json', 'report.json', 'games.parquet'] as const;
    const files = await Promise.all(names.map((name) => folders.fileIn(folder, name)));
    const [file] = files;
    if (file === undefined) return undefined;
    const [own, report, table] = await Promise.all(files.map((one) => (one === undefined ? undefined : stat(one))));
    if (!own || own.size > LARGEST) return undefined;
    const key = JSON.stringify([file, own.mtimeMs, own.size, own.ino, report?.size, table?.size]);
    const last = kept.get(file);
    const sizes = { 'report.json': report?.size, 'games.parquet': table?.size };
    const summary = last?.key === key ? last.summary : parseSummary(readPlain(file, LARGEST), sizes);
    kept.delete(file);
    kept.set(file, { key, summary });
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value as string);
    return summary;
  };
}

interface Asked {
  readonly file: string;
  readonly version: string;
  readonly columns: readonly Column[];
  readonly measure: string;
  readonly controls: readonly string[];
}

export function spreadIn(database: Database): (asked: Asked, signal?: AbortSignal) => Promise<Spreads> {
  const spreads = new Map<string, Spreads>();
  return async ({ file, version, columns, measure, controls }, signal) => {
    const column = columns.find(({ name }) => name === measure);
    if (!column?.kind.startsWith('number'))
      throw new ApiError(400, 'bad_request', `measure: "${measure.slice(0, 40)}" is no measure of this run`);
    const key = JSON.stringify([file, version, measure, controls]);
    const hasTested = columns.some(({ name }) => name === 'tested');
    const known =
      spreads.get(key) ??
      (await spreadOf(
        (sql, values) => database.ask(sql, values, signal),
        file,
        { name: column.name, perSeat: column.kind === 'numbers' },
        { hasTested, controls },
      ));
    spreads.set(key, known);
    if (spreads.size > MOST_SPREADS) spreads.delete(spreads.keys().next().value as string);
    return known;
  };
}
