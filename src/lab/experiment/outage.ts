/**
 * An outage: a model that has stopped answering, as when its server died or puts everybody off for an hour. Told by its calls: faults
 * of the line (transport, timeout) and refusals for now (limit) one after the other, with no reply in between. A budget that is spent is one from the first refusal on, and no reply ends
 * it: a smaller request may still fit, but the game that was refused is lost. A call that could not be logged, as when the disk is
 * full, is the same.
 *
 * A game that fails in an outage says nothing of its players. It is kept as failed only when the outage proves short; when it
 * does not, the run stops without it, and the resumed run plays it.
 */
import type { Resources } from '../../agents/index.ts';
import { type GenerateOptions, type Model, ModelError, type ModelRequest } from '../../models/index.ts';
import { WriteError } from '../../models/node/files.ts';
import { wrap } from '../../models/wrappers/wrap.ts';

export interface Outages {
  /** The same model, its calls counted; `name`: as who plays it asks for it. */
  watched(model: Model, name?: string): Model;
  /** The longest row of faults that has not ended with a reply: how many calls, and the last of them. */
  current(): Outage | undefined;
}

export interface Outage {
  readonly calls: number;
  readonly last: Error;
}

/** Calls without an answer after which a model counts as lost. */
export const MOST_FAULTS = 8;

export function watchOutages(): Outages {
  const open = new Map<string, Outage>();
  let final: Outage | undefined;
  return {
    watched: (model) =>
      wrap(model, async (request, options) => {
        const key = `${model.name} ${model.digest}`; // two servers may have a model of one name
        try {
          const reply = await model.generate(request, options);
          open.delete(key);
          return reply;
        } catch (error) {
          if (options.signal?.aborted) throw options.signal.reason;
          if (isFinal(error)) final ??= { calls: Number.POSITIVE_INFINITY, last: error };
          if (isUnanswered(error)) open.set(key, { calls: (open.get(key)?.calls ?? 0) + 1, last: error });
          throw error;
        }
      }),
    current: () => final ?? [...open.values()].sort((a, b) => b.calls - a.calls)[0],
  };
}

/** Another call, or the same one later, may be answered. */
export const isUnanswered = (error: unknown): error is ModelError =>
  error instanceof ModelError && ['transport', 'timeout', 'limit'].includes(error.kind);

/** What nobody refuses to read. */
const GREETING: ModelRequest = { messages: [{ role: 'user', content: 'Hello' }], maxTokens: 16, temperature: 1 };

/** Why a greeting, or what was answered before, has no answer; undefined where it has. Drawn anew, so that no cache answers. */
export const greet = (
  model: Model,
  options?: GenerateOptions,
  { seed: _, ...asked }: ModelRequest = GREETING,
): Promise<unknown> =>
  model.generate({ ...asked, temperature: 1 }, { ...options, beside: true }).then(
    () => undefined,
    (error) => error,
  );

function isFinal(error: unknown): error is Error {
  if (error instanceof ModelError) return error.kind === 'spent';
  // A fault that could not be logged comes with it.
  return error instanceof WriteError || (error instanceof AggregateError && error.errors.some(isFinal));
}

/** What is said of it, where its games are left out. */
export function outageSentence({ calls, last }: Outage, folder: string): string {
  const lost = `the games that failed for it are not kept in ${folder}`;
  if (last instanceof ModelError && last.kind === 'spent')
    return `${last.message}; ${lost}: go on with --resume and a new --budget`;
  if (!Number.isFinite(calls)) return `${last.message}; ${lost}: go on with --resume when there is room`;
  const what = `a model no longer answers: ${calls} calls in a row failed (${last.message})`;
  return `${what}; ${lost}: when it answers again, go on with --resume`;
}

/** The same resources, with every model watched. */
export function watchedBy(outages: Outages, resources: Resources = {}): Resources {
  const { model } = resources;
  return model ? { ...resources, model: async (name) => outages.watched(await model(name), name) } : resources;
}
