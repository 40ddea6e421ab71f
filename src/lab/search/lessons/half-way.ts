/**
 * Where to end, of who knows what an item sells for. Zones lie around that price, so whose own limit is far from it meets one as far on the other
 * side, and whose limit is near it a narrow zone. The price to end at lies half of the way from what stands to that limit, or from the own
 * limit where that gains nothing. In the last turn in which something may be offered what stands is taken, unless more than three times what it
 * gains is left on that way; in the turn before half of the way from the own last price is gone.
 *
 * It is reckoned with figures as they are said (agents/prompt/figures.ts), step by step, so that who reckons has the price and the act.
 */
import { limitInCents, percentOf, roundedFor } from '../../../agents/index.ts';
import { cents, lastOwnPrice, type PriceView } from '../../../core/index.ts';

/** A limit that is nearer than so many percent of the list price means a narrow zone, and how wide one is then taken to be. */
const NEAR = 8;
const NARROW = 0.06;
/** What stands is enough if no more than this many times its gain is left. */
const ENOUGH = 3;

export interface HalfWay {
  /** The other side's limit, and the price to end at. */
  readonly limit: number;
  readonly aim: number;
  /** Whether what stands is enough. */
  readonly takes: boolean;
  /** In the last turn: "450 - 337 = 113 (22.6 %): wide, theirs near 450 + 113 = 563. 563 - 434 = 129, 3 x 96.8 = 290.4: enough". */
  readonly last: Said;
  /** In the turn before: "... 563 - 434 = 129, half 65, 434 + 65 = 499. From 510: 510 - 499 = 11, half 6, 510 - 6 = 504". */
  readonly before: Said;
}

interface Said {
  readonly reckoned: string;
  readonly price: number;
}

export function halfWay(view: PriceView, street: number): HalfWay {
  const { toEnd, weighed, ...end } = ending(view, street);
  const { aim, takes } = end;
  const toward = view.seat === 'seller' ? 1 : -1;
  const round = moneyFor(view.public.item.listPrice);
  const asked = lastOwnPrice(view);
  const settled = { reckoned: weighed, price: aim };
  if (asked === undefined) return { ...end, last: settled, before: met(view, toEnd, aim) };
  if (toward * (asked - view.own.reservation) < 0) {
    const past = `, my ${asked} is past mine`;
    const last = takes ? settled : { reckoned: `${weighed}${past}`, price: aim };
    return { ...end, last, before: met(view, `${toEnd}${past}`, aim) };
  }
  // Who has said a price as near already cannot ask for more, and takes what is better.
  if (toward * (asked - aim) <= 0) {
    const nearer = `, my ${asked} is nearer`;
    const last = takes ? settled : met(view, `${weighed}${nearer}`, asked);
    return { ...end, last, before: met(view, `${toEnd}${nearer}`, asked) };
  }
  const far = less(toward, round(asked), aim);
  if (far.by <= 0) return { ...end, last: settled, before: met(view, toEnd, aim) };
  const half = round(far.by / 2);
  const price = cents(round(asked) - toward * half);
  const gone = `${toEnd}. From ${round(asked)}: ${far.said}, half ${half}, ${sum(round(asked), -toward * half)} = ${price}`;
  return { ...end, last: settled, before: met(view, gone, price) };
}

/** What is asked for, unless as much stands already: then the price that stands. */
function met({ seat, own, theirs, public: { item } }: PriceView, reckoned: string, price: number): Said {
  const toward = seat === 'seller' ? 1 : -1;
  const gains = theirs !== undefined && toward * (theirs.offer.price - own.reservation) > 0;
  const isMet = gains && toward * (price - moneyFor(item.listPrice)(theirs.offer.price)) <= 0;
  return isMet ? { reckoned: `${reckoned}: met`, price: theirs.offer.price } : { reckoned, price };
}

/** Whole numbers from 100 on, of large ones the first four digits: as round as prices are. */
export function moneyFor(listPrice: number): (price: number) => number {
  return roundedFor(listPrice < 100 ? listPrice : Math.max(1000, listPrice));
}

/** Both limits, what stands between them and where to end; `toEnd` says how that follows, `weighed` whether it is gone for. */
function ending(view: PriceView, street: number) {
  const { seat, own, theirs } = view;
  const { listPrice } = view.public.item;
  const round = moneyFor(listPrice);
  const toward = seat === 'seller' ? 1 : -1;
  const mine = round(limitInCents(view));
  const apart = less(toward, street, mine);
  const share = Math.sign(apart.by) * percentOf(Math.abs(apart.by), listPrice);
  const isNarrow = share < NEAR;
  const zone = `${apart.said} (${share} %): ${isNarrow ? 'narrow' : 'wide'}`;
  const part = (of: number) => ({ is: round(of * listPrice), said: `${of} x ${listPrice} = ${round(of * listPrice)}` });
  const width = part(NARROW);
  const [from, on] = isNarrow ? [mine, toward * width.is] : [street, toward * apart.by];
  const limit = cents(from + on);

  const gain = theirs ? roundedFor(listPrice)(cents(toward * (theirs.offer.price - own.reservation))) : 0;
  if (!theirs || gain <= 0) {
    const half = part(NARROW / 2);
    const aim = isNarrow ? cents(mine + toward * half.is) : street;
    const toEnd = `${zone}, ${isNarrow ? `${half.said}, ${sum(mine, toward * half.is)} = ${aim}` : `so ${street}`}`;
    return { limit, aim, takes: false, toEnd, weighed: toEnd };
  }
  const standing = round(theirs.offer.price);
  const way = less(toward, limit, standing);
  const near = `${zone}, ${isNarrow ? `${width.said}, ` : ''}theirs near ${sum(from, on)} = ${limit}. ${way.said}`;
  if (way.by <= 0) {
    const none = `${near}: nothing left`;
    return { limit, aim: standing, takes: true, toEnd: none, weighed: none };
  }
  const half = round(way.by / 2);
  const aim = cents(standing + toward * half);
  const halved = `half ${half}, ${sum(standing, toward * half)} = ${aim}`;
  const most = cents(ENOUGH * gain);
  const takes = way.by <= most;
  const weighed = `${near}, ${ENOUGH} x ${gain} = ${most}: ${takes ? 'enough' : `more, ${halved}`}`;
  return { limit, aim, takes, toEnd: `${near}, ${halved}`, weighed };
}

/** How far the first is beyond the second, to the own side. */
function less(toward: number, one: number, other: number) {
  const by = cents(toward * (one - other));
  const [far, near] = toward > 0 ? [one, other] : [other, one];
  return { by, said: `${far} - ${near} = ${by}` };
}

export const sum = (one: number, other: number) => `${one} ${other < 0 ? '-' : '+'} ${Math.abs(other)}`;
