/**
 * A persuader's prose, read by a model: what it tells and what it asks, in the lists of a typed message. The model is one of its
 * own (`reader=MODEL`), part of the fingerprint of whoever's words it reads, and results with it are reported under that spec. A
 * reading that is no form is asked for once more; then the message is refused and not guessed at.
 */
import type { Context, MindgamesAct, MindgamesView, PersuaderMessage } from '../../../core/index.ts';
import type { Message, Model } from '../../../models/model.ts';
import { noteOf } from '../../note.ts';
import type { Parsed } from '../../parse/index.ts';
import { quoted, toJson } from '../../prompt/quote.ts';
import { namesOf } from './names.ts';
import { schemaOf } from './prompt.ts';
import { bindsNothing, notUnderstood, proseIn } from './prose.ts';
import { readMindgames } from './read.ts';

/** Raised whenever the same words could be put to the model otherwise. */
export const MODEL_READER = 1;
const TRIES = 2;

export async function readByModel(
  act: MindgamesAct,
  view: MindgamesView,
  model: Model,
  context: Context,
): Promise<Parsed<MindgamesAct>> {
  if (act.type !== 'message' || view.public.talk !== 'prose' || !act.words) return { act };
  const properties = schemaOf(view.public);
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const reply = await model.generate(
      {
        messages: readerPrompt(act.words, view),
        maxTokens: 600,
        temperature: 0,
        seed: context.rng.split('reader').split(attempt).uint32(),
        schema: { type: 'object', properties, required: Object.keys(properties), additionalProperties: false },
      },
      { signal: context.signal as AbortSignal | undefined },
    );
    context.note({ reader: 'prose', ...noteOf(reply) });
    const typed = { ...view, public: { ...view.public, talk: 'typed' as const } };
    const text = reply.value === undefined ? reply.text : JSON.stringify(reply.value);
    const read = readMindgames(text, typed);
    if (!('act' in read)) continue;
    const found = read.act as PersuaderMessage;
    // Words in which neither reader finds anything may be thoughts.
    const { unread } = proseIn(act.words, namesOf(view.public));
    if (unread !== undefined && bindsNothing(found)) return { problem: notUnderstood(unread) };
    return { act: { ...found, words: act.words } };
  }
  return { problem: 'the reader could not read the message; say it in plainer words' };
}

function readerPrompt(words: string, { public: { proposals, attributes } }: MindgamesView): Message[] {
  const [x = '', y = '', z = ''] = attributes;
  const example = (text: string, lists: Record<string, unknown>): Message[] => [
    { role: 'user', content: quoted(text) },
    {
      role: 'assistant',
      content: toJson({ disclose: [], motivational: [], informational: [], inferential: [], ...lists }),
    },
  ];
  return [
    {
      role: 'system',
      content: `You read messages about three proposals, ${proposals.join(', ')}, and three attributes, ${attributes.join(', ')}. Reply with one JSON object of four lists. disclose: what the message says that a proposal does to an attribute, effect 1 increases, 0 has no effect, -1 decreases. motivational: attributes, where it asks what the other side likes. informational: cells, where it asks what the other side knows of a proposal. inferential: proposals, where it asks which the other side prefers. Reasons, praise and greetings go into no list.`,
    },
    ...example(`A increases ${x}. Do you like ${y}?`, {
      disclose: [{ proposal: 'A', attribute: x, effect: 1 }],
      motivational: [y],
    }),
    ...example(`What do you know about the effect of B on ${z}? Which proposal do you prefer?`, {
      informational: [{ proposal: 'B', attribute: z }],
      inferential: proposals,
    }),
    { role: 'user', content: quoted(words) },
  ];
}
