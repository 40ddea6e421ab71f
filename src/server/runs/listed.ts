/** What is known of a run without reading its games: its state by the lock, how far it came, what it cost, what it is of. */

import { stat } from 'node:fs/promises';
import { oneFile } from '../../data/parquet/duckdb.ts';
import { type Manifest, readManifest } from '../../lab/index.ts';
import { ApiError } from '../routes.ts';
import { aheadCounter } from './ahead.ts';
import { answerCounter, MOST_MODELS } from './answers.ts';
import { isPlayed } from './control.ts';
import { type Counted, gameCounter } from './count.ts';
import type { Database } from './database.ts';
import { type Difference, differencesBetween } from './differs.ts';
import { type RunFolders, readBytes } from './folder.ts';

interface Cost {
  readonly calls: number;
  readonly seconds: number;
  readonly tokens: number;
  /** Where prices are known. */
  readonly money: number | null;
  /** Answers without a price, where others have one: the money is not of these. */
  readonly unpriced: number;
  /** A scripted stand-in answered every call: no model did. */
  readonly scripted: boolean;
  /** Answers, at least, that the games have and its log of calls has not: then the rest is of the log alone. */
  readonly unlogged: number;
}

/** As the log of calls has it. */
interface Logged {
  readonly model: string;
  readonly calls: number;
  /** To games. */
  readonly answers: number;
  /** Workers answered as well, and log their own calls. */
  readonly elsewhere: boolean;
  readonly seconds: number;
  readonly tokens: number;
  readonly money: number | null;
  readonly unpriced: number;
}

export interface Progress {
  /** `running`: a process holds it; `finished`: all was played, or a rule ended it; `stopped`: it can be gone on with. */
  readonly status: 'running' | 'finished' | 'stopped';
  readonly games: number;
  readonly planned: number;
  readonly failed: number;
  readonly perSecond: number | null;
  readonly secondsLeft: number | null;
}

interface ListedRun extends Progress {
  readonly name: string;
  readonly title: string;
  readonly tags: readonly string[];
  /** When it began, ISO 8601. */
  readonly begun: string;
  readonly cost: Cost | null;
  /** Whether it has a report and the table of its games. */
  readonly reported: boolean;
  /** Whether report and table are of before: other games have been played since. */
  readonly stale: boolean;
  /** Against the run of the same experiment that began before it. */
  readonly differs: { readonly from: string; readonly keys: readonly Difference[] } | null;
  /** Why its state cannot be told, in a sentence. */
  readonly problem: string | null;
}

interface Read {
  readonly manifest: Manifest;
  readonly begun: string;
}

export interface RunList {
  all(signal?: AbortSignal): Promise<ListedRun[]>;
  one(name: string, signal?: AbortSignal): Promise<ListedRun>;
  manifestOf(folder: string): Promise<Read | undefined>;
  /** Whether its table is of other transcripts than those that lie there. */
  isStale(folder: string, signal?: AbortSignal): Promise<boolean>;
  progressOf(folder: string, signal?: AbortSignal): Promise<Progress>;
}

export function runList(folders: RunFolders, database: Database, isStopping = () => false): RunList {
  const countGames = gameCounter({ isStopping });
  // What is known of one run is not forgotten for the others, however many there are.
  let runs = 0;
  const most = () => Math.max(MOST_KEPT, runs);
  const manifests = kept<Read>(most);
  const logs = kept<readonly Logged[]>(most);
  const tables = kept<Tabled>(most);
  const countAhead = aheadCounter();
  const countAnswers = answerCounter(isStopping);
  const ask = aFewAtOnce(database.ask);

  const manifestOf: RunList['manifestOf'] = async (folder) => {
    const file = await folders.fileIn(folder, 'manifest.json');
    if (file === undefined) return undefined;
    return manifests(file, async (changed) => {
      try {
        const manifest = readManifest(folder);
        return manifest && { manifest, begun: new Date(changed).toISOString() };
      } catch {
        // Of another parley.
        return undefined;
      }
    });
  };

  const tabledIn = async (folder: string, signal?: AbortSignal): Promise<Tabled | undefined> => {
    const table = await folders.fileIn(folder, 'games.parquet');
    if (table === undefined) return undefined;
    return tables(table, async () => {
      const sql = `SELECT count(*)::INT AS games, count(*) FILTER (result = 'failed')::INT AS failed,
        max(byte_offset + byte_length) FILTER (file = 'episodes.jsonl')::DOUBLE AS end`;
      const [row] = await ask(`${sql} FROM read_parquet($table)`, { table: oneFile(table) }, signal).catch(refuseTable);
      return row as unknown as Tabled;
    });
  };

  const isStale: RunList['isStale'] = async (folder, signal) => {
    const transcripts = await folders.fileIn(folder, 'episodes.jsonl');
    if (transcripts === undefined) return false;
    const { end = null } = (await tabledIn(folder, signal)) ?? {};
    return end !== null && !(await endsAt(transcripts, end));
  };

  const counted = async (folder: string, signal?: AbortSignal): Promise<Counted> => {
    const [transcripts, ahead] = await Promise.all(
      ['episodes.jsonl', 'ahead.jsonl'].map((name) => folders.fileIn(folder, name)),
    );
    if (transcripts === undefined) return { ...(await countAhead(ahead, 0)), perSecond: undefined };
    // The table says it at once, however many games there are.
    const tabled = (await isStale(folder, signal)) ? undefined : await tabledIn(folder, signal);
    if (!tabled) return countGames(transcripts, ahead);
    const early = await countAhead(ahead, tabled.games);
    return { games: tabled.games + early.games, failed: tabled.failed + early.failed, perSecond: undefined };
  };

  const progressOf: RunList['progressOf'] = async (folder, signal) => {
    const read = await manifestOf(folder);
    if (!read) throw new ApiError(404, 'not_found', 'the manifest of this run cannot be read');
    const { games: planned, looks } = read.manifest;
    const { games, failed, perSecond } = await counted(folder, signal);
    const running = isPlayed(folder);
    // A rule ends a run after one of its looks, and then the report is written.
    const ended =
      looks?.some((look) => look.games === games) &&
      (await folders.fileIn(folder, 'report.json')) &&
      !(await isStale(folder, signal));
    const status = running ? 'running' : games >= planned || ended ? 'finished' : 'stopped';
    const rate = running && perSecond !== undefined && perSecond > 0 ? perSecond : null;
    const secondsLeft = rate === null ? null : Math.max(0, planned - games) / rate;
    return { status, games, planned, failed, perSecond: rate, secondsLeft };
  };

  const costOf = async (folder: string, signal?: AbortSignal): Promise<Cost | null> => {
    const calls = await folders.fileIn(folder, 'calls.jsonl');
    if (calls === undefined) return null;
    const logged = await logs(calls, async () => {
      const rows = await ask(
        `SELECT coalesce(servedBy, model, '') AS model,
           count(*) FILTER (cached IS NOT TRUE AND elsewhere IS NOT TRUE AND error IS DISTINCT FROM 'spent')::INT AS calls,
           count(*) FILTER (error IS NULL AND beside IS NOT TRUE AND elsewhere IS NOT TRUE)::INT AS answers,
           coalesce(bool_or(elsewhere), false) AS elsewhere,
           coalesce(sum(milliseconds), 0) / 1000 AS seconds, sum(cost) AS money,
           count(*) FILTER (cost IS NULL AND error IS NULL AND cached IS NOT TRUE AND elsewhere IS NOT TRUE)::INT AS unpriced,
           coalesce(sum(coalesce(usage.inputTokens, 0) + coalesce(usage.outputTokens, 0)), 0)::DOUBLE AS tokens
         FROM read_json($calls, format = 'newline_delimited', ignore_errors = true, columns = {
           model: 'VARCHAR', servedBy: 'VARCHAR', milliseconds: 'DOUBLE', cost: 'DOUBLE', error: 'VARCHAR', beside: 'BOOLEAN',
           cached: 'BOOLEAN', elsewhere: 'BOOLEAN', usage: 'STRUCT(inputTokens DOUBLE, outputTokens DOUBLE)' })
         GROUP BY ALL ORDER BY calls DESC LIMIT ${MOST_MODELS}`,
        { calls: oneFile(calls) },
        signal,
      ).catch(refuseCalls);
      return rows as unknown as Logged[];
    });
    if (!logged || logged.length === 0) return null;
    const unlogged = await unloggedIn(folder, logged);
    // What may not be all of it is not told.
    if (unlogged === undefined) return null;
    const sum = (of: (one: Logged) => number) => logged.reduce((total, one) => total + of(one), 0);
    const isPriced = logged.some(({ money }) => money !== null);
    return {
      calls: sum((one) => one.calls),
      seconds: sum((one) => one.seconds),
      tokens: sum((one) => one.tokens),
      money: isPriced ? sum(({ money }) => money ?? 0) : null,
      unpriced: isPriced ? sum((one) => one.unpriced) : 0,
      scripted: logged.every(({ model }) => isScripted(model)),
      unlogged,
    };
  };

  /** Undefined while it is being counted. Over a queue each worker logs its own calls. */
  const unloggedIn = async (folder: string, logged: readonly Logged[]): Promise<number | undefined> => {
    const inLog = new Map(logged.map(({ model, answers }) => [model, answers]));
    // What is logged may be of games that a kill lost: it does not make up for those of workers.
    let most = logged.some(({ elsewhere }) => elsewhere) ? 1 : 0;
    // A game may be in both: each of the files has some that must be in the log.
    for (const name of ['episodes.jsonl', 'ahead.jsonl']) {
      const file = await folders.fileIn(folder, name);
      const answers = file === undefined ? [] : await countAnswers(file);
      if (!answers) return undefined;
      const missing = [...answers].map(([model, count]) =>
        isScripted(model) ? 0 : Math.max(0, count - (inLog.get(model) ?? 0)),
      );
      most = Math.max(
        most,
        missing.reduce((total, one) => total + one, 0),
      );
    }
    return most;
  };

  const listed = async (
    { name, folder, manifest, begun }: Named,
    all: readonly Named[],
    signal?: AbortSignal,
  ): Promise<ListedRun> => {
    const last = lastBefore(begun, manifest, all);
    let problem: string | null = null;
    // What is broken in one run is said of that run: the others are listed all the same.
    const orElse = <T>(instead: T) => {
      return (error: unknown): T => {
        if (signal?.aborted || (error instanceof ApiError && error.status === 503 && error.code !== 'failed'))
          throw error;
        problem = error instanceof Error ? error.message : String(error);
        return instead;
      };
    };
    // First: the others ask the same of the table.
    const stale = await isStale(folder, signal).catch(orElse(false));
    const [progress, cost, report, table] = await Promise.all([
      progressOf(folder, signal).catch(orElse({ ...UNKNOWN, planned: manifest.games })),
      costOf(folder, signal).catch(orElse(null)),
      folders.fileIn(folder, 'report.json'),
      folders.fileIn(folder, 'games.parquet'),
    ]);
    return {
      name,
      title: manifest.experiment.title,
      tags: manifest.tags ?? [],
      begun,
      cost,
      reported: report !== undefined && table !== undefined && !stale,
      stale,
      differs: last ? { from: last.name, keys: differencesBetween(last.manifest, manifest) } : null,
      ...progress,
      problem,
    };
  };

  /** Games with a manifest that nobody can read; a manifest without games may be of anything, and pairs have one of their own. */
  const unread = async (name: string, folder: string): Promise<ListedRun[]> => {
    const [file, games, ...pairs] = await Promise.all(
      ['manifest.json', 'episodes.jsonl', 'pairs.jsonl', 'dropped.jsonl'].map((one) => folders.fileIn(folder, one)),
    );
    if (!file || !games || pairs.some((one) => one !== undefined) || (await manifestOf(folder))) return [];
    return [
      {
        ...UNKNOWN,
        name,
        title: name,
        tags: [],
        begun: new Date(await changedAt(file)).toISOString(),
        planned: 0,
        cost: null,
        reported: false,
        stale: false,
        differs: null,
        problem: 'manifest.json of this run cannot be read: it is broken, or of another parley',
      },
    ];
  };

  const named = async (): Promise<Named[]> => {
    const all = await folders.all();
    runs = all.length;
    const found = await Promise.all(all.map(async (one) => ({ ...one, read: await manifestOf(one.folder) })));
    return found.flatMap(({ read, ...one }) => (read ? [{ ...one, ...read }] : []));
  };

  return {
    manifestOf,
    isStale,
    progressOf,
    async all(signal) {
      const known = await named();
      const runs = await Promise.all(known.map((one) => listed(one, known, signal)));
      const read = new Set(known.map(({ name }) => name));
      const others = (await folders.all()).filter(({ name }) => !read.has(name));
      runs.push(...(await Promise.all(others.map(({ name, folder }) => unread(name, folder)))).flat());
      return runs.sort((a, b) => (a.begun < b.begun ? 1 : -1));
    },
    async one(name, signal) {
      const known = await named();
      const run = known.find((one) => one.name === name);
      if (!run) throw new ApiError(404, 'not_found', 'the manifest of this run is not one of this parley');
      return listed(run, known, signal);
    },
  };
}

/** A stand-in leaves no calls. */
const isScripted = (model: string) => model === 'scripted' || model.startsWith('scripted/');

const UNKNOWN = { status: 'stopped', games: 0, failed: 0, perSecond: null, secondsLeft: null } as const;

/** A table that was cut off, or is none. */
export function refuseTable(error: unknown): never {
  if (error instanceof ApiError && error.status === 503 && error.code !== 'failed') throw error;
  throw new ApiError(409, 'bad_table', 'games.parquet of this run cannot be read: parley report FOLDER writes it anew');
}

/** DuckDB names the file by where it lies. */
function refuseCalls(error: unknown): never {
  if (error instanceof ApiError && error.status === 400)
    throw new ApiError(409, 'bad_calls', 'calls.jsonl of this run has a line that is no call of a model, or too long');
  throw error;
}

/** What a table tells at once. */
interface Tabled {
  readonly games: number;
  readonly failed: number;
  /** Where the last of its transcripts ends; null where it names no places. */
  readonly end: number | null;
}

/** Bytes in which the end of one more line is looked for. */
const ONE_MORE = 4 << 20;

/** Whether whole lines of a file end here; one that a kill cut off may follow. */
async function endsAt(file: string, end: number): Promise<boolean> {
  const { size } = await stat(file);
  const after = size - end - 1;
  if (after <= 0) return after >= -1;
  return after <= ONE_MORE && !(await readBytes(file, end + 1, after)).includes('\n');
}

interface Named extends Read {
  readonly name: string;
  readonly folder: string;
}

/** The run of the same experiment that began last before this time. */
function lastBefore(begun: string, { experiment }: Manifest, all: readonly Named[]): Named | undefined {
  let last: Named | undefined;
  for (const one of all)
    if (one.begun < begun && (!last || one.begun > last.begun) && one.manifest.experiment.title === experiment.title)
      last = one;
  return last;
}

const changedAt = async (file: string) => (await stat(file)).mtimeMs;

/** Another one for every file that was written anew. */
export async function versionOf(file: string): Promise<string> {
  const { mtimeMs, size, ino } = await stat(file);
  return `${mtimeMs} ${size} ${ino}`;
}

/** Questions of all lists together that the database has at once: it has one free for others, and few wait. */
const AT_ONCE = 2;

/** A list of many runs asks many questions: they wait here, and not in the places that everybody's have. */
function aFewAtOnce(ask: Database['ask']): Database['ask'] {
  let asked = 0;
  const waiting: (() => void)[] = [];
  return async (...question) => {
    if (asked < AT_ONCE) asked++;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      return await ask(...question);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else asked--;
    }
  };
}

const MOST_KEPT = 500;

/** What was worked out from a file, until the file changes; of the last `most` files. */
export function kept<T>(
  most = () => MOST_KEPT,
): (file: string, work: (changed: number) => Promise<T | undefined>) => Promise<T | undefined> {
  const known = new Map<string, { readonly of: string; readonly value: T | undefined }>();
  return async (file, work) => {
    const { mtimeMs } = await stat(file);
    const of = await versionOf(file);
    const held = known.get(file);
    if (held?.of === of) return held.value;
    const value = await work(mtimeMs);
    known.delete(file);
    known.set(file, { of, value });
    if (known.size > most()) known.delete(known.keys().next().value as string);
    return value;
  };
}
