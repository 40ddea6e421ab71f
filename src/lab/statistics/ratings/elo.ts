/**
 * Elo's scale (Elo 1978): 400 points are odds of ten to one. The ratings are fitted to all matches at once (bradley-terry.ts): the
 * update after each match, made for players who change, depends on the order of the matches, and a plan has none that means anything.
 */

/** The middle of the agents that were rated together. */
const MIDDLE = 1500;

/** A strength in log-odds as a rating. */
export function eloOf(strength: number): number {
  return MIDDLE + (400 / Math.LN10) * strength;
}
