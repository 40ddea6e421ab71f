/** A run, or pairs, of which the same was played twice and did not come to the same bytes. */
import { join } from 'node:path';
import { conflictIn } from '../../data/conflict.ts';
import { FolderError } from './experiment.ts';

export const conflictFile = (folder: string): string => join(folder, 'conflict.txt');

export function refuseConflict(folder: string, what = 'gone on with'): void {
  const why = conflictIn(conflictFile(folder));
  if (why !== undefined) throw new FolderError(`${folder} cannot be ${what}: ${why}`);
}
