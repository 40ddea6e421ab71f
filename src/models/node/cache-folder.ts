/**
 * Replies in a folder, for withCache: FOLDER/ab.jsonl holds the {key, reply} lines whose key begins with "ab". A reply is on
 * the disk before it is handed on. One process writes a folder at a time.
 */
import { join } from 'node:path';
import { z } from 'zod';
import type { ModelReply } from '../model.ts';
import type { ReplyStore } from '../wrappers/cache.ts';
import { type Append, createAppender, readJsonLines } from './json-lines.ts';
import { checkStored, replySchema } from './stored.ts';

interface Shard {
  readonly replies: Map<string, ModelReply>;
  readonly append: Append;
}

const line = z.strictObject({ key: z.string(), reply: replySchema });

export function cacheFolder(folder: string): ReplyStore {
  const shards = new Map<string, Shard>();
  const shardOf = (key: string): Shard => {
    const name = key.slice(0, 2);
    let shard = shards.get(name);
    if (!shard) {
      shard = readShard(join(folder, `${name}.jsonl`));
      shards.set(name, shard);
    }
    return shard;
  };
  return {
    get: (key) => shardOf(key).replies.get(key),
    async put(key, reply) {
      const { replies, append } = shardOf(key);
      replies.set(key, reply);
      await append({ key, reply });
    },
  };
}

function readShard(file: string): Shard {
  const lines = readJsonLines(file).map(({ value, where }) => checkStored(line, value, where));
  return {
    replies: new Map(lines.map(({ key, reply }) => [key, reply])),
    append: createAppender(file, { anew: true }),
  };
}
