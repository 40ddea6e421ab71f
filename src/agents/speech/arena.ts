/**
 * One seller and several buyers. Its views are price views with more in them, so whoever reads, words or judges a price does it here
 * too; the prompt, the signals that an act may carry, the earlier views and the words for a person are its own.
 */
import { type ArenaAct, type ArenaView, arena, type PriceOffer, type Standing } from '../../core/index.ts';
import type { Judge } from '../guards/judge.ts';
import * as leak from '../guards/leak.ts';
import { arenaPrompt } from '../prompt/arena.ts';
import { bargainingFields } from './bargaining.ts';
import { priceSpeech } from './price.ts';
import type { ActForm, Speech } from './speech.ts';
import { tellArena } from './tell-arena.ts';

type ArenaSpeech = Speech<ArenaView, ArenaAct>;

const fields = bargainingFields(['price'], ['words', 'intent', 'signal']);
const { read, complete, evaluate, judges, thought, templates, wordedByModel, janus, bazaar } =
  priceSpeech as unknown as Required<ArenaSpeech> & {
    readonly judges: Record<keyof typeof priceSpeech.judges, Judge<ArenaView, ArenaAct>>;
  };

/** Nobody rejects here, and any act may carry a signal. */
const { reject: _, ...priced } = priceSpeech.acts;
const acts = Object.fromEntries(
  Object.entries<ActForm>(priced).map(([type, form]) => [
    type,
    {
      fields: { ...form.fields, signal: { type: 'string', maxLength: 200, description: 'Cheap talk to all buyers.' } },
      optional: [...(form.optional ?? []), 'signal'],
    },
  ]),
);

export const arenaSpeech = {
  domain: arena.name,
  prompt: arenaPrompt,
  read,
  fields,
  acts,
  complete,
  evaluate,
  // No judge answers with a reject, the one act of price that an arena refuses.
  judges: { ...judges, leak: leak.judgePrice(fields) as Judge as typeof judges.leak },
  leaks: leak.toldPrice as never,
  earlierView,
  tell: tellArena,
  thought,
  scripts: priceSpeech.domain,
  templates,
  wordedByModel,
  janus,
  bazaar,
} satisfies ArenaSpeech;

function earlierView(view: ArenaView, turn: number, history: ArenaView['history']): ArenaView {
  const seen = view.earlier.find((one) => one.turn === turn);
  if (!seen) throw new RangeError(`the view of ${view.seat} has no record of turn ${turn}`);
  const { buyers, attention, signals } = seen;
  const bids = (by: string) =>
    history.flatMap(({ turn: made, seat, act }): Standing<PriceOffer>[] =>
      seat === by && act.type === 'offer' ? [{ turn: made, offer: act }] : [],
    );
  // The leader's bid: its latest, or where every bid ever made counts, its highest.
  const led = bids(attention);
  const best = led.reduce<Standing<PriceOffer> | undefined>(
    (most, bid) => (most && most.offer.price >= bid.offer.price ? most : bid),
    undefined,
  );
  return {
    ...view,
    turn,
    history,
    mine: bids(view.seat).at(-1),
    theirs: view.seat === 'seller' ? (view.public.leavers === 'out' ? led.at(-1) : best) : bids('seller').at(-1),
    others: buyers.filter(({ seat }) => seat !== view.seat),
    attention,
    signals,
    earlier: view.earlier.filter((one) => one.turn < turn),
  };
}
