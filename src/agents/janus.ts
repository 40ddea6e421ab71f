/**
 * janus: a model with a dial. It reads a decision step in the lines it was trained on and answers ACCEPT or OFFER and a share of
 * the price range (after the Janus lab's training prompt; trainer/parley_trainer/dial_prompt.py writes the same lines, and one example
 * stands in both tests).
 *
 * The dial itself is in the weights: an adapter baked at one rho (`parley train janus bake --rho 0.7`), loaded by the model's
 * own options. `prompt=on` also says rho in words, as a model was trained that had it there; with an adapter that was not
 * dialled this is the control arm. Of a fitted dial, `rho` here is the setting that bake names: the number the model was
 * trained on. An answer that cannot be read is no act, never an offer at the reservation.
 */
import { type Agent, acceptable, cents, type NoAct, type PriceAct, type PriceView } from '../core/index.ts';
import type { Model } from '../models/model.ts';
import { noteOf } from './note.ts';

/** Raised whenever the same view could give another prompt. */
export const JANUS_VERSION = 1;
const HISTORY = 8;
/** "OFFER 0.1234" and an end of turn, in any tokenizer. */
const MOST_TOKENS = 24;

export interface JanusOptions {
  /** From 0, all to the buyer, to 1; -1 is no deal. */
  readonly rho: number;
  readonly inPrompt: boolean;
  readonly temperature: number;
}

export function janusAgent(name: string, model: Model, options: JanusOptions): Agent<PriceView, PriceAct> {
  return {
    name,
    async act(view, context) {
      const reply = await model.generate(
        {
          messages: [{ role: 'user', content: janusPrompt(view, options.inPrompt ? options.rho : undefined) }],
          maxTokens: MOST_TOKENS,
          temperature: options.temperature,
          seed: context.rng.split(context.attempt).uint32(),
        },
        { signal: context.signal as AbortSignal | undefined },
      );
      context.note(noteOf(reply));
      return readJanusAnswer(reply.text, view);
    },
  };
}

/** Prices are shares of the public range. */
export function janusPrompt(view: PriceView, rho?: number): string {
  const { low, high } = view.public.range;
  const share = (price: number) => ((price - low) / (high - low)).toFixed(4);
  const offers = view.history.flatMap(({ seat, act }) => (act.type === 'offer' ? [`${seat}:${share(act.price)}`] : []));
  return [
    ...(rho === undefined ? [] : [`rho: ${rho === -1 ? 'none' : rho.toFixed(2)}`]),
    `role: ${view.seat}`,
    `turn: ${view.turn} / ${view.turnLimit}`,
    `turns remaining: ${view.turnLimit - view.turn}`,
    `reservation: ${share(view.own.reservation)}`,
    `last offer: ${view.theirs ? share(view.theirs.offer.price) : 'NA'}`,
    `history: ${offers.slice(-HISTORY).join(' ') || 'EMPTY'}`,
    'Answer with ACCEPT, or OFFER and a price from 0 to 1.',
  ].join('\n');
}

export function readJanusAnswer(text: string, view: PriceView): PriceAct | NoAct {
  const [, accept, share] = /^\s*(?:(ACCEPT)\b|OFFER\s+(-?\d+(?:\.\d+)?))/.exec(text) ?? [];
  const none = (reason: string): NoAct => ({ type: 'none', reason, got: text });
  if (accept) {
    const { theirs } = view;
    return theirs && acceptable(view) ? { type: 'accept', offer: theirs.turn } : none('there is no offer to accept');
  }
  if (share === undefined) return none('the reply is neither ACCEPT nor OFFER and a price from 0 to 1');
  const { low, high } = view.public.range;
  return { type: 'offer', price: cents(low + Number(share) * (high - low)) };
}
