/**
 * The evaluation episodes of BazaarBATNA, one JSON object a line. A line that is no such episode is left out and named.
 *
 * Only what scoring and checking need is asked for; other fields are let through unread.
 */
import { resolve, sep } from 'node:path';
import { z } from 'zod';
import { ImportError, textOf } from '../text.ts';

const amount = z.number().min(0);
const schema = z.object({
  task: z.string().min(1),
  seed: z.number(),
  policy: z.string().min(1),
  deal_outcome: z.string().min(1),
  agreed_price: amount.nullish(),
  buyer_budget: amount,
  seller_cost: amount,
  rounds_taken: z.number().min(0),
  normalized_surplus: z.number().nullish(),
  task_score: z.number().nullish(),
  parse_errors: z.number().nullish(),
  transcript: z
    .array(z.object({ actor: z.string(), action: z.string().nullish(), price: z.number().nullish() }))
    .nullish(),
});

export type BazaarEpisode = z.infer<typeof schema> & { readonly file: string; readonly line: number };

const EXPECTED = 'BazaarBATNA episodes as JSON lines';

/** What each file is called: by its own name, and by its folders too where two have the same. */
export function namesOf(files: readonly string[]): Map<string, string> {
  const parts = new Map(
    files.map((file) => [
      file,
      resolve(file)
        .replace(/\.jsonl$/i, '')
        .split(sep),
    ]),
  );
  const tail = (path: readonly string[], length: number) => path.slice(-length).join('/');
  return new Map(
    [...parts].map(([file, path]) => {
      let length = 1;
      const isShared = () =>
        [...parts].some(([other, its]) => other !== file && tail(its, length) === tail(path, length));
      while (length < path.length && isShared()) length++;
      return [file, tail(path, length)];
    }),
  );
}

export function readEpisodes(file: string, name: string): { episodes: BazaarEpisode[]; problems: string[] } {
  const episodes: BazaarEpisode[] = [];
  const problems: string[] = [];
  textOf(file, EXPECTED)
    .split(/\r?\n/)
    .forEach((text, i) => {
      if (text.trim() === '') return;
      const episode = episodeOf(text);
      if (typeof episode === 'string') problems.push(`${file}, line ${i + 1}: ${episode}; it is left out`);
      else episodes.push({ ...episode, file: name, line: i + 1 });
    });
  if (episodes.length === 0) {
    throw new ImportError(`${file} has no episode that can be read; expected ${EXPECTED} (${problems[0]})`);
  }
  return { episodes, problems };
}

function episodeOf(text: string): z.infer<typeof schema> | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'not JSON, perhaps cut off';
  }
  const { data, error } = schema.safeParse(value);
  if (error) {
    const [issue] = error.issues;
    const field = issue?.path.join('.');
    return field ? `${field}: ${issue?.message}` : 'not a JSON object';
  }
  if (data.deal_outcome === 'deal' && typeof data.agreed_price !== 'number') return 'a deal without an agreed_price';
  return data;
}
