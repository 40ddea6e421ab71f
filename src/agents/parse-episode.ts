/**
 * One line of episodes.jsonl. Untrusted text becomes an `Episode` here and nowhere else, in a browser tab too; a line of a format that
 * this parley does not know is refused with a sentence.
 */
import { z } from 'zod';
import { type Episode, FORMAT, intents } from '../core/index.ts';

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
  if (line.trim() === '') throw new TranscriptError(`${where} is empty; a transcript stands on each line`);
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
