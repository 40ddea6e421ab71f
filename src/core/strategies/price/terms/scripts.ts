/**
 * Agents that TERMS-Bench was or should have been compared with. They count rounds, an own act each, rather than turns, and start at
 * the end of the range.
 *
 * terms_fixed   the benchmark's baseline: every offer goes a fixed share of the way to its reservation; takes any price that is
 *               not past it.
 * terms_curve   start + (reservation - start) (round / rounds)^exponent; takes what is at least as good as its next offer, and in
 *               the last round anything not past its reservation (a time-dependent tactic with AC_next).
 */
import { lastTurn, type PriceAct, type PriceView } from '../../../domains/price/price.ts';
import { pow } from '../../../math.ts';
import { defineStrategy, number } from '../../../strategy.ts';
import { accept, asGood, inside, offer, pricesOf, theirPrice } from '../moves.ts';

export const termsFixed = defineStrategy({
  name: 'terms_fixed',
  domain: 'price',
  version: 1,
  about: "TERMS-Bench's baseline: a fixed share of the way to its reservation each round, and takes any rational price",
  options: { share: number(0.3, 'of the way that is left', { max: 1 }) },
  make:
    ({ share }) =>
    (view: PriceView): PriceAct => {
      const theirs = theirPrice(view);
      if (theirs !== undefined && inside(view, theirs)) return accept(view);
      const last = pricesOf(view, 'own').at(-1) ?? startOf(view);
      return offer(view, last + share * (view.own.reservation - last));
    },
});

export const termsCurve = defineStrategy({
  name: 'terms_curve',
  domain: 'price',
  version: 1,
  about: 'concedes by the round from the end of the range, and takes what is as good as its next offer',
  options: { exponent: number(0.4, 'below 1 conceding, above 1 tough', { min: 0.01, max: 100 }) },
  make:
    ({ exponent }) =>
    (view: PriceView): PriceAct => {
      const { reservation } = view.own;
      const [round, rounds] = [roundOf(view), Math.floor(lastTurn(view) / 2)];
      const start = startOf(view);
      const next = start + (reservation - start) * pow(round / rounds, exponent);
      const theirs = theirPrice(view);
      const takes = theirs !== undefined && inside(view, theirs) && (asGood(view, theirs, next) || round === rounds);
      return takes ? accept(view) : offer(view, next);
    },
});

/** The own act at hand, counted from 1. */
export function roundOf({ turn }: Pick<PriceView, 'turn'>): number {
  return Math.floor((turn + 1) / 2);
}

/** The end of the range that is best for this seat. */
function startOf({ seat, public: { range } }: Pick<PriceView, 'seat' | 'public'>): number {
  return seat === 'seller' ? range.high : range.low;
}
