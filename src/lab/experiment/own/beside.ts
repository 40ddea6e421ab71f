/** The domain of one's own that a file of a run was played in: the manifest beside it says where it lies. */
import { dirname } from 'node:path';
import { readManifest } from '../manifest.ts';
import { loadRecorded } from './domain.ts';

export async function loadBeside(file: string): Promise<void> {
  let module: { readonly file: string; readonly hash: string } | undefined;
  try {
    module = readManifest(dirname(file))?.experiment.module;
  } catch {
    return; // A manifest of something else.
  }
  if (module) await loadRecorded(module);
}
