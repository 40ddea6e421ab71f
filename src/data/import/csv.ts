/**
 * Comma-separated values as RFC 4180 has them: quoted cells may hold commas, line breaks and doubled quotes.
 *
 * By hand, because a broken row must be named by the line it begins on, in a sentence, while the rows around it are kept.
 * Cells are text; no type and no dialect is guessed.
 */

interface CsvRow {
  /** The line of the file on which the row begins, from 1. */
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
}
export interface BrokenRow {
  readonly line: number;
  /** The line it ends on: a quote too many or too few makes one row of several. */
  readonly to: number;
  readonly says: string;
}
export interface Csv {
  readonly columns: readonly string[];
  readonly rows: readonly CsvRow[];
  readonly broken: readonly BrokenRow[];
}

export function parseCsv(text: string): Csv {
  const records = recordsOf(text);
  const head = records.next().value;
  const columns = head?.cells ?? [];
  const rows: CsvRow[] = [];
  const broken: BrokenRow[] = [];
  for (const { line, to, cells, fault } of records) {
    if (cells.length === 1 && cells[0] === '' && !fault) continue;
    if (fault) broken.push({ line, to, says: fault });
    else if (cells.length !== columns.length)
      broken.push({ line, to, says: `it has ${count(cells.length)} where the header has ${columns.length}` });
    else rows.push({ line, cells: Object.fromEntries(columns.map((name, i) => [name, cells[i] as string])) });
  }
  return { columns, rows, broken };
}

interface Cells {
  readonly line: number;
  readonly to: number;
  readonly cells: string[];
  readonly fault?: string;
}

const NEVER_CLOSED = 'a quoted cell in it is never closed';

function* recordsOf(text: string): Generator<Cells, undefined> {
  const end = text.length;
  let at = 0;
  let line = 1;
  while (at < end) {
    const first = line;
    const cells: string[] = [];
    let fault: string | undefined;
    for (let more = true; more; ) {
      let cell = '';
      if (text[at] === '"') {
        const quote = closingQuote(text, at);
        if (quote < 0)
          return void (yield { line: first, to: line + breaksIn(text, at, end), cells, fault: NEVER_CLOSED });
        cell = text.slice(at + 1, quote).replaceAll('""', '"');
        line += breaksIn(text, at, quote);
        at = quote + 1;
        if (at < end && !/[,\r\n]/.test(text[at] as string)) fault ??= 'it has text after a closing quote';
      }
      const from = at;
      while (at < end && text[at] !== ',' && text[at] !== '\n' && text[at] !== '\r') at++;
      cells.push(cell + text.slice(from, at));
      more = text[at] === ',';
      if (more) at++;
    }
    if (text[at] === '\r') at++;
    if (text[at] === '\n') at++;
    const place = { line: first, to: line++ };
    yield fault === undefined ? { ...place, cells } : { ...place, cells, fault };
  }
  return undefined;
}

/** The quote that ends the cell opened at `at`; -1 without one. */
function closingQuote(text: string, at: number): number {
  for (let quote = text.indexOf('"', at + 1); quote >= 0; quote = text.indexOf('"', quote + 2)) {
    if (text[quote + 1] !== '"') return quote;
  }
  return -1;
}

function breaksIn(text: string, from: number, to: number): number {
  let breaks = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) breaks++;
  return breaks;
}

function count(cells: number): string {
  return cells === 1 ? '1 cell' : `${cells} cells`;
}

/** One line of CSV, quoted where it must be. */
export function csvLine(cells: readonly (string | number | undefined)[]): string {
  return cells.map((cell) => quoted(cell === undefined ? '' : String(cell))).join(',');
}

/** For a sheet that people open: words that a spreadsheet would take for a formula begin with an apostrophe. Numbers are as they are. */
export function sheetLine(cells: readonly (string | number | undefined)[]): string {
  return csvLine(cells.map((cell) => (typeof cell === 'string' && isFormula(cell) ? `'${cell}` : cell)));
}

const isFormula = (cell: string): boolean => /^[=+\-@\t\r]/.test(cell) && !Number.isFinite(Number(cell));

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
