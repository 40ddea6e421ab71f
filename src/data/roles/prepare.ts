/**
 * Role tables: buyer_training, seller_training and generalist_training, each as CSV and as Parquet, with a data card.
 *
 * The generalist table takes ten rows of the buyer and ten of the seller in turn and then what is left, as AgreeMate's does. All
 * files are written beside their places and moved at the end, card.json last: where it is, the tables are whole.
 */
import { createHash } from 'node:crypto';
import { closeSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../../models/node/files.ts';
import { aloneIn } from '../../models/node/lock.ts';
import { readPlainBytes } from '../../models/node/plain.ts';
import { csvLine } from '../import/csv.ts';
import { ImportError } from '../import/text.ts';
import { readJsonLines, writePart } from '../parquet/duckdb.ts';
import { type RolesCard, rolesCard, rolesReport } from './card.ts';
import { readDialogues } from './read.ts';
import { cellsOf, ROLE_COLUMNS, type RoleRow, roleColumns } from './role-row.ts';
import { type LeaveOutRule, rowsOf } from './rows.ts';

export interface PrepareRolesOptions {
  /** Folders that imports wrote, or their dialogues.jsonl. */
  readonly inputs: readonly string[];
  readonly out: string;
  /** Bytes of an input that may be read. */
  readonly largest?: number;
  readonly onProgress?: (progress: RolesProgress) => void;
}
export interface RolesProgress {
  readonly stage: string;
  readonly done: number;
  readonly of: number;
}

const CHUNK = 10;
const FLUSH = 1 << 20;
/** Bytes of a table that was just written: as many as are read at once. */
const LARGEST_TABLE = 2 ** 31 - 1;

export async function prepareRoles({ inputs, out, largest, onProgress }: PrepareRolesOptions): Promise<RolesCard> {
  const read = inputs.map((input) => readDialogues(input, largest));
  const total = read.reduce((sum, { dialogues }) => sum + dialogues.length, 0);
  const rows: RoleRow[] = [];
  const leftOut = new Map<LeaveOutRule, string[]>();
  const seen = new Map<string, string>();
  const repeated: string[] = [];
  let done = 0;
  for (const { file, dialogues } of read) {
    for (const dialogue of dialogues) {
      const where = `${file} line ${dialogue.line}`;
      const before = seen.get(dialogue.id);
      if (before !== undefined) repeated.push(`${where} is the dialogue of ${before} again`);
      else {
        seen.set(dialogue.id, where);
        const made = rowsOf(dialogue);
        if ('rows' in made) rows.push(...made.rows);
        else {
          const places = leftOut.get(made.leftOut);
          if (places) places.push(where);
          else leftOut.set(made.leftOut, [where]);
        }
      }
      if (++done % 200 === 0) {
        onProgress?.({ stage: 'reading', done, of: total });
        // Lets a progress bar draw and an interrupt in.
        await new Promise(setImmediate);
      }
    }
  }
  const problems = [...read.flatMap(({ incomplete }) => incomplete), ...repeated];
  if (rows.length === 0) {
    const [rule] = leftOut.keys();
    throw new ImportError(
      `${inputs.join(', ')} give no row${rule ? ` (${rule}: ${leftOut.get(rule)?.length} dialogues)` : ''}${problems[0] ? `; ${problems[0]}` : ''}; nothing was written`,
    );
  }
  const tables = tablesOf(rows);
  return aloneIn(out, async () => {
    const files = await writeTables(out, tables, onProgress);
    const sources = read.map(({ file, sha256, dialogues }) => ({ file, sha256, dialogues: dialogues.length }));
    const card = rolesCard({ rows, sources, files, leftOut, problems });
    writeWhole(join(out, 'card.md'), `${rolesReport(card)}\n`);
    writeWhole(join(out, 'card.json'), `${JSON.stringify(card, null, 2)}\n`);
    return card;
  });
}

function tablesOf(rows: readonly RoleRow[]): Record<string, readonly RoleRow[]> {
  const [buyer, seller] = (['buyer', 'seller'] as const).map((role) => rows.filter((row) => row.role === role)) as [
    RoleRow[],
    RoleRow[],
  ];
  return { buyer_training: buyer, seller_training: seller, generalist_training: inTurn(buyer, seller) };
}

/** Ten of the one and ten of the other while both last, then the rest. */
export function inTurn<T>(one: readonly T[], other: readonly T[]): T[] {
  const mixed: T[] = [];
  const shared = Math.floor(Math.min(one.length, other.length) / CHUNK) * CHUNK;
  for (let at = 0; at < shared; at += CHUNK) mixed.push(...one.slice(at, at + CHUNK), ...other.slice(at, at + CHUNK));
  return [...mixed, ...one.slice(shared), ...other.slice(shared)];
}

async function writeTables(
  out: string,
  tables: Readonly<Record<string, readonly RoleRow[]>>,
  onProgress: PrepareRolesOptions['onProgress'],
): Promise<RolesCard['files']> {
  const names = Object.keys(tables);
  const part = (name: string) => join(out, `${name}.part`);
  const lines = part('rows.jsonl');
  const files: Record<string, { rows: number; bytes: number; sha256: string }> = {};
  try {
    for (const [i, name] of names.entries()) {
      onProgress?.({ stage: 'writing', done: i, of: names.length });
      const rows = tables[name] as readonly RoleRow[];
      writeLines(part(`${name}.csv`), csvLine(roleColumns), rows, (row) => csvLine(cellsOf(row)));
      writeLines(lines, undefined, rows, (row) => JSON.stringify(row));
      // `values` is a word of SQL.
      const columns = Object.fromEntries(roleColumns.map((column) => [column, ROLE_COLUMNS[column]]));
      await writePart(part(`${name}.parquet`), `SELECT * FROM ${readJsonLines(lines, columns)}`);
      for (const ending of ['csv', 'parquet']) {
        const file = part(`${name}.${ending}`);
        const sha256 = createHash('sha256').update(readPlainBytes(file, LARGEST_TABLE)).digest('hex');
        files[`${name}.${ending}`] = { rows: rows.length, bytes: statSync(file).size, sha256 };
      }
    }
    // An older card must not speak for the new tables.
    rmSync(join(out, 'card.json'), { force: true });
    for (const name of Object.keys(files)) renameSync(part(name), join(out, name));
    return files;
  } finally {
    for (const name of ['rows.jsonl', ...names.flatMap((name) => [`${name}.csv`, `${name}.parquet`])])
      rmSync(part(name), { force: true });
  }
}

function writeLines<T>(file: string, head: string | undefined, rows: readonly T[], line: (row: T) => string): void {
  const handle = openSync(file, 'w');
  try {
    let text = head === undefined ? '' : `${head}\n`;
    for (const row of rows) {
      text += `${line(row)}\n`;
      if (text.length < FLUSH) continue;
      writeFileSync(handle, text);
      text = '';
    }
    writeFileSync(handle, text);
  } finally {
    closeSync(handle);
  }
}
