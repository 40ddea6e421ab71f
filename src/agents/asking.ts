/**
 * A model asked what it believes, at the view of a turn.
 *
 * The question stands at the end of the very prompt of that turn, so that a cache of what came before holds for both, and leaves no
 * trace: later prompts are made from views. One call a question; a reply that is no answer is asked for once more with the reason,
 * and then there is none. Every reply is noted.
 */
import { type Asked, type Belief, beliefProblem, type Context, type Question, type View } from '../core/index.ts';
import type { JsonSchema, Message, Model, ModelReply } from '../models/model.ts';
import { noteOf } from './note.ts';
import { onOneLine, quoted } from './prompt/quote.ts';

interface AskingOptions {
  readonly temperature: number;
  readonly maxTokens: number;
  readonly schema?: boolean;
}

const TRIES = 2;

/** `prompt`: the messages of this turn. */
export async function askModel(
  model: Model,
  prompt: readonly Message[],
  { temperature, maxTokens, schema }: AskingOptions,
  view: View,
  question: Question,
  context: Context,
): Promise<Belief | undefined> {
  const asked = question.ask(view);
  if (!asked) return undefined;
  let problem: string | undefined;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const reply = await model.generate(
      {
        messages: withQuestion(prompt, asked, problem),
        maxTokens,
        temperature,
        seed: context.rng.split('belief').split(attempt).uint32(),
        ...(schema === false ? {} : { schema: schemaOf(asked) }),
      },
      { signal: context.signal as AbortSignal | undefined },
    );
    const belief = beliefIn(reply, asked);
    problem = belief === undefined ? 'the reply is no JSON object in the form asked for' : beliefProblem(asked, belief);
    context.note({ belief: question.name, ...noteOf(reply), ...(problem ? { problem } : {}) });
    if (!problem) return belief;
  }
  return undefined;
}

/** Said in the last message: some models take no two messages of one side in a row. */
export function withQuestion(prompt: readonly Message[], asked: Asked, problem?: string): Message[] {
  const { form, explained } = formOf(asked);
  const lines = [
    '',
    `Before you act, a question that nobody else hears: ${asked.words}`,
    `Reply to it with one JSON object and nothing else, in this form:\n${form}`,
    explained,
    ...(problem ? [`Your last reply was not taken: ${onOneLine(problem)}. Reply again, in the form asked for.`] : []),
  ];
  const last = prompt.at(-1) as Message;
  return [...prompt.slice(0, -1), { ...last, content: last.content + lines.join('\n') }];
}

function formOf(asked: Asked): { form: string; explained: string } {
  const table = (keys: readonly string[]) => `{${keys.map((key) => `${quoted(key)}: ...`).join(', ')}}`;
  switch (asked.kind) {
    case 'number':
      return {
        form: '{"low": ..., "value": ..., "high": ...}',
        explained: `value is your best guess, from ${asked.low} to ${asked.high}; low and high are the ends between which the truth lies with a chance of 80 %.`,
      };
    case 'choice':
      return {
        form: `{"chances": ${table(asked.options)}}`,
        explained: 'The chance of each, from 0 to 1; they add up to 1.',
      };
    case 'values':
      return { form: `{"values": ${table(asked.keys)}}`, explained: 'A number from 0 for each.' };
    default:
      return asked satisfies never;
  }
}

function schemaOf(asked: Asked): JsonSchema {
  const object = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  });
  const number: JsonSchema = { type: 'number' };
  const numbers = (keys: readonly string[]) => object(Object.fromEntries(keys.map((key) => [key, number])));
  switch (asked.kind) {
    case 'number':
      return object({ low: number, value: number, high: number });
    case 'choice':
      return object({ chances: numbers(asked.options) });
    case 'values':
      return object({ values: numbers(asked.keys) });
    default:
      return asked satisfies never;
  }
}

/** Undefined where the reply is no object; whether it is an answer is for beliefProblem to say. */
function beliefIn(reply: ModelReply, { kind }: Asked): Belief | undefined {
  const given = reply.value ?? objectIn(reply.text);
  if (typeof given !== 'object' || given === null) return undefined;
  const { value, low, high, chances, values } = given as Record<string, unknown>;
  const fields = { number: { value, low, high }, choice: { chances: toSum1(chances) }, values: { values } }[kind];
  return { kind, ...fields } as unknown as Belief;
}

function objectIn(text: string): unknown {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  } catch {
    return undefined;
  }
}

/** Chances that were rounded when they were written, such as three of 0.33. */
function toSum1(chances: unknown): unknown {
  const entries = Object.entries(chances ?? {}) as [string, unknown][];
  const sum = entries.reduce((total, [, chance]) => total + Number(chance), 0);
  if (!(Math.abs(sum - 1) <= 0.02)) return chances;
  return Object.fromEntries(entries.map(([key, chance]) => [key, typeof chance === 'number' ? chance / sum : chance]));
}
