/**
 * bazaar_seller: BazaarBATNA's rule-based seller, four personalities in one rule.
 *
 * It opens at its anchor. At a bid in round t it may leave over a lowball; takes a bid close to its ask; late in the game takes
 * a bid above its reserve by chance; otherwise asks less. `concedes` says when: by the clock, anchor (1 - rate t), as the
 * original, which gives the same schedule to whoever waits; or only in answer, where the buyer has raised its best bid, by
 * rate / 0.10 of what the bid rose above nine tenths of the reserve (house definition). A deceptive seller sometimes dips to
 * 92 % and later takes it back.
 *
 * The original counts its bluffs in an object. Here they are read from its own past asks: an ask that the rule gives only with
 * the dip was a bluff, and one that it gives neither way took it back. Where the reserve swallows the dip it is not counted.
 * Draws come from this turn's stream, so they are not the original's, unless the brief asks for its luck (luck.ts). On the clock
 * its asks carry synthetic tells (tells.ts).
 */
import type { BazaarOffer } from '../../../domains/bazaar/brief.ts';
import type { Personality } from '../../../domains/bazaar/stall.ts';
import { formatPrice } from '../../../domains/price/money.ts';
import type { PriceAct, PriceView } from '../../../domains/price/price.ts';
import { cents } from '../../../math.ts';
import type { Rng } from '../../../rng.ts';
import { choice, defineStrategy } from '../../../strategy.ts';
import type { Context } from '../../../types.ts';
import { accept } from '../moves.ts';
import { forEitherSeat } from './either-seat.ts';
import { sellerLines } from './lines.ts';
import { answerByLuck } from './luck.ts';
import { asked, LEAVES, NEAR, type SellerSetUp, setUp, TAKES } from './set-up.ts';
import { synthesize } from './tells.ts';

const BLUFF = 0.92;
const MOST_BLUFFS = 2;

export const bazaarSeller = defineStrategy({
  name: 'bazaar_seller',
  domain: 'price',
  version: 2,
  about: 'the rule-based seller of BazaarBATNA',
  options: {
    personality: choice(
      ['task', 'default', 'deceptive', 'impatient', 'collaborative'],
      'whose rule; task: what the private brief says, else default',
    ),
    concedes: choice(['task', 'clock', 'answer'], 'when the ask falls; task: what the private brief says, else clock'),
  },
  make: ({ personality, concedes }) =>
    forEitherSeat('seller', (view, context) => respond(view, setUp(view, personality, concedes), context)),
});

/** An ask of its own, the bid that stood then, and the best bid up to its ask before. */
interface Asked {
  readonly price: number;
  readonly bid: number;
  readonly bestBefore: number;
}

function respond(view: PriceView, seller: SellerSetUp, { rng }: Context): PriceAct {
  const { anchor, reserve, personality, rounds } = seller;
  const { asks, bestBefore } = readHistory(view);
  const round = asks.length;
  if (round === 0) {
    const bid = view.theirs?.offer.price;
    if (bid !== undefined && bid >= anchor) return close(view, personality, rng);
    const price = asked(anchor, seller);
    return { type: 'offer', price, words: say(view, sellerLines[personality].open, price, rng.split('words')) };
  }
  const bid = view.theirs?.offer.price ?? 0;
  if (seller.luck) return lucky(view, seller, [...asks.slice(1).map((one) => one.bid), bid], rng);
  const progress = round / rounds;
  const current = (asks.at(-1) as Asked).price;
  if (rng.split('walk').float() < seller.walk * progress * LEAVES[personality] && bid < 0.9 * reserve) {
    return { type: 'walk', words: say(view, sellerLines[personality].walk, 0, rng.split('words')) };
  }
  if (view.theirs && bid >= current * NEAR[personality] && bid >= seller.cost) return close(view, personality, rng);
  if (view.theirs && bid >= reserve && progress > 0.75) {
    const chance = anchor > reserve ? ((bid - reserve) / (anchor - reserve)) * progress * TAKES[personality] : 1;
    if (rng.split('late').float() < chance) return close(view, personality, rng);
  }
  const now: Asked = { price: current, bid, bestBefore };
  const bluffs = personality === 'deceptive' ? bluffsIn(asks, seller) : 0;
  const bluffing = personality === 'deceptive' && bluffs < MOST_BLUFFS && rng.split('bluff').float() < 0.3;
  let price = counter(round, now, asks, seller, bluffing);
  if (personality === 'deceptive' && round > 1 && bluffs + Number(bluffing) > 0 && rng.split('raise').float() < 0.25) {
    price = Math.min(cents(Math.max(price, 1.03 * current)), cents(anchor));
  }
  if (view.theirs && price <= bid) return close(view, personality, rng);
  const ask = { type: 'offer', price, words: counterWords(view, seller, price, progress, rng.split('words')) } as const;
  // Drawn tells give the type away, which a hardened game hides.
  if (seller.concedes === 'answer') return ask;
  const before = asks.at(-2);
  const stalling = round > 2 && before !== undefined && Math.abs(before.price - current) < 1;
  const shown: BazaarOffer = { ...ask, tells: synthesize(seller, { round, current, stalling }, rng.split('tells')) };
  return shown;
}

/** What the original answered; the words are ours. */
function lucky(view: PriceView, seller: SellerSetUp, bids: readonly number[], rng: Rng): PriceAct {
  const { type, price, tells } = answerByLuck(seller, bids);
  const { personality, rounds } = seller;
  if (type === 'accept') return close(view, personality, rng);
  const words = rng.split('words');
  if (type === 'walk') return { type, words: say(view, sellerLines[personality].walk, 0, words) };
  const ask: BazaarOffer = {
    type: 'offer',
    price,
    words: counterWords(view, seller, price, bids.length / rounds, words),
    tells,
  };
  return ask;
}

/** The ask of round t in answer to a bid. `asks` are those before it; the first is the opening. */
function counter(t: number, now: Asked, asks: readonly Asked[], seller: SellerSetUp, bluffing: boolean): number {
  const { anchor, reserve, rate, personality, cost } = seller;
  const current = (asks[t - 1] as Asked).price;
  let x: number;
  if (seller.concedes === 'clock') {
    x = anchor * (1 - rate * t);
    if (personality === 'impatient' && t <= 2) x *= 1 - 0.08 * t;
  } else {
    const worth = (bid: number) => Math.max(bid, 0.9 * reserve);
    const rise = worth(Math.max(now.bid, now.bestBefore)) - worth(now.bestBefore);
    if (now.bestBefore === 0 || rise === 0) return current;
    x = Math.min(current, current - (rate / 0.1) * rise);
  }
  if (bluffing) x *= BLUFF;
  // The original's comment speaks of the buyer's last offer here; its code takes the own last counter, and so does this.
  if (personality === 'collaborative' && t > 1) x = 0.7 * x + 0.3 * ((1.1 * cost + current) / 2);
  x = cents(Math.max(x, reserve));
  if (t > 1) x = Math.max(x, (0.95 * (x + now.bid)) / 2);
  return asked(x, seller);
}

/** Dips it has not taken back, read from its asks. */
function bluffsIn(asks: readonly Asked[], seller: SellerSetUp): number {
  let bluffs = 0;
  for (let t = 1; t < asks.length; t++) {
    const one = asks[t] as Asked;
    const before = asks.slice(0, t);
    if (one.price === counter(t, one, before, seller, false)) continue;
    bluffs = one.price === counter(t, one, before, seller, true) ? bluffs + 1 : 0;
  }
  return bluffs;
}

/** Its asks, and the best bid up to the last of them. */
function readHistory(view: PriceView): { asks: Asked[]; bestBefore: number } {
  const asks: Asked[] = [];
  let [bid, best, bestBefore] = [0, 0, 0];
  for (const { seat, act } of view.history) {
    if (act.type !== 'offer') continue;
    if (seat !== view.seat) {
      bid = act.price;
      best = Math.max(best, bid);
    } else {
      asks.push({ price: act.price, bid, bestBefore });
      bestBefore = best;
    }
  }
  return { asks, bestBefore };
}

function close(view: PriceView, personality: Personality, rng: Rng): PriceAct {
  const words = say(view, sellerLines[personality].accept, view.theirs?.offer.price ?? 0, rng.split('words'));
  return { ...accept(view), words };
}

function counterWords(
  view: PriceView,
  { personality }: SellerSetUp,
  price: number,
  progress: number,
  rng: Rng,
): string {
  const lines = sellerLines[personality];
  const words = say(view, lines.counter, price, rng);
  if (rng.float() >= 0.2 + 0.3 * progress) return words;
  const pressed = view.history.filter(
    ({ seat, act }) => seat === view.seat && lines.pressure.some((line) => act.words?.endsWith(line)),
  );
  if (personality !== 'deceptive' && pressed.length >= 2) return words;
  return `${words} ${rng.pick(lines.pressure)}`;
}

function say(view: PriceView, lines: readonly string[], price: number, rng: Rng): string {
  const { item } = view.public;
  // By functions, and the title last: a title may hold "$$" or "{price}", which are its own words.
  return rng
    .pick(lines)
    .replace('{price}', () => formatPrice(price, item.currency))
    .replace('{item}', () => item.title);
}
