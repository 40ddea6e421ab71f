/** A shard as it travels: what was played, packed, under the hash of its contents. */
import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { PlayedShard } from './board.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The hash is of what is inside: two builds of zlib may pack it differently. */
export function packShard(contents: Uint8Array): PlayedShard {
  return { sha256: sha256(contents), body: deflateRawSync(contents, { level: 1 }) };
}

export function unpackShard(played: PlayedShard): Buffer {
  const contents = inflateRawSync(played.body);
  const found = sha256(contents);
  if (found === played.sha256) return contents;
  throw new Error(`it was entered as ${played.sha256} and holds ${found}`);
}
