/**
 * appraiser: the teacher that knows what items sell for, which a view tells only roughly and experience well. It bids by the clock as `tuned` does,
 * with numbers of its own, to a price that follows from what the item sells for (half-way.ts), and at last asks for a part of the other side's
 * next step where that is foretold (next-step.ts). A student cannot see what items sell for either: it has to learn it, and to guess it of those that it never met.
 */
import {
  listings,
  type PriceScript,
  type PriceView,
  TUNED,
  type TunedOptions,
  type Weighing,
  weigh,
} from '../../../core/index.ts';
import { type HalfWay, halfWay } from './half-way.ts';
import { type NextStep, nextStep } from './next-step.ts';

/** Found by `scripts/teacher.ts tune --appraised`. What is reckoned by a belief in `tuned` alone is of no account here. */
export const APPRAISED: TunedOptions = {
  ...TUNED,
  opening: 0.7854,
  beyond: 0.3064,
  clockExponent: 0.4472,
  otherExponent: 2.631,
  stillExponent: 0.3079,
  mirror: 0.0784,
  step: 0.0036,
  spread: 0.0522,
  others: 0.7681,
  fit: 0.3346,
  stillFit: 0.5499,
};

const byTitle = new Map(listings.map((listing) => [listing.title, listing]));

/** What the item of this game sells for; none of an item that is no listing of ours. */
export function appraisal({ public: { item } }: PriceView): number | undefined {
  const listing = byTitle.get(item.title);
  const isIt = listing?.listPrice === item.listPrice && listing.currency === item.currency;
  return isIt ? listing.streetPrice : undefined;
}

export interface Appraised extends Weighing {
  readonly half?: HalfWay;
  readonly onward?: NextStep;
}

/** As `tuned` where nothing is known of the item. */
export function appraised(view: PriceView, options = APPRAISED): Appraised {
  const street = appraisal(view);
  if (street === undefined) return weigh(view);
  const half = halfWay(view, street);
  const [last, before] = [half.last.price, half.before.price];
  const weighing = weigh(view, options, { ...half, street, last, before });
  const onward = nextStep(view, weighing);
  if (onward?.asked === undefined) return { ...weighing, half, onward };
  const { price } = onward.asked;
  return { ...weighing, half, onward, act: { type: 'offer', price }, aim: price };
}

export const appraiser: PriceScript = { name: 'appraiser', act: (view) => appraised(view).act };

/** One listing in eight is in no lesson, so that a verdict can tell what is known of an item from what holds for any. */
const untaught = new Set(listings.filter((_, i) => i % 8 === 5).map(({ title }) => title));

export function isTaught(title: string): boolean {
  return !untaught.has(title);
}
