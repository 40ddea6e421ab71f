/**
 * walkByRule: walks away only by this rule.
 *
 * A walk stands when nothing the other side has offered keeps to the own reservation, and either little time is left (from
 * four fifths of the turn limit on) or they cannot get there in time: with the largest step they have ever made toward this
 * seat, repeated at every turn they have left, they would still be short of it (not judged before their third offer).
 * Otherwise it becomes the counter, or an accept of what stands. Small models walk in the first round (BazaarBATNA:
 * 50 of 50 episodes).
 */
import type { PriceView } from '../../core/index.ts';
import type { Rule } from './guard.ts';
import { counter, inside } from './price-counter.ts';

const LATE = 0.8;
const OFFERS_TO_JUDGE = 3;

export const walkByRule: Rule = {
  name: 'walkByRule',
  about: 'walks away only when no deal is in reach',
  price(view, act) {
    if (act.type !== 'walk' || mayWalk(view)) return undefined;
    return { reason: 'it is too early to walk away: a deal may still be in reach', instead: counter(view) };
  },
};

function mayWalk(view: PriceView): boolean {
  const offers: number[] = [];
  for (const { seat, act } of view.history) if (seat !== view.seat && act.type === 'offer') offers.push(act.price);
  if (offers.some((amount) => inside(view, amount))) return false;
  if (view.turn >= LATE * view.turnLimit) return true;
  if (offers.length < OFFERS_TO_JUDGE) return false;
  const toward = view.seat === 'seller' ? 1 : -1;
  const step = Math.max(0, ...offers.slice(1).map((amount, i) => toward * (amount - (offers[i] as number))));
  const left = Math.floor((view.turnLimit - view.turn + 1) / 2);
  const best = toward > 0 ? Math.max(...offers) : Math.min(...offers);
  return !inside(view, best + toward * step * left);
}
