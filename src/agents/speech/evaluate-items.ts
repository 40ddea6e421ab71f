/** What a split is worth to one's own side. */
import { type ItemsView, type Split, utilityFunction } from '../../core/index.ts';
import type { Evaluation } from './speech.ts';

export function evaluateSplit(view: ItemsView, terms: Readonly<Record<string, unknown>>): Evaluation {
  const split = terms.split as Split | undefined;
  if (split === undefined)
    throw new RangeError('a split is needed for this game, as in {"split": {"a": [1, 0], "b": [0, 2]}}');
  const { values, reservation = 0 } = view.own;
  const seat = view.seat as keyof Split;
  const mine = split[seat] ?? [];
  if (mine.length !== values.length) throw new RangeError(`a split gives ${values.length} numbers to each seat`);
  const worth = utilityFunction(view.public.items, values);
  const share = worth(mine);
  const standing = view.theirs ? worth(view.theirs.offer.split[seat]) : undefined;
  return {
    gain: Math.round((share - reservation) * 1e6) / 1e6 + 0,
    pastReservation: share < reservation,
    towardTarget: null,
    betterThanStanding: standing === undefined ? null : share > standing,
    theirLimit: null,
    says: `it is worth ${Math.round(100 * share)} % of everything to you`,
  };
}
