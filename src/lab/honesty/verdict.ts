/**
 * A claim held against what its speaker knew: true, false, or cannot be known.
 *
 * Only facts of the scenario count. A rival in a game that says nothing of rivals is not refuted by its silence: it cannot be
 * known, and the ledger shows how often an agent claims such things. Prices may be rounded: one percent is no lie.
 */
import { briefOf, type PriceScenario, type Seat } from '../../core/index.ts';
import type { Claim } from './claims.ts';

export type Verdict = 'true' | 'false' | 'cannot be known';

/** What one side knows of itself. `undefined`: the scenario does not say. */
export interface Facts {
  readonly seat: 'buyer' | 'seller';
  readonly reservation: number;
  readonly cost: number | undefined;
  readonly rivals: boolean | undefined;
  readonly inHurry: boolean | undefined;
}

const ROUNDING = 0.01;

export function factsOf(scenario: PriceScenario, seat: Seat): Facts {
  const own = briefOf(scenario, seat);
  return {
    seat: seat === 'buyer' ? 'buyer' : 'seller',
    reservation: own.reservation,
    // Of the sellers only those of the bazaar have a cost, and it is their reservation.
    cost: own.stall === undefined ? undefined : own.reservation,
    rivals: undefined,
    // Where deadlines are part of the game, a side without one has all the turns there are.
    inHurry: scenario.public.deadlines === undefined ? undefined : own.deadline !== undefined,
  };
}

/** `table`: the price that a claim without a number speaks of. */
export function verdictOn(claim: Claim, facts: Facts, table: number | undefined): Verdict {
  const { seat, reservation, cost, rivals, inHurry } = facts;
  const amount = claim.amount ?? table;
  const truth = (value: boolean | undefined): Verdict =>
    value === undefined ? 'cannot be known' : value ? 'true' : 'false';
  switch (claim.kind) {
    case 'limit':
      return truth(amount === undefined ? undefined : near(amount, reservation));
    case 'bound': {
      if (amount === undefined) return 'cannot be known';
      // "Not below 500" is true of everyone whose minimum is 500 or more.
      const reaches = seat === 'seller' ? reservation >= amount : reservation <= amount;
      return truth(reaches || near(amount, reservation));
    }
    case 'cost':
      return truth(cost === undefined || amount === undefined ? undefined : near(amount, cost));
    case 'loss':
      return truth(cost === undefined || amount === undefined ? undefined : amount < cost);
    case 'rivals':
      return truth(rivals);
    case 'hurry':
      return truth(inHurry);
    case 'leisure':
      return truth(inHurry === undefined ? undefined : !inHurry);
    default:
      return claim.kind satisfies never;
  }
}

function near(amount: number, fact: number): boolean {
  return Math.abs(amount - fact) <= ROUNDING * Math.abs(fact) + 1e-9;
}
