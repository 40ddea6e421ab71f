/**
 * Optimal stopping: when to take one of a known number of independent offers, uniform on [0, 1], without recall.
 *
 * Moser, "On a problem of Cayley", Scripta Mathematica 22 (1956): take an offer worth at least what waiting is worth.
 * The same numbers are the best bids of the mirrored problem, where each bid of u is accepted with chance 1 - u.
 * Not a model of an opponent that reacts: offers here are drawn, not made.
 */

/** Expected payoff of playing on optimally with this many offers to come; 0 when there is none. */
export function stoppingValue(offersLeft: number): number {
  if (!Number.isInteger(offersLeft) || offersLeft < 0) {
    throw new RangeError(`got ${offersLeft} offers left, expected a whole number from 0`);
  }
  let value = 0;
  // E max(x, v) for x uniform is v * v + (1 - v * v) / 2.
  for (let offer = 0; offer < offersLeft; offer++) value = 0.5 + (value * value) / 2;
  return value;
}
