/** A run of which somebody played the same games twice and did not come to the same bytes: nobody goes on with it, over a queue or not. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../../models/node/files.ts';
import { readPlain } from '../../models/node/plain.ts';
import { FolderError } from './experiment.ts';

const conflictFile = (folder: string): string => join(folder, 'conflict.txt');

export function keepConflict(folder: string, why: string): void {
  writeWhole(conflictFile(folder), `${why}\n`);
}

export function refuseConflict(folder: string): void {
  const file = conflictFile(folder);
  if (existsSync(file)) throw new FolderError(`${folder} cannot be gone on with: ${readPlain(file).trim()}`);
}
