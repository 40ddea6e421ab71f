/**
 * A run as a folder for any static server: the web app with relative addresses, and beside it the answers that the API would give, as files.
 * The answers come from the routes themselves, asked without a port, so that page and copy cannot differ. Games are in files of a few hundred:
 * a page reads those it shows.
 */

import { cpSync, existsSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Hono } from 'hono';
import { oneFile } from '../../data/parquet/duckdb.ts';
import {
  agreementOf,
  type Detector,
  judgedFindings,
  readFindings,
  readVerdicts,
  wordsOf,
} from '../../lab/analysis/findings/index.ts';
import { makeFolder } from '../../models/node/files.ts';
import { LARGEST_TEXT, readPlain } from '../../models/node/plain.ts';
import type { Caller } from '../front-door.ts';
import { createJobs } from '../jobs/jobs.ts';
import { createPlaces } from '../places.ts';
import { ApiError, type Env, errorBody, mount } from '../routes.ts';
import { type Database, type Row, runsDatabase } from '../runs/database.ts';
import { readBytes, runFolders } from '../runs/folder.ts';
import { type Column, placeIn, tableOf } from '../runs/games.ts';
import { glanceOf } from '../runs/glance.ts';
import { folderRoutes } from '../runs/routes.ts';
import { appFolder } from '../web.ts';

class SiteError extends Error {
  override readonly name = 'SiteError';
}

export interface SiteWritten {
  readonly games: number;
  readonly findings: number;
  readonly files: number;
}

/** Games in a file. */
const PER_FILE = 200;
/** Findings that a page of a site holds. */
const MOST_FINDINGS = 20_000;
const FILES = 'files';
/** Files that only a site writes, as many as it has games and measures. */
const OWN = /^(?:(?:rows|said|games|glances)-\d+|spread-.+)\.json$/;

/** Whoever writes a site reads the run from its disk: there is nobody to keep out. */
const OPERATOR: Caller = {
  address: 'here',
  known: true,
  mayWrite: true,
  mayUseModels: true,
  seatToken: undefined,
  foreign: undefined,
};

export async function writeSite(
  folder: string,
  out: string,
  onGames?: (done: number, of: number) => void,
): Promise<SiteWritten> {
  const app = appFolder();
  if (app === undefined) throw new SiteError('the web app is not built here: npm run build');
  const place = realpathSync(folder);
  const table = join(place, 'games.parquet');
  if (!existsSync(join(place, 'manifest.json')))
    throw new SiteError(`a site is of a run, and ${folder} has no manifest.json: parley run makes one`);
  for (const file of [table, join(place, 'report.json')])
    if (!existsSync(file)) throw new SiteError(`there is no file ${file}: parley report ${folder} writes it`);
  makeFolder(out);
  if (readdirSync(out).length > 0 && !existsSync(join(out, FILES, 'site.json')))
    throw new SiteError(`${out} has files that are no site of this parley: name a new folder`);
  const root = dirname(place);
  const name = basename(place);
  const database = runsDatabase(root);
  const jobs = createJobs();
  try {
    const ask = asker(root, database, jobs);
    const address = `/v1/runs/${encodeURIComponent(name)}`;
    const run = await ask(address);
    const {
      stale,
      report: _,
      experiment: __,
      made: ___,
      columns: ____,
      searchable: _____,
      ...listed
    } = JSON.parse(run) as Record<string, unknown>;
    if (stale)
      throw new SiteError(
        `games of ${folder} have been played since its report was written: parley report ${folder} writes it anew`,
      );
    cpSync(app, out, { recursive: true });
    const page = readPlain(join(app, 'index.html'))
      .replaceAll(/(src|href)="\//g, '$1="./')
      .replace('<head>', `<head>\n    <meta name="parley-site" content="${FILES}/" />`);
    writeFileSync(join(out, 'index.html'), page);
    makeFolder(join(out, FILES));
    const written = new Set<string>();
    const put = (file: string, text: string) => {
      written.add(file);
      writeFileSync(join(out, FILES, file), text);
    };
    put('run.json', run);
    put('listed.json', JSON.stringify({ ...listed, stale, differs: null }));
    put('report.json', readPlain(join(place, 'report.json'), LARGEST_TEXT));
    const { columns } = await tableOf(database, table);
    for (const { name: measure, kind, empty } of columns)
      if (kind.startsWith('number') && !empty)
        put(`spread-${encodeURIComponent(measure)}.json`, await ask(`${address}/spread?measure=${measure}`));
    const games = await putGames(place, table, columns, database, put, onGames);
    const findings = putFindings(place, put);
    put('site.json', JSON.stringify({ run: name, games, perFile: PER_FILE }));
    // A site that lay here may have been of more games, or of another run: whoever publishes the folder would publish those too.
    for (const file of readdirSync(join(out, FILES)))
      if (OWN.test(file) && !written.has(file)) rmSync(join(out, FILES, file));
    return { games, findings, files: written.size };
  } finally {
    database.close();
    await jobs.close();
  }
}

/** The routes of runs, asked without a port. */
function asker(folder: string, database: Database, jobs: ReturnType<typeof createJobs>) {
  const app = new Hono<Env>();
  app.use(async (c, next) => {
    c.set('caller', OPERATOR);
    return next();
  });
  const streams = createPlaces({ overall: 1, perAddress: 1 });
  mount(app, folderRoutes({ folder, database, jobs, streams, command: undefined, isStopping: () => false }));
  app.onError((error, c) =>
    c.json(errorBody('failed', error.message), error instanceof ApiError ? (error.status as 400) : 500),
  );
  return async (path: string): Promise<string> => {
    const reply = await app.request(path);
    const text = await reply.text();
    if (reply.ok) return text;
    throw new SiteError(`${path} gives ${reply.status}: ${text.slice(0, 200)}`);
  };
}

async function putGames(
  folder: string,
  table: string,
  columns: readonly Column[],
  database: Database,
  put: (name: string, text: string) => void,
  onGames: ((done: number, of: number) => void) | undefined,
): Promise<number> {
  const [counted] = await database.ask('SELECT count(*)::DOUBLE AS games FROM read_parquet($table)', {
    table: oneFile(table),
  });
  const games = Number(counted?.games ?? 0);
  // Whole numbers of 64 bits would be text in JSON, and sorted as text.
  const types = { text: 'VARCHAR', texts: 'VARCHAR[]', number: 'DOUBLE', numbers: 'DOUBLE[]' } as const;
  const cells = columns.map(({ name, kind }) => `"${name}"::${types[kind]} AS "${name}"`).join(', ');
  const ids: string[] = [];
  for (let from = 0, i = 0; from < games; from += PER_FILE, i++) {
    const rows = await database.ask(
      `SELECT file_row_number::DOUBLE AS row, ${cells}, said, file, byte_offset::DOUBLE AS byte_offset, byte_length::DOUBLE AS byte_length
       FROM read_parquet($table, file_row_number = true)
       WHERE file_row_number >= $from AND file_row_number < $until ORDER BY file_row_number`,
      { table: oneFile(table), from, until: from + PER_FILE },
    );
    ids.push(...rows.map(({ episode }) => String(episode)));
    put(
      `rows-${i}.json`,
      JSON.stringify(rows.map(({ said: _, file: __, byte_offset: ___, byte_length: ____, ...row }) => row)),
    );
    put(`said-${i}.json`, JSON.stringify(rows.map(({ said }) => said ?? null)));
    const lines = await transcripts(folder, rows);
    put(`games-${i}.json`, `[${lines.join(',\n')}]`);
    put(`glances-${i}.json`, JSON.stringify(lines.map((line) => glanceOf(line) ?? null)));
    onGames?.(Math.min(games, from + PER_FILE), games);
  }
  put('ids.json', JSON.stringify(ids));
  return games;
}

/** The lines of these games, each by its place; a file of no other folder is read. */
async function transcripts(folder: string, rows: readonly Row[]): Promise<string[]> {
  const { fileIn } = runFolders(folder);
  const lines: string[] = [];
  for (const row of rows) {
    const place = placeIn(row);
    const file = place && (await fileIn(folder, place.file));
    if (!file)
      throw new SiteError(
        `games.parquet has episode ${row.episode} where no file of ${folder} is: write the report anew`,
      );
    lines.push((await readBytes(file, place.offset, place.length)).toString('utf8').trim());
  }
  return lines;
}

function putFindings(folder: string, put: (name: string, text: string) => void): number {
  const { findings, games, problems: broken } = readFindings(join(folder, 'episodes.jsonl'));
  const problems = [...broken];
  const words = wordsOf(readVerdicts(folder, (says) => problems.push(says)));
  const judged = judgedFindings(findings, words);
  const counts: Partial<Record<Detector, number>> = {};
  for (const { detector } of findings) counts[detector] = (counts[detector] ?? 0) + 1;
  const most = findings.length > MOST_FINDINGS ? MOST_FINDINGS : null;
  put(
    'findings.json',
    JSON.stringify({
      findings: judged.slice(0, MOST_FINDINGS),
      agreement: agreementOf(counts, judged),
      read: { games, share: 1, done: true, most },
      problems,
    }),
  );
  return findings.length;
}
