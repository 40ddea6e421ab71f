/**
 * Acceptance conditions (Baarslag, Hindriks and Jonker 2013, "Acceptance conditions in automated negotiation").
 *
 * Pure functions of own utilities and of time from 0 to 1: AC_const, AC_time, AC_next, AC_prev, AC_gap, AC_combi. They know
 * no reservation: whoever uses them never accepts past it.
 */

export interface Received {
  readonly time: number;
  readonly utility: number;
}

/** AC_const(c): the offer is worth at least c. */
export function acceptConstant(offered: number, c: number): boolean {
  return offered >= c;
}

/** AC_time(T): it is late, whatever is offered. */
export function acceptTime(time: number, from: number): boolean {
  return time >= from;
}

/** AC_next(a, b): a u + b is at least the own offer that would come next. */
export function acceptNext(offered: number, next: number, { a = 1, b = 0 }: { a?: number; b?: number } = {}): boolean {
  return a * offered + b >= next;
}

/** AC_prev(a, b): a u + b is at least the own offer before; never without one. */
export function acceptPrevious(
  offered: number,
  previous: number | undefined,
  { a = 1, b = 0 }: { a?: number; b?: number } = {},
): boolean {
  return previous !== undefined && acceptNext(offered, previous, { a, b });
}

/** AC_gap(c) = AC_prev(1, c): the own offer before is at most c better. */
export function acceptGap(offered: number, previous: number | undefined, c: number): boolean {
  return acceptPrevious(offered, previous, { b: c });
}

/**
 * AC_combi(T, alpha): AC_next, or from T on whatever is worth at least alpha, the maximum or the average of the offers
 * received in a window as long as the time that is left, [t - (1 - t), t]. `received` ends with the offer to decide on,
 * which always counts as in the window: at the very end it may be the only one.
 */
export function acceptCombined(
  received: readonly Received[],
  next: number,
  { time, from, alpha }: { time: number; from: number; alpha: 'max' | 'avg' },
): boolean {
  const current = received.at(-1);
  if (current === undefined) throw new RangeError('got no received offer, expected at least the one to decide on');
  if (acceptNext(current.utility, next)) return true;
  if (!acceptTime(time, from)) return false;
  // A hair of room, since 2 * 0.55 - 1 is a little above 0.1.
  const window = received.filter((offer) => offer === current || offer.time >= 2 * time - 1 - 1e-9);
  const utilities = window.map(({ utility }) => utility);
  const level =
    alpha === 'max'
      ? utilities.reduce((a, b) => Math.max(a, b))
      : utilities.reduce((total, u) => total + u, 0) / utilities.length;
  return acceptConstant(current.utility, level);
}
