/**
 * scripted/stand-in: a model that can haggle, without a model. It reads the numbers in our own prompt, concedes evenly from its
 * target to its limit, and now and then answers past its limit or not in the form asked for, so that guards and the parse rate
 * have something to count. In a game without offers it does what the prompt shows as an example. For plumbing tests and for counting the calls and tokens of a plan; it says nothing about models.
 */
import { type Resources, SpecError } from '../../agents/index.ts';
import { contentHash } from '../../core/index.ts';
import { type JsonSchema, type Model, type ModelRequest, scriptedModel } from '../../models/index.ts';

export const STAND_IN = 'scripted/stand-in';

export function standIn(): Model {
  const pinned = { name: STAND_IN, digest: contentHash('stand-in 3') };
  // One for each call: a scripted model keeps every request it ever got.
  return {
    ...pinned,
    generate: (request, options) => scriptedModel([answer(request)], pinned).generate(request, options),
  };
}

/** The stand-in by its name, any other model from where it came. */
export function orStandIn(model: Resources['model']): (name: string) => Promise<Model> {
  return async (name) => {
    if (name === STAND_IN) return standIn();
    if (!model) throw new SpecError(`"${name}" is a model, and only scripts can play here`);
    return model(name);
  };
}

function answer(request: ModelRequest): string {
  const system = request.messages[0]?.content ?? '';
  const last = request.messages.at(-1)?.content ?? '';
  // At the start of a line: what the other side said is quoted in the middle of one.
  const turn = /^Turn (\d+) of (\d+)\. (.*)/m.exec(last);
  const asked = request.schema?.properties as Readonly<Record<string, JsonSchema>> | undefined;
  if (turn && asked && !('act' in asked)) return JSON.stringify(even(asked));
  if (!turn) return choice(request);
  const seed = request.seed ?? 0;
  if (seed % 23 === 0) return 'Let me think about that.';
  const progress = Math.min(1, Number(turn[1]) / (0.8 * Number(turn[2])));
  const form = /\{.*"act":"offer".*\}/.exec(system)?.[0];
  // A game without offers: the act that its prompt gives as an example.
  if (form === undefined) return /\{.*"act":".*\}/.exec(system)?.[0] ?? 'I have nothing to add.';
  const example = JSON.parse(form) as { price?: number };
  if (example.price === undefined) return items(form, last, progress);
  const limit = amountAfter('Your limit is ', system) ?? example.price;
  const [theirsNow = ''] = /theirs (?!none).*?(?=, yours)/.exec(turn[3] ?? '') ?? [];
  const theirs = amountAfter('theirs ', theirsNow);
  const buying = system.startsWith('You are the buyer');
  const past = seed % 29 === 0 ? (buying ? 1.1 : 0.9) : 1;
  const next = Math.round(past * (example.price + progress * (limit - example.price)) * 100) / 100;
  const suits = theirs !== undefined && (buying ? theirs <= next : theirs >= next);
  const words = suits ? 'Agreed.' : `I can do ${next}.`;
  return JSON.stringify({ ...example, act: suits ? 'accept' : 'offer', price: suits ? null : next, words });
}

/** Everything at first; from the middle on it takes what it is offered. */
function items(form: string, last: string, progress: number): string {
  const example = JSON.parse(form) as object;
  const takes = progress > 0.5 && /^Turn .*theirs you get/m.test(last);
  return JSON.stringify(takes ? { ...example, act: 'accept', mine: null, words: 'Agreed.' } : example);
}

/** What it believes, asked in the middle of a game: nothing in particular. */
function even(properties: Readonly<Record<string, JsonSchema>>, share = 1): object {
  const fill = ({ properties: inner }: JsonSchema) => {
    const parts = inner as Readonly<Record<string, JsonSchema>> | undefined;
    return parts ? even(parts, 1 / Object.keys(parts).length) : share;
  };
  return Object.fromEntries(Object.entries(properties).map(([key, schema]) => [key, fill(schema)]));
}

/** What a schema with a list of choices asks for: one of them, by the seed. */
function choice({ schema, seed = 0 }: ModelRequest): string {
  const properties = (schema?.properties ?? {}) as Readonly<Record<string, { enum?: readonly string[] }>>;
  const chosen = Object.entries(properties).flatMap(([key, { enum: values }]) =>
    values ? [[key, values[seed % values.length]]] : [],
  );
  return chosen.length > 0 ? JSON.stringify(Object.fromEntries(chosen)) : 'I have nothing to add.';
}

function amountAfter(words: string, text: string): number | undefined {
  const at = text.indexOf(words);
  const digits = at < 0 ? undefined : /\d[\d,]*(?:\.\d+)?/.exec(text.slice(at + words.length));
  return digits ? Number(digits[0].replaceAll(',', '')) : undefined;
}
