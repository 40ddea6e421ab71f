/**
 * curve: asks along a given curve, whatever the other side does: the shape that `parley exploit` evolves.
 *
 * `points` are shares, evenly spaced over the game with straight lines between: 1 is the end of the public range that is best for
 * this seat, 0 its own reservation. It takes any offer that is as good as its own next one, less `slack`. It never walks.
 */
import { lastTurn, type PriceAct, type PriceView } from '../../domains/price/price.ts';
import { clamp } from '../../math.ts';
import { defineStrategy, number } from '../../strategy.ts';
import { acceptOr } from './moves.ts';

export const curve = defineStrategy({
  name: 'curve',
  domain: 'price',
  version: 2,
  about: 'asks along a given curve and takes what is as good',
  options: {
    points: {
      kind: 'text',
      default: '1,0.8,0.6,0.4,0.2,0',
      about: 'shares of the way from the reservation to the best price, over time',
    },
    slack: number(0, 'how much less than its own next ask it takes, as a share', { max: 1 }),
  },
  memory: () => 'clock',
  make({ points, slack }) {
    const shares = readPoints(points);
    return (view: PriceView): PriceAct => {
      const { low, high } = view.public.range;
      const { reservation } = view.own;
      const best = view.seat === 'seller' ? high : low;
      const priceAt = (share: number) => reservation + share * (best - reservation);
      const share = between(shares, (view.turn - 1) / Math.max(1, lastTurn(view) - 1));
      return acceptOr(view, priceAt(Math.max(0, share - slack)), priceAt(share));
    };
  },
});

function readPoints(text: string): number[] {
  const shares = text.split(',').map(Number);
  if (shares.length < 2 || shares.some((share) => !(share >= 0 && share <= 1)))
    throw new RangeError(`curve: points are two or more shares from 0 to 1 with commas between them, got "${text}"`);
  return shares;
}

function between(shares: readonly number[], time: number): number {
  const place = clamp(time, 0, 1) * (shares.length - 1);
  const left = Math.min(shares.length - 2, Math.floor(place));
  const [a, b] = [shares[left] as number, shares[left + 1] as number];
  return a + (b - a) * (place - left);
}
