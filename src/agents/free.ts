/**
 * free: a model decides and speaks. Render the view, ask, read the reply, hand on the act.
 *
 * One model call a try: a reply that cannot be read goes back to the loop as no act, with the reason, and the loop asks again
 * and in the end lets the seat forfeit, so every try is in the transcript and the parse rate is a metric. A fault of the
 * backend is thrown and fails the episode. Each reply is noted with who really served it; thinking stays in the note.
 */
import type { Act, Agent, Context, NoAct, View } from '../core/index.ts';
import type { Model, ModelReply } from '../models/model.ts';
import { askModel } from './asking.ts';
import { noteOf } from './note.ts';
import type { Parsed } from './parse/index.ts';
import { answerSchema, renderPrompt, type Style } from './prompt.ts';
import { speechOf } from './speech/index.ts';

export interface FreeOptions extends Style {
  readonly temperature: number;
  readonly maxTokens: number;
  /** Whether the reply is held to its form; true unless told. */
  readonly schema?: boolean;
  /** Reads the words of its acts anew, where the domain has that; the rules of its Speech unless told. */
  readonly reader?: Model;
}

export function freeAgent(name: string, model: Model, options: FreeOptions): Agent {
  return {
    name,
    answer: (view, question, context) => askModel(model, renderPrompt(view, options), options, view, question, context),
    async act(view: View, context: Context): Promise<Act | NoAct> {
      const reply = await model.generate(
        {
          messages: renderPrompt(view, options, context.refused),
          maxTokens: options.maxTokens,
          temperature: options.temperature,
          seed: context.rng.split(context.attempt).uint32(),
          ...(options.schema === false ? {} : { schema: answerSchema(view, options.reasoning) }),
        },
        { signal: context.signal as AbortSignal | undefined },
      );
      context.note(noteOf(reply));
      const parsed = await readAnew(onlyTalks(reply, readReply(reply, view)), view, options.reader, context);
      if ('act' in parsed) {
        if (parsed.fault) context.note({ words: 'left out', problem: parsed.fault });
        return parsed.act;
      }
      const cut = reply.finish === 'length' ? ` (the reply was cut at ${options.maxTokens} tokens)` : '';
      return { type: 'none', reason: `${parsed.problem}${cut}`, got: reply.text };
    },
  };
}

async function readAnew(parsed: Reading, view: View, reader: Model | undefined, context: Context): Promise<Reading> {
  const act = 'act' in parsed ? parsed.act : parsed.unread;
  if (!reader || !act) return parsed;
  return speechOf(view.domain).byModel?.read(act, view, reader, context) ?? parsed;
}

/** A person may just talk. A model that was asked for a form and only talks has not answered: its nonsense would run out the clock. */
function onlyTalks(reply: ModelReply, parsed: Reading): Reading {
  const talk = 'act' in parsed && parsed.act.type === 'say' && reply.value === undefined && !reply.text.includes('{');
  return talk ? { problem: 'the reply names no act; reply in the form asked for' } : parsed;
}

type Reading = Parsed<Act>;

/** A reply that came as bare text, from wherever, read as a model's reply at this view is. */
export function readFreeText(text: string, view: View): Act | NoAct {
  const reply = { text } as ModelReply;
  const parsed = onlyTalks(reply, readReply(reply, view));
  return 'act' in parsed ? parsed.act : { type: 'none', reason: parsed.problem, got: text };
}

function readReply(reply: ModelReply, view: View): Reading {
  const text = reply.value === undefined ? reply.text : JSON.stringify(reply.value);
  return speechOf(view.domain).read(text, view);
}
