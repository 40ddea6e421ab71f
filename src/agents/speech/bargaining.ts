/** What the domains of alternating offers share in their Speech: acts and their fields, and earlier views. */
import {
  type Act,
  type BargainingAct,
  MAX_WORDS,
  type OfferAct,
  type OfferView,
  type Standing,
  type Table,
  type Taken,
  type View,
} from '../../core/index.ts';
import type { JsonSchema } from '../../models/model.ts';
import type { Fields } from '../guards/judge.ts';
import type { ActForm } from './speech.ts';

/** `terms` are the fields of an offer, `talk` those that any act may carry. */
export function bargainingFields(terms: readonly string[], talk: readonly string[] = ['words', 'intent']): Fields {
  return (type) => ['type', ...(type === 'offer' ? terms : type === 'accept' ? ['offer'] : []), ...talk];
}

/** The acts as data; `terms` are the fields of an offer. */
export function bargainingActs(terms: Readonly<Record<string, JsonSchema>>) {
  const accepted = {
    type: 'integer',
    minimum: 1,
    description: 'The turn of the offer accepted; else the standing one.',
  };
  return {
    offer: { fields: terms },
    accept: { fields: { offer: accepted }, optional: ['offer'] },
    reject: { fields: {} },
    walk: { fields: {} },
    say: { fields: { words: { type: 'string', minLength: 1, maxLength: MAX_WORDS } } },
  } as const satisfies Readonly<Record<string, ActForm>>;
}

/** An accept that names no offer means the one that stands. */
export function acceptStanding<A extends Act>(act: A, view: View): A {
  const { theirs } = view as { theirs?: { turn: number } };
  return act.type === 'accept' && !('offer' in act) && theirs ? { ...act, offer: theirs.turn } : act;
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
