/**
 * Findings of a run: what the detectors saw in its games, and what people say of it. A word of somebody is a line more in findings.jsonl
 * beside the run, with who and when; nothing is overwritten.
 */
import { lstat } from 'node:fs/promises';
import { z } from 'zod';
import {
  agreementOf,
  appendVerdict,
  detectors,
  findingsCsv,
  type JudgedFinding,
  judgedFindings,
  verdictFile,
  type Words,
} from '../../lab/analysis/findings/index.ts';
import { createFindings, mostFindings } from '../findings/index.ts';
import type { WordsRead } from '../findings/words.ts';
import { type Caller, requireOperator } from '../front-door.ts';
import { type SignedOptions, signer } from '../identities/signed.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { ApiError, errorSchema, type Route, route } from '../routes.ts';
import { type RunFolders, runName } from '../runs/folder.ts';
import { kept as keptOf } from '../runs/listed.ts';
import { fingerprintOf } from './identities.ts';

export interface FindingOptions extends SignedOptions {
  readonly folders: RunFolders;
  readonly jobs: Jobs;
  /** Milliseconds that an export may read on. */
  readonly longest?: number;
}

const LONGEST = 20_000;
/** Runs of which is kept what people said. */
const MOST_RUNS = 8;

const TAG = 'findings';
const run = z.object({ run: runName });
const none = { 404: { about: 'There is none of this name.', schema: errorSchema } };
const speakers = ['model', 'guard', 'template', 'person', 'remote'] as const;
const states = ['open', 'confirmed', 'rejected'] as const;
const verdict = z.enum(['confirmed', 'rejected']);

const said = z.object({ verdict, by: z.string(), name: z.string().optional(), at: z.string() });
const finding = z.object({
  id: z.string(),
  detector: z.enum(detectors),
  kind: z.string(),
  game: z.string(),
  turn: z.int(),
  seat: z.string(),
  agent: z.string(),
  by: z.enum(speakers),
  quote: z.string(),
  why: z.string(),
  verdicts: z.array(said).describe('The last word of each person.'),
});
const agreement = z.object({
  detector: z.enum(detectors),
  findings: z.int(),
  judged: z.int(),
  confirmed: z.int(),
  rejected: z.int(),
  split: z.int(),
  share: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  people: z.int(),
  shared: z.int(),
  kappa: z.number().nullable(),
});

const asked = z.object({
  detector: z.enum(detectors).optional(),
  kind: z.string().max(60).optional(),
  by: z.enum(speakers).optional(),
  game: z.string().max(60).optional(),
  state: z.enum(states).optional(),
  search: z.string().max(200).optional().describe('Words in the quote or in the reason.'),
});

export function findingRoutes({ folders, jobs, longest = LONGEST, ...signed }: FindingOptions): Route[] {
  const kept = createFindings(jobs);
  const wordsKept = keptOf<{ words: Words; problems: readonly string[] }>(() => MOST_RUNS);
  const all = async (name: string, caller: Caller) => {
    requireOperator(caller);
    const folder = await folders.find(name);
    const file = await folders.fileIn(folder, 'episodes.jsonl');
    if (file === undefined) throw new ApiError(404, 'not_found', 'this run has no transcripts yet');
    const found = await kept.of(file, caller);
    const there = await lstat(verdictFile(folder)).catch(() => undefined);
    const isLink = there !== undefined && !there.isFile();
    const none = {
      words: new Map(),
      problems: isLink ? ['findings.jsonl is no file of this run: what it says is left out'] : [],
    };
    const read = async () => {
      const { words, problems } = JSON.parse(await jobs.run({ kind: 'verdicts', folder }, caller)) as WordsRead;
      return { words: new Map(words), problems };
    };
    const said = there?.isFile() ? await wordsKept(verdictFile(folder), read) : none;
    const { words, problems: bad } = said ?? none;
    const judged = judgedFindings(found.findings, words);
    return { folder, found, judged, isLink, problems: [...found.problems, ...bad] };
  };

  /** A file of a part of them would pass for the whole. */
  const toTheEnd = async (name: string, caller: Caller, signal: AbortSignal) => {
    const until = performance.now() + longest;
    for (;;) {
      const read = await all(name, caller);
      const { done, full, share } = read.found;
      if (full)
        throw new ApiError(
          413,
          'too_many',
          `this run has more than ${mostFindings} findings: parley findings FOLDER --csv has all`,
        );
      if (done) return read;
      if (performance.now() >= until || signal.aborted)
        throw new ApiError(409, 'not_read', `${Math.floor(100 * share)} % of the games are read: ask again`);
    }
  };

  return [
    route({
      method: 'get',
      path: '/v1/runs/{run}/findings',
      about:
        'What detectors found in the games of a run. They are read as they are asked for: ask again until it is done.',
      tag: TAG,
      needs: 'token',
      params: run,
      query: asked.extend({
        offset: z.coerce.number().int().min(0).max(1e6).default(0),
        limit: z.coerce.number().int().min(1).max(200).default(50),
      }),
      answers: {
        200: {
          about: 'A page of them, and how far people agree with each detector.',
          schema: z.object({
            total: z.int(),
            findings: z.array(finding),
            agreement: z.array(agreement),
            read: z.object({
              games: z.int(),
              share: z.number().describe('Of the transcripts, from 0 to 1.'),
              done: z.boolean(),
              most: z.int().nullable().describe('How many are kept, where there are more.'),
            }),
            problems: z
              .array(z.string())
              .describe('Lines of episodes.jsonl and findings.jsonl that are left out, the first of them.'),
          }),
        },
        ...none,
      },
      handle: async ({ c, params, query }) => {
        const { found, judged, problems } = await all(params.run, c.get('caller'));
        const fitting = judged.filter((one) => fits(one, query));
        const { games, share, done, full } = found;
        return c.json({
          total: fitting.length,
          findings: fitting.slice(query.offset, query.offset + query.limit),
          agreement: agreementOf(found.counts, judged),
          read: { games, share, done, most: full ? mostFindings : null },
          problems,
        });
      },
    }),
    route({
      method: 'get',
      path: '/v1/runs/{run}/findings/export',
      about:
        'All findings that fit, with what people said: the games are read to their end first, or it is said how far they are.',
      tag: TAG,
      needs: 'token',
      params: run,
      query: asked.extend({
        format: z.enum(['csv', 'json']).default('json'),
        partial: z
          .enum(['true', 'false'])
          .default('false')
          .describe(
            'Whether a CSV is wanted though games or verdicts are left out, which it cannot say; JSON names them.',
          ),
      }),
      answers: {
        200: { about: 'CSV, or JSON.', type: 'text/plain' },
        409: {
          about: 'There was no time to read all games: ask again. Or a CSV would leave out what could not be read.',
          schema: errorSchema,
        },
        413: { about: 'There are more than are kept here.', schema: errorSchema },
        ...none,
      },
      handle: async ({ c, params, query }) => {
        const { found, judged, problems } = await toTheEnd(params.run, c.get('caller'), c.req.raw.signal);
        const fitting = judged.filter((one) => fits(one, query));
        const [problem] = problems;
        if (query.format === 'csv' && problem !== undefined && query.partial === 'false')
          throw new ApiError(
            409,
            'left_out',
            `a CSV of these findings would not say that something is left out (${problems.length > 1 ? `${problems.length} problems, the first: ` : ''}${problem}): ask with partial=true, or for JSON`,
          );
        if (query.format === 'csv')
          return c.body(findingsCsv(fitting), 200, { 'content-type': 'text/csv; charset=utf-8' });
        const agreement = agreementOf(found.counts, judged);
        return c.json({ run: params.run, games: found.games, problems, agreement, findings: fitting });
      },
    }),
    route({
      method: 'post',
      path: '/v1/runs/{run}/findings/{finding}',
      about: 'Confirms or rejects a finding. Signed by a key, that is who; else the name given.',
      tag: TAG,
      needs: 'token',
      params: run.extend({ finding: z.string().regex(/^[0-9a-f]{20}$/) }),
      body: z.object({ verdict, name: z.string().trim().min(1).max(60).optional() }),
      answers: { 200: { about: 'As it stands now.', schema: finding }, ...none },
      handle: async ({ c, params, body }) => {
        const caller = c.get('caller');
        const { folder, judged, isLink } = await all(params.run, caller);
        const one = judged.find(({ id }) => id === params.finding);
        if (!one) throw new ApiError(404, 'not_found', 'there is no such finding among those that are read');
        const identity = c.req.header('signature') === undefined ? undefined : await signer(c, signed);
        const by = identity ? `key ${fingerprintOf(identity.key)}` : body.name;
        if (by === undefined) throw new ApiError(400, 'bad_request', 'who judges? Send a name, or sign with a key');
        if (by === body.name && by.startsWith('key '))
          throw new ApiError(400, 'bad_request', 'a name cannot begin with "key "');
        if (isLink)
          throw new ApiError(
            409,
            'elsewhere',
            'findings.jsonl of this run is a link or no file: nothing is written there',
          );
        const { id, detector, game, turn, seat } = one;
        const name = identity && { name: identity.name };
        const word = { verdict: body.verdict, by, ...name, at: new Date().toISOString() };
        await appendVerdict(folder, { finding: id, detector, game, turn, seat, ...word });
        return c.json({ ...one, verdicts: [...one.verdicts.filter((said) => said.by !== by), word] });
      },
    }),
  ];
}

function fits(one: JudgedFinding, { detector, kind, by, game, state, search }: z.output<typeof asked>): boolean {
  const word = search?.toLowerCase();
  const judged = new Set(one.verdicts.map(({ verdict: said }) => said));
  return (
    (detector === undefined || one.detector === detector) &&
    (kind === undefined || one.kind === kind) &&
    (by === undefined || one.by === by) &&
    (game === undefined || one.game === game) &&
    (state === undefined || (state === 'open' ? judged.size === 0 : judged.has(state))) &&
    (word === undefined || one.quote.toLowerCase().includes(word) || one.why.toLowerCase().includes(word))
  );
}
