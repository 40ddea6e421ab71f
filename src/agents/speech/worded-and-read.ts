/**
 * worded by a model and read by rules: a script decides, a model puts it into words, and the rules that read prose must read the decision
 * back from them, no more and no less. Words that they read otherwise are asked for again twice, with the reason; then a template stands
 * in, which is noted. The act is the script's own, untouched.
 */
import type { Act, Agent, Script, View } from '../../core/index.ts';
import type { JsonSchema, Message, Model, ModelReply } from '../../models/model.ts';
import { holding } from '../holding.ts';
import { noteOf } from '../note.ts';
import { jsonIn } from '../parse/form.ts';
import { personas } from '../personas.ts';
import { quoted } from '../prompt/quote.ts';
import type { WordingOptions } from '../worded-by-model.ts';
import { thoughtProblem } from './aloud.ts';

export interface Wording<V extends View, A extends Act> {
  /** Who speaks to whom about what. */
  role(view: V): string;
  /** The act in plain words of the house; '' where there is nothing to say. */
  template(view: V, act: A): string;
  /** Why the words do not say this act; undefined where they do. */
  problem(view: V, act: A, words: string): string | undefined;
  most(view: V): number;
}

const RETRIES = 2;

export function wordedAndRead<V extends View, A extends Act>(
  { role, template, problem: misread, most }: Wording<V, A>,
  script: Script<V, A>,
  model: Model,
  { persona, maxTokens, temperature }: WordingOptions,
): Agent<V, A> {
  return {
    ...holding(script),
    name: script.name,
    async act(view, context) {
      const act = script.act(view, context);
      const plain = act === undefined ? '' : template(view, act);
      if (plain === '') return act;
      const signal = context.signal as AbortSignal | undefined;
      let problem: string | undefined;
      for (let attempt = 0; attempt <= RETRIES; attempt++) {
        const seed = context.rng.split('words').split(attempt).uint32();
        const system = `${role(view)} ${personas[persona]} Say what you are given in words of your own, in at most three short sentences: all of it and nothing else, every name as it stands. Reply as JSON {"words": ...}.`;
        const messages = prompt(system, heardBy(view), plain, problem);
        const schema = form(most(view));
        const reply = await model.generate({ messages, maxTokens, temperature, seed, schema }, { signal });
        const words = wordsIn(reply);
        problem = wordsProblem(words, most(view)) ?? misread(view, act, words as string);
        context.note({ ...noteOf(reply), worded: attempt + 1, ...(problem ? { problem } : {}) });
        if (!problem) return { ...act, words };
      }
      context.note({ worded: 'template', problem });
      return { ...act, words: plain };
    },
  };
}

const heardBy = ({ seat, history }: View) => history.findLast((taken) => taken.seat !== seat)?.act.words;

function prompt(system: string, heard: string | undefined, plain: string, problem: string | undefined): Message[] {
  const lines = [
    ...(heard ? [`They said: ${quoted(heard)}`] : []),
    `Say this: ${quoted(plain)}`,
    ...(problem ? [`Your last words were not taken: ${problem}.`] : []),
  ];
  return [
    { role: 'system', content: system },
    { role: 'user', content: lines.join('\n') },
  ];
}

const form = (maxLength: number): JsonSchema => ({
  type: 'object',
  properties: { words: { type: 'string', maxLength } },
  required: ['words'],
  additionalProperties: false,
});

function wordsProblem(words: string | undefined, most: number): string | undefined {
  if (words === undefined) return 'the reply is not a JSON object with words';
  if (words === '') return 'the words are empty';
  if (words.length > most) return `the words take ${words.length} characters, at most ${most} are wanted`;
  return thoughtProblem(words);
}

function wordsIn(reply: ModelReply): string | undefined {
  const read = jsonIn(reply);
  const { words } = Object('json' in read ? read.json : {}) as { words?: unknown };
  return typeof words === 'string' ? words.trim() : undefined;
}
