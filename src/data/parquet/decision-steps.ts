/**
 * Decision steps: turn rows made into the two tables that training reads, with the columns of the Janus lab.
 *
 *   decision_steps.parquet       a row a turn: what the side to act could know, what it did, how it ended
 *   trajectory_outcomes.parquet  a row a negotiation
 *
 * One pass reads the lines, checks them and writes one compact line a negotiation; DuckDB expands those lines into the
 * tables (decision-tables.ts). What is no whole negotiation is left out, counted and named in manifest.json, which is
 * written last: its presence means that the tables are whole. Of an id that comes back later in the file the first rows
 * are kept.
 */
import { createHash } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  existsSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { aloneIn } from '../../models/node/lock.ts';
import { HashTable, hashText } from '../card/hash-table.ts';
import type { TurnRow } from '../simulate/rows.ts';
import { outcomesQuery, stepsQuery } from './decision-tables.ts';
import { ParquetError, writePart } from './duckdb.ts';
import { linesOf } from './lines.ts';
import { type Ending, Negotiation, SKIP_REASONS, type SkipReason } from './negotiation.ts';
import { SPLIT_COLUMNS, SPLITS, type Split, splitByHash, splitByPair, splitByZone } from './splits.ts';
import { parseTurnRow } from './turn-row.ts';

export interface PrepareOptions {
  /** Turn rows as JSON lines. */
  readonly input: string;
  /** A folder, made if need be. */
  readonly out: string;
  /** How many of the latest offers a step carries; default 8. */
  readonly history?: number;
  /** Leave broken lines out instead of refusing the file. */
  readonly skipBad?: boolean;
  readonly onProgress?: (progress: PrepareProgress) => void;
}

export interface PrepareProgress {
  readonly stage: 'reading' | 'decision_steps' | 'trajectory_outcomes';
  /** Done of this stage, from 0 to 1. */
  readonly share: number;
  readonly rows: number;
}

export interface PreparedFile {
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

export interface PrepareManifest {
  readonly format: 1;
  readonly input: { readonly file: string; readonly lines: number; readonly bytes: number; readonly sha256: string };
  readonly history: number;
  readonly trajectories: {
    readonly success: number;
    readonly failure: number;
    /** Of the successes: closed by an offer that crossed, with no ACCEPT. */
    readonly crossed: number;
    /** Of the successes: in an empty zone, so that `rho_train` is null. */
    readonly withoutRho: number;
  };
  readonly skipped: Readonly<Record<SkipReason, number>> & {
    /** Lines of theirs that are in no table. */
    readonly rows: number;
    /** The first of them. */
    readonly named: readonly { readonly id: string; readonly line: number; readonly reason: SkipReason }[];
  };
  readonly broken: {
    readonly count: number;
    readonly named: readonly { readonly line: number; readonly problem: string }[];
  };
  /** Negotiations in each split. */
  readonly splits: Readonly<Record<(typeof SPLIT_COLUMNS)[number], Readonly<Record<Split, number>>>>;
  readonly files: Readonly<Record<string, PreparedFile>>;
}

/** The most broken lines and skipped negotiations that a manifest names; all are counted. */
const MOST_NAMED = 1000;
const FLUSH = 1 << 20;

export async function prepareDecisionSteps(options: PrepareOptions): Promise<PrepareManifest> {
  const { input, out, history = 8 } = options;
  if (!Number.isSafeInteger(history) || history < 0) {
    throw new RangeError(`history is a whole number of 0 or more, got ${history}`);
  }
  if (!existsSync(input)) throw new ParquetError(`cannot read ${input}: there is no such file`);
  return aloneIn(out, () => prepareInto(options));
}

async function prepareInto(options: PrepareOptions): Promise<PrepareManifest> {
  const { out, history = 8, onProgress } = options;
  const lines = join(out, 'negotiations.jsonl.part');
  const tables = { decision_steps: stepsQuery(lines, history), trajectory_outcomes: outcomesQuery(lines) };
  const parts = Object.keys(tables).map((name) => join(out, `${name}.parquet.part`));
  try {
    const summary = await compact(options, lines);
    const files: Record<string, PreparedFile> = {};
    for (const [name, query] of Object.entries(tables)) {
      const stage = name as keyof typeof tables;
      const part = join(out, `${name}.parquet.part`);
      const rows = await writePart(part, query, { onProgress: (share) => onProgress?.({ stage, share, rows: 0 }) });
      files[`${name}.parquet`] = { rows, bytes: statSync(part).size, sha256: await hashOf(part) };
    }
    const manifest: PrepareManifest = { format: 1, ...summary, history, files };
    const final = join(out, 'manifest.json');
    // An older manifest must not speak for the new tables, should this be stopped half-way through the renames.
    rmSync(final, { force: true });
    for (const part of parts) renameSync(part, part.slice(0, -'.part'.length));
    writeFileSync(`${final}.part`, `${JSON.stringify(manifest, undefined, 2)}\n`);
    renameSync(`${final}.part`, final);
    return manifest;
  } finally {
    for (const part of [lines, ...parts]) rmSync(part, { force: true });
  }
}

type Summary = Omit<PrepareManifest, 'format' | 'history' | 'files'>;

/** The pass over the turn rows: one compact line a whole negotiation, and an account of everything else. */
async function compact({ input, skipBad = false, onProgress }: PrepareOptions, lines: string): Promise<Summary> {
  const size = statSync(input).size;
  const hash = createHash('sha256');
  const account = new Account();
  const seen = new HashTable();
  const output = openSync(lines, 'w');
  let bytes = 0;
  let pause = false;
  let text = '';
  let current: Negotiation | undefined;
  let read = 0;

  const settle = (): void => {
    const ending = current?.ending();
    if (current && ending) text += account.keep(current, ending);
    else if (current) account.skip(current);
    if (text.length < FLUSH) return;
    writeFileSync(output, text);
    text = '';
  };

  try {
    for (const [line, number] of linesOf(input, (chunk) => {
      hash.update(chunk);
      bytes += chunk.length;
      pause = true;
    })) {
      if (pause) {
        pause = false;
        onProgress?.({ stage: 'reading', share: size > 0 ? bytes / size : 1, rows: read });
        // Lets a progress bar draw and an interrupt in.
        await new Promise(setImmediate);
      }
      read = number;
      const row = parseTurnRow(line);
      if (typeof row === 'string') {
        account.broken(number, row);
        continue;
      }
      if (row.trajectory_id !== current?.id) {
        settle();
        const id = hashText(row.trajectory_id);
        current = new Negotiation(row.trajectory_id, number);
        if (seen.find(id) < 0) seen.add(id, 0);
        else current.skipped = 'returned';
      }
      current.add(row);
    }
    settle();
    writeFileSync(output, text);
  } finally {
    closeSync(output);
  }
  if (!skipBad) account.refuseBroken(input);
  const { trajectories } = account;
  if (trajectories.success + trajectories.failure === 0) {
    throw new ParquetError(`${input} has no whole negotiation in ${read} lines, so nothing was written`);
  }
  return { input: { file: input, lines: read, bytes, sha256: hash.digest('hex') }, ...account.summary() };
}

/** What became of every line. */
class Account {
  readonly trajectories = { success: 0, failure: 0, crossed: 0, withoutRho: 0 };
  private readonly skips = zeros(SKIP_REASONS);
  private skippedRows = 0;
  private readonly skipped: { id: string; line: number; reason: SkipReason }[] = [];
  private brokenCount = 0;
  private readonly brokenLines: { line: number; problem: string }[] = [];
  private readonly splits = {
    split_trajectory: zeros(SPLITS),
    split_pair: zeros(SPLITS),
    split_zone: zeros(SPLITS),
  };
  private readonly pairs = new Map<string, Split>();

  /** The compact line of a negotiation. */
  keep({ id, rows }: Negotiation, ending: Ending): string {
    const first = rows[0] as TurnRow;
    const [low, high] = first.state.price_range;
    const { buyer_max: buyerMax, seller_min: sellerMin } = first.meta;
    const success = ending.kind === 'accepted' || ending.kind === 'crossed';
    this.trajectories[success ? 'success' : 'failure']++;
    if (ending.kind === 'crossed') this.trajectories.crossed++;
    if (success && first.rho === null) this.trajectories.withoutRho++;
    const split = {
      split_trajectory: splitByHash(id),
      split_pair: this.pair(first.agent.strategy, rows[1]?.agent.strategy ?? ''),
      split_zone: splitByZone({ buyerMax, sellerMin, low, high }),
    };
    for (const column of SPLIT_COLUMNS) this.splits[column][split[column]]++;
    return `${JSON.stringify({
      id,
      max_turns: first.state.max_turns,
      opens: first.state.role,
      buyer_max: buyerMax,
      seller_min: sellerMin,
      low,
      high,
      actions: rows.map(({ action }) => action.type),
      prices: rows.map(({ action }) => (action.type === 'OFFER' ? action.price : null)),
      last_offers: rows.map(({ state }) => state.last_offer_price),
      offers_before: rows.map(({ state }) => state.offer_history.length),
      success,
      accepted_price: success ? ending.price : null,
      rho: first.rho,
      ...split,
    })}\n`;
  }

  skip({ id, line, count, skipped }: Negotiation): void {
    const reason = skipped as SkipReason;
    this.skips[reason]++;
    this.skippedRows += count;
    if (this.skipped.length < MOST_NAMED) this.skipped.push({ id, line, reason });
  }

  broken(line: number, problem: string): void {
    this.brokenCount++;
    if (this.brokenLines.length < MOST_NAMED) this.brokenLines.push({ line, problem });
  }

  refuseBroken(input: string): void {
    if (this.brokenCount === 0) return;
    const [first] = this.brokenLines as [{ line: number; problem: string }];
    const others = this.brokenLines.slice(1, 5).map(({ line }) => line);
    const more = this.brokenCount - 1 - others.length;
    const also =
      others.length > 0 ? `, and also broken: ${others.join(', ')}${more > 0 ? ` and ${more} more` : ''}` : '';
    throw new ParquetError(
      `${input} line ${first.line} ${first.problem}${also}; nothing was written, and --skip-bad leaves broken lines out`,
    );
  }

  summary(): Omit<Summary, 'input'> {
    const { trajectories, skips, skipped: named, splits } = this;
    return {
      trajectories,
      skipped: { ...skips, rows: this.skippedRows, named },
      broken: { count: this.brokenCount, named: this.brokenLines },
      splits,
    };
  }

  /** Pairs are few, negotiations many: each is hashed once. */
  private pair(one: string, other: string): Split {
    const key = JSON.stringify([one, other]);
    const known = this.pairs.get(key) ?? splitByPair(one, other);
    this.pairs.set(key, known);
    return known;
  }
}

function zeros<K extends string>(keys: readonly K[]): Record<K, number> {
  return Object.fromEntries(keys.map((key) => [key, 0])) as Record<K, number>;
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { highWaterMark: FLUSH })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
