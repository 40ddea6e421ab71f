/** What a price is worth to one's own side. The guess of the other side's limit is read off its offers. */
import { type PriceView, reservationByCurveFit } from '../../core/index.ts';
import type { Evaluation } from './speech.ts';

export function evaluatePrice(view: PriceView, { price }: Readonly<Record<string, unknown>>): Evaluation {
  if (typeof price !== 'number') throw new RangeError('a price is needed for this game, as in {"price": 350}');
  const { reservation, target } = view.own;
  // Anyone who is not the seller buys: the arena has buyers by other names.
  const sign = view.seat === 'seller' ? 1 : -1;
  const gain = round(sign * (price - reservation));
  const way = sign * (target - reservation);
  const standing = view.theirs?.offer.price;
  const limit = theirLimit(view);
  const towardTarget = way > 0 ? round(gain / way) : null;
  const says = [
    gain < 0 ? `it is ${-gain} past your limit: do not` : `it leaves you ${gain} over your limit`,
    ...(towardTarget !== null && gain >= 0 ? [`${Math.round(100 * towardTarget)} % of the way to your target`] : []),
    ...(limit ? [`their limit seems to be near ${limit.estimate}`] : []),
  ];
  return {
    gain,
    pastReservation: gain < 0,
    towardTarget,
    betterThanStanding: standing === undefined ? null : sign * (price - standing) > 0,
    theirLimit: limit,
    says: says.join('; '),
  };
}

/** From two of their offers on. Several buyers are no one side with a limit. */
function theirLimit(view: PriceView): Evaluation['theirLimit'] {
  const seat = view.seat === 'seller' ? 'buyer' : 'seller';
  const offers = view.history.flatMap(({ turn, seat: by, act }) =>
    by === seat && act.type === 'offer' ? [{ turn, price: act.price }] : [],
  );
  const fit = reservationByCurveFit(offers, view.turnLimit, { seat, range: view.public.range });
  return fit ? { estimate: round(fit.reservation), error: round(fit.error) } : null;
}

function round(x: number): number {
  return Math.round(x * 1e6) / 1e6 + 0;
}
