/**
 * What lies in the folder of runs beside runs themselves: data cards (*.card.json) and training runs (folders with progress.jsonl), for
 * who runs the server. Plain files are read as they are, in a thread of their own; where there are none the lists are empty. A name is
 * looked up in the list, never put into a path as it came, and what leads out of the folder by a link is not there.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { requireOperator } from '../front-door.ts';
import type { Job, Jobs } from '../jobs/jobs.ts';
import { ApiError, errorSchema, type Route, route } from '../routes.ts';
import { runFolders } from '../runs/folder.ts';

const name = z.object({ name: z.string().min(1).max(200) });
const forOperators = {
  401: { about: 'This needs the token of the server.', schema: errorSchema },
  403: {
    about: 'Only for who holds the token, or asks a server that listens for this machine alone.',
    schema: errorSchema,
  },
};
const none = {
  404: { about: 'There is none of this name.', schema: errorSchema },
  413: { about: 'The file is too large to be served.', schema: errorSchema },
};

interface Listed {
  readonly name: string;
  readonly file: string;
}

export function runRoutes(folder: string | undefined, jobs: Jobs): Route[] {
  const { fileIn } = runFolders(folder);
  /** Each entry of the folder with the file that is wanted of it. */
  const listed = async (wanted: (entry: string) => readonly [string, string] | undefined): Promise<Listed[]> => {
    const some = await Promise.all(
      entries(folder).map(async (entry) => {
        const place = wanted(entry);
        const file = place && (await fileIn(...place));
        return file === undefined ? [] : [{ name: entry, file }];
      }),
    );
    return some.flat().sort((a, b) => (a.name < b.name ? -1 : 1));
  };
  const cards = () => listed((one) => (one.endsWith('.card.json') ? [folder as string, one] : undefined));
  const trained = () => listed((one) => [join(folder as string, one), 'progress.jsonl']);
  const listOf = (path: string, key: string, about: string, among: () => Promise<Listed[]>) =>
    route({
      method: 'get',
      path,
      about,
      tag: 'runs',
      needs: 'token',
      answers: { 200: { about: 'Their names.', schema: z.object({ [key]: z.array(z.string()) }) }, ...forOperators },
      handle: async ({ c }) => {
        requireOperator(c.get('caller'));
        return c.json({ [key]: (await among()).map((one) => one.name) });
      },
    });
  const oneOf = (path: string, about: string, among: () => Promise<Listed[]>, read: (one: Listed) => Job) =>
    route({
      method: 'get',
      path,
      about,
      tag: 'runs',
      needs: 'token',
      params: name,
      answers: { 200: { about: 'What the files say.', schema: z.looseObject({}) }, ...forOperators, ...none },
      handle: async ({ c, params }) => {
        requireOperator(c.get('caller'));
        const found = (await among()).find((one) => one.name === params.name);
        if (found === undefined) throw new ApiError(404, 'not_found', 'there is none of this name');
        return c.body(await jobs.run(read(found), c.get('caller')), 200, { 'content-type': 'application/json' });
      },
    });

  return [
    listOf('/v1/data-cards', 'dataCards', 'Data cards in the folder of runs.', cards),
    oneOf('/v1/data-cards/{name}', 'One data card.', cards, ({ file }) => ({ kind: 'card', file })),
    listOf('/v1/training-runs', 'trainingRuns', 'Training runs in the folder of runs.', trained),
    oneOf('/v1/training-runs/{name}', 'The progress of one training run.', trained, (one) => ({
      kind: 'progress',
      ...one,
    })),
  ];
}

function entries(folder: string | undefined): string[] {
  return folder !== undefined && existsSync(folder) ? readdirSync(folder) : [];
}
