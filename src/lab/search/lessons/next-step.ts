/**
 * The step that the other side would take next. Whoever comes nearer by a curve takes what its own next price would be, so that in the last
 * turn in which something may be offered a part of that step can be asked for on top of what stands; or the own last price once more, where
 * that asks for less.
 *
 * It is reckoned with figures as they are said (agents/prompt/figures.ts), and every choice compares numbers that the prompt or the thought
 * says, so that who reckons has the act: the steps change alike or not; the part is worth the risk of what stands, which is lost if it is
 * refused, or little.
 */
import { limitInCents, percentOf, roundedFor } from '../../../agents/index.ts';
import { cents, lastOwnPrice, type PriceView, type Weighing } from '../../../core/index.ts';
import { sum } from './half-way.ts';

/** Of the next step: the house's curves, whose clock stops at .95, refuse half of it, others take three quarters. */
const SHARE = 0.4;
/** Changes further apart than this share of the last step are not of one curve. */
const EVEN = 0.25;
/** Not worth the risk: less than so many percent of the list price, or than this share of what the standing price gains. */
const LITTLE = 0.4;
const ADDS = 0.1;

export interface NextStep {
  /** As far as it goes: "by 11.3, 16.2, bend 4.9: even. Next 44.2 + 16.2 = 60.4, 0.4 x 60.4 = 24.2 (5.8 %), 315.2 - 24.2 = 291". */
  readonly reckoned: string;
  /** The price to ask for, and what it would gain, in percent. None where it ended at "uneven", "little", "out of range" or "no gain". */
  readonly asked?: { readonly price: number; readonly gains: number };
}

/** None before the last turn, where nothing stands, and where one of the other side's last three steps went back or the last was none. */
export function nextStep(view: PriceView, { left, aim, gain = 0, steps }: Weighing): NextStep | undefined {
  const { theirs, seat, public: facts } = view;
  const { low, high } = facts.range;
  const { listPrice } = facts.item;
  const round = roundedFor(listPrice);
  const [first, before, last] = steps.map(round);
  if (left > 0 || aim === undefined || !theirs) return undefined;
  if (first === undefined || before === undefined || last === undefined || first < 0 || before < 0 || last <= 0)
    return undefined;

  const [earlier, change] = [cents(before - first), cents(last - before)];
  const bend = cents(change - earlier);
  const changed = `by ${earlier}, ${change}, bend ${bend}`;
  if (Math.abs(bend) >= EVEN * last) return { reckoned: `${changed}: uneven` };

  const share = (amount: number) => percentOf(amount, listPrice || high - low);
  const now = Math.sign(gain) * share(Math.abs(gain));
  const isLittle = (adds: number) => share(adds) < LITTLE || share(adds) < cents(ADDS * now);
  const next = cents(last + change);
  const part = round(SHARE * next);
  const partly = `${changed}: even. Next ${sum(last, change)} = ${next}, ${SHARE} x ${next} = ${part} (${share(part)} %)`;
  if (isLittle(part)) return { reckoned: `${partly}: little` };

  const toward = seat === 'seller' ? 1 : -1;
  const standing = round(theirs.offer.price);
  const price = cents(standing + toward * part);
  const reckoned = `${partly}, ${sum(standing, toward * part)} = ${price}`;
  if (price < low || price > high) return { reckoned: `${reckoned}: out of range` };
  const limit = limitInCents(view);
  if (toward * (price - round(limit)) <= 0) return { reckoned: `${reckoned}: no gain` };

  const mine = lastOwnPrice(view);
  if (mine === undefined || toward * (mine - price) > 0)
    return { reckoned, asked: { price, gains: cents(now + share(part)) } };
  const adds = round(toward * (mine - standing));
  const nearer = `${reckoned}, my ${mine} adds ${adds} (${share(adds)} %)`;
  if (isLittle(adds)) return { reckoned: `${nearer}: little` };
  // With all its digits, as the limit in the prompt has.
  if (toward * (mine - limit) <= 0) return { reckoned: `${nearer}: no gain` };
  return { reckoned: nearer, asked: { price: mine, gains: cents(now + share(adds)) } };
}
