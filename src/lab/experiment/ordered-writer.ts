/**
 * episodes.jsonl in the order of the plan, whatever the order in which tables end.
 *
 * What ends too early is kept in ahead.jsonl until its turn comes, so that a kill loses no finished game. Both files are on the
 * disk in groups of lines. A file of a killed run is cut back to its last whole table.
 */
import { existsSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import type { Episode } from '../../core/index.ts';
import { parseEpisode } from '../../data/index.ts';
import { createAppender, readJsonLines } from '../../models/node/json-lines.ts';
import { ExperimentError } from './experiment.ts';
import { dealsAt, type Table } from './plan.ts';

export const episodesFile = (folder: string): string => join(folder, 'episodes.jsonl');
const aheadFile = (folder: string): string => join(folder, 'ahead.jsonl');

export interface OrderedWriter {
  /** Whether this table was played before. */
  has(index: number): boolean;
  /** Tables whose episodes are kept, in either file. */
  readonly kept: number;
  /** Resolves at once, or when too much waits for the disk. */
  put(index: number, episodes: readonly Episode[]): Promise<void>;
  /** Resolves when all that was put is on the disk. */
  flush(): Promise<void>;
  /** All tables are there: what was kept ahead is no longer needed. */
  finish(): Promise<void>;
}

/** Lines that may wait for the disk. */
const MOST_WAITING = 256;

export function orderedWriter(folder: string, tables: readonly Table[]): OrderedWriter {
  let next = recover(episodesFile(folder), tables);
  const held = new Map<number, readonly Episode[]>();
  for (const { value } of readJsonLines(aheadFile(folder))) {
    const { table, episodes } = value as { table: number; episodes: readonly Episode[] };
    if (table >= next) held.set(table, episodes);
  }
  const append = createAppender(episodesFile(folder));
  const appendAhead = createAppender(aheadFile(folder));
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

/** How many tables the file holds; what comes after the last whole one is cut away. */
function recover(file: string, tables: readonly Table[]): number {
  if (!existsSync(file)) return 0;
  const bytes = readFileSync(file);
  let [at, whole, index] = [0, 0, 0];
  while (index < tables.length) {
    const table = tables[index] as Table;
    let end = at;
    for (let deal = 0; deal < dealsAt(table) && end >= 0; deal++) {
      const newline = bytes.indexOf(10, end);
      if (newline >= 0)
        checkSeats(parseEpisode(bytes.toString('utf8', end, newline), `${file} table ${index + 1}`), table, file);
      end = newline < 0 ? -1 : newline + 1;
    }
    if (end < 0) break;
    at = end;
    whole = at;
    index++;
  }
  if (whole < bytes.length) truncateSync(file, whole);
  return index;
}

function checkSeats({ id, seats }: Episode, table: Table, file: string): void {
  const same = Object.entries(table.seats).every(([seat, spec]) => seats[seat]?.spec === spec);
  if (!same)
    throw new ExperimentError(`${file} has episode ${id} where the plan has another table: it is not from this run`);
}
