/**
 * Elo 1978: expectation 1 / (1 + 10^((R_j - R_i) / 400)), and R += K (score - expectation) after each match.
 *
 * The rating depends on the order of the matches and forgets the early ones, which suits agents that change. For agents that
 * are pinned, Bradley-Terry uses all matches at once and is the better figure. An agent that meets itself is skipped.
 */
import { exp } from '../../core/index.ts';
import { checkMatch, type Match } from './match.ts';

/** The expected score of a player against another. */
export function eloExpectation(own: number, other: number): number {
  return 1 / (1 + exp(((other - own) * Math.LN10) / 400));
}

/** Ratings after the matches, in the order they were played. */
export function eloRatings(
  matches: readonly Match[],
  { k = 32, initial = 1500 }: { k?: number; initial?: number | ReadonlyMap<string, number> } = {},
): Map<string, number> {
  const ratings = new Map<string, number>(typeof initial === 'number' ? [] : initial);
  const rating = (name: string) => ratings.get(name) ?? (typeof initial === 'number' ? initial : 1500);
  for (const match of matches) {
    checkMatch(match);
    const { first, second, score } = match;
    if (first === second) continue;
    const [own, other] = [rating(first), rating(second)];
    const change = k * (score - eloExpectation(own, other));
    ratings.set(first, own + change);
    ratings.set(second, other - change);
  }
  return ratings;
}
