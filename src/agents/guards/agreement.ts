/**
 * The offer on which both sides have met, read off the history as the metric `agreement-kept` reads it.
 *
 * They meet when one side offers what the standing offer of the other asks, or better; what stood first is what they met on.
 * They also meet when one side says something with the intent `agree` while an offer of the other stands. A reject of this
 * seat's offer frees it. Only the last meeting counts.
 */
import type { OfferAct, OfferView, Table } from '../../core/index.ts';

export interface Meeting<Offer extends OfferAct> {
  readonly offer: Offer;
  /** The turn of the act by which they met. */
  readonly turn: number;
}

export function meeting<Public extends Table, Private, Offer extends OfferAct>(
  view: OfferView<Public, Private, Offer>,
  /** Whether the other side likes offer a at least as much as b. */
  asGoodForThem: (a: Offer, b: Offer) => boolean,
): Meeting<Offer> | undefined {
  let own: Offer | undefined;
  let theirs: Offer | undefined;
  let met: Meeting<Offer> | undefined;
  for (const { seat, turn, act } of view.history) {
    const isOwn = seat === view.seat;
    if (act.type === 'offer') {
      if (isOwn) own = act as Offer;
      else theirs = act as Offer;
      if (own && theirs && asGoodForThem(own, theirs)) met = { offer: isOwn ? theirs : own, turn };
    } else if (act.type === 'reject') {
      if (isOwn) theirs = undefined;
      else {
        own = undefined;
        met = undefined;
      }
    } else if (act.type === 'say' && act.intent === 'agree') {
      const named = isOwn ? theirs : own;
      if (named) met = { offer: named, turn };
    }
  }
  return met;
}
