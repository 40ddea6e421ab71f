/**
 * free: a model decides and speaks. Render the view, ask, read the reply, hand on the act.
 *
 * One model call a try: a reply that cannot be read goes back to the loop as no act, with the reason, and the loop asks again
 * and in the end lets the seat forfeit, so every try is in the transcript and the parse rate is a metric. A fault of the
 * backend is thrown and fails the episode. Each reply is noted with who really served it; thinking stays in the note.
 */
import type { Act, Agent, Context, ItemsView, NoAct, PriceView, View } from '../core/index.ts';
import type { Message, Model, ModelReply } from '../models/model.ts';
import { parseItemsReply, parsePriceReply } from './parse/index.ts';
import { answerSchema, renderPrompt, type Style } from './prompt.ts';

export interface FreeOptions extends Style {
  readonly temperature: number;
  readonly maxTokens: number;
  /** A last look at the messages before they are sent. */
  readonly prepare?: (messages: readonly Message[], view: View) => readonly Message[];
}

export function freeAgent(name: string, model: Model, options: FreeOptions): Agent {
  return {
    name,
    async act(view: View, context: Context): Promise<Act | NoAct> {
      const messages = renderPrompt(view, options, context.refused);
      const reply = await model.generate(
        {
          messages: options.prepare?.(messages, view) ?? messages,
          maxTokens: options.maxTokens,
          temperature: options.temperature,
          seed: context.rng.split(context.attempt).uint32(),
          schema: answerSchema(view, options.reasoning),
        },
        { signal: context.signal as AbortSignal | undefined },
      );
      context.note(noteOf(reply));
      const parsed = onlyTalks(reply, readReply(reply, view));
      if ('act' in parsed) return parsed.act;
      const cut = reply.finish === 'length' ? ` (the reply was cut at ${options.maxTokens} tokens)` : '';
      return { type: 'none', reason: `${parsed.problem}${cut}`, got: reply.text };
    },
  };
}

/** A person may just talk. A model that was asked for a form and only talks has not answered: its nonsense would run out the clock. */
function onlyTalks(reply: ModelReply, parsed: Reading): Reading {
  const talk = 'act' in parsed && parsed.act.type === 'say' && reply.value === undefined && !reply.text.includes('{');
  return talk ? { problem: 'the reply names no act; reply in the form asked for' } : parsed;
}

type Reading = { readonly act: Act } | { readonly problem: string };

/** A reply that came as bare text, from wherever, read as a model's reply at this view is. */
export function readFreeText(text: string, view: View): Act | NoAct {
  const reply = { text } as ModelReply;
  const parsed = onlyTalks(reply, readReply(reply, view));
  return 'act' in parsed ? parsed.act : { type: 'none', reason: parsed.problem, got: text };
}

/** What the transcript keeps of a reply: no clock, no cost; those go to calls.jsonl. */
export function noteOf(reply: ModelReply): Record<string, unknown> {
  return {
    model: reply.servedBy,
    digest: reply.digest,
    finish: reply.finish,
    text: reply.text,
    ...(reply.fallback === undefined ? {} : { fallback: reply.fallback }),
  };
}

function readReply(reply: ModelReply, view: View): Reading {
  const text = reply.value === undefined ? reply.text : JSON.stringify(reply.value);
  return view.domain === 'items' ? parseItemsReply(text, view as ItemsView) : parsePriceReply(text, view as PriceView);
}
