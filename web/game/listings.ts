/** Which tasks are about listings. */
import type { Task } from '../../src/core/index.ts';

/** Whether its games may be about a listing: those of the bazaar and of TERMS-Bench bring things of their own. */
export function isAboutListings(task: Task, listing: string | undefined): boolean {
  if (listing === undefined) return false;
  try {
    task.scenario(1, { listing });
    return true;
  } catch {
    return false;
  }
}
