/**
 * The average of an agent over both seatings of a scenario, so that neither role nor first move is mistaken for skill.
 *
 * Each role's mean counts half, whatever the number of games in it. A scenario that lacks a role does not apply: half a
 * scenario would compare buyers with sellers.
 */
import type { Seat } from '../../core/index.ts';
import type { Observation } from './observations.ts';

export interface SeatedObservation extends Observation {
  readonly seat: Seat;
}

/** One observation a scenario, undefined where a seat has no value. */
export function roleSwapAverage(observations: readonly SeatedObservation[], seats: readonly Seat[]): Observation[] {
  const scenarios = new Map<string, Map<Seat, number[]>>();
  for (const { cluster, seat, value } of observations) {
    if (!seats.includes(seat)) {
      throw new RangeError(`got the seat "${seat}" in scenario ${cluster}, expected ${seats.join(' or ')}`);
    }
    const held = scenarios.get(cluster) ?? new Map<Seat, number[]>();
    scenarios.set(cluster, held);
    if (value !== undefined) held.set(seat, [...(held.get(seat) ?? []), value]);
  }
  return [...scenarios].map(([cluster, bySeat]) => {
    const means = seats.map((seat) => mean(bySeat.get(seat)));
    return { cluster, value: means.includes(undefined) ? undefined : mean(means as number[]) };
  });
}

function mean(values: readonly number[] | undefined): number | undefined {
  return values && values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : undefined;
}
