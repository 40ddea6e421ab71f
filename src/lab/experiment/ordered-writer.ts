/**
 * episodes.jsonl in the order of the plan, whatever the order in which tables end.
 *
 * What ends too early is kept in ahead.jsonl until its turn comes, so that a kill loses no finished game. Both files are on the
 * disk in groups of lines. A file of a killed run is cut back to its last whole table.
 */
import { existsSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import type { Episode } from '../../core/index.ts';
import { parseEpisode } from '../../data/episodes.ts';
import { writeWhole } from '../../models/node/files.ts';
import { createAppender, readJsonLines } from '../../models/node/json-lines.ts';
import { eachLine } from '../../models/node/lines.ts';
import type { Lock } from '../../models/node/lock.ts';
import { FileError } from '../../models/node/plain.ts';
import { refuseConflict } from './conflict.ts';
import { ExperimentError, FolderError } from './experiment.ts';
import { dealsAt, isGameOf, type Table } from './plan.ts';

export const episodesFile = (folder: string): string => join(folder, 'episodes.jsonl');
/** Before anything is made for a report on it. */
export function refuseNoRun(folder: string): void {
  if (!existsSync(episodesFile(folder)))
    throw new FolderError(
      existsSync(aheadFile(folder))
        ? `the first game of ${folder} has not been played: go on with the run with --resume`
        : `${folder} holds no episodes.jsonl: it is not the folder of a run; give what parley run had as --out`,
    );
  refuseConflict(folder, 'reported on');
}

const aheadFile = (folder: string): string => join(folder, 'ahead.jsonl');

export interface OrderedWriter {
  /** Whether this table was played before. */
  has(index: number): boolean;
  /** Tables whose episodes are kept, in either file. */
  readonly kept: number;
  /** Resolves at once, or when too much waits for the disk. */
  put(index: number, episodes: readonly Episode[]): Promise<void>;
  /** Resolves when all that was put is on the disk, and still there. */
  flush(): Promise<void>;
  /** All tables are there: what was kept ahead is no longer needed. */
  finish(): Promise<void>;
}

/** Lines that may wait for the disk. */
const MOST_WAITING = 256;

/** `lock`: that of the folder, which is held for as long as it is written. */
export function orderedWriter(folder: string, tables: readonly Table[], lock?: Pick<Lock, 'check'>): OrderedWriter {
  let next = recover(episodesFile(folder), tables);
  const held = new Map<number, readonly Episode[]>();
  for (const { table, episodes } of readAhead(folder)) if (table >= next) held.set(table, episodes);
  const append = createAppender(episodesFile(folder), { inOrder: true, lock });
  const appendAhead = createAppender(aheadFile(folder), { lock });
  let waiting = 0;
  let last: Promise<void> = Promise.resolve();
  let fault: unknown;
  const track = (written: Promise<void>) => {
    waiting++;
    const settled = written.then(
      () => {
        waiting--;
      },
      (error: unknown) => {
        fault = error;
      },
    );
    // Of both files: the one is not done because the other is.
    last = Promise.all([last, settled]).then(() => undefined);
  };
  const flush = async () => {
    await last;
    if (fault) throw fault;
    await Promise.all([append.check(), appendAhead.check()]);
  };
  const advance = () => {
    for (let ready = held.get(next); ready; ready = held.get(next)) {
      for (const episode of ready) track(append(episode));
      held.delete(next++);
    }
  };
  advance();
  return {
    has: (index) => index < next || held.has(index),
    get kept() {
      return next + held.size;
    },
    async put(index, episodes) {
      if (index !== next) track(appendAhead({ table: index, episodes }));
      held.set(index, episodes);
      advance();
      if (waiting > MOST_WAITING || fault) await flush();
    },
    flush,
    async finish() {
      await flush();
      rmSync(aheadFile(folder), { force: true });
    },
  };
}

interface PlayedTable {
  readonly episodes: readonly Episode[];
  /** As they stand in the file: what is parsed has its keys in another order. */
  readonly lines: readonly string[];
  /** Where it ends in the file. */
  readonly end: number;
}

/** The whole tables of the file, in the order of the plan, one after the other: all of them at once may be more than memory holds. */
function* playedTables(file: string, tables: readonly Table[]): Generator<PlayedTable, void> {
  if (!existsSync(file)) return;
  const inFile = eachLine(file);
  try {
    for (const [index, table] of tables.entries()) {
      const episodes: Episode[] = [];
      const lines: string[] = [];
      let end = 0;
      while (episodes.length < dealsAt(table)) {
        const { value: line, done } = inFile.next();
        if (done) return;
        const episode = parseEpisode(line.text, `${file} table ${index + 1}`);
        if (!isGameOf(episode, table))
          throw new ExperimentError(
            `${file} has episode ${episode.id} where the plan has another table: it is not from this run`,
          );
        episodes.push(episode);
        lines.push(line.text);
        end = line.offset + line.bytes + 1;
      }
      yield { episodes, lines, end };
    }
  } finally {
    inFile.return();
  }
}

/** How many tables the file holds; what comes after the last whole one is cut away. */
function recover(file: string, tables: readonly Table[]): number {
  let [count, end] = [0, 0];
  for (const played of playedTables(file, tables)) {
    count++;
    end = played.end;
  }
  if (existsSync(file) && end < statSync(file).size) truncateSync(file, end);
  return count;
}

/** The tables that are still to be played; with `again` also those with a failed game. Changes nothing. */
export function tablesLeft(folder: string, tables: readonly Table[], { again = false } = {}): Table[] {
  const done = new Set<number>();
  let inTurn = 0;
  const see = (table: number, episodes: readonly Episode[]) => {
    if (!again || !isFailed(episodes)) done.add(table);
  };
  for (const { episodes } of playedTables(episodesFile(folder), tables)) see(inTurn++, episodes);
  for (const { table, episodes } of readAhead(folder)) if (table >= inTurn) see(table, episodes);
  return tables.filter((_, i) => !done.has(i));
}

const isFailed = (episodes: readonly Episode[]) => episodes.some(({ result }) => result.kind === 'failed');

/** Tables that ended before their turn, some of which may have come since. */
export function readAhead(folder: string): { readonly table: number; readonly episodes: readonly Episode[] }[] {
  return readJsonLines(aheadFile(folder)).map(({ value, where }) => {
    const line = value as { table: number; episodes: readonly Episode[] } | null;
    if (!Array.isArray(line?.episodes)) throw new FileError(`${where} is no table of games`);
    return line;
  });
}

/**
 * Takes the tables with a failed game out, so that they are played again; the others stay. First all that is to stay from the first
 * failed table on is kept ahead, then the file is cut: a kill in between leaves the run as it was.
 */
export function forgetFailed(folder: string, tables: readonly Table[]): void {
  const file = episodesFile(folder);
  const forgotten = new Set<string>();
  const forget = (episodes: readonly Episode[]) => {
    for (const { id } of isFailed(episodes) ? episodes : []) forgotten.add(id);
  };
  /** Before the first failed table, and where it ends. */
  let [whole, end, inTurn] = [0, 0, 0];
  for (const played of playedTables(file, tables)) {
    inTurn++;
    forget(played.episodes);
    if (forgotten.size > 0) continue;
    whole = inTurn;
    end = played.end;
  }
  const isCut = forgotten.size > 0;
  const ahead = readAhead(folder).filter(({ table }) => table >= inTurn);
  for (const { episodes } of ahead) forget(episodes);
  if (forgotten.size === 0) return;
  for (const said of [judgementsFile(folder), scoresFile(folder)]) forgetIn(said, forgotten);
  function* stay() {
    let table = 0;
    for (const { episodes, lines } of isCut ? playedTables(file, tables) : [])
      if (table++ > whole && !isFailed(episodes)) yield `{"table":${table - 1},"episodes":[${lines.join()}]}\n`;
    for (const line of ahead) if (!isFailed(line.episodes)) yield `${JSON.stringify(line)}\n`;
  }
  writeWhole(aheadFile(folder), stay());
  if (isCut) truncateSync(file, end);
}

/** What was said of the games of a run, a line each; a game that is played again is judged and graded anew. */
export const judgementsFile = (folder: string) => join(folder, 'judgements.jsonl');
export const scoresFile = (folder: string) => join(folder, 'scores.jsonl');

function forgetIn(file: string, episodes: ReadonlySet<string>): void {
  const before = readJsonLines(file).map(({ value }) => value as { readonly episode: string });
  const stay = before.filter(({ episode }) => !episodes.has(episode));
  if (stay.length < before.length) writeWhole(file, stay.map((one) => `${JSON.stringify(one)}\n`).join(''));
}
