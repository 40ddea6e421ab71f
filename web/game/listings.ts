/** Which tasks are about listings. */
import { sameJson, type Task } from '../../src/core/index.ts';

/** Whether its games may be about a listing: those of TERMS-Bench refuse one, and those of the bazaar draw a thing of their own. */
export function isAboutListings(task: Task, listings: readonly { readonly id: string }[]): boolean {
  const [one, other] = listings;
  if (!one || !other) return false;
  const about = ({ id }: { readonly id: string }) => task.scenario(1, { listing: id }).scenario.public;
  try {
    return !sameJson(about(one), about(other));
  } catch {
    return false;
  }
}
