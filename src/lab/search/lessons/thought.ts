/**
 * What the teachers "tuned" and "appraiser" go by, in words short enough to be learned. A student that says so first has its decision
 * before it.
 *
 * tuned: how many turns are left, what the offer that stands gains, whether taking it is worth as much as waiting, where to end and how
 * slowly to go there. appraiser: what the item sells for and the own limit, and what follows: the other side's limit and the price to end at, in the
 * last two turns step by step, at last beside by what steps the other side comes nearer. Of an item that it does not know: both limits as far as they
 * are known, and beside each other what taking gains now and what waiting is worth, of the list price.
 */
import { limitInCents, percent, roundedFor } from '../../../agents/index.ts';
import { cents, clamp, type PriceView, termsView, type Weighing, weigh } from '../../../core/index.ts';
import { type Appraised, appraisal, appraised } from './appraiser.ts';
import { type HalfWay, moneyFor } from './half-way.ts';
import type { TeacherName } from './teacher.ts';

export const thinking: readonly TeacherName[] = ['tuned', 'appraiser'];

export function teacherThought(view: PriceView, name: TeacherName): string {
  if (name !== 'appraiser') return inShares(view, weigh(view));
  const [weighing, street] = [appraised(view), appraisal(view)];
  return weighing.half ? reckoned(view, weighing, weighing.half, street) : inMoney(view, weighing);
}

function inShares({ theirs }: PriceView, { left, gain, now, waiting, aim, pace }: Weighing): string {
  const percent = (worth: number) => Math.round(100 * worth);
  return [
    turns(left),
    ...(gain === undefined
      ? ['No price of theirs.']
      : [`Their ${cents(theirs?.offer.price as number)} ${gain > 0 ? 'gains' : 'loses'} ${Math.abs(gain)}.`]),
    ...(waiting === undefined ? [] : [`Now ${percent(now)}, waiting ${percent(waiting)}.`]),
    ...(aim === undefined ? [ALONE] : [`Aim ${aim}.`]),
    ...(pace === undefined ? [] : [`Pace ${pace.toFixed(1)}.`]),
  ].join(' ');
}

function reckoned(view: PriceView, weighing: Appraised, half: HalfWay, street?: number): string {
  const { left, aim, pace, steps, onward } = weighing;
  if (aim === undefined) return `${turns(left)} ${ALONE}`;
  const round = roundedFor(view.public.item.listPrice);
  const mine = moneyFor(view.public.item.listPrice)(limitInCents(view));
  const known = `${turns(left)} Sells for ${street}, mine ${mine}`;
  if (left > 1) return `${known}, theirs near ${half.limit}. Aim ${aim}. Pace ${pace?.toFixed(1)}.`;
  if (left === 1) return `${known}. ${half.before.reckoned}.`;
  const stepped = [...steps.map(round), ...(onward ? [onward.reckoned] : [])].join(', ');
  return `${known}.${steps.length > 0 ? ` Steps ${stepped}.` : ''}${onward?.asked ? '' : ` ${half.last.reckoned}.`}`;
}

function inMoney(view: PriceView, weighing: Weighing): string {
  const { left, gain = 0, pace, steps } = weighing;
  const { theirs, public: facts } = view;
  const within = (price: number) => clamp(price, facts.range.low, facts.range.high);
  const { aim, hoped } = done(view, weighing);
  const round = roundedFor(facts.item.listPrice);
  // Of the range where there is no list price.
  const share = (amount: number) => percent(amount, facts.item.listPrice || facts.range.high - facts.range.low);
  return [
    turns(left),
    `Mine ${round(limitInCents(view))}, theirs near ${round(within(weighing.limit))}.`,
    ...(theirs ? [] : ['No price of theirs.']),
    ...(left > 1 || steps.length === 0 ? [] : [`Steps ${steps.map(round).join(', ')}.`]),
    ...(theirs && gain <= 0 ? [`Theirs ${gain === 0 ? 'gains nothing' : `loses ${share(-gain)}`}.`] : []),
    ...(aim === undefined ? [ALONE] : [`Aim ${cents(within(aim))}.`]),
    ...(pace === undefined ? [] : [`Pace ${pace.toFixed(1)}.`]),
    ...(aim === undefined ? [] : [`Waiting ${share(hoped)}.`]),
    ...(gain > 0 ? [`Now ${share(gain)}.`] : []),
  ].join(' ');
}

/** What is aimed at as it was done: who has said a better price already cannot ask for more, and may find that it is met. */
function done({ seat, own, theirs }: PriceView, { act, left, aim, hoped = 0, gain = 0 }: Weighing) {
  if (aim === undefined) return { aim, hoped };
  if (act.type === 'accept' && hoped > gain) return { aim: theirs?.offer.price, hoped: gain };
  if (left > 0 || act.type !== 'offer') return { aim, hoped };
  const most = (seat === 'seller' ? 1 : -1) * (act.price - own.reservation);
  return { aim: act.price, hoped: act.price === aim ? hoped : Math.min(hoped, most) };
}

const ALONE = 'Nobody answers after this.';

const turns = (left: number) => (left === 0 ? 'My last turn.' : left === 1 ? 'One more turn.' : `${left} more turns.`);

/** Which share of the turns is learned from. */
interface Shares {
  /** The last in which something may be offered, and of those the ones that ask for more than what stands and gains. */
  readonly last: number;
  readonly asking: number;
  /** The one before, and the last in which a price can only be taken or left. */
  readonly late: number;
  readonly alone: number;
  readonly early: number;
  /** Of TERMS-Bench: who may leave at any turn decides the game in every turn. */
  readonly terms: number;
}

/** A game is decided late; of the other turns half, whatever stands there, so that rows are as the turns that a student meets. */
const MET: Shares = { last: 1, asking: 1, late: 1, alone: 1, early: 0.5, terms: 1 };
/**
 * One game in three comes to a turn in which something may be offered for the last time, and one in twenty asks there for more than what stands
 * and gains, too few to be learned among all others: so those of many games, and some of the rest.
 */
const OWN: Shares = { last: 0.25, asking: 1, late: 0.055, alone: 0.02, early: 0.01, terms: 0.045 };

/** `isMet`: a student's game, of which there are few. */
export function isLearned(view: PriceView, draw: number, name: TeacherName, isMet = false): boolean {
  const { last, asking, late, alone, early, terms } = name === 'appraiser' && !isMet ? OWN : MET;
  if (termsView(view).own.type !== undefined) return draw < terms;
  const { left, aim, gain = 0, half, onward }: Appraised = name === 'appraiser' ? appraised(view) : weigh(view);
  if (left > 1) return draw < early;
  if (left === 1) return draw < late;
  if (aim === undefined) return draw < alone;
  return draw < (onward?.asked || (half && gain > 0 && !half.takes) ? asking : last);
}
