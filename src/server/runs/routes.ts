/**
 * Runs over HTTP: the list, one with its report, its games and their transcripts, how it goes, stopping it and going on, and runs held
 * against each other. A run shows both sides' cards, so all of it is for who runs the server (front-door.ts).
 */
import { z } from 'zod';
import { sameJson } from '../../core/index.ts';
import { requireOperator } from '../front-door.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Places } from '../places.ts';
import { ApiError, errorSchema, type Route, route } from '../routes.ts';
import { compareRoute } from './compare-route.ts';
import { resumeRun, stopRun } from './control.ts';
import type { Database } from './database.ts';
import { streamProgress } from './events.ts';
import { readBytes, runFolders, runName } from './folder.ts';
import { gamesOf, type Place, type Table, tableOf } from './games.ts';
import { type Glance, glanceOf, LARGEST_GLANCE } from './glance.ts';
import { kept, refuseTable, runList, versionOf } from './listed.ts';
import { orderedRows } from './ordered.ts';
import { spreadIn, summaries } from './summary.ts';
import { lastGames } from './tail.ts';
import { transcriptOf } from './transcript.ts';

const TAG = 'runs';

export interface FolderRoutesOptions {
  readonly folder: string | undefined;
  /** Other folders into which somebody may have put files. */
  readonly sent?: readonly string[];
  readonly database: Database;
  readonly jobs: Jobs;
  readonly streams: Places;
  readonly command: readonly string[] | undefined;
  readonly isStopping: () => boolean;
}

const forOperators = {
  401: { about: 'This needs the token of the server.', schema: errorSchema },
  403: {
    about: 'Only for who holds the token, or asks a server that listens for this machine alone.',
    schema: errorSchema,
  },
};
const missing = { 404: { about: 'There is no such run, or no such game in it.', schema: errorSchema } };

const run = z.object({ run: runName });
const progressFields = {
  status: z.enum(['running', 'finished', 'stopped']),
  games: z.int(),
  planned: z.int(),
  failed: z.int(),
  perSecond: z
    .number()
    .nullable()
    .describe('Games, in the last minute; null where nobody plays or it is not known yet.'),
  secondsLeft: z.number().nullable(),
};
const progressSchema = z.object(progressFields);
const listedFields = {
  name: z.string(),
  title: z.string(),
  tags: z.array(z.string()),
  begun: z.string(),
  ...progressFields,
  cost: z
    .object({
      calls: z.int().describe('Answers from --cache are none, nor what --budget refused.'),
      seconds: z.number(),
      tokens: z.number(),
      money: z.number().nullable(),
      unpriced: z.int().describe('Answers without --price, where others have one: the money is not of these.'),
      scripted: z.boolean().describe('A scripted stand-in answered every call: no model did.'),
      unlogged: z
        .int()
        .describe(
          'Answers that the games have and calls.jsonl of the run has not, at least: over a queue each worker logs its own. Above 0, the other figures are of less than the games.',
        ),
    })
    .nullable()
    .describe('Of the models, by calls.jsonl of the run; null where none was asked, or it is not known yet.'),
  reported: z.boolean().describe('Whether there is a report, with the table of all games.'),
  stale: z
    .boolean()
    .describe('Whether report and table are of before: games have been played since, and they are not shown.'),
  differs: z
    .object({
      from: z.string(),
      keys: z.array(z.object({ key: z.string(), before: z.string(), after: z.string() })),
    })
    .nullable()
    .describe('Against the run of the same experiment that began before it.'),
  problem: z.string().nullable().describe('Why its state cannot be told; the lock or a table of it is broken.'),
};
const column = z.object({
  name: z.string(),
  kind: z.enum(['text', 'number', 'texts', 'numbers']),
  empty: z.literal(true).optional().describe('No game of the run has a value.'),
});
const gameRow = z.looseObject({
  row: z.number().optional().describe('The row in games.parquet.'),
  episode: z.string(),
  domain: z.string(),
  field: z.string().nullable(),
  scenario: z.string(),
  seed: z.number(),
  seats: z.array(z.string()),
  agents: z.array(z.string()),
  result: z.string(),
  turn: z.number(),
  utility: z.array(z.number().nullable()).nullable().describe('In the order of `seats`.'),
  glance: z
    .object({ facts: z.unknown(), history: z.array(z.unknown()), result: z.unknown() })
    .nullable()
    .optional()
    .describe('What everybody knew, acts without their words, and the end.'),
});

export function folderRoutes(options: FolderRoutesOptions): Route[] {
  const { folder: root, database, jobs, streams } = options;
  const folders = runFolders(root);
  const runs = runList(folders, database, options.isStopping);
  const ordered = orderedRows(database);
  const reports = kept<string>();
  const tables = kept<Table>();
  const summaryOf = summaries(folders);
  const spread = spreadIn(database);
  const tableIn = async (folder: string, signal?: AbortSignal) => {
    const file = await folders.fileIn(folder, 'games.parquet');
    // Its rows would lead to games that have been played anew, or lie elsewhere now.
    if (file === undefined || (await runs.isStale(folder, signal))) return undefined;
    const table = await tables(file, () => tableOf(database, file, signal).catch(refuseTable));
    return table && { file, table };
  };
  const tableFor = async (folder: string, signal?: AbortSignal) => {
    const found = await tableIn(folder, signal);
    if (!found)
      throw new ApiError(409, 'no_table', 'the table of games comes with the report, and this run has none yet');
    return found;
  };

  return [
    route({
      method: 'get',
      path: '/v1/runs',
      about: 'The runs in the folder of runs, the latest first.',
      tag: TAG,
      needs: 'token',
      answers: {
        200: {
          about: 'The runs.',
          schema: z.object({
            folder: z.boolean().describe('Whether there is a folder to look in.'),
            runs: z.array(z.object(listedFields)),
          }),
        },
        ...forOperators,
      },
      handle: async ({ c }) => {
        requireOperator(c.get('caller'));
        return c.json({ folder: await folders.isThere(), runs: await runs.all(c.req.raw.signal) });
      },
    }),
    route({
      method: 'get',
      path: '/v1/runs/{run}',
      about: 'One run: what it is of, how far it came, the columns of its games, and its report.',
      tag: TAG,
      needs: 'token',
      params: run,
      answers: {
        200: {
          about: 'The run.',
          schema: z.object({
            ...listedFields,
            experiment: z.looseObject({}),
            made: z.looseObject({}).nullable(),
            columns: z.array(column),
            rows: z.int().describe('Games in the table; games that wait for their turn are not in it.'),
            searchable: z.boolean().describe('Whether what was said can be searched.'),
            report: z
              .looseObject({})
              .nullable()
              .describe('report.json; a row says how many games are behind it, /games?behind=SECTION-ROW which.'),
          }),
        },
        ...forOperators,
        ...missing,
      },
      handle: async ({ params, c }) => {
        requireOperator(c.get('caller'));
        const { signal } = c.req.raw;
        const folder = await folders.find(params.run);
        const isOld = await runs.isStale(folder, signal).catch(() => false);
        const file = isOld ? undefined : await folders.fileIn(folder, 'report.json');
        const caller = c.get('caller');
        const [listed, read, found, report] = await Promise.all([
          runs.one(params.run, signal),
          runs.manifestOf(folder),
          tableIn(folder, signal),
          file === undefined
            ? undefined
            : reports(file, async () => {
                const summary = await summaryOf(folder);
                return summary ? JSON.stringify(summary.report) : jobs.run({ kind: 'report', file }, caller);
              }),
        ]);
        const { experiment, made } = read?.manifest ?? {};
        const head = {
          ...listed,
          experiment: experiment ?? {},
          made: made ?? null,
          columns: found?.table.columns ?? [],
          rows: found?.table.rows ?? 0,
          searchable: found?.table.hasSaid ?? false,
        };
        // The report is JSON already, and may be long.
        const text = `${JSON.stringify(head).slice(0, -1)},"report":${report ?? 'null'}}`;
        return c.body(text, 200, { 'content-type': 'application/json' });
      },
    }),
    route({
      method: 'get',
      path: '/v1/runs/{run}/games',
      about:
        'Games of a run by the columns of its table. While it is played there is no table: then the last games, the newest first, without filters.',
      tag: TAG,
      needs: 'token',
      params: run,
      query: z.object({
        where: z
          .string()
          .max(2000)
          .optional()
          .describe(
            'COLUMN OP VALUE with = != < <= > >= or ~ (contains), several joined by ";"; COLUMN.SEAT for one seat, COLUMN.* for all of them.',
          ),
        sort: z
          .string()
          .max(500)
          .optional()
          .describe('A column, COLUMN.SEAT or COLUMN.AGENT; "-" before it for the highest first.'),
        offset: z.coerce.number().int().min(0).max(100_000_000).default(0),
        limit: z.coerce.number().int().min(1).max(200).default(50),
        said: z.string().min(1).max(300).optional().describe('Words in what was said.'),
        pattern: z.enum(['true', 'false']).default('false').describe('Whether `said` is a pattern of RE2.'),
        behind: z
          .string()
          .regex(/^\d{1,4}-\d{1,6}$/, 'SECTION-ROW, as in 0-3')
          .optional()
          .describe('Only the games behind a row of the report: SECTION-ROW, counted from 0.'),
        glances: z
          .enum(['true', 'false'])
          .default('false')
          .describe('Whether each comes with its acts, to be drawn small.'),
      }),
      answers: {
        200: {
          about: 'A page of them.',
          schema: z.object({
            games: z.array(gameRow),
            total: z.number(),
            from: z.enum(['table', 'transcripts']).describe('`transcripts`: the last games of a run without a table.'),
          }),
        },
        409: { about: 'The table is missing, or from before it had this.', schema: errorSchema },
        ...forOperators,
        ...missing,
      },
      handle: async ({ params, query, c }) => {
        requireOperator(c.get('caller'));
        const { signal } = c.req.raw;
        const folder = await folders.find(params.run);
        const { behind, pattern, glances, ...asked } = query;
        const found = await tableIn(folder, signal);
        if (!found) {
          const transcripts = await folders.fileIn(folder, 'episodes.jsonl');
          const { games: total } = await runs.progressOf(folder, signal);
          const games = transcripts ? await lastGames(transcripts, query.limit) : [];
          return c.json({ games: query.offset === 0 ? games : [], total, from: 'transcripts' });
        }
        const rows = behind === undefined ? undefined : await rowsOf(folder, behind, c.get('caller'));
        const tabled = { database, ordered, ...found, version: await versionOf(found.file) };
        const { games, places, total } = await gamesOf(tabled, { ...asked, pattern: pattern === 'true', rows }, signal);
        if (glances === 'false') return c.json({ games, total, from: 'table' });
        const seen = await Promise.all(places.map((place) => glanceAt(folder, place)));
        const drawn: object[] = games.map((game, i) => ({ ...game, glance: seen[i] ?? null }));
        return c.json({ games: drawn, total, from: 'table' });
      },
    }),
    route({
      method: 'get',
      path: '/v1/runs/{run}/games/{game}',
      about: 'One game of a run: its line of episodes.jsonl.',
      tag: TAG,
      needs: 'token',
      params: run.extend({ game: z.string().regex(/^[0-9a-f]{20}$/, 'the id of a game is 20 hexadecimal digits') }),
      answers: {
        200: { about: 'The transcript.', schema: z.looseObject({ format: z.int(), id: z.string() }) },
        409: { about: 'Its line is broken, or not where the table has it.', schema: errorSchema },
        ...forOperators,
        ...missing,
      },
      handle: async ({ params, c }) => {
        requireOperator(c.get('caller'));
        const text = await transcriptOf({ folders, database, ...params, signal: c.req.raw.signal });
        return c.body(text, 200, { 'content-type': 'application/json' });
      },
    }),
    route({
      method: 'get',
      path: '/v1/runs/{run}/spread',
      about: 'How a measure spreads over the games of each agent under test, and how they ended for it.',
      tag: TAG,
      needs: 'token',
      params: run,
      query: z.object({ measure: z.string().min(1).max(60).default('utility') }),
      answers: {
        200: {
          about: 'The agents, the highest mean first.',
          schema: z.object({
            measure: z.string(),
            low: z.number(),
            high: z.number(),
            agents: z.array(
              z.object({
                agent: z.string(),
                control: z.boolean(),
                games: z.int(),
                mean: z.number().nullable(),
                quartiles: z.array(z.number()).nullable(),
                bins: z
                  .array(z.int())
                  .describe('Games that came to a deal or a conclusion, in bins of equal width from `low` to `high`.'),
                won: z.int(),
                tied: z.int(),
                lost: z.int(),
                impasse: z.int(),
                turns: z.number().describe('The mean.'),
              }),
            ),
          }),
        },
        409: { about: 'The run has no table yet.', schema: errorSchema },
        ...forOperators,
        ...missing,
      },
      handle: async ({ params, query, c }) => {
        requireOperator(c.get('caller'));
        const { signal } = c.req.raw;
        const folder = await folders.find(params.run);
        const { file, table } = await tableFor(folder, signal);
        const controls = (await runs.manifestOf(folder))?.manifest.controls.map(({ spec }) => spec) ?? [];
        const summary = await summaryOf(folder);
        const known =
          summary && Object.hasOwn(summary.spreads, query.measure) && sameJson(summary.controls, [...controls].sort())
            ? summary.spreads[query.measure]
            : undefined;
        const asked = {
          file,
          version: await versionOf(file),
          columns: table.columns,
          measure: query.measure,
          controls,
        };
        return c.json(known ?? (await spread(asked, signal)));
      },
    }),
    route({
      method: 'get',
      path: '/v1/runs/{run}/events',
      about: 'How a run goes, as server-sent events: progress as often as it changes, and over.',
      tag: TAG,
      needs: 'token',
      params: run,
      answers: { 200: { about: 'A stream.', type: 'text/event-stream' }, ...forOperators, ...missing },
      handle: async ({ params, c }) => {
        requireOperator(c.get('caller'));
        const folder = await folders.find(params.run);
        return streamProgress(c, streams, () => runs.progressOf(folder), options.isStopping);
      },
    }),
    route({
      method: 'post',
      path: '/v1/runs/{run}/stop',
      about:
        'Stops a run that is played on this machine, as Ctrl-C does: games under way are given up, all others are kept.',
      tag: TAG,
      needs: 'token',
      params: run,
      answers: {
        202: { about: 'It was told to stop.', schema: progressSchema },
        409: { about: 'Nobody plays it, or not on this machine.', schema: errorSchema },
        ...forOperators,
        ...missing,
      },
      handle: async ({ params, c }) => {
        requireOperator(c.get('caller'));
        const folder = await folders.find(params.run);
        stopRun(folder);
        return c.json(await runs.progressOf(folder), 202);
      },
    }),
    route({
      method: 'post',
      path: '/v1/runs/{run}/resume',
      about: 'Goes on with a run that was stopped, by a parley run of its own process.',
      tag: TAG,
      needs: 'token',
      params: run,
      answers: {
        202: { about: 'It goes on.', schema: progressSchema },
        409: { about: 'It is being played, or cannot be gone on with.', schema: errorSchema },
        ...forOperators,
        ...missing,
      },
      handle: async ({ params, c }) => {
        requireOperator(c.get('caller'));
        const folder = await folders.find(params.run);
        const read = await runs.manifestOf(folder);
        if (!read) throw new ApiError(404, 'not_found', 'the manifest of this run cannot be read');
        const sent = [...(root === undefined ? [] : [root]), ...(options.sent ?? [])];
        await resumeRun(folder, read.manifest, { command: options.command, sent });
        return c.json(await runs.progressOf(folder), 202);
      },
    }),
    compareRoute(folders, jobs),
  ];

  async function rowsOf(folder: string, behind: string, caller: Parameters<Jobs['run']>[1]): Promise<string> {
    const file = await folders.fileIn(folder, 'report.json');
    if (file === undefined) throw new ApiError(404, 'not_found', 'this run has no report');
    const [section = 0, row = 0] = behind.split('-').map(Number);
    return JSON.parse(await jobs.run({ kind: 'behind', file, section, row }, caller)) as string;
  }

  async function glanceAt(folder: string, place: Place | undefined): Promise<Glance | undefined> {
    if (!place || place.length > LARGEST_GLANCE) return undefined;
    const file = await folders.fileIn(folder, place.file);
    return file === undefined
      ? undefined
      : glanceOf((await readBytes(file, place.offset, place.length)).toString('utf8'));
  }
}
