/**
 * zeuthen: monotonic concession by risk limits (Zeuthen 1930, Harsanyi 1956; Rosenschein and Zlotkin 1994).
 *
 * risk = (utility of the own offer - utility of the other side's) / utility of the own offer, 1 if that is 0. The side with
 * the lower risk concedes just enough, on a grid of `step`, to have the higher one; on a tie both do, and as the seats
 * alternate there is no coin. Accepts what is at least as good as its next offer. Utilities are linear, 0 at a reservation.
 * The other side's reservation is guessed, no oracle: `other=margin` takes it to have opened as far out as this side does;
 * `other=range` takes the end of the public range, as does `margin` where its guess leaves no zone or was offered past. The
 * range flatters the other side's gain, so this side waits for it to move, and two of that kind never meet.
 */
import type { PriceAct, PriceView } from '../../domains/price/price.ts';
import { choice, defineStrategy, number } from '../../strategy.ts';
import { inInterval, type Opening, openingPrice } from './interval.ts';
import { acceptOr, asGood, openingMargin, openingOptions, pricesOf, scaled, sign, theirPrice } from './moves.ts';

export const zeuthen = defineStrategy({
  name: 'zeuthen',
  domain: 'price',
  version: 1,
  about: 'concedes when it has more to lose from a breakdown than the other side',
  options: {
    step: number(25, 'smallest concession, on a price range 1300 wide', { min: 1 }),
    other: choice(['margin', 'range'], "how the other side's reservation is guessed"),
    ...openingOptions(400),
  },
  make:
    (options) =>
    (view: PriceView): PriceAct => {
      const opening = openingPrice(view, options);
      const mine = pricesOf(view, 'own').at(-1);
      const theirs = theirPrice(view);
      if (mine === undefined || theirs === undefined) return acceptOr(view, mine ?? opening);

      const s = sign(view);
      const limit = guessReservation(view, options);
      const ownGain = (price: number) => Math.max(0, s * (price - view.own.reservation));
      const otherGain = (price: number) => Math.max(0, s * (limit - price));
      const mustConcede = (price: number) =>
        risk(ownGain(price), ownGain(theirs)) <= risk(otherGain(theirs), otherGain(price));
      const step = scaled(view, options.step);
      let next = mine;
      while (mustConcede(next) && !asGood(view, theirs, next) && ownGain(next) > 0) next -= s * step;
      return acceptOr(view, inInterval(view, opening, next));
    },
});

/** What a side loses by giving in, as a share of what it loses by a breakdown. */
export function risk(own: number, other: number): number {
  return own === 0 ? 1 : (own - other) / own;
}

function guessReservation(view: PriceView, options: Opening & { other: 'margin' | 'range' }): number {
  const { low, high } = view.public.range;
  const s = sign(view);
  const end = s > 0 ? high : low;
  const received = pricesOf(view, 'their');
  if (options.other === 'range') return end;
  const guess = (received[0] as number) + s * openingMargin(view, options);
  return [view.own.reservation, ...received].every((price) => s * (guess - price) > 0) ? guess : end;
}
