/**
 * The offer on which both sides have met, read off the history as the metric `agreement-kept` reads it.
 *
 * They meet when one side offers what the standing offer of the other asks, or better; what stood first is what they met on.
 * They also meet when one side says something with the intent `agree` while an offer of the other stands. A reject of this
 * seat's offer frees it. Only the last meeting counts.
 */
import type { OfferAct, Seat, Taken } from '../../core/index.ts';

export interface Meeting<Offer extends OfferAct> {
  readonly offer: Offer;
  /** The turn of the act by which they met. */
  readonly turn: number;
  /** Whether the other side asked for more after that. */
  readonly wentBack: boolean;
}

export interface Side<Offer extends OfferAct> {
  readonly seat: Seat;
  /** Whether the other side likes offer a at least as much as b. */
  readonly prefers: (a: Offer, b: Offer) => boolean;
  /** Whether it must be this seat's offer that its words agree to; true where nobody else makes any. */
  readonly speaksToMe: boolean;
}

/** Where this seat and one other have met. Acts of everybody else are none of their business. */
export function meeting<Offer extends OfferAct>(
  view: { readonly seat: Seat; readonly history: readonly Taken[] },
  other: Side<Offer>,
): Meeting<Offer> | undefined {
  let own: Offer | undefined;
  let theirs: Offer | undefined;
  let theirTurn = 0;
  let met: { offer: Offer; turn: number } | undefined;
  for (const { seat, turn, act } of view.history) {
    const isOwn = seat === view.seat;
    if (!isOwn && seat !== other.seat) continue;
    if (act.type === 'offer') {
      if (isOwn) own = act as Offer;
      else [theirs, theirTurn] = [act as Offer, turn];
      if (own && theirs && other.prefers(own, theirs)) met = { offer: isOwn ? theirs : own, turn };
    } else if (act.type === 'reject') {
      if (isOwn) theirs = undefined;
      else {
        own = undefined;
        met = undefined;
      }
    } else if (act.type === 'say' && act.intent === 'agree' && (isOwn || other.speaksToMe)) {
      const named = isOwn ? theirs : own;
      if (named) met = { offer: named, turn };
    }
  }
  return met && { ...met, wentBack: theirs !== undefined && theirTurn > met.turn };
}
