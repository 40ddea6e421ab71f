/**
 * episodes.jsonl: one transcript a line, the product of every run.
 *
 * Untrusted text becomes an `Episode` here and nowhere else. A line of a format that this parley does not know is refused with a
 * sentence; a broken or cut line is named by its number. Appending an episode that the file already has is refused, naming its
 * id, before anything is written.
 */
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { type Episode, FORMAT, intents } from '../core/index.ts';
import { makeFolder } from '../models/node/files.ts';

export class TranscriptError extends Error {
  override readonly name = 'TranscriptError';
}

const place = { turn: z.int().min(1), seat: z.string() };
const act = z.looseObject({ type: z.string(), words: z.string().optional(), intent: z.enum(intents).optional() });
const belief = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('number'),
    value: z.number(),
    low: z.number().optional(),
    high: z.number().optional(),
  }),
  z.strictObject({ kind: z.literal('choice'), chances: z.record(z.string(), z.number()) }),
  z.strictObject({ kind: z.literal('values'), values: z.record(z.string(), z.number()) }),
]);
const utility = z.record(z.string(), z.number());
const ended = { turn: z.int().min(0), by: z.string() };
const episodeSchema = z.strictObject({
  format: z.union([z.literal(1), z.literal(FORMAT)]),
  id: z.string().regex(/^[0-9a-f]{20}$/),
  domain: z.string(),
  version: z.int(),
  source: z.record(z.string(), z.union([z.string(), z.number()])),
  seed: z.int().min(0),
  seats: z.record(z.string(), z.strictObject({ spec: z.string(), fingerprint: z.string().min(1) })),
  session: z.string().min(1).optional(),
  fork: z
    .strictObject({
      of: z.string(),
      turn: z.int().min(1),
      forced: z.array(z.strictObject({ ...place, act })).optional(),
    })
    .optional(),
  scenario: z.strictObject({
    domain: z.string(),
    version: z.int(),
    id: z.string(),
    public: z.looseObject({}),
    private: z.record(z.string(), z.looseObject({})),
  }),
  events: z.array(
    z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('action-taken'), ...place, act }),
      z.strictObject({ type: z.literal('action-refused'), ...place, got: z.string(), reason: z.string() }),
      z.strictObject({ type: z.literal('agent-note'), ...place, note: z.unknown() }),
      z.strictObject({ type: z.literal('belief-stated'), ...place, question: z.string(), belief }),
      z.strictObject({ type: z.literal('agent-failed'), ...place, reason: z.string() }),
      z.strictObject({ type: z.literal('seat-forfeited'), ...place, reason: z.string() }),
    ]),
  ),
  result: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('agreement'), ...ended, deal: z.looseObject({}), utility }),
    z.strictObject({ kind: z.literal('no-deal'), turn: ended.turn, utility }),
    z.strictObject({ kind: z.literal('walked'), ...ended, utility }),
    z.strictObject({ kind: z.literal('concluded'), turn: ended.turn, conclusion: z.unknown(), utility }),
    z.strictObject({ kind: z.literal('forfeited'), ...ended, reason: z.string(), utility }),
    z.strictObject({ kind: z.literal('failed'), ...ended, reason: z.string() }),
  ]),
});

/** One line of text to an episode; `where` names the line in an error. */
export function parseEpisode(line: string, where: string): Episode {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new TranscriptError(`${where} is not JSON; it may have been cut off while it was written`);
  }
  const format = (value as { format?: unknown } | null)?.format;
  if (format !== FORMAT && format !== 1) {
    const is = format === undefined ? 'has no format version' : `has format version ${JSON.stringify(format)}`;
    throw new TranscriptError(`${where} ${is}; this parley reads versions 1 and ${FORMAT}`);
  }
  const parsed = episodeSchema.safeParse(value);
  if (parsed.success) return parsed.data as Episode;
  const issue = parsed.error.issues[0];
  throw new TranscriptError(`${where} is not a transcript: ${issue?.path.join('.') || 'the line'}: ${issue?.message}`);
}

/** Where the transcript of an episode stands. */
export interface Place {
  readonly file: string;
  readonly offset: number;
  /** Without the line's end. */
  readonly bytes: number;
}

/** The places of a file's lines, in the order of `readEpisodes`. */
export function placesIn(file: string): Place[] {
  const content = readFileSync(file);
  const places: Place[] = [];
  let offset = 0;
  for (let end = content.indexOf(10); end >= 0; end = content.indexOf(10, offset)) {
    places.push({ file, offset, bytes: end - offset });
    offset = end + 1;
  }
  return places;
}

export function readEpisodes(file: string): Episode[] {
  return linesOf(file).map((line, i) => parseEpisode(line, `${file} line ${i + 1}`));
}

/** The episode whose id begins with `id`, which must be one only. */
export function findEpisode(file: string, id: string): Episode {
  const episodes = readEpisodes(file);
  const found = episodes.filter((episode) => episode.id.startsWith(id));
  if (found.length === 1) return found[0] as Episode;
  const ids = (found.length > 0 ? found : episodes).slice(0, 5).map((episode) => episode.id);
  const problem = found.length > 0 ? `${found.length} episodes whose id begins with` : 'no episode';
  throw new TranscriptError(`${file} has ${problem} "${id}"; for example ${ids.join(', ') || 'it is empty'}`);
}

/** Makes sure before anything is played, or paid, that a file will take episodes; one that is no transcript is left alone. */
export function readyToAppend(file: string): void {
  if (canBeWritten(file) === 'there') readEpisodes(file);
}

/** Makes the folder of a file that games will be added to, and says whether the file is there already. */
export function canBeWritten(file: string): 'new' | 'there' {
  const isNew = !existsSync(file);
  try {
    makeFolder(dirname(file));
    closeSync(openSync(file, 'a'));
    if (isNew) unlinkSync(file);
  } catch (error) {
    throw new TranscriptError(`cannot write ${file}: ${(error as Error).message}; nothing was played`);
  }
  return isNew ? 'new' : 'there';
}

/** Refuses to play for a file what the file has already: found out beforehand, nothing is played, or paid, for nothing. */
export function refuseKnown(file: string, id: string): void {
  if (existsSync(file) && readEpisodes(file).some((episode) => episode.id === id))
    throw new TranscriptError(`${file} already has this request as ${id}: give another --seed, or another file`);
}

/** Adds episodes to the end of a file, all or none. */
export function appendEpisodes(file: string, episodes: readonly Episode[]): void {
  const known = new Set(existsSync(file) ? readEpisodes(file).map((episode) => episode.id) : []);
  const duplicates: string[] = [];
  for (const { id } of episodes) {
    if (known.has(id)) duplicates.push(id);
    known.add(id);
  }
  if (duplicates.length > 0) {
    const named =
      duplicates.slice(0, 5).join(', ') + (duplicates.length > 5 ? ` and ${duplicates.length - 5} more` : '');
    throw new TranscriptError(
      `${file} already has ${named}; the same request gives the same episode, so nothing was added`,
    );
  }
  const text = episodes.map((episode) => `${JSON.stringify(episode)}\n`).join('');
  const handle = openSync(file, 'a');
  const { size } = fstatSync(handle);
  try {
    writeFileSync(handle, text);
    fsyncSync(handle);
  } catch (error) {
    // A disk that is full takes a part of it.
    ftruncateSync(handle, size);
    throw new TranscriptError(`cannot write ${file}: ${(error as Error).message}; nothing was added`);
  } finally {
    closeSync(handle);
  }
}

function linesOf(file: string): string[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new TranscriptError(`cannot read ${file}: ${(error as Error).message}`);
  }
  if (text !== '' && !text.endsWith('\n')) {
    const lines = text.split('\n');
    throw new TranscriptError(`${file} line ${lines.length} is cut off: it does not end with a newline`);
  }
  return text.split('\n').slice(0, -1);
}
