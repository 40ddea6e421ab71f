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
import type { PriceAct, PriceView } from '../../domains/price.ts';
import { cents } from '../../math.ts';
import { choice, defineStrategy, number } from '../../strategy.ts';
import { accept, asGood, inside, offer, pricesOfBoth, scaled, sign, theirPrice } from './moves.ts';

export const micro = defineStrategy({
  name: 'micro',
  domain: 'price',
  version: 1,
  about: 'concedes one grid step whenever the other side has made as many distinct offers',
  options: {
    step: number(25, 'width of a grid step, on a price range 1300 wide', { min: 0.01 }),
    grid: choice(['range', 'zone', 'own'], 'what the grid spans'),
  },
  memory: () => 'distinct',
  make:
    (options) =>
    (view: PriceView, context): PriceAct => {
      const { own, their } = pricesOfBoth(view);
      const mayConcede = distinct(own) <= distinct(their);
      const next = mayConcede ? nextPrice(view, options, own) : undefined;
      const concession = next !== undefined && inside(view, next) ? next : undefined;
      const threshold = concession ?? worstOf(view, own) ?? view.own.reservation;
      const theirs = theirPrice(view);
      if (theirs !== undefined && inside(view, theirs) && asGood(view, theirs, threshold)) return accept(view);
      if (concession !== undefined || own.length === 0) return offer(view, concession ?? view.own.reservation);
      // Not rng.pick, which also serves lists of objects: the engine would convert this list of numbers at every call.
      return offer(view, own[context.rng.integer(own.length)] as number);
    },
});

/** The best grid price not offered yet. */
function nextPrice(
  view: PriceView,
  { step, grid }: { step: number; grid: string },
  own: readonly number[],
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
  for (const offered of own) if (offered === price) price = priceAt(++k);
  // Its own offers come from the grid in order; those of a game that another began may not.
  while (k <= count && own.includes(price)) price = priceAt(++k);
  return k <= count ? price : undefined;
}

/** How many different prices. One that is past all before it is new without a look at them, as most are. */
function distinct(prices: readonly number[]): number {
  if (prices.length > 40) return new Set(prices).size;
  let count = 0;
  let lowest = Infinity;
  let highest = -Infinity;
  for (let i = 0; i < prices.length; i++) {
    const price = prices[i] as number;
    if (price < lowest || price > highest) count++;
    else if (price !== lowest && price !== highest) {
      let first = 0;
      while (prices[first] !== price) first++;
      if (first === i) count++;
    }
    if (price < lowest) lowest = price;
    if (price > highest) highest = price;
  }
  return count;
}

function worstOf(view: PriceView, prices: readonly number[]): number | undefined {
  let worst = prices[0];
  for (const price of prices) if (asGood(view, worst as number, price)) worst = price;
  return worst;
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
