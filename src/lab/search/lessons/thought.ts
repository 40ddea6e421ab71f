/**
 * What the teachers "tuned" and "appraiser" go by, in words short enough to be learned: how many turns are left, for the appraiser what
 * the item sells for, where the other side's limit may be and, near the end, by what steps that side comes nearer, what the offer that stands gains, whether taking it is worth as much as
 * waiting, where to end and how slowly to go there. A student that says so first has its decision before it.
 */
import { cents, type PriceView, termsView, type Weighing, weigh } from '../../../core/index.ts';
import { appraisal, appraised } from './appraiser.ts';
import type { TeacherName } from './teacher.ts';

export const thinking: readonly TeacherName[] = ['tuned', 'appraiser'];

export function teacherThought(view: PriceView, name: TeacherName): string {
  if (name !== 'appraiser') return inWords(weigh(view), view.theirs?.offer.price);
  return inWords(appraised(view), view.theirs?.offer.price, appraisal(view));
}

function inWords(
  { left, gain, now, waiting, limit, steps, aim, pace }: Weighing,
  theirs: number | undefined,
  street?: number,
): string {
  const percent = (worth: number) => Math.round(100 * worth);
  return [
    left === 0 ? 'My last turn.' : left === 1 ? 'One more turn.' : `${left} more turns.`,
    ...(street === undefined ? [] : [`Sells for ${street}, their limit near ${limit}.`]),
    ...(street === undefined || left > 1 || steps.last.length === 0
      ? []
      : [`Steps ${steps.last.join(', ')}${steps.next === undefined ? '' : `, next ${steps.next}`}.`]),
    ...(gain === undefined
      ? ['No price of theirs.']
      : [`Their ${cents(theirs as number)} ${gain > 0 ? 'gains' : 'loses'} ${Math.abs(gain)}.`]),
    ...(waiting === undefined ? [] : [`Now ${percent(now)}, waiting ${percent(waiting)}.`]),
    ...(aim === undefined ? ['Nobody answers after this.'] : [`Aim ${aim}.`]),
    ...(pace === undefined ? [] : [`Pace ${pace.toFixed(1)}.`]),
  ].join(' ');
}

/**
 * The last turns are always learned from, since a game is decided there; of the others this share, whatever stands there, so that rows are
 * as the turns that a student meets. Who may leave at any turn decides the game in every turn.
 */
const OTHERS = 0.5;

export function isLearned(view: PriceView, draw: number): boolean {
  return weigh(view).left <= 1 || termsView(view).own.type !== undefined || draw < OTHERS;
}
