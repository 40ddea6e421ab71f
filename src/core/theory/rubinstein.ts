/**
 * Alternating offers over a pie of size 1: the first proposer's share in subgame perfect equilibrium.
 *
 * Infinite horizon: Rubinstein (Econometrica 1982). Finite: Stahl, Bargaining Theory (1972). Outside option: Binmore,
 * Shaked and Sutton (QJE 1989): a responder may leave with it instead of answering, so it counts only where it beats
 * waiting. Not a strategy: under complete information the first offer is accepted, and there is no haggle to play.
 */

export interface BargainingTerms {
  /** Worth today of one unit in the next round, for the party that proposes first. */
  readonly proposerDiscount: number;
  /** The same for the party that responds first. */
  readonly responderDiscount: number;
  /** What the party that responds first gets by leaving, in any round in which it responds. Default 0. */
  readonly outsideOption?: number;
}

/** Share of the first proposer with no last round; the responder gets the rest. */
export function rubinsteinShare(terms: BargainingTerms): number {
  const { proposerDiscount, responderDiscount, outsideOption } = checked(terms);
  if (proposerDiscount === 1 && responderDiscount === 1) {
    throw new RangeError(
      'got two discounts of 1, expected at least one below 1: without impatience any split is stable',
    );
  }
  const share = (1 - responderDiscount) / (1 - proposerDiscount * responderDiscount);
  return Math.min(share, 1 - outsideOption);
}

/** Share of the first proposer when `rounds` offers can be made and the last proposer takes what is left. */
export function stahlShare(rounds: number, terms: BargainingTerms): number {
  if (!Number.isInteger(rounds) || rounds < 1) {
    throw new RangeError(`got ${rounds} rounds, expected a whole number from 1`);
  }
  const { proposerDiscount, responderDiscount, outsideOption } = checked(terms);
  // Backwards from the last round; rejecting there yields nothing. Odd rounds are proposed by the first proposer, and
  // whoever responds now proposes next.
  let nextShare = 0;
  for (let round = rounds; round >= 1; round--) {
    const firstProposes = round % 2 === 1;
    const responderGets = firstProposes
      ? Math.max(responderDiscount * nextShare, outsideOption)
      : proposerDiscount * nextShare;
    nextShare = 1 - responderGets;
  }
  return nextShare;
}

/** Shares of both parties as the time between offers goes to zero, given their discount rates per unit of time. */
export function continuousTimeShares(rates: readonly [number, number]): readonly [number, number] {
  const [first, second] = rates;
  if (!(first >= 0 && second >= 0 && first + second > 0 && Number.isFinite(first + second))) {
    throw new RangeError(`got the discount rates (${first}, ${second}), expected finite numbers from 0, not both 0`);
  }
  return [second / (first + second), first / (first + second)];
}

function checked(terms: BargainingTerms): Required<BargainingTerms> {
  const all = { outsideOption: 0, ...terms };
  for (const [name, value] of Object.entries(all)) {
    if (!(value >= 0 && value <= 1)) throw new RangeError(`got ${name} ${value}, expected a number from 0 to 1`);
  }
  return all;
}
