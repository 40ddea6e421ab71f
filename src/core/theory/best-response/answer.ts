/** What a best response is: its value, how sure that is, and the acts that earn it. */
import type { PriceScript } from '../../domains/price/price.ts';
import type { Taken } from '../../types.ts';

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
