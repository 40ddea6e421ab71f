/**
 * What lies in the folder of runs, which other commands write: experiments (folders with episodes.jsonl), data cards
 * (*.card.json) and training runs (folders with progress.jsonl). Plain files are read as they are; where there are none the
 * lists are empty. A name is looked up in the list, never put into a path as it came.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readEpisodes, TranscriptError } from '../../data/episodes.ts';
import { ApiError, errorSchema, type Route, route } from '../routes.ts';

const LARGEST_FILE = 64 * 1024 * 1024;
const name = z.object({ name: z.string().min(1).max(200) });
const none = { 404: { about: 'There is none of this name.', schema: errorSchema } };

export function runRoutes(folder: string | undefined): Route[] {
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
  const oneOf = (path: string, about: string, among: () => string[], read: (name: string) => unknown) =>
    route({
      method: 'get',
      path,
      about,
      tag: 'runs',
      params: name,
      answers: { 200: { about: 'What the files say.', schema: z.looseObject({}) }, ...none },
      handle: ({ c, params }) => {
        const found = among().find((one) => one === params.name);
        if (found === undefined) throw new ApiError(404, 'not_found', 'there is none of this name');
        return c.json(read(found) as object);
      },
    });
  const file = (...parts: string[]) => join(folder as string, ...parts);

  return [
    listOf('/v1/experiments', 'experiments', 'Experiments in the folder of runs.', () => folders('episodes.jsonl')),
    oneOf(
      '/v1/experiments/{name}',
      'One experiment: its manifest and its episodes by id and result.',
      () => folders('episodes.jsonl'),
      (one) => ({
        name: one,
        manifest: existsSync(file(one, 'manifest.json')) ? readJson(file(one, 'manifest.json')) : null,
        episodes: episodesIn(file(one, 'episodes.jsonl')).map(({ id, domain, seats, result }) => ({
          id,
          domain,
          seats,
          result,
        })),
      }),
    ),
    listOf('/v1/data-cards', 'dataCards', 'Data cards in the folder of runs.', cards),
    oneOf('/v1/data-cards/{name}', 'One data card.', cards, (one) => readJson(file(one))),
    listOf('/v1/training-runs', 'trainingRuns', 'Training runs in the folder of runs.', () =>
      folders('progress.jsonl'),
    ),
    oneOf(
      '/v1/training-runs/{name}',
      'The progress of one training run.',
      () => folders('progress.jsonl'),
      (one) => ({
        name: one,
        progress: readText(file(one, 'progress.jsonl'))
          .split('\n')
          .filter(Boolean)
          .map(parsed)
          .filter((line) => line !== undefined),
      }),
    ),
  ];
}

function entries(folder: string | undefined): string[] {
  return folder !== undefined && existsSync(folder) ? readdirSync(folder) : [];
}

function readText(path: string): string {
  if (statSync(path).size > LARGEST_FILE) throw new ApiError(413, 'too_large', 'the file is too large to be served');
  return readFileSync(path, 'utf8');
}

function readJson(path: string): unknown {
  const value = parsed(readText(path));
  if (value === undefined) throw new ApiError(404, 'not_found', 'the file is not JSON');
  return value;
}

function episodesIn(path: string) {
  readText(path); // its size
  try {
    return readEpisodes(path);
  } catch (error) {
    if (error instanceof TranscriptError) throw new ApiError(404, 'not_found', 'the file holds no transcripts');
    throw error;
  }
}

/** The last line of a run under way may be half written. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
