/**
 * The result files of AgreeMate (Chatterjee, Miller and Parepally 2024), one per pair of agents, one row per negotiation.
 *
 * Their columns are untyped text: prices and actions are lists as Python prints them, the transcript is lines that begin with
 * `Buyer:` or `Seller:`. A row that cannot be read is left out and named; a column that is not there is named with what can
 * then not be computed. Nothing is corrected here.
 */
import { basename } from 'node:path';
import { type BrokenRow, parseCsv } from '../csv.ts';
import { pythonNumbers, pythonTexts } from '../python-list.ts';
import { ImportError, textOf } from '../text.ts';

export type Side = 'buyer' | 'seller';

interface Line {
  readonly side: Side;
  readonly words: string;
}

export interface Run {
  /** The line of the file on which its row begins. */
  readonly line: number;
  readonly scenario: string;
  readonly title: string;
  readonly listPrice: number;
  readonly buyerTarget: number;
  readonly sellerTarget: number;
  readonly accepted: boolean;
  /** As recorded. */
  readonly acceptedPrice?: number;
  /** What their parser read, turn by turn; undefined where it read none, written as -1. */
  readonly prices?: readonly (number | undefined)[];
  readonly actions?: readonly string[];
  readonly transcript?: readonly Line[];
  readonly turns: number;
  /** The metrics they stored, by column. */
  readonly stored: Readonly<Partial<Record<StoredColumn, number>>>;
}

export interface RunFile {
  /** Without its folder and ending, as the pair is named: `baseline-3B-buyer+baseline-3B-seller`. */
  readonly name: string;
  readonly runs: readonly Run[];
  readonly columns: ReadonlySet<string>;
  /** Rows that were left out and columns that are missing, a sentence each. */
  readonly problems: readonly string[];
}

export const storedColumns = [
  'fairness',
  'bias',
  'aggressiveness',
  'dialogue_length',
  'bias_cond_dialogue_length',
  'rel_efficiency',
  'probing_ratio',
  'concession_rate',
  'rel_eff',
] as const;
export type StoredColumn = (typeof storedColumns)[number];

const REQUIRED = ['listing_price', 'buyer_target', 'seller_target', 'outcome', 'accepted_price'];
/** Without these there is less to say. */
const LOST: Readonly<Record<string, string>> = {
  prices: 'concession rates are not computed, nor deals without a parsed price found',
  actions: 'the probing ratio is not computed',
  transcript: 'no price can be read from the words',
};
const EXPECTED = 'a CSV of results of AgreeMate';
const NO_VALUE = /^(?:|n\/a|nan|none|null)$/i;

export function readRuns(file: string): RunFile {
  const { columns, rows, broken } = parseCsv(textOf(file, EXPECTED));
  const missing = REQUIRED.filter((column) => !columns.includes(column));
  if (missing.length > 0) {
    const isOther = columns.length === 1 && /[;\t]/.test(columns[0] as string);
    const got = isOther ? 'another separator than commas' : short(columns.join(', '));
    throw new ImportError(`${file} has no column ${missing.join(', ')}; got ${got}; expected ${EXPECTED}`);
  }
  const runs: Run[] = [];
  const left: BrokenRow[] = [...broken];
  for (const { line, cells } of rows) {
    const run = runOf(line, cells);
    if (typeof run === 'string') left.push({ line, to: line, says: run });
    else runs.push(run);
  }
  left.sort((a, b) => a.line - b.line);
  const problems = left.map(({ line, to, says }) => {
    const place = to > line ? `lines ${line} to ${to}` : `line ${line}`;
    return `${file}, ${place}: ${says}; the row is left out`;
  });
  const lost = Object.entries(LOST).filter(([column]) => !columns.includes(column));
  problems.push(...lost.map(([column, says]) => `${file} has no column ${column}: ${says}`));
  if (runs.length === 0) {
    const why = problems[0] === undefined ? '' : ` (${problems[0]})`;
    throw new ImportError(`${file} has a header and no run that can be read; expected ${EXPECTED}${why}`);
  }
  return { name: basename(file).replace(/\.csv$/i, ''), runs, columns: new Set(columns), problems };
}

function runOf(line: number, cells: Readonly<Record<string, string>>): Run | string {
  const numbers: Record<string, number> = {};
  for (const column of ['listing_price', 'buyer_target', 'seller_target']) {
    const value = numberOf(cells[column] ?? '');
    if (typeof value !== 'number' || value < 0) return `${column} is "${cells[column]}", not an amount`;
    numbers[column] = value;
  }
  const outcome = (cells.outcome ?? '').trim().toLowerCase();
  if (outcome !== 'accepted' && outcome !== 'rejected')
    return `outcome is "${cells.outcome}", neither Accepted nor Rejected`;
  const acceptedPrice = numberOf(cells.accepted_price ?? '');
  if (acceptedPrice === 'no number') return `accepted_price is "${cells.accepted_price}", not an amount`;
  const prices = cells.prices === undefined ? undefined : pythonNumbers(cells.prices);
  if (cells.prices !== undefined && !prices) return `prices is "${short(cells.prices)}", not a list of numbers`;
  const actions = cells.actions === undefined ? undefined : pythonTexts(cells.actions);
  if (cells.actions !== undefined && !actions) return `actions is "${short(cells.actions)}", not a list of names`;
  const transcript = cells.transcript === undefined ? undefined : linesOf(cells.transcript);
  return {
    line,
    scenario: cells.scenario_id ?? '',
    title: cells.title ?? '',
    listPrice: numbers.listing_price as number,
    buyerTarget: numbers.buyer_target as number,
    sellerTarget: numbers.seller_target as number,
    accepted: outcome === 'accepted',
    ...(outcome === 'accepted' && acceptedPrice !== undefined ? { acceptedPrice } : {}),
    ...(prices ? { prices: prices.map((price) => (price === -1 ? undefined : price)) } : {}),
    ...(actions ? { actions } : {}),
    ...(transcript ? { transcript } : {}),
    turns: (prices ?? actions ?? transcript ?? []).length,
    stored: storedOf(cells),
  };
}

/** A line of talk begins with who speaks; what follows without that belongs to it. */
function linesOf(transcript: string): Line[] {
  const lines: { side: Side; words: string }[] = [];
  for (const text of transcript.split(/\r?\n/)) {
    const [, speaker, words] = /^\s*(buyer|seller)\s*:\s*(.*)$/i.exec(text) ?? [];
    const last = lines.at(-1);
    if (speaker) lines.push({ side: speaker.toLowerCase() as Side, words: words ?? '' });
    else if (last && text.trim() !== '') last.words += ` ${text.trim()}`;
  }
  return lines;
}

function storedOf(cells: Readonly<Record<string, string>>): Run['stored'] {
  const stored: Partial<Record<StoredColumn, number>> = {};
  for (const column of storedColumns) {
    const value = numberOf(cells[column] ?? '');
    if (typeof value === 'number') stored[column] = value;
  }
  return stored;
}

function numberOf(cell: string): number | undefined | 'no number' {
  const text = cell.trim();
  if (NO_VALUE.test(text)) return undefined;
  const value = Number(text.replace(/^\$/, '').replaceAll(',', ''));
  return Number.isFinite(value) ? value : 'no number';
}

function short(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}...` : text;
}
