/** What a seat is told over the wire of itself and of what is played. */
import { findKit, findTask, type Seat } from '../core/index.ts';

/** All that it knows, but for what the domain keeps to scripts of the house. */
export function toldOf(domain: string, own: unknown): unknown {
  if (own === undefined || own === null) return {};
  return findKit(domain)?.told?.(own) ?? own;
}

/** The name of a task, or only that of its domain to who would learn from it what another side is after. `seat` is undefined for who watches. */
export function taskTold(name: string, seat: Seat | undefined): string {
  const { namedTo, domain } = findTask(name) ?? {};
  return !domain || !namedTo || (seat !== undefined && namedTo.includes(seat)) ? name : domain.name;
}
