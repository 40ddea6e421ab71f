/**
 * withCache: the same request to the same weights is answered from a store of replies, by default in memory.
 *
 * Only requests that carry a seed or temperature 0 are kept: any other asks for a new draw. The key is the content hash of
 * the request and the model's digest, so a cache never mixes what a table would hold apart. A kept reply is returned as it
 * was, `servedBy` and milliseconds included; a reply that a fallback gave is not kept, since it is not what was asked for,
 * and neither is a fault. Nothing is ever evicted. A kept reply leaves its line in the log of calls too, with nothing spent.
 */
import { contentHash } from '../../core/index.ts';
import type { Model, ModelReply, ModelRequest } from '../model.ts';
import type { CallsLogOptions } from './calls-log.ts';
import { systemClock } from './clock.ts';
import { wrap } from './wrap.ts';

/** Where replies are kept; models may share one. */
export interface ReplyStore {
  get(key: string): ModelReply | undefined;
  /** Resolves when the reply is safe. */
  put(key: string, reply: ModelReply): Promise<void>;
}

export interface CacheOptions {
  readonly store?: ReplyStore;
}

export function withCache(
  model: Model,
  { store = inMemory(), log, prices, clock = systemClock }: CacheOptions & Partial<CallsLogOptions> = {},
): Model {
  return wrap(model, async (request, options) => {
    if (!isRepeatable(request)) return model.generate(request, options);
    const key = contentHash({ request, digest: model.digest });
    const kept = store.get(key);
    if (kept) {
      const { servedBy, finish } = kept;
      const spent = { milliseconds: 0, ...(prices && { cost: 0 }) };
      const beside = options.beside && ({ beside: true } as const);
      const at = new Date(clock.now()).toISOString();
      await log?.({ at, model: model.name, ...beside, ...spent, servedBy, finish, cached: true });
      return kept;
    }
    const reply = await model.generate(request, options);
    if (reply.fallback === undefined && !store.get(key)) await store.put(key, reply);
    return reply;
  });
}

function inMemory(): ReplyStore {
  const replies = new Map<string, ModelReply>();
  return {
    get: (key) => replies.get(key),
    async put(key, reply) {
      replies.set(key, reply);
    },
  };
}

function isRepeatable(request: ModelRequest): boolean {
  return request.seed !== undefined || request.temperature === 0;
}
