/**
 * The simulated person: a script decides, a model puts it into words, and the words must be understood as what was decided.
 *
 * The words are read back by the model without a look at the decision, as one of the things that could have been decided, and must come
 * out as the one that was. P-ToM looked for "no" inside words and found it in "know". Words that are empty, too long or read as
 * something else are asked for again twice; then a template stands in, which is noted. The act is the script's own, untouched.
 */
import {
  type Agent,
  type Context,
  canonicalJson,
  PTOM_EVERYTHING,
  type PtomAct,
  type PtomPersuader,
  type PtomView,
  type Script,
} from '../../../core/index.ts';
import type { JsonSchema, Message, Model, ModelReply } from '../../../models/model.ts';
import { holding } from '../../holding.ts';
import { noteOf } from '../../note.ts';
import { personas } from '../../personas.ts';
import { quoted } from '../../prompt/quote.ts';
import type { WordingOptions } from '../../worded-by-model.ts';
import { thoughtProblem } from '../aloud.ts';
import { readPtomProse } from './prose.ts';
import { lineFor } from './words.ts';

const RETRIES = 2;
const MOST_WORDS = 400;

export function ptomWordedByModel(
  script: Script<PtomView, PtomAct>,
  model: Model,
  options: WordingOptions,
): Agent<PtomView, PtomAct> {
  return {
    ...holding(script),
    name: script.name,
    async act(view, context) {
      const act = script.act(view, context);
      if (act === undefined) return act;
      let problem: string | undefined;
      for (let attempt = 0; attempt <= RETRIES; attempt++) {
        const written = await ask(
          model,
          wordingPrompt(view, act, options, problem),
          WORDS,
          options,
          context,
          `words ${attempt}`,
        );
        const words = textIn(written, 'words');
        const read =
          words === undefined ? undefined : await readBack(model, view, act, words, options, context, attempt);
        problem = problemOf(view, words, act, read);
        context.note({
          ...noteOf(written),
          worded: attempt + 1,
          ...(read && { read }),
          ...(problem ? { problem } : {}),
        });
        if (words !== undefined && !problem) return { ...act, words };
      }
      context.note({ worded: 'template', problem });
      return { ...act, words: lineFor(view, act, context) };
    },
  };
}

interface Meaning {
  readonly question: string;
  readonly options: readonly string[];
  readonly is: string;
}

/** What somebody who hears the words must be able to tell, among what could have been said here. */
function meaningOf({ own, public: { dimensions } }: PtomView, act: PtomAct): Meaning {
  switch (act.type) {
    case 'ask':
      return { question: 'What do they ask about?', options: [PTOM_EVERYTHING, ...dimensions], is: act.about };
    case 'disclose':
      return {
        question: 'Which of these facts do they tell, all of it and nothing else?',
        options: [...(own as PtomPersuader).facts.map(({ content }) => content), 'none of them'],
        is: act.fact.content,
      };
    case 'recommend':
      return { question: 'Which option do they recommend?', options: ['A', 'B', 'neither'], is: act.option };
    case 'answer':
      return {
        question: `How much do they care about ${act.dimension}?`,
        options: ['core', 'moderate', 'weak'],
        is: act.matters,
      };
    case 'react':
      return {
        question: 'Did they know it, and which option do they lean to?',
        options: [true, false].flatMap((news) => (['A', 'unsure', 'B'] as const).map((lean) => reaction(news, lean))),
        is: reaction(act.news, act.lean),
      };
    case 'decide':
      return {
        question: 'Do they take what was recommended?',
        options: ['accepts', 'refuses', 'unclear'],
        is: act.accept ? 'accepts' : 'refuses',
      };
    default:
      return act satisfies never;
  }
}

const reaction = (news: boolean, lean: string) =>
  `${news ? 'it is new to them' : 'they knew it'}, ${lean === 'unsure' ? 'unsure' : `lean to ${lean}`}`;

async function readBack(
  model: Model,
  view: PtomView,
  act: PtomAct,
  words: string,
  options: WordingOptions,
  context: Context,
  attempt: number,
): Promise<string | undefined> {
  const { question, options: choices } = meaningOf(view, act);
  const { A, B } = view.public.options;
  const messages: Message[] = [
    {
      role: 'system',
      content: `Somebody chooses between A, ${quoted(A.name)}, and B, ${quoted(B.name)}. Read one line and say what it means, as JSON {"meaning": ...}.`,
    },
    { role: 'user', content: `The line: ${quoted(words)}\n${question} One of ${choices.join(', ')}.` },
  ];
  const schema = form({ meaning: { type: 'string', enum: choices } });
  const reply = await ask(model, messages, schema, { ...options, temperature: 0 }, context, `read ${attempt}`);
  return textIn(reply, 'meaning');
}

function problemOf(
  view: PtomView,
  words: string | undefined,
  act: PtomAct,
  read: string | undefined,
): string | undefined {
  if (words === undefined) return 'the reply is not a JSON object with words';
  if (words === '') return 'the words are empty';
  if (words.length > MOST_WORDS) return `the words take ${words.length} characters, at most ${MOST_WORDS} are wanted`;
  const thought = thoughtProblem(words);
  if (thought) return thought;
  // Where the rules understand them too, they have a say.
  const byRules = readPtomProse(words, view);
  const bare = ({ words: _, ...rest }: PtomAct) => canonicalJson(rest);
  if ('act' in byRules && bare(byRules.act) !== bare(act)) return 'the words say something else than was meant';
  const { is } = meaningOf(view, act);
  return read === is ? undefined : `the words read as ${read ?? 'nothing'}, and ${is} was meant`;
}

function wordingPrompt(
  view: PtomView,
  act: PtomAct,
  { persona }: WordingOptions,
  problem: string | undefined,
): Message[] {
  const { A, B } = view.public.options;
  const heard = view.history.at(-1)?.act.words;
  const { is, question } = meaningOf(view, act);
  const task = {
    ask: 'ask',
    disclose: `tell this fact: ${act.type === 'disclose' ? quoted(act.fact.content) : ''}`,
  } as Record<string, string>;
  return [
    {
      role: 'system',
      content: `You are the ${view.seat} in a talk about ${quoted(view.public.description)} A is ${quoted(A.name)}, B is ${quoted(B.name)}. ${personas[persona]} Say your move in one or two short sentences, as JSON {"words": ...}.`,
    },
    {
      role: 'user',
      content: [
        ...(heard ? [`They said: ${quoted(heard)}`] : []),
        `Your move: ${task[act.type] ?? act.type}. ${question} It must be clear that the answer is: ${is}.`,
        ...(problem ? [`Your last words were not taken: ${problem}.`] : []),
      ].join('\n'),
    },
  ];
}

const form = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const WORDS = form({ words: { type: 'string', maxLength: MOST_WORDS } });

function ask(
  model: Model,
  messages: readonly Message[],
  schema: JsonSchema,
  { maxTokens, temperature }: WordingOptions,
  context: Context,
  label: string,
): Promise<ModelReply> {
  const seed = context.rng.split(label).uint32();
  const signal = context.signal as AbortSignal | undefined;
  return model.generate({ messages, maxTokens, temperature, seed, schema }, { signal });
}

function textIn({ value, text }: ModelReply, field: string): string | undefined {
  const given = (value ?? objectIn(text)) as Record<string, unknown> | undefined;
  const found = given?.[field];
  return typeof found === 'string' ? found.trim() : undefined;
}

function objectIn(text: string): unknown {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  } catch {
    return undefined;
  }
}
