/** Runs and pairs that were not ended: nobody is to take them for whole. */
import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { refuseConflict } from '../lab/experiment/conflict.ts';
import { runState } from '../lab/experiment/list-runs.ts';
import { pairsLeft } from '../lab/search/pairs/index.ts';
import { UsageError } from './errors.ts';

/** A folder, one that holds it, or one of its files. */
export function refuseUnfinished(path: string): void {
  for (const folder of statSync(path).isFile() ? [dirname(path)] : foldersIn(path)) {
    refuseConflict(folder, 'sent');
    const state = runState(folder);
    if (state === 'running') throw new UsageError(`the run ${folder} is being played: wait for its end, then push`);
    if (state === 'stopped' || (pairsLeft(folder) ?? 0) > 0)
      throw new UsageError(`${folder} is of something that was stopped: end it with --resume, then push`);
  }
}

function foldersIn(path: string): string[] {
  const inside = readdirSync(path, { recursive: true, withFileTypes: true }).filter((one) => one.isDirectory());
  return [path, ...inside.map((one) => join(one.parentPath, one.name))];
}
