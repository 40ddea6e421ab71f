/** What a best response is: its value, how sure that is, and the acts that earn it. */
import type { PriceScript } from '../../domains/price/price.ts';
import type { Memory, Options, Strategy } from '../../strategy.ts';
import type { Scenario, Script, Seat, Taken } from '../../types.ts';

export interface BestResponse {
  readonly value: number;
  /** Whether nothing earns more; otherwise the value is a lower limit. */
  readonly exact: boolean;
  /** Whether the script draws at random, so that the value is a mean over its draws and a single game may earn more. */
  readonly expectation: boolean;
  /** Nothing earns more than this. */
  readonly bound: number;
  /** The acts of both seats from here to the end when the script tosses no coin and forfeits nothing on the way. */
  readonly plan: readonly Taken[] | undefined;
}

/** Solves one scenario from many histories, in either seat's turn; what it has worked out once it keeps. */
export interface Solver {
  solve(history: readonly Taken[]): BestResponse;
  readonly act: PriceScript['act'];
}

/** The script to respond to: a strategy with options (a registry entry will do), or any script with what it remembers. */
export type Counterpart =
  | { readonly strategy: Strategy; readonly options?: Options }
  | { readonly script: Script; readonly memory?: Memory };

export interface BestResponseSettings {
  /** Acts so far, of both seats: the value of playing on from there. */
  readonly from?: readonly Taken[];
  /** Other players to try against a script that can only be probed. */
  readonly challengers?: readonly Script[];
}

/** A solver for one scenario, as a domain offers it. */
export type CreateSolver = (
  scenario: Scenario,
  seat: Seat,
  against: Counterpart,
  settings?: BestResponseSettings,
) => Solver;
