/**
 * A cassette: every answer of a model on file, to be played back without the model.
 *
 * The first line says whose it is: {cassette: 1, model, digest}; the replayed model has that name and digest, so its
 * fingerprint is that of the recorded one. Then a line an answer: {key, nth, reply} or {key, nth, fault}, where key is the
 * content hash of the request and nth counts how often it has been asked, so the same request asked k times gives the k-th
 * answer. A reply is kept whole, milliseconds included, and comes back byte for byte; a fault comes back as that fault, since
 * a game that failed must fail again. An abort is the caller's doing and is not recorded. No prompt stands in the file.
 */
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { contentHash } from '../../core/index.ts';
import { type Model, ModelError, type ModelRequest } from '../model.ts';
import { createAppender, readJsonLines } from './json-lines.ts';
import { checkStored, replySchema } from './stored.ts';
import { faultOrThrow, sentenceOf, wrap } from './wrap.ts';

const header = z.strictObject({ cassette: z.literal(1), model: z.string(), digest: z.string() });
const kinds = ['transport', 'timeout', 'limit', 'rejected', 'unusable', 'missing'] as const;
const place = { key: z.string(), nth: z.int().min(1) };
const answer = z.union([
  z.strictObject({ ...place, reply: replySchema }),
  z.strictObject({
    ...place,
    fault: z.strictObject({
      kind: z.enum(kinds),
      model: z.string(),
      message: z.string(),
      retryAfter: z.number().optional(),
    }),
  }),
]);
type Answer = z.infer<typeof answer>;

/** Records to a new file; an answer is on disk before it is handed out. */
export function recordCassette(model: Model, file: string): Model {
  if (existsSync(file)) throw new Error(`${file} is already there: replay it, or delete it to record it anew`);
  const append = createAppender(file);
  const count = counter();
  let begun = false;
  const write = async (line: Answer) => {
    if (!begun) {
      begun = true;
      // Not awaited by itself: the appender keeps the order and writes both lines at once.
      const first = append({ cassette: 1, model: model.name, digest: model.digest } satisfies z.infer<typeof header>);
      await Promise.all([first, append(line)]);
    } else await append(line);
  };

  return wrap(model, async (request, options) => {
    const key = contentHash(request);
    const nth = count(key); // when it is asked, not when it is answered: a replay asks in that order
    try {
      const reply = await model.generate(request, options);
      await write({ key, nth, reply });
      return reply;
    } catch (error) {
      const fault = faultOrThrow(error, options.signal);
      const { kind, model: faulty, retryAfter } = fault;
      await write({ key, nth, fault: { kind, model: faulty, message: sentenceOf(fault), retryAfter } });
      throw fault;
    }
  });
}

export function replayCassette(file: string): Model {
  const [first, ...rest] = readJsonLines(file);
  if (!first) throw new Error(`there is no cassette in ${file}`);
  const { model: name, digest } = checkStored(header, first.value, first.where);
  const answers = new Map<string, Answer>();
  for (const { value, where } of rest) {
    const line = checkStored(answer, value, where);
    answers.set(`${line.key} ${line.nth}`, line);
  }
  const count = counter();
  return {
    name,
    digest,
    async generate(request, { signal } = {}) {
      signal?.throwIfAborted();
      const key = contentHash(request);
      const nth = count(key);
      const found = answers.get(`${key} ${nth}`);
      if (!found) throw new ModelError('missing', name, missing(file, request, key, nth));
      if ('reply' in found) return found.reply;
      const { kind, model, message, retryAfter } = found.fault;
      throw new ModelError(kind, model, message, { retryAfter });
    },
  };
}

/** Names the request by its hash and shape: its words may hold what the other side must not read. */
function missing(file: string, request: ModelRequest, key: string, nth: number): string {
  const seed = request.seed === undefined ? 'no seed' : `seed ${request.seed}`;
  const times = nth === 1 ? 'no answer' : `only ${nth - 1} of the ${nth} answers asked for`;
  const { length } = request.messages;
  return `the cassette ${file} has ${times} to request ${key} (${length} messages, ${seed}); record it again`;
}

function counter(): (key: string) => number {
  const counts = new Map<string, number>();
  return (key) => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count;
  };
}
