/**
 * What lies in the folder of runs, which other commands write: experiments (folders with episodes.jsonl), data cards
 * (*.card.json) and training runs (folders with progress.jsonl). Plain files are read as they are, in a thread of their own; where there
 * are none the lists are empty. A name is looked up in the list, never put into a path as it came.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Job, Jobs } from '../jobs/jobs.ts';
import { ApiError, errorSchema, type Route, route } from '../routes.ts';

const name = z.object({ name: z.string().min(1).max(200) });
const none = {
  404: { about: 'There is none of this name.', schema: errorSchema },
  413: { about: 'The file is too large to be served.', schema: errorSchema },
};

export function runRoutes(folder: string | undefined, jobs: Jobs): Route[] {
  const folders = (file: string): string[] =>
    entries(folder)
      .filter((one) => existsSync(join(folder as string, one, file)))
      .sort();
  const cards = (): string[] =>
    entries(folder)
      .filter((one) => one.endsWith('.card.json'))
      .sort();
  const listOf = (path: string, key: string, about: string, read: () => string[]) =>
    route({
      method: 'get',
      path,
      about,
      tag: 'runs',
      answers: { 200: { about: 'Their names.', schema: z.object({ [key]: z.array(z.string()) }) } },
      handle: ({ c }) => c.json({ [key]: read() }),
    });
  const oneOf = (path: string, about: string, among: () => string[], read: (name: string) => Job) =>
    route({
      method: 'get',
      path,
      about,
      tag: 'runs',
      params: name,
      answers: { 200: { about: 'What the files say.', schema: z.looseObject({}) }, ...none },
      handle: async ({ c, params }) => {
        const found = among().find((one) => one === params.name);
        if (found === undefined) throw new ApiError(404, 'not_found', 'there is none of this name');
        return c.body(await jobs.run(read(found), c.get('caller')), 200, { 'content-type': 'application/json' });
      },
    });
  const file = (...parts: string[]) => join(folder as string, ...parts);

  return [
    listOf('/v1/experiments', 'experiments', 'Experiments in the folder of runs.', () => folders('episodes.jsonl')),
    oneOf(
      '/v1/experiments/{name}',
      'One experiment: its manifest and its episodes by id and result.',
      () => folders('episodes.jsonl'),
      (one) => ({ kind: 'experiment', folder: file(one), name: one }),
    ),
    listOf('/v1/data-cards', 'dataCards', 'Data cards in the folder of runs.', cards),
    oneOf('/v1/data-cards/{name}', 'One data card.', cards, (one) => ({ kind: 'card', file: file(one) })),
    listOf('/v1/training-runs', 'trainingRuns', 'Training runs in the folder of runs.', () =>
      folders('progress.jsonl'),
    ),
    oneOf(
      '/v1/training-runs/{name}',
      'The progress of one training run.',
      () => folders('progress.jsonl'),
      (one) => ({ kind: 'progress', file: file(one, 'progress.jsonl'), name: one }),
    ),
  ];
}

function entries(folder: string | undefined): string[] {
  return folder !== undefined && existsSync(folder) ? readdirSync(folder) : [];
}
