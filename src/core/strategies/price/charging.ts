/**
 * charging: ChargingBoul, a Boulware that classes its opponent (Shymanski 2025, arXiv 2512.06595), as Janus B adapts it.
 *
 * Utility target g(t) = floor + (1 - floor)(1 - t^(1/pace)), one unit of utility being `margin` of price. From four offers
 * on, the opponent is classed by two indices over its offers, each the number of times that halving the list finds more on
 * the right: more distinct offers (UBI), a higher mean utility for us (AUI). UBI >= 5 boulwarish: pace = 0.2 * 2^(5 - UBI),
 * never above the default. AUI <= 2 hardliner: no change. Otherwise conceder, as before four offers: floor 0.4, pace doubled
 * up to 1. The bid is drawn from a window of half-width (3t + 1) epsilon around g, and is never worse than the best offer
 * received. In the late phase, t > 1 - 0.5 / max(UBI, 1), a boulwarish opponent gets its best offer worth over 0.3 sent back.
 *
 * Clean: everything is read from this episode's history. The original keeps its opponent in a dictionary of the module that
 * leaks between variants, roles and episodes, so its numbers depend on what was played before; these do not.
 */
import type { PriceAct, PriceView } from '../../domains/price/price.ts';
import { cents, pow } from '../../math.ts';
import { defineStrategy, number } from '../../strategy.ts';
import { acceptOr, elapsed, openingMargin, openingOptions, pricesOf, sign, within } from './moves.ts';

const LATE_WORTH = 0.3;

export const charging = defineStrategy({
  name: 'charging',
  domain: 'price',
  version: 2,
  about: 'a Boulware that reads its opponent from the pattern of offers',
  options: {
    ...openingOptions(500),
    floor: number(0.5, 'least utility it concedes to', { max: 1 }),
    pace: number(0.4, 'smaller concedes later', { min: 0.01, max: 1 }),
    epsilon: number(0.02, 'width of the bidding window', { max: 0.2 }),
  },
  // A conceder gets the lowest floor and the fastest pace, unless the own floor is lower still.
  memory: ({ floor }) => (floor >= 0.4 ? 'few' : 'history'),
  make:
    (options) =>
    (view: PriceView, { rng }): PriceAct => {
      const s = sign(view);
      const unit = openingMargin(view, options);
      const worth = (price: number) => (s * (price - view.own.reservation)) / unit;
      const priceAt = (utility: number) => within(view, view.own.reservation + s * unit * utility);
      const theirs = pricesOf(view, 'their').map((price) => ({ price, worth: worth(price) }));
      const { kind, ubi } = classify(theirs);
      const best = theirs.reduce((a, b) => (b.worth > a.worth ? b : a), {
        price: Number.NaN,
        worth: Number.NEGATIVE_INFINITY,
      });
      const t = Math.min(elapsed(view), 0.9999);

      if (kind === 'boulwarish' && t > 1 - 0.5 / Math.max(ubi, 1) && best.worth > LATE_WORTH)
        return acceptOr(view, best.price);

      const floor = kind === 'conceder' ? 0.4 : options.floor;
      const pace =
        kind === 'conceder'
          ? Math.min(1, 2 * options.pace)
          : kind === 'boulwarish'
            ? Math.max(0.01, Math.min(0.2 * pow(2, 5 - ubi), options.pace))
            : options.pace;
      const goal = floor + (1 - floor) * (1 - pow(t, 1 / pace));
      const window = (3 * t + 1) * options.epsilon;
      const bid = cents(rng.uniform(priceAt(goal - window), priceAt(goal + window)));
      return acceptOr(view, best.worth > worth(bid) ? best.price : bid);
    },
});

interface Received {
  readonly price: number;
  readonly worth: number;
}

export function classify(received: readonly Received[]): {
  kind: 'boulwarish' | 'hardliner' | 'conceder';
  ubi: number;
} {
  if (received.length < 4) return { kind: 'conceder', ubi: 0 };
  const ubi = halvings(received, (list) => new Set(list.map((r) => r.price)).size);
  if (ubi >= 5) return { kind: 'boulwarish', ubi };
  const aui = halvings(received, (list) => list.reduce((sum, r) => sum + r.worth, 0) / list.length);
  return { kind: aui <= 2 ? 'hardliner' : 'conceder', ubi };
}

/** How often in a row the right half of the list measures more than the left. */
function halvings<T>(list: readonly T[], measure: (half: readonly T[]) => number): number {
  if (list.length < 2) return 0;
  const middle = list.length >> 1;
  const right = list.slice(middle);
  return measure(right) > measure(list.slice(0, middle)) ? 1 + halvings(right, measure) : 0;
}
