/** GET /v1/compare: what changed between runs, with the games behind it. */
import { lstat } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
import { scoresFile } from '../../lab/experiment/ordered-writer.ts';
import { requireOperator } from '../front-door.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { ApiError, errorSchema, type Route, route } from '../routes.ts';
import type { RunFolders } from './folder.ts';

const MOST_RUNS = 6;

const paired = z.object({ game: z.string(), result: z.string(), utility: z.number().optional() });
const pair = z.object({
  agent: z.string(),
  seat: z.string(),
  opponent: z.string(),
  scenario: z.string(),
  seed: z.number(),
  from: z.string(),
  to: z.string(),
  before: paired,
  after: paired,
  delta: z
    .number()
    .optional()
    .describe('After minus before, no deal counted as zero; missing where one of them failed.'),
});

export function compareRoute(folders: RunFolders, jobs: Jobs): Route {
  return route({
    method: 'get',
    path: '/v1/compare',
    about: 'What changed between runs: the first is what the others are held against, on games that both have.',
    tag: 'runs',
    needs: 'token',
    query: z.object({ runs: z.string().min(1).max(1600).describe('Two names or more, with commas.') }),
    answers: {
      200: {
        about: 'The differences, the greatest loss first, and what only one run has.',
        schema: z.object({
          warnings: z.array(z.string()),
          sections: z.array(z.looseObject({ title: z.string() })),
          scenarios: z.array(
            z.object({
              scenario: z.string(),
              to: z.string(),
              games: z.int(),
              failed: z.int().describe('Pairs in which a game failed: they are in no mean.'),
              before: z.number(),
              after: z.number(),
              delta: z.number(),
              worst: pair,
            }),
          ),
          allScenarios: z.int(),
          failedScenarios: z
            .int()
            .describe('Scenarios of which every pair has a game that failed: they are not listed.'),
          pairs: z.array(pair),
          allPairs: z.int(),
          only: z.array(
            z.object({
              run: z.string(),
              agent: z.string(),
              opponent: z.string(),
              seat: z.string(),
              games: z.int(),
              episodes: z.array(z.string()).describe('The first of them.'),
              scenarios: z.int(),
            }),
          ),
        }),
      },
      401: { about: 'This needs the token of the server.', schema: errorSchema },
      404: { about: 'There is no run of one of these names.', schema: errorSchema },
      409: { about: 'These runs cannot be compared.', schema: errorSchema },
      413: { about: 'They are too large to be compared here.', schema: errorSchema },
    },
    handle: async ({ query, c }) => {
      const caller = c.get('caller');
      requireOperator(caller);
      const known = new Set((await folders.all()).map(({ name }) => name));
      const names = [...new Set(namesIn(query.runs, known))].slice(0, MOST_RUNS);
      const found = await Promise.all(names.map((name) => folders.find(name)));
      // A file that leads out of the folder by a link is not there.
      for (const [i, folder] of found.entries()) {
        if ((await folders.fileIn(folder, 'episodes.jsonl')) === undefined)
          throw new ApiError(409, 'no_games', `${names[i]} has no games yet`);
        const scores = scoresFile(folder);
        const isLink = (await lstat(scores).catch(() => undefined))?.isSymbolicLink();
        if (isLink && !(await folders.fileIn(folder, basename(scores))))
          throw new ApiError(409, 'elsewhere', `${basename(scores)} of ${names[i]} leads out of the folder of runs`);
      }
      const text = await jobs.run({ kind: 'compare', folders: found }, caller);
      return c.body(text, 200, { 'content-type': 'application/json' });
    },
  });
}

/** A name may have commas of its own: what is no run by itself is taken with what follows. */
function namesIn(text: string, known: ReadonlySet<string>): string[] {
  const parts = text.split(',');
  const names: string[] = [];
  for (let at = 0; at < parts.length; ) {
    const from = at;
    const end = parts.findIndex((_, i) => i >= from && known.has(parts.slice(from, i + 1).join(',')));
    const name = parts.slice(from, end < 0 ? from + 1 : end + 1).join(',');
    if (name !== '') names.push(name);
    at = end < 0 ? from + 1 : end + 1;
  }
  return names;
}
