/**
 * The bargaining problem under a scenario: what each seat has without a deal, what it could get, and which deals are Pareto
 * optimal and leave nobody below its reservation (the negotiation set of Luce and Raiffa, Games and Decisions, 1957).
 */
import type { Seat } from '../types.ts';
import type { UtilityVector } from './pareto.ts';

/** All vectors are in the order of `seats`. */
export interface Bargain {
  readonly seats: readonly Seat[];
  /** What a seat needs to be no worse off than without a deal: its reservation. */
  readonly disagreement: UtilityVector;
  /** The most a seat could get from any deal, however bad for the other. */
  readonly highest: UtilityVector;
  /** The deals that leave nobody worse off and somebody better off; undefined when there are none. */
  readonly zone: BargainZone | undefined;
  /** What deals are worth: all of them, or enough to draw them where they are without number. */
  outcomes(): readonly UtilityVector[];
}

export interface BargainZone {
  /** The most that both gains over the reservation can add up to. */
  readonly mostGain: number;
  /** The most a seat can get from a deal that leaves nobody below its reservation. */
  readonly ideal: UtilityVector;
  readonly nash: UtilityVector;
  /** Euclidean distance to the negotiation set. */
  distance(point: UtilityVector): number;
}
