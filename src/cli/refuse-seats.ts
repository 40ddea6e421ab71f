import { seatProblem } from '../agents/bazaar-agents.ts';
import type { Seat } from '../core/index.ts';
import { UsageError } from './errors.ts';

/** Refuses whoever cannot sit in the seat that it was given, before anything is played. */
export function refuseSeats(specs: Readonly<Record<Seat, string>>): void {
  for (const [seat, spec] of Object.entries(specs)) {
    const problem = seatProblem(spec, seat);
    if (problem !== undefined) throw new UsageError(problem);
  }
}
