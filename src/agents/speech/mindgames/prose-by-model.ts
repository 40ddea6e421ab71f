/**
 * A persuader's prose, read by a model where the rules do not understand a sentence: what it tells and what it asks, in the lists of a typed
 * message. What the rules read stands. The model is one of its own (`reader=MODEL`), part of the fingerprint of whoever's words it reads, and
 * results with it are reported under that spec. A reading that is no form is asked for once more; then the message is refused and not guessed at,
 * and so it is where a sentence gives neither reader anything, which may be a thought, or takes back another. The other side hears the plain lines of what was read and
 * never a sentence that the rules do not understand: what is heard is what binds.
 */
import {
  type Context,
  type MindgamesAct,
  type MindgamesView,
  MOST_PROSE,
  type NamedCell,
  type PersuaderMessage,
} from '../../../core/index.ts';
import type { Message, Model } from '../../../models/model.ts';
import { noteOf } from '../../note.ts';
import { jsonIn } from '../../parse/form.ts';
import type { Parsed } from '../../parse/index.ts';
import { toJson } from '../../prompt/quote.ts';
import { sentencesIn } from '../grammar.ts';
import { namesIn, namesOf } from './names.ts';
import { schemaOf } from './prompt.ts';
import { bindsNothing, namesProposals, notUnderstood, proseIn, type Read } from './prose.ts';
import { readMindgames } from './read.ts';
import { messageWords } from './words.ts';

/** Raised whenever the same words could be put to the model otherwise. */
export const MODEL_READER = 6;
const TRIES = 2;

export async function readByModel(
  act: MindgamesAct,
  view: MindgamesView,
  model: Model,
  context: Context,
): Promise<Parsed<MindgamesAct>> {
  if (act.type !== 'message' || view.public.talk !== 'prose' || !act.words) return { act };
  const found: Read[] = [];
  const plain = proseIn(act.words, namesOf(view.public));
  const sentences = sentencesOf(act.words);
  let bare: string | undefined;
  let saysElse = false;
  for (const [i, sentence] of sentences.entries()) {
    const { unread, urges: _, ...rules } = proseIn(sentence, namesOf(view.public));
    const { bare: ranks, saysElse: says, ...read } = rules;
    const heard = unread === undefined ? read : await heardByModel(sentences, i, view, model, context);
    if (!heard) return { problem: 'the reader could not read the message; say it in plainer words' };
    if ('takesBack' in heard) return { problem: notUnderstood(sentence) };
    // What the rules read in another sentence is not what this one says.
    if (unread !== undefined && bindsNothing(without(heard, plain))) return { problem: notUnderstood(sentence) };
    const effects = new Map(found.flatMap(({ disclose }) => disclose).map((cell) => [cellKey(cell), cell.effect]));
    // Two things that are said of one cell take each other back.
    if (heard.disclose.some((cell) => (effects.get(cellKey(cell)) ?? cell.effect) !== cell.effect))
      return { problem: notUnderstood(sentence) };
    found.push(heard);
    const more = unread === undefined ? says : !bindsNothing({ ...heard, inferential: [] });
    saysElse ||= more;
    // Of a sentence that does both, a proposal that it names may be what it tells of.
    if (unread === undefined ? ranks : heard.inferential.length > 0 && !saysOfWhat(sentence, view, more))
      bare ??= sentence;
  }
  if (saysElse && bare !== undefined) return { problem: notUnderstood(bare) };
  const all = <T>(list: (read: Read) => readonly T[]): T[] => [
    ...new Map(found.flatMap(list).map((one) => [JSON.stringify(one), one])).values(),
  ];
  const message = {
    type: 'message' as const,
    disclose: all(({ disclose }) => disclose),
    motivational: all(({ motivational }) => motivational),
    informational: all(({ informational }) => informational),
    inferential: all(({ inferential }) => inferential),
  };
  const words = plain.unread === undefined ? act.words : messageWords(message);
  return words.length > MOST_PROSE
    ? { problem: `in plain lines the message has more than ${MOST_PROSE} characters; say less` }
    : { act: { ...message, words } };
}

const saysOfWhat = (sentence: string, { public: facts }: MindgamesView, saysElse: boolean) =>
  sentencesIn(sentence, namesIn(namesOf(facts))).some((one) => namesProposals(one, saysElse));

const cellKey = ({ proposal, attribute }: NamedCell) => `${proposal}|${attribute}`;
const without = (read: Read, other: Read): Read => {
  const but = <T>(list: readonly T[], known: readonly T[]) =>
    list.filter((one) => !known.some((same) => JSON.stringify(same) === JSON.stringify(one)));
  return {
    disclose: but(read.disclose, other.disclose),
    motivational: but(read.motivational, other.motivational),
    informational: but(read.informational, other.informational),
    inferential: but(read.inferential, other.inferential),
  };
};
/** As they are written, each with the marks that end it. */
const sentencesOf = (words: string) =>
  (words.match(/[^.!?;\n\r\u2028\u2029]*[.!?;]+|[^.!?;\n\r\u2028\u2029]+/g) ?? [])
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** What one of the sentences says; undefined where the model gives no form. */
async function heardByModel(
  sentences: readonly string[],
  at: number,
  view: MindgamesView,
  model: Model,
  context: Context,
): Promise<Read | { readonly takesBack: true } | undefined> {
  const properties = { ...schemaOf(view.public), takesBack: { type: 'boolean' } };
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const reply = await model.generate(
      {
        messages: readerPrompt(sentences, at, view),
        maxTokens: 600,
        temperature: 0,
        seed: context.rng.split('reader').split(at).split(attempt).uint32(),
        schema: { type: 'object', properties, required: Object.keys(properties), additionalProperties: false },
      },
      { signal: context.signal as AbortSignal | undefined },
    );
    context.note({ reader: 'prose', ...noteOf(reply) });
    const typed = { ...view, public: { ...view.public, talk: 'typed' as const } };
    const form = jsonIn(reply);
    if ('problem' in form) continue;
    const { takesBack, ...lists } = Object(form.json) as Record<string, unknown>;
    if (takesBack === true) return { takesBack };
    const read = readMindgames(JSON.stringify(lists), typed);
    if (takesBack === false && 'act' in read) return read.act as PersuaderMessage;
  }
  return undefined;
}

/** The model is shown the whole message, so that it can tell what takes another sentence back, before it or after. */
function readerPrompt(
  sentences: readonly string[],
  at: number,
  { public: { proposals, attributes } }: MindgamesView,
): Message[] {
  const [x = '', y = '', z = ''] = attributes;
  const asked = (before: string, sentence: string, after: string): Message => ({
    role: 'user',
    content: toJson({ before, sentence, after }),
  });
  const example = (
    [before, text, after]: readonly [string, string, string],
    lists: Record<string, unknown>,
  ): Message[] => [
    asked(before, text, after),
    {
      role: 'assistant',
      content: toJson({
        disclose: [],
        motivational: [],
        informational: [],
        inferential: [],
        takesBack: false,
        ...lists,
      }),
    },
  ];
  return [
    {
      role: 'system',
      content: `You read messages about three proposals, ${proposals.join(', ')}, and three attributes, ${attributes.join(', ')}. Of each message you are shown one sentence, and what is said before it and after it. Reply with one JSON object of four lists about that sentence alone. disclose: what it says that a proposal does to an attribute, effect 1 increases, 0 has no effect, -1 decreases. motivational: attributes, where it asks what the other side likes. informational: cells, where it asks what the other side knows of a proposal. inferential: proposals, where it asks which the other side prefers. Reasons, praise and greetings go into no list. takesBack: whether the sentence takes back, corrects, doubts, limits, supposes, quotes or gives to somebody else anything that is said before it or after it.`,
    },
    ...example(['', `A increases ${x}. Do you like ${y}?`, ''], {
      disclose: [{ proposal: 'A', attribute: x, effect: 1 }],
      motivational: [y],
    }),
    ...example(['Hello.', `What do you know about the effect of B on ${z}? Which proposal do you prefer?`, ''], {
      informational: [{ proposal: 'B', attribute: z }],
      inferential: proposals,
    }),
    ...example([`A increases ${x}.`, `Forget that, is ${y} to your liking?`, ''], {
      motivational: [y],
      takesBack: true,
    }),
    ...example(['', `My rival says the following, but is ${y} to your liking?`, `A increases ${x}.`], {
      motivational: [y],
      takesBack: true,
    }),
    asked(sentences.slice(0, at).join(' '), sentences[at] as string, sentences.slice(at + 1).join(' ')),
  ];
}
