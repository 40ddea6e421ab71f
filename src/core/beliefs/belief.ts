/**
 * Beliefs: what one seat thinks of another, in a form that can be scored.
 *
 * A domain declares its questions (DomainKit.questions); an agent answers them, in play as a remark that no other seat sees
 * (`Context.state`), or asked after the fact about a recorded view (`Agent.answer`, possible since agents are functions of views).
 */
import { describe } from '../refused.ts';
import type { Scenario, Seat, View } from '../types.ts';

export type Belief =
  /** A number, and the ends between which the truth is thought to lie four times in five. */
  | { readonly kind: 'number'; readonly value: number; readonly low?: number; readonly high?: number }
  /** The chance of each option. */
  | { readonly kind: 'choice'; readonly chances: Readonly<Record<string, number>> }
  /** How much each thing is worth; only the proportions count. */
  | { readonly kind: 'values'; readonly values: Readonly<Record<string, number>> };

/** A question as it is put to a seat, with what an answer can be. */
export type Asked = {
  /** A sentence to whoever sits there: "What is the least that the seller would take?" */
  readonly words: string;
} & (
  | { readonly kind: 'number'; readonly low: number; readonly high: number }
  | { readonly kind: 'choice'; readonly options: readonly string[] }
  | { readonly kind: 'values'; readonly keys: readonly string[] }
);

/** What the scenario says: a number, the name of an option, or a value for each key. */
export type Truth = number | string | Readonly<Record<string, number>>;

export interface Question<V extends View = View, S extends Scenario = Scenario> {
  readonly name: string;
  /** Undefined where this seat cannot be asked. Follows from the view alone, so that asking gives nothing away. */
  ask(view: V): Asked | undefined;
  /** The right answer for whoever sits in this seat; undefined where the scenario has none. */
  truth(scenario: S, seat: Seat): Truth | undefined;
}

/** Why this is no question that can be answered, in one sentence; undefined when it is one. It may be anything at all. */
export function askedProblem(asked: unknown): string | undefined {
  const given = (asked ?? {}) as Record<string, unknown>;
  if (typeof given.words !== 'string' || given.words === '')
    return `a question has words, a sentence, got ${describe(given.words)}`;
  switch (given.kind as Asked['kind']) {
    case 'number': {
      const { low, high } = given;
      return isNumber(low) && isNumber(high) && low <= high
        ? undefined
        : `a question of a number has a range, got ${describe(low)} to ${describe(high)}`;
    }
    case 'choice':
      return namesProblem('options', given.options);
    case 'values':
      return namesProblem('keys', given.keys);
    default:
      return `a question is of kind ${Object.keys(FIELDS).join(', ')}, got ${describe(given.kind)}`;
  }
}

function namesProblem(word: string, names: unknown): string | undefined {
  const list: readonly unknown[] = Array.isArray(names) ? names : [];
  const fits = list.length > 0 && list.every((one) => typeof one === 'string') && new Set(list).size === list.length;
  return fits ? undefined : `a question has ${word}, a list of different texts, got ${describe(names)}`;
}

const STATED = 0.8;

/** What somebody believes who knows nothing but the question: the middle, equal chances, equal values. */
export function ignorance(asked: Asked): Belief {
  switch (asked.kind) {
    case 'number': {
      const { low, high } = asked;
      // Halved first: the sum and the distance of large numbers may be larger than any number.
      const tail = (1 - STATED) * (high / 2 - low / 2);
      return { kind: 'number', value: low / 2 + high / 2, low: low + tail, high: high - tail };
    }
    case 'choice':
      return { kind: 'choice', chances: Object.fromEntries(asked.options.map((o) => [o, 1 / asked.options.length])) };
    case 'values':
      return { kind: 'values', values: Object.fromEntries(asked.keys.map((key) => [key, 1 / asked.keys.length])) };
    default:
      return asked satisfies never;
  }
}

/** The fields of each kind of belief, besides the kind itself. */
const FIELDS = {
  number: ['value', 'low', 'high'],
  choice: ['chances'],
  values: ['values'],
} as const satisfies Record<Belief['kind'], readonly string[]>;

/** Plain data as a belief that a transcript can hold, with the fields of its kind and no other; or why it is none. */
export function beliefIn(given: unknown): Belief | { readonly problem: string } {
  const { kind } = (given ?? {}) as { kind?: Belief['kind'] };
  const fields = typeof kind === 'string' && Object.hasOwn(FIELDS, kind) ? FIELDS[kind] : undefined;
  if (!fields) return { problem: `a belief is of kind ${Object.keys(FIELDS).join(', ')}, got ${describe(kind)}` };
  const belief: Record<string, unknown> = { kind };
  for (const field of fields) {
    const value = (given as Record<string, unknown>)[field];
    if (value === undefined && (field === 'low' || field === 'high')) continue;
    const numbers = kind === 'number' ? [value] : isTable(value) ? Object.values(value) : [value];
    const strange = numbers.find((one) => !isNumber(one));
    if (strange !== undefined || value === undefined)
      return { problem: `the ${field} of a belief takes finite numbers, got ${describe(strange)}` };
    belief[field] = value;
  }
  return belief as unknown as Belief;
}

/** Why this is no answer to the question, in one sentence; undefined when it is one. It may be anything at all. */
export function beliefProblem(asked: Asked, belief: unknown): string | undefined {
  const given = (belief ?? {}) as Record<string, unknown>;
  if (given.kind !== asked.kind) return `the answer is a belief of kind ${asked.kind}, got ${describe(given.kind)}`;
  const fields: readonly string[] = ['kind', ...FIELDS[asked.kind]];
  const strange = Object.keys(given).find((key) => !fields.includes(key));
  if (strange !== undefined)
    return `a belief of kind ${asked.kind} has ${fields.join(', ')}, got ${describe(strange)} too`;
  switch (asked.kind) {
    case 'number': {
      const { value, low = value, high = value } = given;
      for (const one of [value, low, high])
        if (!isNumber(one)) return `a belief is a finite number, got ${describe(one)}`;
      const ordered = (low as number) <= (value as number) && (value as number) <= (high as number);
      return ordered
        ? undefined
        : `a belief lies between its ends, got ${describe(value)} in ${describe(low)} to ${describe(high)}`;
    }
    case 'choice': {
      const problem = keysProblem('chance', asked.options, given.chances);
      if (problem) return problem;
      const sum = Object.values(given.chances as Record<string, number>).reduce((total, p) => total + p, 0);
      return Math.abs(sum - 1) < 1e-6 ? undefined : `chances add up to 1, got ${sum}`;
    }
    case 'values':
      return keysProblem('value', asked.keys, given.values);
    default:
      return asked satisfies never;
  }
}

function keysProblem(word: string, keys: readonly string[], given: unknown): string | undefined {
  const table = (given ?? {}) as Record<string, unknown>;
  const strange = Object.keys(table).find((key) => !keys.includes(key));
  if (strange !== undefined) return `there is a ${word} for ${keys.join(', ')}, got one for ${describe(strange)}`;
  const missing = keys.find((key) => !isNumber(table[key]) || (table[key] as number) < 0);
  return missing === undefined
    ? undefined
    : `the ${word} of ${missing} is a number from 0, got ${describe(table[missing])}`;
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
