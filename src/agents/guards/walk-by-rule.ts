/**
 * walkByRule: walks away only by this rule.
 *
 * A walk stands when nothing the other side has offered keeps to the own reservation, and either little time is left (from
 * four fifths of it on) or they cannot get there in time: with the largest step they have ever made toward this
 * seat, repeated at every turn they have left, they would still be short of it (not judged before their third offer).
 * Otherwise it becomes the counter, or an accept of what stands. Small models walk in the first round (BazaarBATNA:
 * 50 of 50 episodes). In an arena the seller walks only when this holds of every buyer who is still there.
 */
import {
  type ArenaView,
  type ItemsAct,
  type ItemsView,
  lastTurn,
  type PriceAct,
  type PriceView,
} from '../../core/index.ts';
import type { Rule } from './guard.ts';
import * as items from './items-counter.ts';
import type { Judge } from './judge.ts';
import { across, counter } from './price-counter.ts';

const LATE = 0.8;
const OFFERS_TO_JUDGE = 3;

export const walkByRule = {
  name: 'walkByRule',
  about: 'walks away only when no deal is in reach',
} as const satisfies Rule;

export const judgePrice: Judge<PriceView, PriceAct> = (view, act) => {
  if (act.type !== 'walk' || mayWalk(view.turn, lastTurn(view), priceGains(view))) return undefined;
  return { reason: TOO_EARLY, instead: counter(view) };
};

export const judgeItems: Judge<ItemsView, ItemsAct> = (view, act) => {
  if (act.type !== 'walk' || mayWalk(view.turn, view.turnLimit, itemsGains(view))) return undefined;
  return { reason: TOO_EARLY, instead: items.counter(view) };
};

/** What the offers of each seat across are worth over the own reservation, in the order in which they came. */
interface Gains {
  readonly bySeat: readonly (readonly number[])[];
  /** The offer that this seat could accept now. */
  readonly standing: number | undefined;
}

function mayWalk(turn: number, end: number, { bySeat, standing = -1 }: Gains): boolean {
  if (standing >= 0 || bySeat.some((gains) => gains.some((gain) => gain >= 0))) return false;
  if (turn >= LATE * end) return true;
  const left = Math.floor((end - turn + 1) / 2);
  return bySeat.every((gains) => outOfReach(gains, left));
}

function outOfReach(gains: readonly number[], turnsLeft: number): boolean {
  if (gains.length < OFFERS_TO_JUDGE) return false;
  const step = Math.max(0, ...gains.slice(1).map((gain, i) => gain - (gains[i] as number)));
  // What just gets there in tenths may fall short by the last bit of a sum.
  return Math.max(...gains) + step * turnsLeft < -1e-9;
}

function priceGains(view: PriceView | ArenaView): Gains {
  const { reservation } = view.own;
  const gain = (amount: number) => (view.seat === 'seller' ? amount - reservation : reservation - amount);
  return {
    bySeat: across(view).map((other) =>
      view.history.flatMap(({ seat, act }) => (seat === other && act.type === 'offer' ? [gain(act.price)] : [])),
    ),
    standing: view.theirs && gain(view.theirs.offer.price),
  };
}

function itemsGains(view: ItemsView): Gains {
  const gains = view.history.flatMap(({ seat, act }) =>
    seat !== view.seat && act.type === 'offer' ? [items.gain(view, act.split)] : [],
  );
  return { bySeat: [gains], standing: view.theirs && items.gain(view, view.theirs.offer.split) };
}

const TOO_EARLY = 'it is too early to walk away: a deal may still be in reach';
