/** What the domains of alternating offers share in their Speech: the fields of acts, and earlier views. */
import type { BargainingAct, OfferAct, OfferView, Standing, Table, Taken } from '../../core/index.ts';
import type { Fields } from '../guards/judge.ts';

/** `terms` are the fields of an offer, `talk` those that any act may carry. */
export function bargainingFields(terms: readonly string[], talk: readonly string[] = ['words', 'intent']): Fields {
  return (type) => ['type', ...(type === 'offer' ? terms : type === 'accept' ? ['offer'] : []), ...talk];
}

/** A view at an earlier turn: what stood then follows from the acts before it. */
export function earlierOfferView<Offer extends OfferAct, V extends OfferView<Table, unknown, Offer>>(
  view: V,
  turn: number,
  history: V['history'],
): V {
  let [mine, theirs]: (Standing<Offer> | undefined)[] = [];
  for (const { turn: made, seat, act } of history as readonly Taken<BargainingAct<Offer>>[]) {
    if (act.type !== 'offer' && act.type !== 'reject') continue;
    const standing = act.type === 'offer' ? { turn: made, offer: act as Offer } : undefined;
    // An offer replaces one's own; a reject takes the other side's away.
    if ((seat === view.seat) === (act.type === 'offer')) mine = standing;
    else theirs = standing;
  }
  return { ...view, turn, history, mine, theirs };
}
