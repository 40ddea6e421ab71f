/** Shards of a run, or of pairs, that no worker could play, a line each with its reason; gone as soon as they are played again, here or elsewhere. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';

export const failedShardsFile = (folder: string): string => join(folder, 'failed-shards.jsonl');

export const forgetFailedShards = (folder: string): void => rmSync(failedShardsFile(folder), { force: true });
