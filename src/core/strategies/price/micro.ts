/**
 * micro: MiCRO, the minimal concession strategy (de Jonge 2022).
 *
 * Prices on a grid, best first. While it has made no more distinct offers than the other side it may concede to the next
 * grid price inside its reservation; otherwise it repeats one of its own offers at random. Accepts what is at least as good
 * as the price it would concede to, or, when it may not concede, as its worst own offer; never past its reservation.
 *
 * `grid`: `range` is the public range (Janus A; from the edge of the range a fine step never reaches the zone in 20 turns),
 * `zone` spans 500 from the own reservation, the whole Janus zone (Janus B: an oracle by construction), `own` runs from the
 * own target to the own reservation (clean). Grids of Janus B start at a whole price.
 */
import type { PriceAct, PriceView } from '../../domains/price/price.ts';
import { cents } from '../../math.ts';
import { choice, defineStrategy, number } from '../../strategy.ts';
import { lookBack } from './look-back.ts';
import { accept, asGood, inside, offer, pricesOf, scaled, sign, theirPrice } from './moves.ts';

export const micro = defineStrategy({
  name: 'micro',
  domain: 'price',
  version: 1,
  about: 'concedes one grid step whenever the other side has made as many distinct offers',
  options: {
    step: number(25, 'width of a grid step, on a price range 1300 wide', { min: 0.01 }),
    grid: choice(['own', 'range', 'zone'], 'what the grid spans'),
  },
  memory: () => 'distinct',
  make:
    (options) =>
    (view: PriceView, context): PriceAct => {
      const { ownOffers, ownDistinct, theirDistinct, worstOwn } = lookBack(view);
      const next = ownDistinct <= theirDistinct ? nextPrice(view, options, worstOwn) : undefined;
      const concession = next !== undefined && inside(view, next) ? next : undefined;
      const threshold = concession ?? worstOwn ?? view.own.reservation;
      const theirs = theirPrice(view);
      if (theirs !== undefined && inside(view, theirs) && asGood(view, theirs, threshold)) return accept(view);
      if (concession !== undefined || ownOffers === 0) return offer(view, concession ?? view.own.reservation);
      return offer(view, ownPrice(view, context.rng.integer(ownOffers)));
    },
});

/** The best grid price not offered yet. */
function nextPrice(
  view: PriceView,
  { step, grid }: { step: number; grid: string },
  worstOwn: number | undefined,
): number | undefined {
  const { low, high } = view.public.range;
  const { reservation, target } = view.own;
  const s = sign(view);
  const width = scaled(view, step);
  const [best, worst] = grid === 'own' ? [target, reservation] : grid === 'zone' ? zoneEnds(view) : [low, high];
  // Both Janus grids are laid from the low end upward, so a seller's first price may lie below the high end.
  const bottom = Math.min(best, worst);
  const count = Math.floor(Math.abs(best - worst) / width + 1e-9);
  const priceAt = (k: number) => cents(bottom + width * (s > 0 ? count - k : k));
  let k = 0;
  let price = priceAt(0);
  for (const { seat, act } of view.history) {
    if (seat === view.seat && act.type === 'offer' && act.price === price) price = priceAt(++k);
  }
  // Its own offers come from the grid in order; those of a game that another began may not.
  if (worstOwn !== undefined && asGood(view, price, worstOwn)) {
    const own = pricesOf(view, 'own');
    while (k <= count && own.includes(price)) price = priceAt(++k);
  }
  return k <= count ? price : undefined;
}

/** The own offer number n, from 0. */
function ownPrice(view: PriceView, n: number): number {
  let before = 0;
  for (const { seat, act } of view.history) {
    if (seat === view.seat && act.type === 'offer' && before++ === n) return act.price;
  }
  throw new RangeError(`there is no own offer number ${n}`);
}

/** From a whole price just inside the far end of the Janus zone to a whole price inside the own reservation. */
function zoneEnds(view: PriceView): [best: number, worst: number] {
  const { low, high } = view.public.range;
  const { reservation } = view.own;
  const width = scaled(view, 500);
  return view.seat === 'seller'
    ? [Math.floor(Math.min(high, reservation + width)), Math.ceil(reservation)]
    : [Math.ceil(Math.max(low, reservation - width)), Math.floor(reservation)];
}
