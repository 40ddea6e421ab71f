/**
 * withCache: the same request to the same weights is answered from memory or from a folder.
 *
 * Only requests that carry a seed or temperature 0 are kept: any other asks for a new draw. The key is the content hash of
 * the request and the model's digest. A kept reply is returned as it was, `servedBy` and milliseconds included; a reply that
 * a fallback gave is not kept, since it is not what was asked for, and neither is a fault. Nothing is ever evicted.
 * On disk: FOLDER/ab.jsonl holds the {key, reply} lines whose key begins with "ab". One process writes a folder at a time.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { contentHash } from '../../core/index.ts';
import type { Model, ModelReply, ModelRequest } from '../model.ts';
import { type Append, createAppender, readJsonLines } from './json-lines.ts';
import { checkStored, replySchema } from './stored.ts';
import { wrap } from './wrap.ts';

export interface CacheOptions {
  /** Where replies are kept between runs; without it they are kept in memory only. */
  readonly folder?: string;
}

interface Shard {
  readonly replies: Map<string, ModelReply>;
  readonly append: Append | undefined;
}

const line = z.strictObject({ key: z.string(), reply: replySchema });

export function withCache(model: Model, { folder }: CacheOptions = {}): Model {
  const shards = new Map<string, Shard>();

  const shardOf = (key: string): Shard => {
    const name = key.slice(0, 2);
    let shard = shards.get(name);
    if (!shard) {
      shard =
        folder === undefined ? { replies: new Map(), append: undefined } : readShard(join(folder, `${name}.jsonl`));
      shards.set(name, shard);
    }
    return shard;
  };

  return wrap(model, async (request, options) => {
    if (!isRepeatable(request)) return model.generate(request, options);
    const key = contentHash({ request, digest: model.digest });
    const { replies, append } = shardOf(key);
    const kept = replies.get(key);
    if (kept) return kept;
    const reply = await model.generate(request, options);
    if (reply.fallback === undefined && !replies.has(key)) {
      replies.set(key, reply);
      await append?.({ key, reply });
    }
    return reply;
  });
}

function isRepeatable(request: ModelRequest): boolean {
  return request.seed !== undefined || request.temperature === 0;
}

function readShard(file: string): Shard {
  const lines = readJsonLines(file).map(({ value, where }) => checkStored(line, value, where));
  return { replies: new Map(lines.map(({ key, reply }) => [key, reply])), append: createAppender(file) };
}
