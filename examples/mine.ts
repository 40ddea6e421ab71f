/** An agent and a metric of one's own, for mine.yaml. */
import type { Episode, PriceAct, PriceView, Seat } from 'parley/core';

export const agents = {
  steady({ own, theirs, turn, turnLimit, seat }: PriceView): PriceAct {
    const exact = own.target + (own.reservation - own.target) * (turn / turnLimit);
    const price = Math.round(100 * exact) / 100;
    const enough = theirs && (seat === 'buyer' ? theirs.offer.price <= price : theirs.offer.price >= price);
    return enough ? { type: 'accept', offer: theirs.turn } : { type: 'offer', price };
  },
};

export const metrics = {
  'says-yes': ({ result }: Episode, seat: Seat) =>
    result.kind === 'agreement' ? Number(result.by === seat) : undefined,
};
