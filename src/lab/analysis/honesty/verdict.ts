/**
 * A claim held against what its speaker knew: true, false, or cannot be known.
 *
 * Only facts of the scenario count. A rival in a game that says nothing of rivals is not refuted by its silence: it cannot be
 * known, and the ledger shows how often an agent claims such things. Prices may be rounded: one percent is no lie.
 */
import type { OwnFacts } from '../../../core/index.ts';
import type { Claim } from './claims.ts';

export type Verdict = 'true' | 'false' | 'cannot be known';

const ROUNDING = 0.01;

/** `table`: the price that a claim without a number speaks of. */
export function verdictOn(claim: Claim, facts: OwnFacts, table: number | undefined): Verdict {
  const { side, reservation, cost, rivals, inHurry } = facts;
  const amount = claim.amount ?? table;
  const truth = (value: boolean | undefined): Verdict =>
    value === undefined ? 'cannot be known' : value ? 'true' : 'false';
  switch (claim.kind) {
    case 'limit':
      return truth(amount === undefined ? undefined : near(amount, reservation));
    case 'bound': {
      if (amount === undefined) return 'cannot be known';
      // "Not below 500" is true of everyone whose minimum is 500 or more.
      const reaches = side === 'seller' ? reservation >= amount : reservation <= amount;
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
