/**
 * What the teacher "tuned" goes by, in words short enough to be learned: how many turns are left, what the offer that stands gains,
 * whether taking it is worth as much as waiting, and where to end. A student that says so first has its decision before it.
 */
import { cents, type PriceView, type Weighing, weigh } from '../../../core/index.ts';

export function teacherThought(view: PriceView): string {
  return inWords(weigh(view), view.theirs?.offer.price);
}

function inWords({ left, gain, now, waiting, aim }: Weighing, theirs: number | undefined): string {
  const percent = (worth: number) => Math.round(100 * worth);
  return [
    left === 0 ? 'My last turn.' : left === 1 ? 'One more turn.' : `${left} more turns.`,
    ...(gain === undefined
      ? ['No price of theirs.']
      : [`Their ${cents(theirs as number)} ${gain > 0 ? 'gains' : 'loses'} ${Math.abs(gain)}.`]),
    ...(waiting === undefined ? [] : [`Now ${percent(now)}, waiting ${percent(waiting)}.`]),
    ...(aim === undefined ? ['Nobody answers after this.'] : [`Aim ${aim}.`]),
  ].join(' ');
}

/** An offer worth this share of waiting is one that could be taken. */
const NEAR = 0.7;
/** The last turns, and those with such an offer, are always learned from; of the others this share. */
const OTHERS = 0.25;

export function isLearned(view: PriceView, draw: number): boolean {
  const { left, now, waiting = 0 } = weigh(view);
  return left <= 1 || (now > 0 && now >= NEAR * waiting) || draw < OTHERS;
}
