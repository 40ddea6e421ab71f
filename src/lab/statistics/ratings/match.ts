/**
 * One game as Bradley-Terry sees it: who sat where, and how much of a win it was for the first role.
 *
 * These ratings rest on wins alone: they say who beat whom, not how much either earned. A game without a deal pays both alike and is
 * a draw; a failed game is no match at all. For what agents earn, rate the payoff matrix.
 */

export interface Match {
  /** The agent in the first role (price: the buyer). */
  readonly first: string;
  readonly second: string;
  /** 1: the first won, 0: the second did, a half: a draw. Anything between counts as that share of a win. */
  readonly score: number;
}

/** Who came out ahead; utilities closer than the tolerance are a draw. */
export function scoreOf(first: number, second: number, tolerance = 1e-9): 0 | 0.5 | 1 {
  if (Math.abs(first - second) <= tolerance) return 0.5;
  return first > second ? 1 : 0;
}

export function checkMatch({ first, second, score }: Match): void {
  if (!(score >= 0 && score <= 1)) {
    throw new RangeError(`got a score of ${score} in ${first} against ${second}, expected one from 0 to 1`);
  }
}
