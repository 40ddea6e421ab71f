/**
 * A cassette: every answer of a command's models on file, to be played back without them.
 *
 * The first line says what it is: {cassette: 2}. A line {asked, model, digest} opens a model under the name by which it was
 * asked for; the replayed one has the same name and digest, so its fingerprint is that of the recorded one. A line an answer:
 * {asked, key, nth, reply} or {asked, key, nth, fault}, where key is the content hash of the request and nth counts how often it
 * has been put to that model, so the same request put k times gives the k-th answer. A reply is kept whole, milliseconds
 * included, and comes back byte for byte; a fault comes back as that fault, since a game that failed must fail again. An
 * abort is the caller's doing and is not recorded. No prompt stands in the file.
 */
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { contentHash } from '../../core/index.ts';
import { type Model, ModelError, type ModelRequest } from '../model.ts';
import { faultOrThrow, sentenceOf, wrap } from '../wrappers/wrap.ts';
import { createAppender, readJsonLines } from './json-lines.ts';
import { checkStored, replySchema } from './stored.ts';

const header = z.strictObject({ cassette: z.literal(2) });
const opened = z.strictObject({ asked: z.string(), model: z.string(), digest: z.string() });
const kinds = ['transport', 'timeout', 'limit', 'spent', 'rejected', 'unusable', 'missing'] as const;
const place = { asked: z.string(), key: z.string(), nth: z.int().min(1) };
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

/** Records to a new file what the models that it is given answer; an answer is on disk before it is handed out. */
export function recordCassette(file: string): (asked: string, model: Model) => Promise<Model> {
  if (existsSync(file)) throw new Error(`${file} is already there: replay it, or delete it to record it anew`);
  const append = createAppender(file);
  const recorders = new Map<string, Model>();
  // Not awaited by itself: the appender keeps the order of lines.
  let begun: Promise<void> | undefined;

  return async (asked, model) => {
    const known = recorders.get(asked);
    if (known) return known;
    const recorder = recording(asked, model, append);
    recorders.set(asked, recorder);
    begun ??= append({ cassette: 2 } satisfies z.infer<typeof header>);
    const line = { asked, model: model.name, digest: model.digest } satisfies z.infer<typeof opened>;
    await Promise.all([begun, append(line)]);
    return recorder;
  };
}

function recording(asked: string, model: Model, append: (line: Answer) => Promise<void>): Model {
  const count = counter();
  return wrap(model, async (request, options) => {
    const key = contentHash(request);
    const nth = count(key); // when it is asked, not when it is answered: a replay asks in that order
    try {
      const reply = await model.generate(request, options);
      await append({ asked, key, nth, reply });
      return reply;
    } catch (error) {
      const fault = faultOrThrow(error, options.signal);
      const { kind, model: faulty, retryAfter } = fault;
      await append({ asked, key, nth, fault: { kind, model: faulty, message: sentenceOf(fault), retryAfter } });
      throw fault;
    }
  });
}

/** The recorded models, by the names they were asked for. */
export function replayCassette(file: string): (asked: string) => Model {
  const [first, ...rest] = readJsonLines(file);
  if (!first) throw new Error(`there is no cassette in ${file}`);
  checkStored(header, first.value, first.where);
  const models = new Map<string, Model>();
  const answers = new Map<string, Answer>();
  for (const { value, where } of rest) {
    if (opened.safeParse(value).success) {
      const { asked, model, digest } = value as z.infer<typeof opened>;
      models.set(asked, replaying(file, answers, { asked, name: model, digest }));
    } else {
      const line = checkStored(answer, value, where);
      answers.set(placeOf(line), line);
    }
  }
  return (asked) => {
    const model = models.get(asked);
    if (model) return model;
    throw new ModelError('missing', asked, `the cassette ${file} has only ${[...models.keys()].join(', ')}`);
  };
}

const placeOf = ({ asked, key, nth }: { asked: string; key: string; nth: number }) => JSON.stringify([asked, key, nth]);

interface Recorded {
  readonly asked: string;
  readonly name: string;
  readonly digest: string;
}

function replaying(file: string, answers: ReadonlyMap<string, Answer>, { asked, name, digest }: Recorded): Model {
  const count = counter();
  return {
    name,
    digest,
    async generate(request, { signal } = {}) {
      signal?.throwIfAborted();
      const key = contentHash(request);
      const nth = count(key);
      const found = answers.get(placeOf({ asked, key, nth }));
      if (!found) throw new ModelError('missing', name, unanswered(file, request, key, nth));
      if ('reply' in found) return found.reply;
      const { kind, model, message, retryAfter } = found.fault;
      throw new ModelError(kind, model, message, { retryAfter });
    },
  };
}

/** Names the request by its hash and shape: its words may hold what the other side must not read. */
function unanswered(file: string, request: ModelRequest, key: string, nth: number): string {
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
